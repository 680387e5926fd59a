"""nano: a language model of our own making, small enough to learn by RL in minutes on a laptop.

A Qwen3 of some 3.4 million parameters and a tokenizer of its own, taught by supervised training on
composed problems and solutions in several styles, with and without planning comments before the
code. Training stops early on purpose: a model that solves a third of what it is asked, in many
ways, is one that reinforcement learning can still teach.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from microcoder.errors import MissingExtra
from microcoder.problemsets import compose

if TYPE_CHECKING:
    import torch

PAD, USER, ASSISTANT, END = "<|pad|>", "<|user|>", "<|assistant|>", "<|end|>"
CHAT_TEMPLATE = (
    "{% for m in messages %}"
    "{% if m['role'] == 'user' %}<|user|>{{ m['content'] }}"
    "{% elif m['role'] == 'assistant' %}<|assistant|>{{ m['content'] }}<|end|>{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
"""System messages are left out: nano knows one format and needs no instruction."""


@dataclass(frozen=True, slots=True)
class NanoSetting:
    """How nano is made; the defaults are those of the shipped weights (see docs/log.md)."""

    seed: int = 0
    vocabulary: int = 1024
    hidden: int = 256
    intermediate: int = 768
    layers: int = 4
    heads: int = 4
    key_value_heads: int = 2
    context: int = 512
    examples: int = 40_000
    depths: tuple[int, ...] = (1, 2, 3)
    batch: int = 64
    steps: int = 300
    learning_rate: float = 2e-3
    warmup: int = 30


# --- solutions in several styles ------------------------------------------------------------------


def _named(composition: compose.Composition, rng: random.Random) -> tuple[list[str], str]:
    """A fresh name for each value on the way."""
    names = list(rng.choice((["b", "c", "d", "e", "h"], ["x1", "x2", "x3", "x4", "x5"])))
    for step in composition.steps:
        if step.operation.code.count("{v}") > 1:
            # a loop variable of the value's own name would hide it where it is named again
            names = [n for n in names if n not in _loop_variables(step.operation.code)]
    names += ["p", "q", "t"]
    lines, value = [], compose.VARIABLE[composition.domain]
    for name, step in zip(names, composition.steps, strict=False):
        lines.append(f"{name} = {step.fill(step.operation.code, value)}")
        value = name
    return lines, value


def _loop_variables(code: str) -> set[str]:
    return {name for names in re.findall(r"for ([\w, ]+) in", code) for name in names.split(", ")}


def _nested(composition: compose.Composition, rng: random.Random) -> tuple[list[str], str]:
    """The last step inside the return."""
    lines = composition.lines()
    at = compose.VARIABLE[composition.steps[-1].operation.takes]
    step = composition.steps[-1]
    return lines[:-1], step.fill(step.operation.code, at)


def _loops(composition: compose.Composition, rng: random.Random) -> tuple[list[str], str]:
    """Filters and maps written out as loops."""
    lines, variable = [], compose.VARIABLE[composition.domain]
    for step in composition.steps:
        operation = step.operation
        if operation.keep or operation.change:
            lines += ["b = []", f"for x in {variable}:"]
            if operation.keep:
                lines += [f"    if {step.fill(operation.keep)}:", "        b.append(x)"]
            else:
                lines += [f"    b.append({step.fill(operation.change or '')})"]
            lines.append(f"{variable} = b")
        else:
            value = step.fill(operation.code, variable)
            variable = compose.VARIABLE[operation.gives]
            lines.append(f"{variable} = {value}")
    return lines, variable


def _plain(composition: compose.Composition, rng: random.Random) -> tuple[list[str], str]:
    return composition.lines(), compose.VARIABLE[composition.gives]


Body = Callable[[compose.Composition, random.Random], tuple[list[str], str]]
BODIES: tuple[Body, ...] = (_plain, _named, _nested, _loops)


def write_solution(
    composition: compose.Composition, kind: Literal["function", "stdin"], rng: random.Random
) -> str:
    """A right answer as a model would give it: planned or not, in one of several styles."""
    lines, answer = rng.choice(BODIES)(composition, rng)
    code = compose.wrap(composition, lines, answer, kind)
    if rng.random() < 0.5:
        plan = "".join(f"# {i}. {s.phrase()}\n" for i, s in enumerate(composition.steps, 1))
        code = plan + code
    return f"```python\n{code}```"


def corpus(setting: NanoSetting) -> list[tuple[str, str]]:
    """(prompt, answer) pairs from training compositions alone."""
    rng = random.Random(f"nano {setting.seed}")
    pairs: list[tuple[str, str]] = []
    source = compose.generate("train", seed=1_000_003 + setting.seed, depths=setting.depths)
    for composition, problem in source:
        kind: Literal["function", "stdin"] = "stdin" if problem.kind == "stdin" else "function"
        # a problem asked twice, in other words and answered in another style, is new text
        for _ in range(2):
            asked = compose.state(composition, kind, rng)
            pairs.append((asked, write_solution(composition, kind, rng)))
        if len(pairs) >= setting.examples:
            break
    rng.shuffle(pairs)
    return pairs


# --- tokenizer and model --------------------------------------------------------------------


def make_tokenizer(pairs: Sequence[tuple[str, str]], setting: NanoSetting) -> Any:
    """Byte-level BPE on our corpus; digits stand alone so that numbers can be copied."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(r"\d|```python\n|\n +|\n|```"), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=setting.vocabulary,
        special_tokens=[PAD, USER, ASSISTANT, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    texts = [text for pair in pairs[:20_000] for text in pair]
    tokenizer.train_from_iterator(texts, trainer)
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token=PAD,
        eos_token=END,
        additional_special_tokens=[USER, ASSISTANT],
        model_max_length=setting.context,
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )
    fast.chat_template = CHAT_TEMPLATE
    return fast


def make_model(tokenizer: Any, setting: NanoSetting) -> Any:
    """A Qwen3 with fresh weights."""
    from transformers import Qwen3Config, Qwen3ForCausalLM

    config = Qwen3Config(
        vocab_size=setting.vocabulary,
        hidden_size=setting.hidden,
        intermediate_size=setting.intermediate,
        num_hidden_layers=setting.layers,
        num_attention_heads=setting.heads,
        num_key_value_heads=setting.key_value_heads,
        head_dim=setting.hidden // setting.heads,
        max_position_embeddings=setting.context,
        tie_word_embeddings=True,
        rope_theta=10_000.0,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        use_cache=True,
    )
    model = Qwen3ForCausalLM(config)
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    return model


def _batches(
    pairs: Sequence[tuple[str, str]], tokenizer: Any, setting: NanoSetting
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Endless (ids, attention, labels), each (batch, length); labels of prompts are -100."""
    import torch

    rng = random.Random(f"nano batches {setting.seed}")
    prompts = tokenizer([f"{USER}{p}{ASSISTANT}" for p, _ in pairs])["input_ids"]
    answers = tokenizer([f"{a}{END}" for _, a in pairs])["input_ids"]
    rows = list(zip(prompts, answers, strict=True))
    while True:
        rng.shuffle(rows)
        # rows of like length share a batch, so that little is padding
        window = setting.batch * 16
        for start in range(0, len(rows) - window + 1, window):
            chunk = sorted(rows[start : start + window], key=lambda r: len(r[0]) + len(r[1]))
            groups = [chunk[i : i + setting.batch] for i in range(0, window, setting.batch)]
            rng.shuffle(groups)
            for group in groups:
                longest = max(len(p) + len(a) for p, a in group)
                ids = torch.full((len(group), longest), tokenizer.pad_token_id)
                labels = torch.full((len(group), longest), -100)
                for i, (p, a) in enumerate(group):
                    ids[i, : len(p) + len(a)] = torch.tensor(p + a)
                    labels[i, len(p) : len(p) + len(a)] = torch.tensor(a)
                yield ids, (ids != tokenizer.pad_token_id).long(), labels


def build(
    out: Path,
    setting: NanoSetting | None = None,
    *,
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Make nano from nothing and write it to ``out`` as float16; returns what was measured.

    Raises:
        MissingExtra: torch or transformers is not installed.
    """
    setting = setting or NanoSetting()
    try:
        import torch
        import transformers
    except ImportError as error:
        raise MissingExtra("building nano", "train", error.name or "torch") from None
    transformers.set_seed(setting.seed)
    started = time.monotonic()
    pairs = corpus(setting)
    tokenizer = make_tokenizer(pairs, setting)
    model = make_model(tokenizer, setting)
    size = sum(p.numel() for p in model.parameters())
    say(f"nano: {size / 1e6:.2f} M parameters, {len(pairs)} examples, {setting.steps} steps")
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=setting.learning_rate, betas=(0.9, 0.98), weight_decay=0.05
    )
    model.train()
    tokens = 0
    loss_now = float("nan")
    begun = time.monotonic()
    batches = _batches(pairs, tokenizer, setting)
    for step in range(1, setting.steps + 1):
        ids, attention, labels = next(batches)
        warm = min(1.0, step / setting.warmup)
        left = (setting.steps - step) / setting.steps
        for group in optimizer.param_groups:
            group["lr"] = setting.learning_rate * warm * (0.1 + 0.9 * left)
        loss = model(input_ids=ids, attention_mask=attention, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        tokens += int(attention.sum())
        loss_now = loss.item()
        if step % 25 == 0 or step == setting.steps:
            spent = time.monotonic() - begun
            eta = spent / step * (setting.steps - step)
            say(
                f"step {step}/{setting.steps}  loss {loss_now:.3f}  "
                f"{tokens / spent:.0f} tokens/s  ETA {eta:.0f} s"
            )
    facts = {
        "parameters": size,
        "examples": len(pairs),
        "tokens": tokens,
        "steps": setting.steps,
        "seed": setting.seed,
        "final_loss": round(loss_now, 4),
        "seconds": round(time.monotonic() - started, 1),
    }
    _save(model, tokenizer, out, facts)
    return facts


def _save(model: Any, tokenizer: Any, out: Path, facts: dict[str, Any]) -> None:
    """Write the folder whole or not at all."""
    import torch

    temporary = out.with_name(f".{out.name}.tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    model.to(torch.float16).save_pretrained(temporary)
    tokenizer.save_pretrained(temporary)
    stable = {k: v for k, v in facts.items() if k != "seconds"}
    (temporary / "nano.json").write_text(json.dumps(stable, indent=2) + "\n")
    if out.exists():
        shutil.rmtree(out)
    temporary.rename(out)

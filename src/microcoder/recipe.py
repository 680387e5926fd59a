"""What a training run is, as a TOML file: unknown keys are refused, every default is stated.

A preset sets the algorithm; a recipe says where it differs. Precedence, low to high: the defaults
below, the preset, the file, ``--set section.key=value``.
"""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from microcoder.errors import RecipeError


class Section(BaseModel):
    """Strict about names and types; frozen once read."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class ModelSection(Section):
    """Which model is trained."""

    name: str = "nano"
    """``nano``, ``smollm2``, a local folder, or a name on the hub."""
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"
    """auto: bfloat16 on a GPU, float32 on a CPU (bfloat16 is many times slower there)."""
    train_last_layers: int | None = Field(default=None, ge=1)
    """Train only this many upper layers (and the final norm); None trains all weights."""
    gradient_checkpointing: bool = False
    """Recompute activations in the backward pass: less memory, about a third slower."""


class DataSection(Section):
    """What it is trained on."""

    problems: str = "compose"
    """``compose``, ``starter``, ``humaneval``, ``mbpp:FILE``, or a file of problems."""
    split: Literal["train", "held-out", "all"] = "train"
    depths: list[int] = [1, 2, 3]
    """compose only: how many operations a problem chains."""
    difficulty: list[float] | None = None
    """Keep problems whose difficulty lies within [low, high]."""
    count: int = Field(default=2000, ge=1)
    """At most this many problems."""
    seed: int = 0
    instruction: str = "Solve the problem in Python. Give the whole program in one ```python block."
    """The system message (models whose chat template has none, like nano, never see it)."""


class RolloutSection(Section):
    """How completions are sampled."""

    problems: int = Field(default=64, ge=1)
    """Problems per rollout (verl: train_batch_size)."""
    group_size: int = Field(default=8, ge=2)
    """Completions per problem, G."""
    temperature: float = Field(default=1.2, gt=0)
    """Sampling temperature, which log-probabilities are taken at too."""
    max_response_tokens: int = Field(default=8192, ge=1)
    """L_max: a completion is cut here."""


class MaskingSection(Section):
    """Conditional truncation masking: which truncated completions teach nothing."""

    mode: Literal["none", "all", "conditional"] = "conditional"
    rho: float = Field(default=0.2, ge=0, le=1)
    """The chance with which an eligible completion is masked (insights TR-02, TR-04)."""
    repeat_window: int = Field(default=128, ge=1)
    """m: one whose last m tokens equal the m before is looping, and never masked."""
    reading: Literal["correct_or_incomplete", "correct"] = "correct_or_incomplete"
    """What "non incorrect" means; the published text allows both."""


class GrpoSection(Section):
    """The objective."""

    preset: Literal["microcoder", "dapo", "grpo"] = "microcoder"
    clip_low: float = Field(default=0.2, ge=0, lt=1)
    clip_high: float = Field(default=0.28, ge=0)
    """Room above ratio 1; more than clip_low is "clip-higher" (insight KL-01)."""
    beta: float = Field(default=0.0, ge=0)
    """Weight of the KL divergence from the untrained model."""
    loss: Literal["token_mean", "sequence_mean"] = "token_mean"
    scale: Literal["std", "none"] = "std"
    """Divide advantages by their group's standard deviation or not."""
    masking: MaskingSection = MaskingSection()

    @model_validator(mode="after")
    def _clips_in_order(self) -> Self:
        if self.clip_high < self.clip_low:
            raise ValueError(
                f"clip_high={self.clip_high} is below clip_low={self.clip_low}: "
                "clip-higher wants more room above 1 than below"
            )
        return self


class UpdateSection(Section):
    """How weights move."""

    problems: int = Field(default=64, ge=1)
    """Problems per update (verl: ppo_mini_batch_size); fewer than the rollout's is off-policy."""
    iterations: int = Field(default=1, ge=1)
    """Passes over each rollout."""
    learning_rate: float = Field(default=1e-6, gt=0)
    warmup_updates: int = Field(default=0, ge=0)
    weight_decay: float = Field(default=0.0, ge=0)
    max_grad_norm: float = Field(default=1.0, gt=0)
    micro_batch: int = Field(default=8, ge=1)
    """Completions per forward and backward pass: memory, not mathematics."""


class EvaluationSection(Section):
    """What progress is measured on."""

    problems: str = "compose"
    """As data.problems; "" turns evaluation off."""
    split: Literal["train", "held-out", "all"] = "held-out"
    depths: list[int] = [1, 2, 3]
    difficulty: list[float] | None = None
    count: int = Field(default=200, ge=1)
    samples: int = Field(default=4, ge=1)
    """Attempts per problem; accuracy is their mean."""
    temperature: float = Field(default=1.0, ge=0)
    """0 is greedy decoding."""
    max_response_tokens: int | None = Field(default=None, ge=1)
    """None: as in training."""
    every: int = Field(default=50, ge=1)
    """Steps between evaluations; there is always one before and one after."""
    greedy: bool = True
    """One greedy attempt per problem, beside the samples."""
    seed: int = 1234


class JudgeSection(Section):
    """How completions are judged."""

    ladder: Literal["robust", "strict", "paper"] = "robust"
    reward: Literal["all_or_nothing", "fraction_passed"] = "all_or_nothing"
    workers: int | None = Field(default=None, ge=1)
    """None: one per processor."""


class RunSection(Section):
    """Length, seed and place of the run."""

    seed: int = 0
    steps: int = Field(default=300, ge=1)
    """Rollouts; each is followed by its updates."""
    save_every: int = Field(default=50, ge=1)
    """Steps between checkpoints; a checkpoint falls on a rollout's boundary."""
    keep_checkpoints: int = Field(default=2, ge=1)
    folder: str = "runs/{recipe}-{preset}-seed{seed}"
    threads: int | None = Field(default=None, ge=1)
    """Threads of the tensor library; None leaves its default."""
    tensorboard: bool = True
    rollouts_per_step: int = Field(default=16, ge=0)
    """How many completions of a step are kept, at most, in rollouts.jsonl."""


class Recipe(Section):
    """A whole run."""

    model: ModelSection = ModelSection()
    data: DataSection = DataSection()
    rollout: RolloutSection = RolloutSection()
    grpo: GrpoSection = GrpoSection()
    update: UpdateSection = UpdateSection()
    evaluation: EvaluationSection = EvaluationSection()
    judge: JudgeSection = JudgeSection()
    run: RunSection = RunSection()

    @model_validator(mode="after")
    def _batches_fit(self) -> Self:
        rollout, update = self.rollout.problems, self.update.problems
        if rollout % update:
            nearest = min(
                (d for d in range(1, rollout + 1) if rollout % d == 0),
                key=lambda d: (abs(d - update), d),
            )
            raise ValueError(
                f"update.problems={update} does not divide rollout.problems={rollout}; "
                f"the nearest that does is {nearest}"
            )
        completions = update * self.rollout.group_size
        if completions % self.update.micro_batch:
            nearest = min(
                (d for d in range(1, completions + 1) if completions % d == 0),
                key=lambda d: (abs(d - self.update.micro_batch), d),
            )
            raise ValueError(
                f"update.micro_batch={self.update.micro_batch} does not divide the "
                f"{completions} completions of an update; the nearest that does is {nearest}"
            )
        masking, longest = self.grpo.masking, self.rollout.max_response_tokens
        if masking.mode == "conditional" and masking.repeat_window > longest:
            raise ValueError(
                f"grpo.masking.repeat_window={masking.repeat_window} is longer than "
                f"rollout.max_response_tokens={longest}, so no repeat could ever be seen; "
                f"set it to at most {max(1, longest // 2)}"
            )
        return self

    @property
    def updates_per_step(self) -> int:
        """Optimizer updates after each rollout."""
        return self.rollout.problems // self.update.problems * self.update.iterations

    @property
    def completions_per_step(self) -> int:
        """Completions of one rollout."""
        return self.rollout.problems * self.rollout.group_size


PRESETS: dict[str, dict[str, Any]] = {
    # GRPO as first published: KL to the reference, symmetric clip, mean over sequences
    "grpo": {
        "clip_low": 0.2,
        "clip_high": 0.2,
        "beta": 0.001,
        "loss": "sequence_mean",
        "masking": {"mode": "none"},
    },
    # DAPO: no KL, clip-higher, mean over tokens
    "dapo": {
        "clip_low": 0.2,
        "clip_high": 0.28,
        "beta": 0.0,
        "loss": "token_mean",
        "masking": {"mode": "none"},
    },
    # MicroCoder-GRPO: as DAPO, with conditional truncation masking
    "microcoder": {
        "clip_low": 0.2,
        "clip_high": 0.28,
        "beta": 0.0,
        "loss": "token_mean",
        "masking": {"mode": "conditional", "rho": 0.2},
    },
}


def _merged(low: dict[str, Any], high: dict[str, Any]) -> dict[str, Any]:
    out = dict(low)
    for key, value in high.items():
        if isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = _merged(out[key], value)
        else:
            out[key] = value
    return out


def _known_keys(section: type[BaseModel], prefix: str = "") -> list[str]:
    keys = []
    for name, info in section.model_fields.items():
        keys.append(prefix + name)
        if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
            keys += _known_keys(info.annotation, f"{prefix}{name}.")
    return keys


def _one_line(error: ValidationError, where: str) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(key, _known_keys(Recipe), n=1, cutoff=0.5)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        return f"{where}: unknown key '{key}'{hint}"
    message = first["msg"].removeprefix("Value error, ")
    message = message[0].lower() + message[1:]
    given = first.get("input")
    shown = f" (given: {given!r})" if key and not isinstance(given, (dict, BaseModel)) else ""
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return f"{where}: {key + ': ' if key else ''}{message}{shown}{more}"


def _override(text: str) -> dict[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise RecipeError(f"--set {text}: write it as section.key=value")
    try:
        parsed = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        parsed = value.strip()  # a bare word is a string
    nested: Any = parsed
    for part in reversed(key.strip().split(".")):
        nested = {part: nested}
    return dict(nested)


def build_recipe(
    table: dict[str, Any], overrides: Sequence[str] = (), where: str = "recipe"
) -> Recipe:
    """Defaults, preset, table and overrides made one Recipe.

    Raises:
        RecipeError: an unknown key, a wrong type or an impossible combination.
    """
    for text in overrides:
        table = _merged(table, _override(text))
    grpo = table.get("grpo", {})
    preset = grpo.get("preset", "microcoder") if isinstance(grpo, dict) else None
    if isinstance(preset, str) and preset in PRESETS:
        table = table | {"grpo": _merged({"preset": preset} | PRESETS[preset], grpo)}
    try:
        return Recipe.model_validate(table)
    except ValidationError as error:
        raise RecipeError(_one_line(error, where)) from None


def load_recipe(path: str | os.PathLike[str], overrides: Sequence[str] = ()) -> Recipe:
    """Read a recipe from TOML.

    Raises:
        RecipeError: naming the file, the key and the fix.
    """
    path = Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecipeError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RecipeError(f"{path}: not a readable TOML file: {error}") from None
    return build_recipe(table, overrides, str(path))


def recipe_to_toml(recipe: Recipe) -> str:
    """The whole recipe, every value stated, as TOML that reads back to the same recipe."""
    lines: list[str] = []

    def write(name: str, table: dict[str, Any]) -> None:
        lines.append(f"[{name}]")
        nested = {k: v for k, v in table.items() if isinstance(v, dict)}
        for key, value in table.items():
            if value is not None and key not in nested:
                # JSON's scalars and lists are TOML's, but for DEL, which TOML wants escaped
                text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
                lines.append(f"{key} = {text}")
        lines.append("")
        for key, value in nested.items():
            write(f"{name}.{key}", value)

    for name, table in recipe.model_dump().items():
        write(name, table)
    return "\n".join(lines).rstrip() + "\n"

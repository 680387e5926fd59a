"""A training run from recipe to result: load, evaluate, train, evaluate, keep everything."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from microcoder import __version__
from microcoder.errors import InputError, MissingExtra, ProblemError, RunError
from microcoder.problem import Problem
from microcoder.problemsets import load_set
from microcoder.progress import Progress
from microcoder.recipe import Recipe, recipe_to_toml
from microcoder.runs import RunFolder, library_versions

CHECKPOINTS, FINAL_MODEL = "checkpoints", "model"


def folder_of(recipe: Recipe, recipe_name: str) -> Path:
    """Where a recipe's run goes."""
    try:
        return Path(
            recipe.run.folder.format(
                recipe=recipe_name, preset=recipe.grpo.preset, seed=recipe.run.seed
            )
        )
    except (KeyError, IndexError, ValueError) as error:
        raise InputError(
            f"run.folder='{recipe.run.folder}': {error}; "
            "it may hold {recipe}, {preset}, {seed}"
        ) from None


def load_training_problems(recipe: Recipe) -> list[Problem]:
    """What is trained on.

    Raises:
        ProblemError: fewer problems than one rollout asks for.
    """
    data = recipe.data
    problems = load_set(
        data.problems,
        split=data.split,
        depths=data.depths,
        difficulty=data.difficulty,
        count=data.count,
        seed=data.seed,
    )
    if len(problems) < recipe.rollout.problems:
        raise ProblemError(
            f"data.problems='{data.problems}' gives {len(problems)} problems, and a rollout asks "
            f"for {recipe.rollout.problems}; lower rollout.problems or widen the data"
        )
    return problems


def load_evaluation_problems(recipe: Recipe) -> list[Problem]:
    """What progress is measured on; empty where evaluation is off."""
    section = recipe.evaluation
    if not section.problems:
        return []
    return load_set(
        section.problems,
        split=section.split,
        depths=section.depths,
        difficulty=section.difficulty,
        count=section.count,
        seed=recipe.data.seed,
    )


def train(
    recipe: Recipe,
    *,
    recipe_name: str = "recipe",
    resume: bool = False,
    say: Any = print,
) -> RunFolder:
    """Run a recipe; returns its folder.

    Everything that can be known to be wrong is checked before a model is loaded. A run that is
    stopped (Ctrl-C, kill, a full disk) goes on from its last checkpoint with ``resume``.

    Raises:
        InputError: the recipe, the data, the model or the folder cannot be used.
        RunError: the run cannot go on; what it wrote is whole.
    """
    folder = RunFolder(folder_of(recipe, recipe_name))
    if resume and not folder.exists():
        raise InputError(f"{folder.path}: nothing to resume; start without --resume")
    problems = load_training_problems(recipe)
    held_out = load_evaluation_problems(recipe)
    _check_overlap(problems, held_out)
    if not resume:
        folder.check_free()
    if recipe.run.threads is not None:
        os.environ.setdefault("OMP_NUM_THREADS", str(recipe.run.threads))
    # idle OpenMP threads that spin starve the judge, and the judge then starves them
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    try:
        import torch
        import transformers

        from microcoder.train import on_trl
    except ImportError as error:
        raise MissingExtra("microcoder train", "train", error.name or "trl") from None
    from microcoder.judge import Judge
    from microcoder.models import load_model

    if recipe.run.threads is not None:
        torch.set_num_threads(recipe.run.threads)
    transformers.set_seed(recipe.run.seed)
    checkpoints = folder.path / CHECKPOINTS
    found = on_trl.last_checkpoint(checkpoints) if resume else None
    # also when resuming: the engine then loads the checkpoint's weights into it, and a KL
    # reference is built from where this model came from, which must be the untrained one
    model, tokenizer = load_model(recipe.model.name, recipe.model.dtype)
    _check_context(recipe, model)

    folder.create(resume=resume)
    first_step = found[1] // recipe.updates_per_step if found else 0
    if resume:
        folder.rewind(first_step)
        _drop_unsealed(checkpoints)
        say(f"resuming {folder.path} after step {first_step} of {recipe.run.steps}")
    folder.write_recipe(recipe_to_toml(recipe))
    folder.update_info(
        version=__version__,
        versions=library_versions(),
        seed=recipe.run.seed,
        command=shlex.join(["microcoder", *sys.argv[1:]]),
        model=recipe.model.name,
        training_problems=len(problems),
        started=folder.read_info().get("started") or _now(),
        status="running",
    )
    board = _Board(folder.path / "tensorboard", first_step) if recipe.run.tensorboard else None

    with (
        _ending(folder),
        _quiet_engines(),
        Judge(
            workers=recipe.judge.workers, ladder=recipe.judge.ladder, reward=recipe.judge.reward
        ) as judge,
        Progress("training", recipe.run.steps, done=first_step) as progress,
    ):
        evaluator = _Evaluator(recipe, model, tokenizer, held_out, judge, folder, say)

        def record(row: dict[str, Any], rollouts: list[dict[str, Any]]) -> None:
            folder.append("rollouts", *_some(rollouts, recipe.run.rollouts_per_step))

        def finished(step: int, row: dict[str, Any]) -> None:
            folder.append("metrics", row)
            if board is not None:
                board.write(step, row)
            progress.advance(
                note=f"pass {row['pass_rate']:.2f}  tokens {row['response_tokens']:.0f}  "
                f"diversity {row['diversity']:.2f}"
            )
            if step % recipe.evaluation.every == 0 or step == recipe.run.steps:
                evaluator(step)

        if first_step == 0 and not any(r["step"] == 0 for r in folder.read("evaluations")):
            evaluator(0)
        trainer = on_trl.make_trainer(
            recipe, model, tokenizer, problems, judge, checkpoints, record=record, finished=finished
        )
        if first_step < recipe.run.steps:
            trainer.train(resume_from_checkpoint=str(found[0]) if found else None)
        _save_model(trainer, tokenizer, folder.path / FINAL_MODEL)
    folder.update_info(status="finished", finished=_now())
    return folder


# --- before a model is loaded ---------------------------------------------------------------------


def _check_overlap(problems: Sequence[Problem], held_out: Sequence[Problem]) -> None:
    shared = {p.id for p in problems} & {p.id for p in held_out}
    if shared:
        raise InputError(
            f"{len(shared)} evaluation problems are trained on (such as '{min(shared)}'); "
            "set evaluation.split='held-out', data.split='train', or evaluate another set"
        )


def _check_context(recipe: Recipe, model: Any) -> None:
    context = getattr(model.config, "max_position_embeddings", None)
    if context is not None and recipe.rollout.max_response_tokens >= context:
        raise InputError(
            f"rollout.max_response_tokens={recipe.rollout.max_response_tokens} leaves no room for "
            f"a prompt in the {context} tokens of context of '{recipe.model.name}'; lower it"
        )


# --- while it runs --------------------------------------------------------------------------


@contextmanager
def _quiet_engines() -> Iterator[None]:
    """Deprecations inside the engines are their authors' business, not our users'."""
    with warnings.catch_warnings():
        for package in ("transformers", "trl", "torch", "accelerate"):
            warnings.filterwarnings("ignore", category=FutureWarning, module=rf"{package}\.")
            warnings.filterwarnings("ignore", category=DeprecationWarning, module=rf"{package}\.")
        yield


class _Evaluator:
    """Measures the model as it stands on held-out problems, without touching its random state."""

    def __init__(
        self,
        recipe: Recipe,
        model: Any,
        tokenizer: Any,
        problems: Sequence[Problem],
        judge: Any,
        folder: RunFolder,
        say: Any,
    ) -> None:
        from microcoder.sampling import LocalSampler

        self.recipe, self.problems, self.judge = recipe, problems, judge
        self.folder, self.say = folder, say
        self.sampler = LocalSampler(model, tokenizer)

    def __call__(self, step: int) -> None:
        from microcoder.bench.evaluation import attempt, summarise

        section = self.recipe.evaluation
        if not self.problems:
            return
        length = section.max_response_tokens or self.recipe.rollout.max_response_tokens

        def measure(samples: int, temperature: float) -> dict[str, Any]:
            attempts = attempt(
                self.sampler,
                self.problems,
                self.judge,
                samples=samples,
                temperature=temperature,
                max_tokens=length,
                seed=section.seed,
                instruction=self.recipe.data.instruction,
            )
            return summarise(attempts, self.problems, seed=section.seed)

        started = time.perf_counter()
        row = measure(section.samples, section.temperature)
        if section.greedy and section.temperature > 0:
            greedy = measure(1, 0.0)
            row |= {
                "greedy_pass_at_1": greedy["pass_at_1"],
                "greedy_low": greedy["low"],
                "greedy_high": greedy["high"],
            }
        row |= {
            "step": step,
            "set": f"{section.problems} {section.split}",
            "temperature": section.temperature,
            "max_response_tokens": length,
            "seconds": time.perf_counter() - started,
        }
        self.folder.append("evaluations", row)
        self.say(
            f"step {step}: held-out pass@1 {row['pass_at_1']:.3f} "
            f"[{row['low']:.3f}, {row['high']:.3f}]"
            + (f", greedy {row['greedy_pass_at_1']:.3f}" if "greedy_pass_at_1" in row else "")
        )


class _Board:
    """The metrics, for TensorBoard."""

    def __init__(self, folder: Path, first_step: int) -> None:
        try:
            from torch.utils.tensorboard.writer import SummaryWriter
        except ImportError:
            raise MissingExtra("run.tensorboard=true", "train", "tensorboard") from None
        self.writer = SummaryWriter(str(folder), purge_step=first_step + 1)

    def write(self, step: int, row: dict[str, Any]) -> None:
        for name, value in row.items():
            if isinstance(value, (int, float)) and name != "step":
                self.writer.add_scalar(name, value, step)
        self.writer.flush()


def _some(rows: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """At most so many rows, evenly spread, the same ones each time."""
    if len(rows) <= most:
        return rows
    return [rows[i * len(rows) // most] for i in range(most)]


@contextmanager
def _ending(folder: RunFolder) -> Iterator[None]:
    """Say in run.json how the run ended; make a full disk and Ctrl-C readable."""
    try:
        yield
    except KeyboardInterrupt:
        folder.update_info(status="interrupted", finished=_now())
        raise RunError(
            f"interrupted; {folder.path} is whole: go on with the same command and --resume"
        ) from None
    except RunError:
        folder.update_info(status="failed", finished=_now())
        raise
    except (OSError, RuntimeError) as error:
        if not _is_full(folder, error):
            raise
        _drop_unsealed(folder.path / CHECKPOINTS)  # makes room for the next lines
        folder.update_info(status="disk full", finished=_now())
        raise RunError(
            f"{folder.path}: no space left on the disk; free some and go on with --resume "
            "(the last whole checkpoint is untouched)"
        ) from None


def _is_full(folder: RunFolder, error: Exception) -> bool:
    """Whether an error is a full disk's; tensor libraries say so in many words, or none."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return shutil.disk_usage(folder.path).free < 1024 * 1024


def _drop_unsealed(checkpoints: Path) -> None:
    """Remove checkpoints that were cut short."""
    from microcoder.train.on_trl import COMPLETE

    for path in checkpoints.glob("checkpoint-*"):
        if path.is_dir() and not (path / COMPLETE).exists():
            shutil.rmtree(path)


def _save_model(trainer: Any, tokenizer: Any, out: Path) -> None:
    temporary = out.with_name(f".{out.name}.tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    trainer.model.save_pretrained(temporary)
    tokenizer.save_pretrained(temporary)
    shutil.rmtree(out, ignore_errors=True)
    temporary.rename(out)


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

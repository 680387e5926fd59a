"""MicroCoder-GRPO on TRL: its trainer, with advantages multiplied by the mask of the paper.

One method of TRL is changed, ``_generate_and_score_completions``: it calls TRL's own, then sets
the advantage of masked completions to zero. Group statistics, clipping and the loss stay TRL's,
and tests hold them equal to ``microcoder.grpo``.

Batches, in the words of the paper and of TRL (G completions a problem, one process):

    generation batch            = rollout.problems * G
    per_device_train_batch_size = update.micro_batch
    gradient_accumulation_steps = update.problems * G / micro_batch
    steps_per_generation        = rollout.problems * G / micro_batch
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from datasets import Dataset
from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments
from trl import GRPOConfig, GRPOTrainer

from microcoder import grpo
from microcoder.errors import NothingJudged, RecipeError
from microcoder.grpo.diversity import diversity
from microcoder.judge import Judge, Judgement, Verdict
from microcoder.problem import Problem, Submission
from microcoder.recipe import Recipe
from microcoder.sampling import as_messages, stop_tokens

COMPLETE = "complete.json"
"""Written last into a checkpoint: one without it was cut short, and is not resumed from."""


@dataclass
class Scored:
    """What the judge said of one rollout, kept for credit assignment and the record."""

    problem_ids: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    token_ids: list[list[int]] = field(default_factory=list)
    truncated: list[bool] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    seconds: float = 0.0


class JudgedReward:
    """The reward function TRL calls; remembers the verdicts behind its numbers."""

    __name__ = "judged"

    def __init__(self, judge: Judge, problems: Mapping[str, Problem], stops: set[int]) -> None:
        self.judge, self.problems, self.stops = judge, problems, stops
        self.last = Scored()

    def __call__(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        *,
        completion_ids: Sequence[Sequence[int]],
        problem_id: Sequence[str],
        **_: Any,
    ) -> list[float | None]:
        """One reward per completion; None where it could not be judged.

        Raises:
            NothingJudged: not one of them could.
        """
        started = time.perf_counter()
        texts = [c if isinstance(c, str) else c[-1]["content"] for c in completions]
        ids = [list(tokens) for tokens in completion_ids]
        # no terminal stop token: the completion was cut (an empty one was cut at nothing)
        truncated = [not tokens or tokens[-1] not in self.stops for tokens in ids]
        pairs = (
            (Submission(f"{p}#{i}", p, completion=text, truncated=cut), self.problems[p])
            for i, (p, text, cut) in enumerate(zip(problem_id, texts, truncated, strict=True))
        )
        judgements = list(self.judge.many(pairs))
        self.last = Scored(
            list(problem_id), texts, ids, truncated, judgements, time.perf_counter() - started
        )
        rewards = [j.reward for j in judgements]
        if all(r is None for r in rewards):
            why = next(
                (c.detail for j in judgements for c in j.cases if c.detail), "no reason given"
            )
            raise NothingJudged(
                f"not one of {len(rewards)} completions could be judged ({why}); "
                "nothing was trained on them: see `microcoder judge isolation`, then --resume"
            )
        return rewards


class MicroCoderTrainer(GRPOTrainer):  # type: ignore[misc]
    """TRL's GRPOTrainer with conditional truncation masking and a record of every rollout."""

    def __init__(
        self,
        *,
        masking: grpo.Masking,
        seed: int,
        reward: JudgedReward,
        record: Callable[[dict[str, Any], list[dict[str, Any]]], None] | None = None,
        updates_per_step: int = 1,
        **engine: Any,
    ) -> None:
        super().__init__(reward_funcs=reward, **engine)
        self.masking, self.draw_seed, self.reward = masking, seed, reward
        self.record, self.updates_per_step = record, updates_per_step
        self._seconds_sampling = 0.0

    def _generate(self, prompts: list[Any]) -> Any:
        started = time.perf_counter()
        try:
            return super()._generate(prompts)
        finally:
            self._seconds_sampling = time.perf_counter() - started

    def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, Any]:
        output: dict[str, Any] = super()._generate_and_score_completions(inputs)
        if not self.model.training:
            return output
        scored = self.reward.last
        size = len(scored.judgements)
        first = self.accelerator.process_index * size
        group = self.num_generations
        samples = [(first + i) % group for i in range(size)]
        rewards = np.array([np.nan if j.reward is None else j.reward for j in scored.judgements])
        rollout_index = self.state.global_step // self.updates_per_step
        credit = grpo.assign_credit(
            rewards,
            np.array([(first + i) // group for i in range(size)]),
            token_ids=scored.token_ids,
            truncated=scored.truncated,
            complete_code=[j.complete_code is not False for j in scored.judgements],
            correct=[j.verdict is Verdict.AC for j in scored.judgements],
            masking=self.masking,
            seed=self.draw_seed,
            rollout_index=rollout_index,
            prompt_ids=scored.problem_ids,
            sample_indices=samples,
            scale="none" if self.scale_rewards == "none" else "std",
        )
        kept = torch.from_numpy(~credit.masked).to(output["advantages"].device)
        output["advantages"] = output["advantages"] * kept
        if self.record is not None:
            advantages = output["advantages"].tolist()
            self.record(
                self._measured(scored, rewards, credit, rollout_index + 1),
                _rollout_rows(scored, advantages, credit, samples, rollout_index + 1),
            )
        return output

    def _measured(
        self, scored: Scored, rewards: np.ndarray, credit: grpo.Credit, step: int
    ) -> dict[str, Any]:
        """The metrics of a rollout that are known before its updates."""
        size = len(rewards)
        groups = np.arange(size) // self.num_generations
        lengths = np.array([len(t) for t in scored.token_ids])
        verdicts = Counter(j.verdict for j in scored.judgements)
        judged = ~np.isnan(rewards)
        return {
            "step": step,
            "reward_mean": float(rewards[judged].mean()),
            "pass_rate": verdicts[Verdict.AC] / max(1, int(judged.sum())),
            "response_tokens": float(lengths.mean()),
            "response_tokens_max": int(lengths.max()),
            "diversity": diversity(scored.token_ids, groups),
            "diversity_size_free": grpo.size_free_diversity(scored.token_ids, groups),
            "masked_share": float(credit.masked.mean()),
            "truncated_share": float(np.mean(scored.truncated)),
            "repeating_share": float(credit.repeating.mean()),
            "no_code_share": verdicts[Verdict.NC] / size,
            "unjudged_share": float(1 - judged.mean()),
            "zero_variance_share": grpo.zero_variance_share(rewards, groups),
            "temperature": float(self.args.temperature),
            "tokens": int(lengths.sum()),
            "verdicts": {v.value: n for v, n in sorted(verdicts.items())},
            "seconds_sampling": self._seconds_sampling,
            "seconds_judging": scored.seconds,
        }


def _rollout_rows(
    scored: Scored,
    advantages: Sequence[float],
    credit: grpo.Credit,
    samples: Sequence[int],
    step: int,
) -> list[dict[str, Any]]:
    return [
        {
            "step": step,
            "problem_id": scored.problem_ids[i],
            "sample": samples[i],
            "completion": scored.texts[i],
            "tokens": len(scored.token_ids[i]),
            "truncated": scored.truncated[i],
            "verdict": judgement.verdict.value,
            "reward": judgement.reward,
            "advantage": advantages[i],
            "masked": bool(credit.masked[i]),
        }
        for i, judgement in enumerate(scored.judgements)
    ]


class StepLog(TrainerCallback):  # type: ignore[misc]
    """Turns TRL's logs, one per update, into one row per step, and hands it on when complete."""

    def __init__(
        self, updates_per_step: int, finished: Callable[[int, dict[str, Any]], None]
    ) -> None:
        self.updates_per_step, self.finished = updates_per_step, finished
        self._row: dict[str, Any] = {}
        self._updates: dict[str, list[float]] = defaultdict(list)
        self._started = time.perf_counter()

    def begin(self, row: dict[str, Any]) -> None:
        """A rollout was scored."""
        self._row = row
        self._updates.clear()

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any
    ) -> None:
        """Start the clock of the first step."""
        self._started = time.perf_counter()

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Collect an update; after the last of a step, finish its row."""
        logs = logs or {}
        if "loss" not in logs:
            return
        for theirs, ours in _FROM_TRL.items():
            if isinstance(logs.get(theirs), (int, float)):
                self._updates[ours].append(float(logs[theirs]))
        if state.global_step % self.updates_per_step:
            return
        row = self._row | {k: sum(v) / len(v) for k, v in self._updates.items()}
        now = time.perf_counter()
        row["seconds"] = now - self._started
        row["seconds_update"] = max(
            0.0, row["seconds"] - row.get("seconds_sampling", 0) - row.get("seconds_judging", 0)
        )
        self.finished(state.global_step // self.updates_per_step, row)
        self._started = time.perf_counter()

    def on_save(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any
    ) -> None:
        """Seal the checkpoint that was just written."""
        folder = Path(args.output_dir or ".") / f"checkpoint-{state.global_step}"
        (folder / COMPLETE).write_text(f'{{"update": {state.global_step}}}\n')
        self._started = time.perf_counter()


_FROM_TRL = {
    "loss": "loss",
    "grad_norm": "grad_norm",
    "learning_rate": "learning_rate",
    "entropy": "entropy",
    "kl": "kl",
    "clip_ratio/low_mean": "clip_low_share",
    "clip_ratio/high_mean": "clip_high_share",
}


def last_checkpoint(folder: Path) -> tuple[Path, int] | None:
    """The newest whole checkpoint and its update number; cut-short ones are passed over."""
    found = [
        (int(path.parent.name.removeprefix("checkpoint-")), path.parent)
        for path in folder.glob(f"checkpoint-*/{COMPLETE}")
    ]
    return (max(found)[1], max(found)[0]) if found else None


def prompts_in_order(recipe: Recipe, problems: Sequence[Problem]) -> Dataset:
    """Every prompt of the run, one row a problem of a rollout: an epoch is the whole run.

    The order is ours (a seeded shuffle each time round), so that it is the same after a resume.
    """
    rng = np.random.default_rng(recipe.run.seed)
    needed = recipe.run.steps * recipe.rollout.problems
    order: list[int] = []
    while len(order) < needed:
        order += rng.permutation(len(problems)).tolist()
    # one rollout must not ask the same problem twice while another waits
    chosen = [problems[i] for i in order[:needed]]
    return Dataset.from_dict(
        {
            "prompt": [as_messages(p, recipe.data.instruction) for p in chosen],
            "problem_id": [p.id for p in chosen],
        }
    )


def engine_config(recipe: Recipe, folder: Path) -> GRPOConfig:
    """The recipe in TRL's words."""
    gpu = torch.cuda.is_available()
    half = gpu and recipe.model.dtype != "float32"
    update, rollout = recipe.update, recipe.rollout
    return GRPOConfig(
        output_dir=str(folder),
        # batches
        num_generations=rollout.group_size,
        per_device_train_batch_size=update.micro_batch,
        gradient_accumulation_steps=update.problems * rollout.group_size // update.micro_batch,
        steps_per_generation=recipe.completions_per_step // update.micro_batch,
        num_iterations=update.iterations,
        max_steps=recipe.run.steps * recipe.updates_per_step,
        shuffle_dataset=False,
        # sampling: the whole distribution, so that the ratio is unbiased
        max_completion_length=rollout.max_response_tokens,
        temperature=rollout.temperature,
        top_p=1.0,
        top_k=0,
        min_p=None,
        # objective
        epsilon=recipe.grpo.clip_low,
        epsilon_high=recipe.grpo.clip_high,
        beta=recipe.grpo.beta,
        use_bias_correction_kl=False,  # as GRPO was published; TRL's default weighs it by the ratio
        loss_type={"token_mean": "dapo", "sequence_mean": "grpo"}[recipe.grpo.loss],
        scale_rewards={"std": "group", "none": "none"}[recipe.grpo.scale],
        mask_truncated_completions=False,  # masking is ours, and keeps tokens in the denominator
        # optimiser
        learning_rate=update.learning_rate,
        lr_scheduler_type="constant_with_warmup",
        warmup_steps=update.warmup_updates,
        weight_decay=update.weight_decay,
        max_grad_norm=update.max_grad_norm,
        # numbers
        bf16=half,
        fp16=False,
        use_cpu=not gpu,
        gradient_checkpointing=recipe.model.gradient_checkpointing,
        # housekeeping
        seed=recipe.run.seed,
        data_seed=recipe.run.seed,
        logging_steps=1,
        logging_first_step=False,
        save_strategy="steps",
        save_steps=recipe.run.save_every * recipe.updates_per_step,
        save_total_limit=recipe.run.keep_checkpoints,
        report_to="none",
        disable_tqdm=True,
        remove_unused_columns=False,
        dataloader_pin_memory=gpu,
    )


def freeze_below(model: Any, layers: int) -> None:
    """Leave only the last ``layers`` layers and the final norm to be trained.

    Raises:
        RecipeError: the model has fewer layers.
    """
    stack = model.model.layers
    if layers > len(stack):
        raise RecipeError(
            f"model.train_last_layers={layers}: the model has {len(stack)} layers; take fewer"
        )
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for part in (*stack[len(stack) - layers :], model.model.norm):
        for parameter in part.parameters():
            parameter.requires_grad_(True)


def make_trainer(
    recipe: Recipe,
    model: Any,
    tokenizer: Any,
    problems: Sequence[Problem],
    judge: Judge,
    folder: Path,
    *,
    record: Callable[[dict[str, Any], list[dict[str, Any]]], None],
    finished: Callable[[int, dict[str, Any]], None],
) -> MicroCoderTrainer:
    """The trainer of a recipe; ``finished(step, row)`` is called as each step ends."""
    from transformers.trainer_callback import PrinterCallback

    if recipe.model.train_last_layers is not None:
        freeze_below(model, recipe.model.train_last_layers)
    log = StepLog(recipe.updates_per_step, finished)

    def both(row: dict[str, Any], rollouts: list[dict[str, Any]]) -> None:
        log.begin(row)
        record(row, rollouts)

    masking = recipe.grpo.masking
    trainer = MicroCoderTrainer(
        model=model,
        processing_class=tokenizer,
        args=engine_config(recipe, folder),
        train_dataset=prompts_in_order(recipe, problems),
        callbacks=[log],
        masking=grpo.Masking(
            mode=masking.mode,
            rho=masking.rho,
            repeat_window=masking.repeat_window,
            reading=masking.reading,
        ),
        seed=recipe.run.seed,
        reward=JudgedReward(judge, {p.id: p for p in problems}, stop_tokens(model, tokenizer)),
        record=both,
        updates_per_step=recipe.updates_per_step,
    )
    trainer.remove_callback(PrinterCallback)
    return trainer

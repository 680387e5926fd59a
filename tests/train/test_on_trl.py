"""The engine does what the formulas say, seen on real steps of the shipped nano model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("trl")

from microcoder import grpo
from microcoder.judge import Judge, Verdict
from microcoder.models import load_model
from microcoder.problemsets import load_set
from microcoder.recipe import Recipe, build_recipe
from microcoder.train import on_trl

pytestmark = pytest.mark.filterwarnings(
    "ignore::FutureWarning",
    "ignore::DeprecationWarning",
    "ignore::UserWarning",
    "ignore::ResourceWarning",
)


class Watched(on_trl.MicroCoderTrainer):
    """Keeps what goes into each loss, and what comes out."""

    def __init__(self, **engine: Any) -> None:
        super().__init__(**engine)
        self.losses: list[tuple[dict[str, Any], float, Any]] = []
        self.rollouts: list[tuple[on_trl.Scored, Any]] = []

    def _generate_and_score_completions(self, inputs: Any) -> Any:
        output = super()._generate_and_score_completions(inputs)
        self.rollouts.append((self.reward.last, output["advantages"].clone()))
        return output

    def _compute_loss(self, model: Any, inputs: Any) -> Any:
        with torch.no_grad():
            logps, *_ = self._get_per_token_logps_and_entropies(
                model,
                torch.cat([inputs["prompt_ids"], inputs["completion_ids"]], dim=1),
                torch.cat([inputs["prompt_mask"], inputs["completion_mask"]], dim=1),
                inputs["completion_ids"].size(1),
            )
        loss = super()._compute_loss(model, inputs)
        self.losses.append((inputs, loss.item(), logps))
        return loss


def recipe_of(*overrides: str) -> Recipe:
    return build_recipe(
        {
            "data": {"depths": [1, 2], "count": 40},
            "rollout": {"problems": 4, "group_size": 6, "max_response_tokens": 56},
            "grpo": {"masking": {"repeat_window": 16}},
            "update": {"problems": 2, "learning_rate": 3e-4, "micro_batch": 12},
            "run": {"steps": 2, "seed": 5},
        },
        overrides,
    )


def trained(recipe: Recipe, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    monkeypatch.setattr(on_trl, "MicroCoderTrainer", Watched)
    torch.manual_seed(recipe.run.seed)
    model, tokenizer = load_model("nano")
    problems = load_set("compose", split="train", depths=recipe.data.depths, count=40)
    with Judge(workers=2) as judge:
        trainer = on_trl.make_trainer(
            recipe, model, tokenizer, problems, judge, folder,
            record=lambda row, rollouts: None, finished=lambda step, row: None,
        )  # fmt: skip
        trainer.train()
    assert isinstance(trainer, Watched)
    return trainer


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["microcoder", "grpo"])
def test_trls_loss_is_our_policy_loss(
    preset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = recipe_of(f"grpo.preset={preset}")
    trainer = trained(recipe, tmp_path, monkeypatch)
    assert len(trainer.losses) == 4  # 2 steps of 2 updates
    moved = False
    for inputs, loss, logps in trainer.losses:
        mask = inputs["completion_mask"].numpy().astype(bool)
        ours = grpo.policy_loss(
            logps.numpy(),
            inputs["old_per_token_logps"].numpy(),
            inputs["advantages"].numpy(),
            mask,
            clip_low=recipe.grpo.clip_low,
            clip_high=recipe.grpo.clip_high,
            ref_logps=inputs["ref_per_token_logps"].numpy() if recipe.grpo.beta else None,
            beta=recipe.grpo.beta,
            aggregation=recipe.grpo.loss,
        )
        if recipe.grpo.loss == "token_mean":
            # TRL divides by the rollout's tokens spread evenly over its two updates
            ours *= mask.sum() / (float(inputs["num_items_in_batch"]) / 2)
        assert loss == pytest.approx(ours, abs=2e-6)
        moved = moved or np.abs((logps - inputs["old_per_token_logps"]).numpy()[mask]).max() > 1e-3
    assert moved, "no update moved the policy, so the ratio was never tried"


@pytest.mark.slow
def test_advantages_are_ours_and_masking_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    excused = 0
    for rho in (0.0, 1.0):
        recipe = recipe_of(
            f"grpo.masking.rho={rho}", "grpo.masking.repeat_window=8", "run.steps=1",
            "rollout.max_response_tokens=44", "run.seed=3",
        )  # fmt: skip
        trainer = trained(recipe, tmp_path / str(rho), monkeypatch)
        scored, advantages = trainer.rollouts[0]
        rewards = np.array([j.reward for j in scored.judgements], dtype=float)
        groups = np.arange(len(rewards)) // 6
        plain = grpo.group_advantages(rewards, groups)
        credit = grpo.assign_credit(
            rewards,
            groups,
            token_ids=scored.token_ids,
            truncated=scored.truncated,
            complete_code=[j.complete_code is not False for j in scored.judgements],
            correct=[j.verdict is Verdict.AC for j in scored.judgements],
            masking=grpo.Masking(rho=rho, repeat_window=8),
            seed=3,
            rollout_index=0,
            prompt_ids=scored.problem_ids,
            sample_indices=[i % 6 for i in range(len(rewards))],
        )
        np.testing.assert_allclose(advantages.numpy(), credit.advantages, atol=1e-5)
        for i, judgement in enumerate(scored.judgements):
            if (
                scored.truncated[i]
                and judgement.verdict is Verdict.NC
                and not grpo.repeats(scored.token_ids[i], 8)
                and plain[i] != 0
            ):
                excused += 1
                assert advantages[i].item() == pytest.approx(0 if rho else plain[i], abs=1e-5)
    assert excused >= 2, "no truncated, non-repeating, incomplete completion was ever drawn"


def test_prompts_come_in_the_same_order_for_the_same_seed_and_go_round_evenly() -> None:
    problems = load_set("compose", split="train", depths=[1, 2], count=10)
    recipe = recipe_of("run.steps=5")
    rows = on_trl.prompts_in_order(recipe, problems)["problem_id"]
    assert list(rows) == list(on_trl.prompts_in_order(recipe, problems)["problem_id"])
    assert len(rows) == 20
    assert sorted(rows[:10]) == sorted(rows[10:]) == sorted(p.id for p in problems)


def test_a_checkpoint_cut_short_is_passed_over(tmp_path: Path) -> None:
    for update, whole in ((2, True), (4, True), (6, False)):
        folder = tmp_path / f"checkpoint-{update}"
        folder.mkdir()
        if whole:
            (folder / on_trl.COMPLETE).write_text("{}")
    assert on_trl.last_checkpoint(tmp_path) == (tmp_path / "checkpoint-4", 4)
    assert on_trl.last_checkpoint(tmp_path / "nowhere") is None

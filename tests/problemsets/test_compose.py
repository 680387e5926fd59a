"""Composed problems: endless, seeded, honest about what is held out."""

from __future__ import annotations

from itertools import islice

import pytest

from microcoder.judge import Judge, Verdict
from microcoder.problem import Submission, problem_from_json, problem_to_json
from microcoder.problemsets import compose


def test_the_same_seed_gives_the_same_problems_and_another_seed_others() -> None:
    first = compose.load("train", count=60, seed=3)
    assert first == compose.load("train", count=60, seed=3)
    assert {p.id for p in first} != {p.id for p in compose.load("train", count=60, seed=4)}


def test_no_held_out_composition_is_ever_a_training_one() -> None:
    def sequences(split: compose.Split, seed: int) -> set[tuple[str, ...]]:
        return {
            (c.domain, *(s.operation.name for s in c.steps))
            for c, _ in islice(compose.generate(split, seed=seed, depths=(2, 3)), 1500)
        }

    assert sequences("train", 0) & sequences("held-out", 1) == set()
    train = {p.id.split(".", 1)[1] for p in compose.load("train", count=400, depths=(1,))}
    held = {p.id.split(".", 1)[1] for p in compose.load("held-out", count=400, depths=(1,))}
    assert train
    assert held
    assert train & held == set()


@pytest.mark.parametrize("depth", compose.DEPTHS)
def test_depth_is_difficulty_and_every_depth_has_problems(depth: int) -> None:
    for split in ("train", "held-out"):
        problems = compose.load(split, count=20, depths=(depth,))
        assert len(problems) == 20
        assert {p.difficulty for p in problems} == {float(depth)}


def test_depth_one_ends_and_ids_are_unique() -> None:
    problems = compose.load("train", count=100_000, depths=(1,))
    assert 100 < len(problems) < 1000
    assert len({p.id for p in problems}) == len(problems)


def test_depths_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="depths must be some of"):
        next(compose.generate(depths=(6,)))


def test_every_kind_and_domain_occurs() -> None:
    pairs = list(islice(compose.generate("held-out", seed=1), 300))
    assert {p.kind for _, p in pairs} == {"function", "stdin"}
    assert {c.domain for c, _ in pairs} == set(compose.VARIABLE)


def test_the_judge_accepts_every_reference_and_refuses_every_slip() -> None:
    problems = [
        *compose.load("held-out", count=60, seed=7),
        *compose.load("train", count=60, seed=7),
    ]
    pairs = [
        (Submission(f"{p.id}#{i}", p.id, code=s.code), p)
        for p in problems
        for i, s in enumerate(p.solutions)
    ]
    assert all(p.references and p.wrong_programs for p in problems)
    with Judge(workers=2) as judge:
        for (submission, problem), judgement in zip(pairs, judge.many(pairs), strict=True):
            right = submission.id.endswith("#0")
            assert (judgement.verdict is Verdict.AC) is right, (problem.id, submission.code)


def test_problems_survive_json() -> None:
    for problem in compose.load("train", count=50):
        assert problem_from_json(problem_to_json(problem)) == problem

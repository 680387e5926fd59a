"""nano is made from a seed, on training compositions alone, in several styles, all right."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from microcoder.judge import Judge, Verdict
from microcoder.problem import Submission
from microcoder.problemsets import compose
from microcoder.train import nano

SMALL = nano.NanoSetting(
    examples=1200, steps=3, hidden=32, intermediate=64, layers=1, heads=2, key_value_heads=1,
    vocabulary=400, batch=8,
)  # fmt: skip


def test_every_style_of_solution_is_right_in_the_judges_eyes() -> None:
    rng = random.Random(1)
    pairs = []
    for composition, problem in islice(compose.generate("train", seed=11), 60):
        kind = "stdin" if problem.kind == "stdin" else "function"
        for i in range(4):
            answer = nano.write_solution(composition, kind, rng)
            pairs.append((Submission(f"{problem.id}#{i}", problem.id, completion=answer), problem))
    assert len({s.completion for s, _ in pairs}) > 150
    with Judge(workers=2) as judge:
        for (submission, _), judgement in zip(pairs, judge.many(pairs), strict=True):
            assert judgement.verdict is Verdict.AC, submission.completion


def test_the_corpus_never_shows_a_held_out_problem() -> None:
    held_out = {
        compose.state(c, "function", random.Random(s))
        for c, _ in islice(compose.generate("held-out", seed=0, depths=(2, 3)), 300)
        for s in range(8)
    }
    assert held_out.isdisjoint(asked for asked, _ in nano.corpus(SMALL))


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")
def test_the_same_seed_makes_the_same_model_and_it_can_be_loaded_and_asked(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    said: list[str] = []
    for name in ("a", "b"):
        facts = nano.build(tmp_path / name, SMALL, say=said.append)
        assert facts["steps"] == 3
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("a", "b")]
    assert weights[0] == weights[1]
    assert any("ETA" in line for line in said)
    from microcoder.models import load_model
    from microcoder.sampling import LocalSampler, as_messages

    model, tokenizer = load_model(str(tmp_path / "a"))
    prompts = [as_messages(p) for p in compose.load("held-out", count=2)]
    rows = LocalSampler(model, tokenizer).sample(
        prompts, n=2, temperature=1.0, max_tokens=5, seed=0
    )
    assert [len(r) for r in rows] == [2, 2]


def test_the_tokenizer_gives_back_every_text_and_keeps_digits_apart() -> None:
    pytest.importorskip("transformers")
    tokenizer = nano.make_tokenizer(nano.corpus(SMALL), SMALL)
    for text in ("def f(a):\n    return a[::2]\n", "add 1234567", "é ```python\nx\n```"):
        assert tokenizer.decode(tokenizer(text)["input_ids"]) == text
    digits = [tokenizer.decode([i]) for i in tokenizer("1234")["input_ids"]]
    assert digits == ["1", "2", "3", "4"]

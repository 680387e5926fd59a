"""Prompts say what is asked; a local sampler is seeded and leaves the caller's chance alone."""

from __future__ import annotations

import pytest

from microcoder.problem import Problem, TestCase
from microcoder.sampling import LocalSampler, as_messages, stop_tokens

PROBLEM = Problem("p", "Add two numbers.", "function", (TestCase([1, 2], 3),), entry_point="f")


def test_a_prompt_holds_the_statement_and_never_the_tests() -> None:
    asked = as_messages(PROBLEM, "Answer in Python.")
    assert [m["role"] for m in asked] == ["system", "user"]
    assert asked[1]["content"] == "Add two numbers."
    assert [m["role"] for m in as_messages(PROBLEM)] == ["user"]


def test_starter_code_is_shown() -> None:
    problem = Problem("p", "Add.", "function", PROBLEM.tests, "f", starter_code="def f(a, b):\n")
    assert "```python\ndef f(a, b):\n```" in as_messages(problem)[0]["content"]


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")
def test_the_same_seed_samples_the_same_and_the_callers_chance_is_untouched() -> None:
    torch = pytest.importorskip("torch")
    from microcoder.models import load_model
    from microcoder.problemsets import load_set

    model, tokenizer = load_model("nano")
    model.train()
    sampler = LocalSampler(model, tokenizer, batch=5)
    prompts = [as_messages(p) for p in load_set("compose", split="held-out", count=3)]
    torch.manual_seed(0)
    expected = torch.rand(3).tolist()
    torch.manual_seed(0)
    rows = [sampler.sample(prompts, n=4, temperature=1.2, max_tokens=30, seed=s) for s in (1, 1, 2)]
    assert torch.rand(3).tolist() == expected
    assert rows[0] == rows[1] != rows[2]
    assert model.training
    assert [len(r) for r in rows[0]] == [4, 4, 4]
    for completion in (c for row in rows[0] for c in row):
        assert completion.tokens <= 30
        assert completion.tokens == 30 or not completion.truncated


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")
def test_greedy_answers_do_not_depend_on_the_seed_and_stop_at_the_stop_token() -> None:
    pytest.importorskip("torch")
    from microcoder.models import load_model
    from microcoder.problemsets import load_set

    model, tokenizer = load_model("nano")
    sampler = LocalSampler(model, tokenizer)
    prompts = [as_messages(p) for p in load_set("compose", split="train", count=4, depths=[1])]
    first, second = (
        sampler.sample(prompts, n=1, temperature=0, max_tokens=96, seed=s) for s in (1, 2)
    )
    assert first == second
    assert all(not row[0].truncated and row[0].text.endswith("```") for row in first)
    assert stop_tokens(model, tokenizer) == {tokenizer.eos_token_id}


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")
def test_sharing_a_prompts_cache_and_batching_change_no_greedy_answer() -> None:
    torch = pytest.importorskip("torch")
    from transformers import GenerationConfig

    from microcoder.models import load_model
    from microcoder.problemsets import load_set

    model, tokenizer = load_model("nano")
    prompts = [as_messages(p) for p in load_set("compose", split="held-out", count=6)]
    rows = LocalSampler(model, tokenizer, batch=12).sample(
        prompts, n=3, temperature=0, max_tokens=50, seed=0
    )
    for prompt, row in zip(prompts, rows, strict=True):
        text = tokenizer.apply_chat_template(prompt, tokenize=False, add_generation_prompt=True)
        ids = torch.tensor([tokenizer(text, add_special_tokens=False)["input_ids"]])
        alone = model.generate(
            input_ids=ids,
            attention_mask=torch.ones_like(ids),
            generation_config=GenerationConfig(
                max_new_tokens=50,
                do_sample=False,
                pad_token_id=tokenizer.pad_token_id,
                eos_token_id=tokenizer.eos_token_id,
            ),
        )[0, ids.shape[1] :]
        expected = tokenizer.decode(alone, skip_special_tokens=True)
        assert [c.text for c in row] == [expected] * 3

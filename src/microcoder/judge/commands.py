"""``microcoder judge``: run, batch, serve, compare, isolation."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from microcoder.judge.verdict import Judgement
    from microcoder.problem import Problem

LADDER_NAMES = ("robust", "strict", "paper")
REWARD_NAMES = ("all_or_nothing", "fraction_passed")


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``judge`` to the command line."""
    parser = subparsers.add_parser("judge", help="run programs behind walls and give verdicts")
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    run = actions.add_parser("run", help="judge one program; exit 0 iff it is accepted")
    run.add_argument("problem", type=Path, help="a problem, as JSON or JSONL")
    run.add_argument("solution", type=Path, help="a Python program, or with --completion a reply")
    run.add_argument("--id", help="which problem, where the file holds several")
    run.add_argument("--completion", action="store_true", help="extract the program from a reply")
    run.add_argument("--first-failure", action="store_true", help="stop at the first failing test")
    run.add_argument("--json", action="store_true", help="print the judgement as JSON")
    _add_judging(run)
    run.set_defaults(run=_run)

    batch = actions.add_parser("batch", help="judge a file of submissions")
    batch.add_argument("submissions", type=Path, help="JSONL of submissions")
    batch.add_argument("--problems", type=Path, help="the problems they name by problem_id")
    batch.add_argument("-o", "--out", type=Path, required=True, help="JSONL of judgements")
    batch.add_argument("--workers", type=_count, help="programs at once (one per processor)")
    batch.add_argument("--reward", choices=REWARD_NAMES, default=REWARD_NAMES[0])
    batch.add_argument("--all-tests", action="store_true", help="go on after a failing test")
    _add_judging(batch)
    batch.set_defaults(run=_batch)

    serve = actions.add_parser("serve", help="judge over HTTP (the extra 'serve')")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen at (%(default)s)")
    serve.add_argument("--port", type=int, default=8600, help="0 for any free one (%(default)s)")
    serve.add_argument(
        "--problems", type=Path, action="append", default=[], metavar="FILE",
        help="problems that submissions may name by id; may be repeated",
    )  # fmt: skip
    serve.add_argument("--workers", type=_count, help="programs at once (one per processor)")
    serve.add_argument("--queue-size", type=_count, help="submissions that may wait")
    serve.add_argument("--reward", choices=REWARD_NAMES, default=REWARD_NAMES[0])
    serve.add_argument("--all-tests", action="store_true", help="go on after a failing test")
    serve.add_argument(
        "--token-file", type=Path, metavar="FILE",
        help="holds the token that requests must bear (else $MICROCODER_TOKEN)",
    )  # fmt: skip
    serve.add_argument(
        "--no-token", action="store_true", help="listen to other machines without a token"
    )
    serve.add_argument("--max-body-mib", type=_count, default=64, help="of one request")
    _add_judging(serve)
    serve.set_defaults(run=_serve)

    compare = actions.add_parser("compare", help="which comparison accepts an answer?")
    compare.add_argument("actual", help="a file, or the text itself")
    compare.add_argument("expected", help="a file, or the text itself")
    compare.add_argument("--ladder", choices=LADDER_NAMES, default=LADDER_NAMES[0])
    compare.add_argument("--values", action="store_true", help="compare JSON values, not text")
    compare.add_argument("--any-order", action="store_true", help="the order of lines is free")
    compare.add_argument("--tolerance", type=float, default=1e-6, help="for real numbers")
    compare.set_defaults(run=_compare)

    isolation = actions.add_parser("isolation", help="what this machine's kernel lets us enforce")
    isolation.set_defaults(run=_isolation)


def _add_judging(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ladder", choices=LADDER_NAMES, default=LADDER_NAMES[0])
    parser.add_argument(
        "--package", action="append", default=[], metavar="NAME",
        help="an installed package that programs may import; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--require-isolation", choices=("full",), default=(),
        help="refuse to run where a layer of isolation is missing",
    )  # fmt: skip


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


# --- run ---------------------------------------------------------------------------------------


def _run(args: argparse.Namespace) -> int:
    from microcoder.judge import Judge
    from microcoder.problem import Submission

    problem = _choose(args.problem, args.id)
    text = _read_program(args.solution)
    submission = (
        Submission(args.solution.name, problem.id, completion=text)
        if args.completion
        else Submission(args.solution.name, problem.id, code=text)
    )
    with Judge(
        workers=1,
        ladder=args.ladder,
        stop_early=args.first_failure,
        packages=args.package,
        require_isolation=args.require_isolation,
    ) as judge:
        judgement = judge.judge(submission, problem)
    if args.json:
        print(json.dumps(judgement.to_json(), ensure_ascii=False))
    else:
        print(_table_of(judgement))
    return _exit_code(judgement)


def _choose(path: Path, id_: str | None) -> Problem:
    from microcoder.errors import ProblemError
    from microcoder.problem import load_problems

    problems = load_problems(path)
    if id_ is not None:
        for problem in problems:
            if problem.id == id_:
                return problem
        raise ProblemError(f"{path}: no problem with id '{id_}'")
    if len(problems) > 1:
        raise ProblemError(f"{path}: holds {len(problems)} problems; choose one with --id")
    return problems[0]


def _read_program(path: Path) -> str:
    from microcoder.errors import ProblemError

    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise ProblemError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ProblemError(f"{path}: cannot be read as text: {error}") from None


def _table_of(judgement: Judgement) -> str:
    rows = [("test", "verdict", "accepted by", "CPU s", "wall s", "MiB", "detail")]
    rows += [
        (
            str(number),
            case.verdict.value,
            case.by or "",
            f"{case.cpu_seconds:.3f}",
            f"{case.wall_seconds:.3f}",
            f"{case.memory_bytes / 1024**2:.1f}",
            _one_line(case.detail),
        )
        for number, case in enumerate(judgement.cases, 1)
    ]
    summary = (
        f"{judgement.verdict.value} ({judgement.verdict.meaning}): "
        f"{judgement.passed} of {judgement.total} tests passed"
    )
    if not judgement.cases:
        return f"{summary}\n{_one_line(judgement.detail)}".rstrip()
    return f"{_aligned(rows)}\n\n{summary}"


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _one_line(text: str) -> str:
    # what a program printed must not steer the reader's terminal
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= 100 else clean[:97] + "..."


def _exit_code(judgement: Judgement) -> int:
    if judgement.reward is None:
        return 3
    return 0 if judgement.accepted else 1


# --- batch -------------------------------------------------------------------------------------


def _batch(args: argparse.Namespace) -> int:
    from microcoder.judge import Judge, Verdict
    from microcoder.judge.submissions import read_submissions
    from microcoder.problem import load_problems, write_text

    problems = {p.id: p for p in load_problems(args.problems)} if args.problems else {}
    pairs = read_submissions(args.submissions, problems, args.problems)
    counts: Counter[str] = Counter()
    lines: list[str] = []
    began = shown = time.monotonic()
    with Judge(
        workers=args.workers,
        ladder=args.ladder,
        stop_early=not args.all_tests,
        reward=args.reward,
        packages=args.package,
        require_isolation=args.require_isolation,
    ) as judge:
        for judgement in judge.many(pairs):
            lines.append(json.dumps(judgement.to_json(), ensure_ascii=False) + "\n")
            counts[judgement.verdict.value] += 1
            now = time.monotonic()
            if now - shown >= (0.2 if sys.stderr.isatty() else 10.0):
                _show(len(lines), len(pairs), now - began)
                shown = now
    _show(len(lines), len(pairs), time.monotonic() - began, last=True)
    try:
        write_text(args.out, "".join(lines))
    except OSError as error:
        from microcoder.errors import InputError

        raise InputError(f"{args.out}: cannot be written: {error.strerror}") from None
    print("  ".join(f"{v.value} {counts[v.value]}" for v in Verdict if counts[v.value]))
    if failures := counts[Verdict.JUDGE_ERROR.value]:
        print(
            f"microcoder: {failures} of {len(lines)} could not be judged; their reward is null, "
            f"the reason stands in 'detail' in {args.out}",
            file=sys.stderr,
        )
        return 3
    return 0


def _show(done: int, total: int, seconds: float, last: bool = False) -> None:
    rate = done / seconds if seconds > 0 else 0.0
    left = f"{(total - done) / rate:.0f} s left" if rate else "time left unknown"
    text = f"judged {done}/{total}  {rate:.1f}/s  " + (f"in {seconds:.1f} s" if last else left)
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="\n" if last else "", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)


# --- serve -------------------------------------------------------------------------------------


def _serve(args: argparse.Namespace) -> int:
    from microcoder.errors import InputError, MissingExtra, ProblemError

    try:
        import uvicorn

        from microcoder.judge.server import MEBIBYTE, create_app
    except ModuleNotFoundError as error:
        raise MissingExtra("judge serve", "serve", error.name or "") from None
    from microcoder.judge import Judge
    from microcoder.problem import load_problems

    token = _token(args.token_file)
    if token is None and not args.no_token and args.host not in ("127.0.0.1", "::1", "localhost"):
        raise InputError(
            f"--host {args.host} lets other machines run programs here: give them a token "
            "(--token-file FILE, or $MICROCODER_TOKEN), or say --no-token"
        )
    problems: dict[str, Problem] = {}
    for path in args.problems:
        for problem in load_problems(path):
            if problem.id in problems:
                raise ProblemError(f"{path}: id '{problem.id}' stands in another file too")
            problems[problem.id] = problem
    with Judge(
        args.workers,
        ladder=args.ladder,
        stop_early=not args.all_tests,
        reward=args.reward,
        packages=args.package,
        require_isolation=args.require_isolation,
        queue_size=args.queue_size,
    ) as judge:
        app = create_app(
            judge, problems.values(), token=token, body_bytes=args.max_body_mib * MEBIBYTE
        )
        uvicorn.run(app, host=args.host, port=args.port, log_level="info", access_log=False)
    return 0


def _token(path: Path | None) -> str | None:
    from microcoder.errors import InputError

    if path is None:
        return os.environ.get("MICROCODER_TOKEN") or None
    try:
        token = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    if not token:
        raise InputError(f"{path}: holds no token")
    return token


# --- compare, isolation ------------------------------------------------------------------------


def _compare(args: argparse.Namespace) -> int:
    from microcoder.errors import InputError
    from microcoder.judge.comparison import (
        LADDERS,
        Rules,
        answers_are_words,
        compare_text,
        compare_value,
    )

    actual, expected = _file_or_text(args.actual), _file_or_text(args.expected)
    rules = Rules(args.tolerance, args.any_order, answers_are_words([expected]))
    accepted: str | None = None
    for name, ladder in LADDERS.items():
        if args.values:
            try:
                by = compare_value(json.loads(actual), json.loads(expected), ladder, rules)
            except ValueError as error:
                raise InputError(f"--values wants two JSON values: {error}") from None
        else:
            by = compare_text(actual, expected, ladder, rules)
        print(f"{name:7} {'accepts by ' + by if by else 'rejects'}")
        if name == args.ladder:
            accepted = by
    return 0 if accepted else 1


def _file_or_text(argument: str) -> str:
    try:
        path = Path(argument)
        return path.read_bytes().decode("utf-8", "surrogateescape") if path.is_file() else argument
    except (OSError, ValueError):  # too long, or not allowed, for a file's name
        return argument


def _isolation(args: argparse.Namespace) -> int:
    from microcoder.judge.sandbox import FULL_ISOLATION, isolation

    layers = isolation()
    print(_aligned([(name, state) for name, state in layers.items()]))
    missing = [name for name in FULL_ISOLATION if layers.get(name) != "on"]
    print("\nisolation is " + (f"not full: {', '.join(missing)} missing" if missing else "full"))
    return 1 if missing else 0

"""``microcoder curate``: import."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from microcoder.problem import Problem

FORMAT_NAMES = (
    "auto", "microcoder", "livecodebench", "code_contests", "apps", "leetcode", "deepseek",
    "prime", "deepcoder", "mbpp", "humaneval",
)  # fmt: skip
"""``problemsets.formats.FORMATS``, without importing it for every command's help."""

OFFERED = ("numpy", "sortedcontainers")


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``curate`` to the command line."""
    parser = subparsers.add_parser("curate", help="turn problem files into trusted problems")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    read = actions.add_parser(
        "import", help="read published files into our rows; what cannot be read is listed"
    )
    read.add_argument("format", choices=FORMAT_NAMES, help="auto goes by a file's first row")
    read.add_argument("files", type=Path, nargs="+", help="files, or a folder of APPS")
    read.add_argument("-o", "--out", type=Path, required=True, help="JSONL of problems")
    read.add_argument(
        "--verify", action="store_true", help="judge the stored programs and list surprises"
    )
    read.add_argument(
        "--keep-verified",
        action="store_true",
        help="with --verify: leave out problems without an accepted program or with a surprise",
    )
    read.add_argument("--programs", type=int, help="with --verify: at most so many a problem")
    read.add_argument(
        "--package", action="append", metavar="NAME",
        help="with --verify: an installed package that programs may import; may be repeated "
        "(by default those of numpy and sortedcontainers, which LeetCode offers, that are here)",
    )  # fmt: skip
    read.add_argument("--workers", type=int, help="programs at once (one per processor)")
    read.set_defaults(run=_import)


def _import(args: argparse.Namespace) -> int:
    from microcoder.errors import InputError, ProblemError
    from microcoder.problem import save_problems, write_text
    from microcoder.problemsets.formats import Rejected, load

    if args.keep_verified and not args.verify:
        raise InputError("--keep-verified needs --verify")
    problems: dict[str, Problem] = {}
    rejected: list[Rejected] = []
    for path in args.files:
        loaded = load(args.format, path)
        rejected += loaded.rejected
        kept = 0
        for problem in loaded.problems:
            if problem.id in problems:
                reason = f"id '{problem.id}' stands in another file too"
                rejected.append(Rejected(str(path), loaded.rows[problem.id], reason))
            else:
                problems[problem.id] = problem
                kept += 1
        kinds = Counter(p.kind for p in loaded.problems)
        said = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        print(
            f"{path}: {loaded.format}: {kept} problems ({said}), "
            f"{len(loaded.rejected) + len(loaded.problems) - kept} rejected"
        )
    if not problems:
        first = f"; the first reason: {rejected[0].reason}" if rejected else ""
        raise ProblemError(f"no row could be read{first}")
    trusted = _verified(list(problems.values()), args) if args.verify else set(problems)
    chosen = [p for p in problems.values() if not args.keep_verified or p.id in trusted]
    try:
        save_problems(args.out, chosen)
        beside = args.out.with_name(args.out.name + ".rejected.jsonl")
        if rejected:
            lines = [
                json.dumps({"path": r.path, "row": r.row, "reason": r.reason}, ensure_ascii=False)
                for r in rejected
            ]
            write_text(beside, "\n".join(lines) + "\n")
            print(f"{len(rejected)} rows were rejected; the reasons: {beside}")
    except OSError as error:
        raise InputError(f"{args.out}: cannot be written: {error.strerror}") from None
    print(f"{len(chosen)} problems written to {args.out}")
    return 0


def _verified(problems: list[Problem], args: argparse.Namespace) -> set[str]:
    """Judge the stored programs; returns the ids of problems without surprise."""
    from microcoder.curate.verify import verify
    from microcoder.judge import Judge
    from microcoder.problem import write_text
    from microcoder.progress import Progress

    packages = args.package
    if packages is None:
        packages = [name for name in OFFERED if importlib.util.find_spec(name)]
    total = sum(len(p.solutions[: args.programs]) for p in problems)
    surprises = []
    accepted: set[str] = set()
    with Judge(args.workers, packages=packages) as judge, Progress("verify", total) as progress:
        for done in verify(judge, problems, args.programs):
            progress.advance()
            if done.surprise is not None:
                surprises.append(done.surprise)
            elif done.solution.verdict == "AC":
                accepted.add(done.problem.id)
    path = args.out.with_name(args.out.name + ".surprises.jsonl")
    lines = [json.dumps(s.to_json(), ensure_ascii=False) for s in surprises]
    write_text(path, "".join(line + "\n" for line in lines))
    print(f"{total} stored programs judged, {len(surprises)} surprises: {path}", file=sys.stdout)
    return accepted - {s.problem_id for s in surprises}

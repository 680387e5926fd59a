"""The command ``microcoder report``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from microcoder.errors import InputError
from microcoder.problem import write_text
from microcoder.runs import RunFolder


def add(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add ``report`` to the program's commands."""
    parser = subparsers.add_parser(
        "report",
        help="write a run's report: one self-contained HTML page",
        description="Write a run's report: one self-contained HTML page with plots, before-and-"
        "after numbers, sample rollouts and the recipe. It loads nothing from anywhere.",
    )
    parser.add_argument("run_dir", metavar="RUN_DIR", type=Path, help="the folder of the run")
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="where to write (RUN_DIR/report.html)"
    )
    parser.add_argument(
        "--compare",
        metavar="RUN_DIR",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        help="other runs, laid over the curves",
    )
    parser.set_defaults(run=write_report)


def write_report(arguments: argparse.Namespace) -> int:
    """Write the page and say where it is.

    Raises:
        InputError: a folder holds no run, a file in it is spoilt, or the page cannot be written.
        MissingExtra: matplotlib is not installed.
    """
    # Only now: numpy and matplotlib take a second that no other command should pay.
    from microcoder.report.page import render
    from microcoder.report.summary import summarise

    summary = summarise(RunFolder(arguments.run_dir))
    others = [summarise(RunFolder(path), examples=False) for path in arguments.compare]
    out = arguments.out or arguments.run_dir / "report.html"
    page = render(summary, others)
    try:
        write_text(out, page)
    except OSError as error:
        raise InputError(f"{out}: cannot be written: {error}; give another --out") from None
    print(out)
    return 0

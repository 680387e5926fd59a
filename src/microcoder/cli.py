"""The ``microcoder`` command. Each area adds its own; heavy imports wait until one is used."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from microcoder import __version__
from microcoder.bench import commands as bench
from microcoder.curate import commands as curate
from microcoder.errors import MicrocoderError
from microcoder.judge import commands as judge
from microcoder.report import commands as report
from microcoder.train import commands as train


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="microcoder",
        description="Judge, data and algorithm for training coding models with RL.",
        epilog="Exit codes: 0 fine, 1 the answer is no, 2 bad input or usage, 3 our own failure.",
    )
    top.add_argument("--version", action="version", version=f"microcoder {__version__}")
    subparsers = top.add_subparsers(metavar="COMMAND", required=True)
    for area in (judge, curate, train, bench, report):
        area.add(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. A user's mistake is one line, never a traceback."""
    args = parser().parse_args(argv)
    try:
        return int(args.run(args))
    except MicrocoderError as error:
        print(f"microcoder: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("microcoder: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0  # whoever read our output has enough


if __name__ == "__main__":
    sys.exit(main())

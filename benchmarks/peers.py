"""Other graders, that ours is measured beside. Each runs in processes of its own.

    with PrimeCode(path) as peer:
        accepted = peer.accepts(code, tests)

They execute code without our walls: give them nothing that has not ended well in the sandbox.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import resource
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from microcoder.problem import Problem, TestCase

WAIT_SECONDS = 90.0
MEMORY_BYTES = 4 << 30
PACKAGE = Path("utils", "reward_score", "prime_code")


def verl_folder(given: str | None) -> Path | None:
    """Where verl's package lies: in ``given`` (what its wheel unpacks to), or installed."""
    if given:
        folders = [Path(given) / "verl", Path(given)]
    else:
        spec = importlib.util.find_spec("verl")
        folders = [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
    return next((f for f in folders if (f / PACKAGE / "__init__.py").is_file()), None)


def prime_tests(problem: Problem, tests: tuple[TestCase, ...]) -> dict[str, Any] | None:
    """The tests as verl's data holds them; None where its form cannot say them."""
    if problem.kind == "stdin":
        return {"inputs": [t.input for t in tests], "outputs": [t.output for t in tests]}
    if problem.kind != "function" or not all(isinstance(t.input, list) and t.input for t in tests):
        return None
    return {
        "fn_name": (problem.entry_point or "").rpartition(".")[2],
        "inputs": ["\n".join(map(json.dumps, t.input)) for t in tests],
        "outputs": [json.dumps(t.output) for t in tests],
    }


class PrimeCode:
    """verl's ``prime_code``, called as its trainer does: ``continuous=True``, right at score 1."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> PrimeCode:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def accepts(self, code: str, tests: dict[str, Any]) -> bool | None:
        """Whether it gives the full score; None if it did not answer in time."""
        server = self._server = self._server or self._start()
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            server.stdin.write(json.dumps([code, tests]).encode() + b"\n")
            server.stdin.flush()
            if select.select([server.stdout], [], [], WAIT_SECONDS)[0] and (
                answer := server.stdout.readline()
            ):
                return bool(json.loads(answer))
        except BrokenPipeError:
            pass
        self._stop()
        return None

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, __file__, str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )

    def _stop(self) -> None:
        if self._server is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._server.pid, signal.SIGKILL)
            self._server.wait()
            self._server = None


def serve(folder: Path) -> None:
    """Answer one JSON line, [code, tests], with another; what the grader prints goes nowhere."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    answers = os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    grader = _import_alone("prime_code", folder / PACKAGE)
    for line in sys.stdin:
        code, tests = json.loads(line)
        score, _ = grader.compute_score(code, tests, continuous=True)
        print(json.dumps(float(score) == 1.0), file=answers, flush=True)


def _import_alone(name: str, folder: Path) -> Any:
    """A package inside a larger one, without what the larger one imports."""
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Serves a peer; accuracy.py starts it.")
    parser.add_argument("folder", type=Path)
    serve(parser.parse_args().folder)

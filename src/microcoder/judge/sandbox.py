"""The judge's handle on one harness: start it, load a program, run it on an input.

A harness is a fresh bare interpreter, never a fork of the caller, who may hold threads, secrets
and a gigabyte of torch. It is given code and inputs, nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from microcoder.errors import JudgeError
from microcoder.judge import harness
from microcoder.problem import Kind, Limits

HARNESS = Path(__file__).with_name("harness.py")
START_SECONDS = 60.0
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",  # a set of strings has one order, so a verdict is always the same
    "PYTHONUTF8": "1",
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",  # else each thread reserves 64 MiB of the address space it may use
}
FULL_ISOLATION = (
    "user namespace",
    "pid namespace",
    "net namespace",
    "ipc namespace",
    "mount namespace",
    "private files",
    "unprivileged user",
    "no new privileges",
    "capabilities dropped",
    "system call filter",
    "memory unreadable",
)
"""The layers that ``--require-isolation full`` insists on."""


class SandboxDied(JudgeError):
    """A harness went away or stopped answering; another can be started."""


@dataclass(frozen=True, slots=True)
class Run:
    """How one run of a program ended."""

    exit_status: int
    """As a shell's: 0 fine, 1 an exception, negative the signal that killed it."""
    stopped: str | None
    """Why it was stopped from outside: "cpu", "wall", "memory", "files", or None."""
    too_much_output: bool
    cpu_seconds: float
    wall_seconds: float
    memory_bytes: int
    stdout: bytes
    stderr: str
    """The last few thousand characters."""
    result: bytes | None
    """What came over the result descriptor after the nonce; None when nothing valid did."""
    goes_on: bool = False
    """Its process is clean and waits for another run."""
    first: bool = True
    """It was the first in its process. What failed in a used one is to be run again in a fresh one
    before it counts."""


@dataclass(slots=True)
class Sandbox:
    """One harness process. Not for use by two threads at once.

    Raises:
        JudgeError: the harness cannot be started.
    """

    niceness: int = 19
    packages: Sequence[str] = ()
    """Names of installed packages that programs may import."""
    layers: dict[str, str] = field(default_factory=dict, init=False)
    _process: subprocess.Popen[bytes] = field(init=False, repr=False)
    _wire: socket.socket = field(init=False, repr=False)
    _scratch: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not sys.platform.startswith("linux"):
            raise JudgeError("the judge runs programs on Linux only; use a Linux machine or WSL")
        ours, theirs = socket.socketpair()
        self._wire = ours
        self._scratch = tempfile.mkdtemp(prefix="microcoder-")
        options = {
            "niceness": self.niceness,
            "scratch": self._scratch,
            "packages": [path for name in self.packages for path in _package_paths(name)],
        }
        # The interpreter itself, not the link in a virtual environment: that folder stays outside.
        command = [os.path.realpath(sys.executable), "-S", "-s", "-P", "-B"]
        try:
            self._process = subprocess.Popen(
                [*command, str(HARNESS), str(theirs.fileno()), json.dumps(options)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env=ENVIRONMENT,
                start_new_session=True,  # the terminal's Ctrl-C is for the judge, who closes us
            )
        except OSError as error:
            ours.close()
            shutil.rmtree(self._scratch, ignore_errors=True)
            raise JudgeError(f"cannot start the sandbox: {error}") from error
        finally:
            theirs.close()
        try:
            self.layers = self._receive(START_SECONDS)[0]["layers"]
        except JudgeError:
            self.close()
            raise

    def load(self, code: str) -> str | None:
        """Compile a program for the runs to come; the error text if it does not compile."""
        try:
            source = code.encode("utf-8")
        except UnicodeEncodeError as error:
            return f"not valid text: {error}"
        answer, said = self._ask(3 * harness.COMPILE_CPU_SECONDS + 200, {"op": "load"}, source)
        text = said[0].decode("utf-8", "replace") if said else ""
        if answer["outcome"] == "failure":
            raise JudgeError(
                f"the sandbox could not load a program: {text.strip() or 'no process'}"
            )
        if answer["outcome"] == "gave up":
            return "the compiler gave up on this program (too large or too deeply nested)"
        return text if answer["outcome"] == "error" else None

    def run(
        self,
        kind: Kind,
        given: bytes,
        limits: Limits,
        entry_point: str | None = None,
        files: Mapping[str, str] | None = None,
        arguments: Sequence[str] = (),
        *,
        fresh: bool = True,
        last: bool = True,
        keep_output: bool = False,
    ) -> Run:
        """Run the loaded program once.

        Args:
            kind: how to: stdin feeds ``given``, function calls ``entry_point`` with the JSON
                arguments in it, script runs it after the program.
            given: standard input, JSON arguments or a script.
            limits: what the run may use.
            entry_point: the function to call.
            files: further text files in the working folder.
            arguments: the program's command line.
            fresh: in a process of its own; otherwise in that of the run before, where that left
                it clean and said ``last=False``.
            last: no other run is to follow in the same process.
            keep_output: give what it printed even where it failed.

        Raises:
            SandboxDied: the harness went away.
            JudgeError: it could not prepare the run.
        """
        nonce = os.urandom(16).hex()
        request = {
            "op": "run",
            "kind": kind,
            "nonce": nonce,
            "entry_point": entry_point,
            "files": dict(files or {}),
            "arguments": list(arguments),
            "fresh": fresh,
            "last": last,
            "keep_output": keep_output,
            "limits": _limits_json(limits),
        }
        answer, (stdout, stderr, result) = self._ask(20 * limits.wall + 200, request, given)
        failed = answer["status"] or answer["stopped"] or answer["too_much"]
        if answer["again"] or (failed and not answer["first"]):
            request |= {"fresh": True, "last": last or answer["again"]}
            answer, (stdout, stderr, result) = self._ask(20 * limits.wall + 200, request, given)
        text = stderr.decode("utf-8", "replace")
        if not answer["started"] and answer["stopped"] is None:
            raise JudgeError(f"the sandbox could not prepare a run: {text.strip()[-300:]}")
        if answer["stopped"] == "starved":
            raise JudgeError("the machine is too busy to judge: a program got almost no processor")
        prefix = nonce.encode()
        return Run(
            exit_status=os.waitstatus_to_exitcode(answer["status"]),
            stopped=answer["stopped"],
            too_much_output=answer["too_much"],
            cpu_seconds=answer["cpu_seconds"],
            wall_seconds=answer["wall_seconds"],
            memory_bytes=answer["memory_bytes"],
            stdout=stdout,
            stderr=text,
            result=result[len(prefix) :] if result.startswith(prefix) else None,
            goes_on=answer["goes_on"],
            first=answer["first"],
        )

    def run_batch(
        self,
        kind: Kind,
        given: Sequence[bytes],
        limits: Limits,
        entry_point: str | None = None,
        *,
        last: bool = True,
    ) -> list[Run]:
        """Run the loaded program on several inputs, in the process that the last run left clean.

        Args:
            kind, given, limits, entry_point, last: as for ``run``; the limits are for all together.

        Returns:
            One run for each input, or nothing where any of them met trouble or left a trace: then
            each is to be run by itself.
        """
        nonce = os.urandom(16).hex()
        request = {
            "op": "batch",
            "kind": kind,
            "nonce": nonce,
            "entry_point": entry_point,
            "limits": _limits_json(limits),
            "sizes": [len(one) for one in given],
            "last": last,
        }
        answer, (stdout, result, marks) = self._ask(
            20 * limits.wall + 200, request, b"".join(given)
        )
        if not answer["done"]:
            return []
        runs, out_at, result_at, prefix = [], 0, 0, nonce.encode()
        for seconds, out_end, result_end in harness.MARK.iter_unpack(marks):
            value = result[result_at:result_end]
            runs.append(
                Run(
                    exit_status=0,
                    stopped=None,
                    too_much_output=False,
                    # its own word, but what all took together was watched
                    cpu_seconds=seconds if 0 <= seconds <= limits.cpu_seconds else 0.0,
                    wall_seconds=answer["wall_seconds"] / len(given),
                    memory_bytes=answer["memory_bytes"],
                    stdout=stdout[out_at:out_end],
                    stderr="",
                    result=value[len(prefix) :] if value.startswith(prefix) else None,
                    first=False,
                )
            )
            out_at, result_at = out_end, result_end
        return runs

    def unload(self) -> None:
        """End the program's process, if it still waits for a further run."""
        try:
            harness.send(self._wire, {"op": "unload"})
        except OSError as error:
            raise SandboxDied(f"the sandbox went away: {error}") from None

    def abandon(self) -> None:
        """Make the harness go, from another thread than its user's, who then meets SandboxDied."""
        with contextlib.suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Kill the harness and everything in it; may be called twice."""
        self._wire.close()  # the supervisor sees the end and goes, its namespace with it
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        with contextlib.suppress(RecursionError):  # a program died building a deep tree
            shutil.rmtree(self._scratch, ignore_errors=True)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ask(
        self, seconds: float, request: dict[str, Any], *blobs: bytes
    ) -> tuple[dict[str, Any], list[bytes]]:
        try:
            self._wire.settimeout(seconds)
            harness.send(self._wire, request, *blobs)
        except OSError as error:
            raise SandboxDied(f"the sandbox went away: {error}") from None
        return self._receive(seconds)

    def _receive(self, seconds: float) -> tuple[dict[str, Any], list[bytes]]:
        try:
            self._wire.settimeout(seconds)
            return harness.receive(self._wire)
        except (OSError, EOFError, ValueError, KeyError) as error:
            raise SandboxDied(f"the sandbox stopped answering: {error}") from None


def _limits_json(limits: Limits) -> dict[str, float]:
    return {
        "cpu_seconds": limits.cpu_seconds,
        "wall_seconds": limits.wall,
        "memory_bytes": limits.memory_bytes,
        "output_bytes": limits.output_bytes,
    }


def _package_paths(name: str) -> list[str]:
    """Where an installed package lies, with the libraries that wheels keep beside it.

    Raises:
        JudgeError: it is not installed.
    """
    for folder in sys.path:
        path = Path(folder) / name
        if folder and path.is_dir():
            return [str(p) for p in (path, path.with_name(f"{name}.libs")) if p.is_dir()]
        if folder and path.with_suffix(".py").is_file():
            return [str(path.with_suffix(".py"))]
    raise JudgeError(f"package '{name}', which programs should be able to import, is not installed")


def isolation() -> dict[str, str]:
    """Each layer of isolation: "on", or why this machine does not have it.

    Raises:
        JudgeError: no sandbox can be started at all.
    """
    with Sandbox() as sandbox:
        return dict(sandbox.layers)

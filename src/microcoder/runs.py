"""A run's folder: what a training run leaves behind, written so that a kill at any moment is safe.

    recipe.toml         the recipe, as text
    run.json            version, versions of libraries, seed, command, model, started, finished,
                        status
    metrics.jsonl       one row per step
    evaluations.jsonl   one row per evaluation of a set
    rollouts.jsonl      one row per completion

Rows are JSON objects with a "step" where they belong to one; every other key may be missing, and a
reader has to cope. A row is one line, on the disk before ``append`` returns, so a crash can tear
only the last line, and every reader here passes over a torn last line.
"""

from __future__ import annotations

import json
import math
import os
import platform
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal, Self

from microcoder.errors import InputError
from microcoder.problem import write_text

Name = Literal["metrics", "evaluations", "rollouts"]
NAMES: tuple[Name, ...] = ("metrics", "evaluations", "rollouts")
RECIPE, INFO = "recipe.toml", "run.json"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of one run; ``path`` need not exist before ``create``."""

    path: Path

    def __init__(self, path: str | os.PathLike[str]) -> None:
        object.__setattr__(self, "path", Path(path))

    def create(self, *, resume: bool = False) -> Self:
        """Make the folder; a folder that holds something is left alone unless it is resumed.

        Raises:
            InputError: the folder is not empty (or, resuming, holds something else than a run),
                or cannot be made.
        """
        if not resume:
            self.check_free()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            occupied = any(self.path.iterdir())
        except OSError as error:
            raise InputError(f"{self.path}: cannot be used as a run's folder: {error}") from None
        if occupied and not self.exists():
            raise InputError(f"{self.path}: nothing to resume: no {INFO} and no {RECIPE} in it")
        return self

    def check_free(self) -> None:
        """Refuse a folder that holds something, without making one.

        Raises:
            InputError: the path is a file, or a folder that is not empty.
        """
        try:
            occupied = self.path.exists() and any(self.path.iterdir())
        except OSError as error:
            raise InputError(f"{self.path}: cannot be used as a run's folder: {error}") from None
        if occupied:
            raise InputError(
                f"{self.path}: the folder is not empty; give another one, or --resume to continue"
            )

    def exists(self) -> bool:
        """Whether there is a run in the folder, however short."""
        names = (INFO, RECIPE, *(f"{name}.jsonl" for name in NAMES))
        return any((self.path / name).is_file() for name in names)

    def opened(self) -> Self:
        """This folder, once it is certain that a run is in it.

        Raises:
            InputError: there is none.
        """
        if not self.path.is_dir():
            raise InputError(f"{self.path}: no such folder")
        if not self.exists():
            raise InputError(
                f"{self.path}: not the folder of a run: it holds neither {INFO}, {RECIPE} "
                "nor metrics.jsonl"
            )
        return self

    # --- recipe and facts ----------------------------------------------------------------------

    def write_recipe(self, text: str) -> None:
        """Keep the recipe's text, whole or not at all."""
        write_text(self.path / RECIPE, text)

    def read_recipe(self) -> str | None:
        """The recipe's text; None where there is none."""
        try:
            return (self.path / RECIPE).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def update_info(self, **facts: Any) -> None:
        """Set some keys of run.json and keep the others; the file is replaced whole."""
        known = self.read_info() | _plain(facts)
        write_text(self.path / INFO, json.dumps(known, indent=2, ensure_ascii=False) + "\n")

    def read_info(self) -> dict[str, Any]:
        """What run.json says; empty where there is none.

        Raises:
            InputError: the file is no JSON object.
        """
        path = self.path / INFO
        try:
            info = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"{path}: cannot be read: {error}") from None
        if not isinstance(info, dict):
            raise InputError(f"{path}: must hold one JSON object, not {type(info).__name__}")
        return info

    # --- rows ----------------------------------------------------------------------------------

    def file(self, name: Name) -> Path:
        """Where the rows of ``name`` stand.

        Raises:
            InputError: ``name`` is none of metrics, evaluations, rollouts.
        """
        if name not in NAMES:
            raise InputError(f"a run has rows of {', '.join(NAMES)}; there is no {name!r}")
        return self.path / f"{name}.jsonl"

    def append(self, name: Name, *rows: Mapping[str, Any]) -> None:
        """Add rows, each one line; all are on the disk when this returns.

        Numbers that JSON cannot hold (nan, infinities) become null. A torn last line that an
        earlier crash left is cut off first.
        """
        path = self.file(name)
        text = "".join(
            json.dumps(_plain(row), ensure_ascii=True, allow_nan=False) + "\n" for row in rows
        )
        with path.open("a+b") as file:
            _mend(file.fileno())
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())

    def rows(self, name: Name) -> Iterator[dict[str, Any]]:
        """The rows of ``name`` in order, one at a time; none where the file is absent.

        Raises:
            InputError: a line before the last is not a JSON object: names file and row.
        """
        for _, row, _ in _lines(self.file(name)):
            yield row

    def read(self, name: Name) -> list[dict[str, Any]]:
        """The rows of ``name``, as ``rows`` gives them."""
        return list(self.rows(name))

    def follow(self, name: Name, *, poll_seconds: float = 0.5) -> Iterator[dict[str, Any]]:
        """The rows of ``name`` as they come; ends once run.json no longer says "running".

        A rewind meanwhile is noticed: rows that were given out are not given out again, rows
        written anew are.
        """
        path = self.file(name)
        given: list[int] = []  # a hash of each line given out, to recognise it after a rewind
        inode, offset, kept = 0, 0, 0
        while True:
            over = self.read_info().get("status", "running") != "running"
            if path.exists():
                state = path.stat()
                if state.st_ino != inode or state.st_size < offset:
                    inode, offset, kept = state.st_ino, 0, 0
                for line, row, end in _lines(path, offset):
                    offset, key = end, hash(line)
                    if kept < len(given) and given[kept] == key:
                        kept += 1
                        continue
                    del given[kept:]
                    given.append(key)
                    kept += 1
                    yield row
            if over:
                return
            time.sleep(poll_seconds)

    def rewind(self, step: int) -> int:
        """Forget what was written for steps after ``step``, and torn last lines.

        Each file is rewritten beside itself and then renamed, so that a crash leaves it either as
        it was or rewound. Rows without a step stay.

        Returns:
            How many rows were dropped.

        Raises:
            InputError: a line before the last is not a JSON object; nothing is dropped from it.
        """
        dropped = 0
        for name in NAMES:
            path = self.file(name)
            if not path.exists():
                continue
            temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
            try:
                with temporary.open("wb") as file:
                    for line, row, _ in _lines(path):
                        at = row.get("step")
                        if isinstance(at, (int, float)) and at > step:
                            dropped += 1
                        else:
                            file.write(line + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
                temporary.replace(path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
        return dropped


def library_versions(
    names: Iterable[str] = ("numpy", "torch", "transformers", "trl"),
) -> dict[str, str]:
    """Versions of Python, the platform and those of the named distributions that are installed."""
    versions = {"python": platform.python_version(), "platform": platform.platform()}
    for name in names:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _lines(path: Path, offset: int = 0) -> Iterator[tuple[bytes, dict[str, Any], int]]:
    """(line without its end, row, where the line ends) of each row from byte ``offset`` on.

    A torn last line is passed over.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    with file:
        file.seek(offset)
        end = offset
        for number, line in enumerate(file, 1):
            end += len(line)
            text = line.strip()
            if not text:
                continue
            where = f"{path}: row {number}" + (f" from byte {offset}" if offset else "")
            try:
                row = json.loads(text)
            except (ValueError, RecursionError) as error:
                if not line.endswith(b"\n"):
                    return
                raise InputError(f"{where}: not JSON: {error}") from None
            if not isinstance(row, dict):
                raise InputError(f"{where}: must be a JSON object, not {type(row).__name__}")
            yield text, row, end


def _mend(descriptor: int) -> None:
    """Make the file end with a whole line: end a row that lacks only that, cut off a torn one."""
    end = os.fstat(descriptor).st_size
    if end == 0 or os.pread(descriptor, 1, end - 1) == b"\n":
        return
    start, tail = end, b""
    while start and b"\n" not in tail:
        width = min(1 << 16, start)
        start -= width
        tail = os.pread(descriptor, width, start) + tail
    torn = tail.rpartition(b"\n")[2]
    try:
        whole = isinstance(json.loads(torn), dict)
    except (ValueError, RecursionError):
        whole = False
    if whole:
        os.pwrite(descriptor, b"\n", end)
    else:
        os.ftruncate(descriptor, end - len(torn))


def _plain(value: Any) -> Any:
    """The value as JSON can hold it: array scalars as numbers, nan and infinities as null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):  # arrays and their scalars, without importing their library
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value

"""Rows out of JSON, JSON lines, gzip and parquet; and the values that rows hide in text."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from microcoder.errors import MissingExtra, ProblemError

SUFFIXES = ".jsonl, .json, .jsonl.gz, .json.gz or .parquet"


def read_rows(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield (number from 1, row); a line that is no JSON is yielded as the error it raised.

    Raises:
        ProblemError: the file cannot be read at all.
        MissingExtra: it is parquet, and pyarrow is not installed.
    """
    name = path.name.removesuffix(".gz")
    try:
        if name.endswith(".parquet"):
            yield from _parquet(path)
        elif name.endswith(".jsonl"):
            opened = gzip.open if path.suffix == ".gz" else open
            with opened(path, "rt", encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        yield number, _parsed(line)
        elif name.endswith(".json"):
            raw = path.read_bytes()
            text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()
            whole = _parsed(text)
            if isinstance(whole, Exception):
                if "\n" not in text.strip():
                    raise ProblemError(f"{path}: not a JSON file: {whole}")
                # JSON lines under the wrong name, as some sets have them
                lines_ = text.splitlines()
                yield from ((n, _parsed(s)) for n, s in enumerate(lines_, 1) if s.strip())
            else:
                yield from enumerate(whole if isinstance(whole, list) else [whole], 1)
        else:
            raise ProblemError(f"{path}: is no file we read; it must end in {SUFFIXES}")
    except FileNotFoundError:
        raise ProblemError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError, EOFError) as error:
        raise ProblemError(f"{path}: cannot be read: {error}") from None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        return ValueError(f"not JSON: {error}")


def _parquet(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise MissingExtra("reading parquet", "data", "pyarrow") from None
    number = 0
    try:
        for batch in parquet.ParquetFile(path).iter_batches(batch_size=256):
            for row in batch.to_pylist():
                number += 1
                yield number, {name: value for name, value in row.items() if value is not None}
    except pyarrow.ArrowException as error:
        raise ProblemError(f"{path}: not a parquet file: {error}") from None


def text(row: dict[str, Any], name: str, where: str) -> str:
    """A field that must be text.

    Raises:
        ProblemError: it is missing or something else.
    """
    if not isinstance(row.get(name), str):
        raise ProblemError(f"{where}: field '{name}' must be text")
    return str(row[name])


def decoded(value: Any, name: str, where: str) -> Any:
    """A value, or what the JSON text in its place says.

    Raises:
        ProblemError: it is text, and not JSON.
    """
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise ProblemError(f"{where}: field '{name}' is not JSON: {error}") from None

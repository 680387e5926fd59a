"""Reads what a function returned, as data: the counterpart of the harness's encoder.

The bytes come from the program's side of the wall, so nothing in them is trusted: every length is
checked, nothing is looked up, no constructor but a builtin's is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SetValue:
    """A set that was returned; its members need not be hashable here, and have no order."""

    members: list[Any]


class MalformedValue(ValueError):
    """The bytes are not what the encoder writes."""


MAX_DEPTH = 450


def decode(data: bytes) -> Any:
    """The value in ``data``.

    Raises:
        MalformedValue: there is no value, or more than one, or it is nested too deep.
    """
    try:
        value, end = _value(data, 0, 0)
    except MalformedValue:
        raise
    except (ValueError, IndexError, TypeError, OverflowError) as error:
        raise MalformedValue(f"unreadable value: {error}") from None
    if end != len(data):
        raise MalformedValue("bytes after the value")
    return value


def _value(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    tag, at = data[at : at + 1], at + 1
    if tag in (b"N", b"T", b"F"):
        return {b"N": None, b"T": True, b"F": False}[tag], at
    if tag in (b"I", b"D"):
        end = data.index(b";", at)
        text = data[at:end].decode("ascii")
        return (int(text, 16) if tag == b"I" else float.fromhex(text)), end + 1
    if tag in (b"S", b"B", b"A"):
        end = data.index(b":", at)
        begin, size = end + 1, int(data[at:end])
        raw = data[begin : begin + size]
        if size < 0 or len(raw) != size:
            raise MalformedValue("a length reaches past the end")
        if tag == b"S":
            return raw.decode("utf-8", "surrogatepass"), begin + size
        if tag == b"B":
            return raw, begin + size
        return [int(part, 16) for part in raw.split(b",")], begin + size
    if tag not in (b"L", b"U", b"E", b"M"):
        raise MalformedValue(f"no such tag: {tag!r}")
    if depth > MAX_DEPTH:
        raise MalformedValue("nested too deep")
    end = data.index(b";", at)
    count, at = int(data[at:end]), end + 1
    items = []
    for _ in range(count * 2 if tag == b"M" else count):
        item, at = _value(data, at, depth + 1)
        items.append(item)
    if tag == b"L":
        return items, at
    if tag == b"U":
        return tuple(items), at
    if tag == b"E":
        return SetValue(items), at
    return dict(zip(items[::2], items[1::2], strict=True)), at

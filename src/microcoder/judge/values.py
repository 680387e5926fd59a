"""Reads what a function returned, as data: the counterpart of the harness's encoder.

The bytes come from the program's side of the wall, so nothing in them is trusted: every length is
checked, nothing is looked up, no constructor but a builtin's is called.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SetValue:
    """A set that was returned; its members need not be hashable here, and have no order."""

    members: list[Any]

    def __hash__(self) -> int:  # a set may be a key
        return hash(len(self.members))


class MalformedValue(ValueError):
    """The bytes are not what the encoder writes."""


MAX_DEPTH = 450
COUNT_DIGITS = 20
COUNT = re.compile(rb"[0-9]{1,%d}" % COUNT_DIGITS)
INTEGER = re.compile(rb"-?[0-9a-f]++")
INTEGERS = re.compile(rb"-?[0-9a-f]++(?:,-?[0-9a-f]++)*+")
FLOAT = re.compile(rb"-?0x[01]\.[0-9a-f]{1,13}p[+-][0-9]{1,4}|-?inf|nan")
FLOAT_BYTES = 32
CONSTANTS = {b"N": None, b"T": True, b"F": False}


def decode(data: bytes) -> Any:
    """The value in ``data``.

    Raises:
        MalformedValue: there is no value, or more than one, or it is nested too deep.
    """
    try:
        return _decode(data)
    except MalformedValue:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise MalformedValue(f"unreadable value: {error}") from None


def _decode(data: bytes) -> Any:
    at = 0
    unfinished: list[tuple[bytes, int, list[Any]]] = []  # containers: tag, items due, items
    while True:
        tag, at = data[at : at + 1], at + 1
        if tag in b"LUEM" and tag:
            if len(unfinished) == MAX_DEPTH:
                raise MalformedValue("nested too deep")
            count, at = _count(data, at, b";")
            unfinished.append((tag, count * 2 if tag == b"M" else count, []))
        else:
            value, at = _leaf(data, tag, at)
            if not unfinished:
                break
            unfinished[-1][2].append(value)
        while unfinished and len(unfinished[-1][2]) == unfinished[-1][1]:
            tag, _, items = unfinished.pop()
            value = _container(tag, items)
            if unfinished:
                unfinished[-1][2].append(value)
        if not unfinished:
            break
    if at != len(data):
        raise MalformedValue("bytes after the value")
    return value


def _leaf(data: bytes, tag: bytes, at: int) -> tuple[Any, int]:
    if tag in CONSTANTS:
        return CONSTANTS[tag], at
    if tag == b"I":
        end = data.find(b";", at)
        if end < 0 or not INTEGER.fullmatch(data, at, end):
            raise MalformedValue("no integer where one is due")
        return int(data[at:end], 16), end + 1
    if tag == b"D":
        end = data.find(b";", at, at + FLOAT_BYTES)
        if end < 0 or not FLOAT.fullmatch(data, at, end):
            raise MalformedValue("no float where one is due")
        return float.fromhex(data[at:end].decode("ascii")), end + 1
    if not tag or tag not in b"SBA":
        raise MalformedValue(f"no such tag: {tag!r}")
    size, begin = _count(data, at, b":")
    end = begin + size
    if end > len(data):
        raise MalformedValue("a length reaches past the end")
    if tag == b"A":
        if not INTEGERS.fullmatch(data, begin, end):
            raise MalformedValue("no integers where some are due")
        return [int(part, 16) for part in data[begin:end].split(b",")], end
    raw = data[begin:end]
    return (raw.decode("utf-8", "surrogatepass") if tag == b"S" else raw), end


def _count(data: bytes, at: int, mark: bytes) -> tuple[int, int]:
    end = data.find(mark, at, at + COUNT_DIGITS + 1)
    if end < 0 or not COUNT.fullmatch(data, at, end):
        raise MalformedValue("no count where one is due")
    return int(data[at:end]), end + 1


def _container(tag: bytes, items: list[Any]) -> Any:
    if tag == b"L":
        return items
    if tag == b"U":
        return tuple(items)
    if tag == b"E":
        return SetValue(items)
    return dict(zip(items[::2], items[1::2], strict=True))

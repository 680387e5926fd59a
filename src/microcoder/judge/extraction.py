"""Finds the program in a completion.

The rules, in their order: only the text after the last ``</think>`` counts; a fence opens and
closes at the start of a line; the last complete block tagged Python wins, else the last untagged
one that reads as a program; a fence that a prompt opened, or that the reply never closed, still
bounds its code; a reply without fences is a program if it compiles and does something. A reply cut
at the length limit inside its last block has no program: half of one must not score.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from dataclasses import dataclass

FENCE = re.compile(r"^(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$")
PYTHON_TAGS = frozenset({"python", "py", "python3", "python2", "py3", "pypy", "pypy3", "cpython"})
MAX_COMPILED = 1_000_000


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a completion held."""

    code: str | None
    complete: bool
    """The program was there to its end: its fence closed, or the reply ended by itself."""


@dataclass(slots=True)
class _Block:
    tag: str
    body: str
    closed: bool


def extract(completion: str, truncated: bool = False) -> Extraction:
    """The program in a completion.

    Args:
        completion: the model's reply.
        truncated: it was cut at the length limit.
    """
    text = completion.replace("\r\n", "\n").replace("\r", "\n")
    answer = _after_thinking(text)
    if answer is None:
        return Extraction(None, False)
    blocks, before = _blocks(answer)
    if truncated and (not blocks or not blocks[-1].closed):
        return Extraction(None, False)
    if not blocks:
        code = before.strip("\n").rstrip()
        return Extraction(code, True) if _is_program(code) else Extraction(None, False)
    last = blocks[-1]
    if not last.closed and _may_be_python(last.tag) and _is_program(last.body):
        return Extraction(last.body, False)
    whole = [block for block in blocks if block.closed and block.body.strip()]
    tagged = [block for block in whole if block.tag in PYTHON_TAGS]
    if tagged:
        return Extraction(tagged[-1].body, True)
    untagged = [block for block in whole if not block.tag]
    programs = [block for block in untagged if _is_program(block.body)]
    for found in (programs, untagged):
        if found:
            return Extraction(found[-1].body, True)
    return Extraction(None, False)


def _after_thinking(text: str) -> str | None:
    """The answer proper; None when the reply is still thinking at its end."""
    head, found, tail = text.rpartition("</think>")
    if "<think>" in (tail if found else text):
        return None
    return tail if found or not head else text


def _blocks(text: str) -> tuple[list[_Block], str]:
    """The fenced blocks of a reply, and the text before the first fence."""
    rows = text.split("\n")
    fences = [(i, m) for i, row in enumerate(rows) if (m := FENCE.match(row))]
    if not fences:
        return [], text
    blocks: list[_Block] = []
    before = "\n".join(rows[: fences[0][0]])
    index = 0
    if _is_bare(fences[0][1]) and _closes_the_prompts_fence(rows, fences, before):
        blocks.append(_Block("", _body(rows, -1, fences[0][0], ""), True))
        index = 1
    while index < len(fences):
        at, opener = fences[index]
        tag = _tag(opener["info"])
        closers = _closers(fences, index, opener)
        if not closers:
            blocks.append(_Block(tag, _body(rows, at, len(rows), opener["indent"]), False))
            break
        chosen = closers[0]
        if len(closers) > 1 and _may_be_python(tag):
            # a row of back-ticks inside a docstring looks like the end: take the first that reads
            bodies = (_body(rows, at, fences[c][0], opener["indent"]) for c in closers[:4])
            readable = (c for c, body in zip(closers, bodies, strict=False) if _compiles(body))
            chosen = next(readable, chosen)
        blocks.append(_Block(tag, _body(rows, at, fences[chosen][0], opener["indent"]), True))
        index = chosen + 1
    return blocks, before


def _is_bare(fence: re.Match[str]) -> bool:
    return not fence["info"].strip()


def _closes_the_prompts_fence(
    rows: list[str], fences: list[tuple[int, re.Match[str]]], before: str
) -> bool:
    """Whether the first fence, bare, ends code that began with the reply itself."""
    if not before.strip() or not _is_program(before.strip("\n")):
        return False
    following = fences[1][1] if len(fences) > 1 else None
    if following is None or not _is_bare(following):
        return True
    return not _is_program(_body(rows, fences[0][0], fences[1][0], ""))


def _closers(
    fences: list[tuple[int, re.Match[str]]], index: int, opener: re.Match[str]
) -> list[int]:
    """Which later fences could end the block: bare, of the same mark, before a tagged one."""
    found: list[int] = []
    for later in range(index + 1, len(fences)):
        fence = fences[later][1]
        if not _is_bare(fence):
            if _tag(fence["info"]) in PYTHON_TAGS and not found:
                continue  # a tagged fence cannot close one
            break
        if fence["mark"][0] == opener["mark"][0] and len(fence["mark"]) >= len(opener["mark"]):
            found.append(later)
    return found


def _tag(info: str) -> str:
    word = info.strip().lower().split()[0] if info.strip() else ""
    return word.strip("{}.:,").split(":")[0]


def _may_be_python(tag: str) -> bool:
    return not tag or tag in PYTHON_TAGS


def _body(rows: list[str], opened: int, closed: int, indent: str) -> str:
    body = rows[opened + 1 : closed]
    if indent:
        body = [row.removeprefix(indent) for row in body]
    return "\n".join(body).strip("\n").rstrip()


# warnings' filters belong to the whole process: one change of them at a time
_WARNINGS = threading.Lock()


def _parse(code: str) -> ast.Module | None:
    if len(code) > MAX_COMPILED:
        return None
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(code.removeprefix("\ufeff"))
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return None


def _compiles(code: str) -> bool:
    return _parse(code) is not None


def _is_program(code: str) -> bool:
    """Whether text reads as a program, not as a word, a number or a list that happens to parse."""
    tree = _parse(code)
    if tree is None:
        return False
    acts = (ast.Call, ast.Await, ast.NamedExpr)
    return any(
        not isinstance(statement, ast.Expr)
        or any(isinstance(node, acts) for node in ast.walk(statement))
        for statement in tree.body
    )

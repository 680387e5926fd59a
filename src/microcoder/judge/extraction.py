"""Finds the program in a completion.

Only the text after the last ``</think>`` counts. A fence stands at the start of a line; a Python
one may also end a line of text. Of the complete blocks tagged Python the policy picks one (by
default the last), else of the untagged ones that read as a program. A fence that a prompt opened,
or that the reply never closed, still bounds its code; a reply without fences is a program if it
compiles and does something. A reply cut at the length limit inside its last block has no program:
half of one must not score.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

PolicyName = Literal["last", "first", "longest", "joined"]
POLICIES: dict[PolicyName, Callable[[list[str]], str]] = {
    "last": lambda bodies: bodies[-1],
    "first": lambda bodies: bodies[0],
    "longest": lambda bodies: max(bodies, key=len),
    "joined": "\n\n".join,
}
"""Which of several blocks is the program, by name."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a completion held."""

    code: str | None
    complete: bool
    """The program was there to its end: its fence closed, or the reply ended by itself."""


def extract(completion: str, truncated: bool = False, policy: PolicyName = "last") -> Extraction:
    """The program in a completion.

    Args:
        completion: the model's reply.
        truncated: it was cut at the length limit.
        policy: which block, where several could be the program.
    """
    answer = _after_thinking(_tidied(completion))
    if answer is None:
        return Extraction(None, False)
    blocks, before = _blocks(answer)
    if not blocks:
        code = None if truncated else _bare_program(before)
        return Extraction(code, code is not None)
    last = blocks[-1]
    if not last.closed and last.may_be_python:
        if truncated:
            return Extraction(None, False)
        if _is_program(last.body):
            return Extraction(last.body, False)
    whole = [block for block in blocks if block.closed and _has_code(block.body)]
    tagged = [block.body for block in whole if block.is_python]
    untagged = [block.body for block in whole if not block.tag]
    choose = POLICIES[policy]
    if tagged:
        return Extraction(choose(tagged), True)
    if untagged:
        return Extraction(choose([b for b in untagged if _is_program(b)] or untagged), True)
    return Extraction(None, False)


# --- the text ----------------------------------------------------------------------------------

THINKING = r"(?:think|thinking|thought|reasoning)"
# next to a quote or a back-tick a tag is spoken of, or stands in a program's text
THINKING_BEGINS = re.compile(rf"(?<![\"'`])<{THINKING}>")
THINKING_ENDS = re.compile(rf"</{THINKING}>(?![\"']|`(?!``))")
END_TOKENS = re.compile(r"(?:\s|</s>|<eos>|<end_of_turn>|<[|｜][\w▁]+[|｜]>)*\Z")
WRAPPERS = (
    ("<answer>", "</answer>"),
    ("<solution>", "</solution>"),
    ("<python>", "</python>"),
    ("<code>", "</code>"),
    ("[PYTHON]", "[/PYTHON]"),
)


def _tidied(completion: str) -> str:
    text = completion.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    tail = text[-200:]  # more of them would be no accident
    end = END_TOKENS.search(tail)
    return text[: len(text) - len(tail) + end.start()] if end else text


def _after_thinking(text: str) -> str | None:
    """The answer proper; None when the reply is still thinking at its end."""
    at = 0
    for tag in THINKING_ENDS.finditer(text):
        at = tag.end()
    return None if THINKING_BEGINS.search(text, at) else text[at:]


def _bare_program(text: str) -> str | None:
    """The program in a text without fences."""
    code = _tidy_body(_without_tag_line(text).split("\n"))
    if _is_program(code):
        return code
    for begin, end in WRAPPERS:
        stop = text.rfind(end)
        stop = len(text) if stop < 0 else stop
        start = text.rfind(begin, 0, stop)
        if start >= 0:
            code = _tidy_body(text[start + len(begin) : stop].split("\n"))
            return code if _is_program(code) else None
    return None


def _without_tag_line(text: str) -> str:
    """The text less a first line that ends a fence begun in the prompt: "python"."""
    first, _, rest = text.lstrip("\n").partition("\n")
    return rest if PYTHON.fullmatch(first.strip().lower()) else text


# --- the blocks --------------------------------------------------------------------------------

FENCE = re.compile(r"^(?P<indent>[ \t]*+)(?P<mark>`{3,}+|~{3,}+)[ \t]*+(?P<info>[^`\n]*)$")
TAG = re.compile(r"[\s{.]*(?:lang(?:uage)?-)?(?P<tag>[\w.+#-]*)")
PYTHON = re.compile(r"(?:c|i|)python[0-9.]*|py[0-9.]*|pypy[0-9.]*|\S+\.py")
DOCUMENT = frozenset({"markdown", "md"})
MAX_CLOSERS = 8
MAX_FENCES_SEEN = 64
MAX_FENCES = 500
"""Earlier ones are text: no reply in earnest has as many, and time must not grow with them."""


@dataclass(slots=True)
class _Fence:
    row: int
    indent: str
    mark: str
    info: str
    after_text: bool = False

    @property
    def is_bare(self) -> bool:
        """No language: it may close a block. What begins with < is an end tag or token."""
        return not self.info or self.info.startswith("<")

    @property
    def tag(self) -> str:
        found = None if self.is_bare else TAG.match(self.info.lower())
        return found["tag"].strip(".-") if found else ""

    @property
    def is_python(self) -> bool:
        return PYTHON.fullmatch(self.tag) is not None

    def may_close(self, opener: _Fence) -> bool:
        same = self.mark[0] == opener.mark[0] and len(self.mark) >= len(opener.mark)
        return same and self.is_bare and not self.after_text


@dataclass(slots=True)
class _Block:
    tag: str
    is_python: bool
    body: str
    closed: bool

    @property
    def may_be_python(self) -> bool:
        return not self.tag or self.is_python


def _blocks(text: str) -> tuple[list[_Block], str]:
    """The fenced blocks of a reply, and the text before the first fence."""
    rows = text.split("\n")
    fences = list(_fences(rows))[-MAX_FENCES:]
    if not fences:
        return [], text
    blocks: list[_Block] = []
    before = "\n".join(rows[: fences[0].row])
    index = 0
    if fences[0].is_bare and (code := _prompts_program(rows, fences, before)):
        blocks.append(_Block("", False, code, True))
        index = 1
    while index < len(fences):
        opener = fences[index]
        if opener.tag in DOCUMENT:  # around the blocks
            index += 1
            continue
        closers, inner = _closers(fences, index)
        if inner and not opener.is_python:  # left open
            index += 1
            continue
        end = _end_of_block(rows, fences, opener, closers, inner)
        if end is None:
            blocks.append(_open_block(opener, _body(rows, opener, len(rows))))
            break
        body = _body(rows, opener, fences[end].row)
        blocks.append(_Block(opener.tag, opener.is_python, body, True))
        index = end if end == inner else end + 1
    return blocks, before


def _fences(rows: list[str]) -> Iterator[_Fence]:
    for number, row in enumerate(rows):
        if "```" not in row and "~~~" not in row:
            continue
        if match := FENCE.match(row):
            yield _Fence(number, match["indent"], match["mark"], match["info"].strip())
        else:
            at = max(row.rfind("```"), row.rfind("~~~"))
            info = row[at + 3 :].strip()
            if len(info) < 20 and PYTHON.fullmatch(info.lower()):
                yield _Fence(number, "", row[at : at + 3], info, after_text=True)


def _prompts_program(rows: list[str], fences: list[_Fence], before: str) -> str | None:
    """The code that began with the reply itself, where the first fence, bare, ends it."""
    code = _tidy_body(_without_tag_line(before).split("\n"))
    if not code or not _is_program(code):
        return None
    if len(fences) > 1 and fences[1].is_bare:
        between = _body(rows, fences[0], fences[1].row)
        if _is_program(between):
            return None
    return code


def _closers(fences: list[_Fence], index: int) -> tuple[list[int], int | None]:
    """Which later fences could end the block; and the first with a tag, where it precedes them."""
    opener = fences[index]
    found: list[int] = []
    inner: int | None = None
    for later in range(index + 1, len(fences)):
        fence = fences[later]
        if fence.may_close(opener):
            found.append(later)
        elif not fence.is_bare and not fence.after_text:
            if found or not opener.is_python:
                inner = inner if found else later
                break
            inner = inner or later  # a tagged fence cannot close one
        # bounded, or a reply of fences alone would take quadratic time
        enough = later > index + MAX_FENCES_SEEN and (found or inner is not None)
        if len(found) == MAX_CLOSERS or enough:
            break
    return found, inner


def _end_of_block(
    rows: list[str], fences: list[_Fence], opener: _Fence, closers: list[int], inner: int | None
) -> int | None:
    """The fence that ends the block; a row of back-ticks in a docstring only looks like the end."""
    if closers and not (opener.is_bare or opener.is_python):
        return closers[0]
    if closers and inner is None:
        first = _body(rows, opener, fences[closers[0]].row)
        if first.count('"""') % 2 == 0 and first.count("'''") % 2 == 0:
            return closers[0]
    for closer in closers:
        if _parse(_body(rows, opener, fences[closer].row)) is not None:
            return closer
    return inner or (closers[0] if closers else None)  # the next block began without an end


def _open_block(opener: _Fence, body: str) -> _Block:
    """The last block, never closed, or closed at the end of a row of code."""
    block = _Block(opener.tag, opener.is_python, body, False)
    at = body.find(opener.mark + "\n")
    at = len(body) - len(opener.mark) if at < 0 and body.endswith(opener.mark) else at
    if at > 0 and block.may_be_python and _is_program(body[:at]):
        return _Block(opener.tag, opener.is_python, body[:at].rstrip(), True)
    return block


def _body(rows: list[str], opener: _Fence, closed: int) -> str:
    body = rows[opener.row + 1 : closed]
    if opener.indent:
        body = [row.removeprefix(opener.indent) for row in body]
    return _tidy_body(body)


def _tidy_body(rows: list[str]) -> str:
    """Code without blank edges, moved to the margin where all of it is indented."""
    code = "\n".join(rows).strip("\n").rstrip()
    margin = code[: len(code) - len(code.lstrip(" \t"))]
    if margin:
        cut = code.split("\n")
        if all(row.startswith(margin) or not row.strip() for row in cut):
            code = "\n".join(row.removeprefix(margin) for row in cut)
    return code


# --- the code ----------------------------------------------------------------------------------

MAX_COMPILED = 1_000_000


def _has_code(body: str) -> bool:
    """Neither empty, nor comments alone, nor a session of the interpreter."""
    rows = (row.lstrip() for row in body.split("\n"))
    first = next((row for row in rows if row and not row.startswith("#")), ">>>")
    return not first.startswith(">>>")


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

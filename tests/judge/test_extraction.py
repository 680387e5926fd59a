"""Which part of a reply is the program."""

from __future__ import annotations

import textwrap
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microcoder.judge import Extraction, extract
from microcoder.judge.extraction import PolicyName

BLOCK = "```python\nprint(1)\n```"


def test_a_reply_cut_inside_its_block_has_no_program() -> None:
    assert extract("Here:\n```python\nprint(1)\n", truncated=True) == Extraction(None, False)


def test_a_draft_does_not_stand_in_for_the_block_that_was_cut() -> None:
    assert extract(BLOCK + "\nBetter:\n```python\nprint(2", truncated=True).code is None


def test_a_reply_cut_after_its_block_still_has_it() -> None:
    assert extract(BLOCK + "\nThis works beca", truncated=True) == Extraction("print(1)", True)


def test_code_without_fences_that_was_cut_is_no_program() -> None:
    assert extract("import sys\nprint(1)\n", truncated=True) == Extraction(None, False)


def test_an_unclosed_block_that_does_not_compile_gives_way_to_a_whole_one() -> None:
    assert extract(BLOCK + "\nor\n```python\nprint((").code == "print(1)"


def test_unended_thinking_has_no_answer() -> None:
    assert extract("<think>\n" + BLOCK) == Extraction(None, False)


def test_thinking_whose_start_stands_in_the_prompt_is_left_out() -> None:
    assert extract("hm\n```python\nprint(0)\n```\n</think>\nNo code after all.").code is None


def test_an_indented_block_is_moved_to_the_margin() -> None:
    reply = "1. Do\n   ```python\n   for x in []:\n       print(x)\n   ```\n"
    assert extract(reply).code == "for x in []:\n    print(x)"


def test_a_docstring_with_fences_does_not_end_the_program() -> None:
    code = 'def f():\n    """Use:\n```\nf()\n```\n    """\n    return 1'
    assert extract(f"```python\n{code}\n```\n").code == code


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert extract("````python\ns = '''\n```\n'''\n````\n").code == "s = '''\n```\n'''"


def test_tildes_fence_too() -> None:
    assert extract("~~~python\nprint(1)\n~~~\n").code == "print(1)"


@pytest.mark.parametrize("tag", ["cpp", "java", "bash"])
def test_another_language_is_no_program(tag: str) -> None:
    assert extract(f"```{tag}\nmain\n```").code is None


def test_code_that_continues_the_prompts_fence_ends_at_it() -> None:
    reply = "def f():\n    return 1\n```\nIt returns one:\n```\n1\n```\n"
    assert extract(reply).code == "def f():\n    return 1"


@pytest.mark.parametrize(
    "text", ["Done", "42", "", "[1, 2]", "print", "```\n```", "```python\n```"]
)
def test_words_and_values_are_no_program(text: str) -> None:
    assert extract(text) == Extraction(None, False)


def test_a_warning_about_the_code_is_nobodys_error() -> None:
    assert extract("```\nprint('\\d')\n```").code == "print('\\d')"


@given(st.text(alphabet="`~ab \n#p<>/think", max_size=200), st.booleans())
def test_no_text_breaks_it(text: str, truncated: bool) -> None:
    found = extract(text, truncated)
    assert found.code is None or found.code.strip()


@given(st.text(alphabet="abc =1()'\n", min_size=1, max_size=60).filter(str.strip))
def test_what_stands_in_a_tagged_block_comes_out(body: str) -> None:
    found = extract(f"Text\n```python\n{body}\n```\nMore.").code or ""
    assert textwrap.dedent(found) == textwrap.dedent(body.strip("\n").rstrip())


@pytest.mark.parametrize(
    "line",
    ["```python", "```", "```text", "```markdown", "~~~py", "text ```python", "x = 1", "<think>"],
)
def test_a_reply_of_a_megabyte_is_read_in_linear_time(line: str) -> None:
    def seconds(count: int) -> float:
        began = time.process_time()
        extract(f"{line}\n" * count)
        return time.process_time() - began

    size = 1_000_000 // (len(line) + 1)
    assert seconds(size) < 1.0 + 12 * seconds(size // 4)


@pytest.mark.parametrize(
    ("policy", "code"),
    [("last", "b = 1"), ("first", "a = 22"), ("longest", "a = 22"), ("joined", "a = 22\n\nb = 1")],
)
def test_the_policy_says_which_block_counts(policy: PolicyName, code: str) -> None:
    reply = "```python\na = 22\n```\nor\n```python\nb = 1\n```\n"
    assert extract(reply, policy=policy).code == code

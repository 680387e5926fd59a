"""Tests in all the forms that published rows hold them.

    {"inputs": [...], "outputs": [...], "fn_name": ...}        APPS, TACO, PRIME, DeepCoder
    {"input_output": <the above, as text>}                     LiveCodeBench's evaluation
    {"functional": "def check(candidate): ..."}                DeepCoder's LeetCode
    [{"input", "output", "testtype" or "type", "metadata"}]    LiveCodeBench, rLLM
    [{"input": {"stdin"}, "output": {"stdout"}}]               SandboxFusion
    ["assert ...", ...]                                        KodCode, MBPP
    any of them as JSON text, or as base64 of zlib of a pickle of text

A pickle is read by a loader that makes plain containers and text, and nothing else.
"""

from __future__ import annotations

import ast
import base64
import binascii
import io
import json
import pickle
import zlib
from dataclasses import dataclass
from typing import Any

from microcoder.errors import ProblemError
from microcoder.problem import Kind, TestCase
from microcoder.problemsets.asserts import called_name, function_tests

UNPACKED_BYTES = 1 << 30
"""More than this a packed payload may not hold."""


@dataclass(frozen=True, slots=True)
class Tests:
    """Tests with the kind of problem they make."""

    __test__ = False

    kind: Kind
    cases: tuple[TestCase, ...]
    entry_point: str | None = None
    """The bare name of the function, without a class."""


class _TextOnly(pickle.Unpickler):
    """Reads what needs no class and no function."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"it holds {module}.{name}; only plain text is read")

    def persistent_load(self, pid: Any) -> Any:
        raise pickle.UnpicklingError("it points outside itself; only plain text is read")


def unpacked(packed: str, name: str, where: str) -> Any:
    """What base64 of zlib of a pickle, or of JSON, holds.

    Raises:
        ProblemError: it is none, is too large, or holds more than plain data.
    """
    try:
        raw = base64.b64decode(packed, validate=True)
        inflater = zlib.decompressobj()
        data = inflater.decompress(raw, UNPACKED_BYTES)
        if inflater.unconsumed_tail:
            raise ProblemError(f"{where}: field '{name}' unpacks to more than a gigabyte")
        if data[:1] in (b"{", b"["):
            return json.loads(data)
        return _TextOnly(io.BytesIO(data)).load()
    except (binascii.Error, zlib.error) as error:
        raise ProblemError(
            f"{where}: field '{name}' is neither JSON nor base64 of zlib: {error}"
        ) from None
    except (pickle.UnpicklingError, EOFError, ValueError, IndexError, KeyError, TypeError,
            AttributeError, OverflowError, MemoryError) as error:  # fmt: skip
        raise ProblemError(f"{where}: field '{name}' cannot be unpickled: {error}") from None


def read_tests(
    value: Any, name: str, where: str, entry_point: str | None = None, *, wrapped: bool = False
) -> Tests:
    """The tests in a field, whatever their form.

    Args:
        value: the field.
        name: what it is called, for errors.
        where: file and row, for errors.
        entry_point: the function that is called, where another field tells.
        wrapped: values of functions stand in a list of one (APPS).

    Raises:
        ProblemError: naming the field and test.
    """
    if isinstance(value, (str, bytes)):
        packed = value if isinstance(value, str) else value.decode("ascii", "replace")
        if packed.lstrip()[:1] in ("{", "["):
            try:
                value = json.loads(packed)
            except (ValueError, RecursionError) as error:
                raise ProblemError(f"{where}: field '{name}' is not JSON: {error}") from None
        elif packed.lstrip().startswith(("def ", "assert ", "import ", "from ")):
            return from_check(packed, name, where)
        else:
            value = unpacked(packed, name, where)
        return read_tests(value, name, where, entry_point, wrapped=wrapped)
    if isinstance(value, dict):
        if "input_output" in value:
            return read_tests(value["input_output"], name, where, entry_point, wrapped=wrapped)
        if isinstance(value.get("functional"), str):
            return from_check(value["functional"], name, where)
        if "inputs" in value and "outputs" in value:
            return _from_columns(value, name, where, entry_point, wrapped)
        raise ProblemError(
            f"{where}: field '{name}' holds no tests: it has neither 'inputs' and 'outputs' nor "
            f"'functional', but {', '.join(map(str, value)) or 'nothing'}"
        )
    if isinstance(value, list) and value and all(isinstance(v, str) for v in value):
        return from_asserts(value, name, where)
    if isinstance(value, list) and value:
        return _from_list(value, name, where, entry_point)
    raise ProblemError(f"{where}: field '{name}' holds no tests")


def _from_columns(
    value: dict[str, Any], name: str, where: str, entry_point: str | None, wrapped: bool
) -> Tests:
    inputs, outputs = value["inputs"], value["outputs"]
    if not isinstance(inputs, list) or not isinstance(outputs, list) or not inputs:
        raise ProblemError(f"{where}: field '{name}': 'inputs' and 'outputs' must be filled lists")
    if len(inputs) != len(outputs):
        raise ProblemError(
            f"{where}: field '{name}' has {len(inputs)} inputs and {len(outputs)} outputs"
        )
    function = value.get("fn_name") or entry_point
    if not function:
        pairs = zip(inputs, outputs, strict=True)
        return Tests("stdin", tuple(TestCase(_lines(i), _lines(o)) for i, o in pairs))
    if all(isinstance(i, str) for i in inputs):  # LiveCodeBench: one JSON value a line
        cases = [
            _called(i, o, f"{where}: field '{name}': test {n}")
            for n, (i, o) in enumerate(zip(inputs, outputs, strict=True))
        ]
        return Tests("function", tuple(cases), str(function))
    if wrapped and all(isinstance(o, list) and len(o) == 1 for o in outputs):
        outputs = [o[0] for o in outputs]
    given = [list(i) if isinstance(i, (list, tuple)) else [i] for i in inputs]
    cases = [TestCase(i, o) for i, o in zip(given, outputs, strict=True)]
    return Tests("function", tuple(cases), str(function))


def _from_list(rows: list[Any], name: str, where: str, entry_point: str | None) -> Tests:
    cases: list[TestCase] = []
    kinds: set[Kind] = set()
    for number, row in enumerate(rows):
        here = f"{where}: field '{name}': test {number}"
        if not isinstance(row, dict) or "input" not in row or "output" not in row:
            raise ProblemError(f"{here} must be an object with 'input' and 'output'")
        given, output = row["input"], row["output"]
        if isinstance(given, dict) and "stdin" in given:
            given = given["stdin"]
        if isinstance(output, dict) and "stdout" in output:
            output = output["stdout"]
        said = row.get("testtype") or row.get("type")
        about = row.get("metadata")
        if isinstance(about, dict):
            entry_point = about.get("func_name") or entry_point
        functional = said == "functional" or (said is None and entry_point is not None)
        kinds.add("function" if functional else "stdin")
        if functional:
            cases.append(_called(given, output, here))
        else:
            cases.append(TestCase(_lines(given), _lines(output)))
    if len(kinds) > 1:
        raise ProblemError(f"{where}: field '{name}' mixes stdin and functional tests")
    if kinds == {"function"} and entry_point is None:
        raise ProblemError(f"{where}: field '{name}' has functional tests, and no function's name")
    return Tests(kinds.pop(), tuple(cases), entry_point)


def _called(given: Any, output: Any, where: str) -> TestCase:
    """A call as LiveCodeBench writes it: arguments as JSON, one a line; the value as JSON."""
    if not isinstance(given, str) or not isinstance(output, str):
        return TestCase(list(given) if isinstance(given, list) else [given], output)
    arguments = [_value(line, where) for line in given.split("\n") if line.strip()]
    return TestCase(arguments, _value(output, where))


def _value(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        value = ast.literal_eval(text)
        json.dumps(value, allow_nan=False)
        return value
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise ProblemError(f"{where}: {text[:60]!r} is no JSON value") from None


def _lines(value: Any) -> str:
    """Standard input or output; some sets store it as a list of lines."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(_lines(v) for v in value)
    return str(value)


def from_check(source: str, name: str, where: str, prelude: str = "") -> Tests:
    """The tests of ``def check(candidate)`` about ``Solution`` or a function.

    Where it holds more than plain equalities, one script test that calls it with the method.

    Raises:
        ProblemError: it is no Python, or defines no check.
    """
    tree = _tree(source, name, where)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "check" and node.args.args:
            candidate = node.args.args[0].arg
            cases = function_tests(node.body, candidate)
            if cases:
                return Tests("function", tuple(cases))
            script = f"{prelude}\n{source}\n\ncheck({{entry_point}})\n"
            return Tests("script", (TestCase({"script": script}, None),))
    return from_asserts([source], name, where)


def from_asserts(lines: list[str], name: str, where: str, function: str | None = None) -> Tests:
    """The tests of assert statements; as one script where they are more than plain equalities.

    Args:
        lines: the statements, a string for each or for all.
        name: of the field, for errors.
        where: file and row, for errors.
        function: what they are about, where another field tells.

    Raises:
        ProblemError: they are no Python, or assert nothing.
    """
    source = "\n".join(lines)
    tree = _tree(source, name, where)
    if not any(isinstance(node, ast.Assert) for node in ast.walk(tree)):
        raise ProblemError(f"{where}: field '{name}' asserts nothing")
    function = function or called_name(source)
    cases = function_tests(tree.body, function) if function else None
    if cases:
        return Tests("function", tuple(cases), function)
    return Tests("script", (TestCase({"script": f"{source}\n"}, None),), function)


def _tree(source: str, name: str, where: str) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ProblemError(f"{where}: field '{name}' is no Python: {error}") from None


def in_class(entry_point: str | None, *codes: str | None) -> str | None:
    """``Solution.f`` where a starter or a solution has that class, else ``f``."""
    if entry_point is None or "." in entry_point:
        return entry_point
    if any(code and "class Solution" in code for code in codes):
        return f"Solution.{entry_point}"
    return entry_point

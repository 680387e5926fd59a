"""Assertions turned into tests whose expectations stay outside the sandbox.

``assert f(1, [2]) == 3`` says: call f with [1, [2]] and expect 3. A line that says more (a
tolerance, a loop, a set or tuple as an argument, which JSON cannot hold) stays a script.
"""

from __future__ import annotations

import ast
import math
from typing import Any

from microcoder.problem import TestCase


class _NotPlain(Exception):
    """A line or value that has no exact counterpart in JSON."""


def function_tests(statements: list[ast.stmt], name: str) -> list[TestCase] | None:
    """The tests that a body of assertions about ``name`` makes; None unless all of it converts."""
    tests: list[TestCase] = []
    for statement in statements:
        if _says_nothing(statement):
            continue
        try:
            tests.append(_test(statement, name))
        except _NotPlain:
            return None
    return tests or None


def called_name(source: str) -> str | None:
    """The function that ``assert f(...) == ...`` is about."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                if isinstance(side, ast.Call) and isinstance(side.func, ast.Name):
                    return side.func.id
    return None


def _says_nothing(statement: ast.stmt) -> bool:
    """A docstring, or ``assert True``."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(statement, ast.Assert):
        value = statement.test
        return isinstance(value, ast.Constant) and value.value is True
    return isinstance(value, ast.Constant)


def _test(statement: ast.stmt, name: str) -> TestCase:
    if not isinstance(statement, ast.Assert) or not isinstance(statement.test, ast.Compare):
        raise _NotPlain
    compare = statement.test
    call = compare.left
    if (
        len(compare.ops) != 1
        or not isinstance(compare.ops[0], ast.Eq)
        or not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Name)
        or call.func.id != name
        or call.keywords
    ):
        raise _NotPlain
    arguments = [_plain(_literal(a), tuples=False) for a in call.args]
    return TestCase(arguments, _plain(_literal(compare.comparators[0]), tuples=True))


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        raise _NotPlain from None


def _plain(value: Any, *, tuples: bool) -> Any:
    """A value as JSON holds it; in expectations a tuple may stand as a list."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, list) or (tuples and isinstance(value, tuple)):
        return [_plain(v, tuples=tuples) for v in value]
    if isinstance(value, dict) and all(isinstance(k, str) for k in value):
        return {k: _plain(v, tuples=tuples) for k, v in value.items()}
    raise _NotPlain

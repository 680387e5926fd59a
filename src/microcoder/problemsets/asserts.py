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


NODES = frozenset({"list_node", "tree_node"})
"""Helpers that make a linked list or a tree of a list; the judge does so by itself."""
SAME = frozenset({"is_same_list", "is_same_tree"})


def function_tests(statements: list[ast.stmt], name: str) -> list[TestCase] | None:
    """The tests that a body of assertions about ``name`` makes; None unless all of it converts.

    Args:
        statements: ``assert name(...) == value``; ``given = {...}`` before
            ``assert name(**given) == value``; ``assert is_same_list(name(...), list_node(...))``.
        name: of the function, or of a method on any name (``solution.f`` for ``f``).
    """
    tests: list[TestCase] = []
    variables: dict[str, Any] = {}
    for statement in statements:
        if _says_nothing(statement):
            continue
        try:
            if isinstance(statement, ast.Assign):
                _remember(statement, variables)
            else:
                tests.append(_test(statement, name, variables))
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


def _remember(statement: ast.Assign, variables: dict[str, Any]) -> None:
    """``name = literal``; ``name = Class()`` makes an instance whose methods are called."""
    (target,) = statement.targets if len(statement.targets) == 1 else (None,)
    if not isinstance(target, ast.Name):
        raise _NotPlain
    value = statement.value
    if isinstance(value, ast.Call) and ast.unparse(value) == "Solution()":
        return
    variables[target.id] = _literal(value)


def _test(statement: ast.stmt, name: str, variables: dict[str, Any]) -> TestCase:
    if not isinstance(statement, ast.Assert):
        raise _NotPlain
    test = statement.test
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
        call, expected = test.left, test.comparators[0]
    elif (
        isinstance(test, ast.Call)
        and isinstance(test.func, ast.Name)
        and test.func.id in SAME
        and len(test.args) == 2
    ):
        call, expected = test.args
    else:
        raise _NotPlain
    if not isinstance(call, ast.Call) or _callee(call) != name:
        raise _NotPlain
    arguments: Any
    if call.keywords and not call.args:
        arguments = {}
        for keyword in call.keywords:
            if keyword.arg is not None:
                arguments[keyword.arg] = _argument(keyword.value)
            elif isinstance(keyword.value, ast.Name) and keyword.value.id in variables:
                arguments |= variables[keyword.value.id]
            else:
                raise _NotPlain
    elif not call.keywords:
        arguments = [_argument(a) for a in call.args]
    else:
        raise _NotPlain
    return TestCase(_plain(arguments, tuples=False), _plain(_argument(expected), tuples=True))


def _callee(call: ast.Call) -> str:
    """``f`` of ``f(...)`` and of ``anything.f(...)``."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        return call.func.attr
    return ""


def _argument(node: ast.expr) -> Any:
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in NODES
        and len(node.args) == 1
    ):
        return _literal(node.args[0])
    return _literal(node)


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

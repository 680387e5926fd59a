"""Submissions as JSON: what a row of a file, or the body of a request, must hold.

A row is ``{"id", "problem_id" or "problem", "code" or "completion", "truncated"}``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from microcoder.errors import ProblemError
from microcoder.problem import Problem, Submission, problem_from_json, read_jsonl

FIELDS = ("id", "problem_id", "problem", "code", "completion", "truncated")


def problem_key(body: bytes) -> str:
    """The id of a problem that travels: a hash of the very bytes that are sent."""
    return "sha256:" + hashlib.sha256(body).hexdigest()


def submission_from_json(
    row: Any, where: str, find: Callable[[str, str], Problem]
) -> tuple[Submission, Problem]:
    """Build a submission, and its problem, from a JSON object.

    Args:
        row: the object.
        where: what to call it in an error.
        find: gives the problem of an id; called with the id and ``where``.

    Raises:
        ProblemError: naming ``where`` and the field that is missing, unknown or of a wrong type.
    """
    if not isinstance(row, dict):
        raise ProblemError(f"{where}: a submission must be a JSON object")
    for name in row:
        if name not in FIELDS:
            raise ProblemError(f"{where}: unknown field '{name}'; known are: {', '.join(FIELDS)}")
    if isinstance(row.get("id"), bool) or not isinstance(row.get("id"), (str, int)):
        raise ProblemError(f"{where}: field 'id' is missing, or no text")
    id_ = str(row["id"])
    where = f"{where} (id {id_})"
    code, completion = _text(row, "code", where), _text(row, "completion", where)
    if (code is None) == (completion is None):
        raise ProblemError(f"{where}: give either field 'code' or field 'completion'")
    truncated = row.get("truncated", False)
    if not isinstance(truncated, bool):
        raise ProblemError(f"{where}: field 'truncated' must be true or false")
    if row.get("problem") is not None:
        problem = problem_from_json(row["problem"], f"{where}: field 'problem'")
    elif row.get("problem_id") is None:
        raise ProblemError(f"{where}: field 'problem_id' (or 'problem') is missing")
    else:
        problem = find(str(row["problem_id"]), where)
    return Submission(id_, problem.id, code, completion, truncated), problem


def read_submissions(
    path: Path, problems: Mapping[str, Problem], problems_path: Path | None
) -> list[tuple[Submission, Problem]]:
    """Read submissions from JSONL, each with its problem.

    Raises:
        ProblemError: naming file, row and field: a field is missing, unknown or of a wrong type,
            an id stands twice, a problem is not known.
    """

    def find(id_: str, where: str) -> Problem:
        if problems_path is None:
            raise ProblemError(f"{where}: field 'problem_id' needs the problems: add --problems")
        if id_ not in problems:
            raise ProblemError(
                f"{where}: field 'problem_id': no problem '{id_}' in {problems_path}"
            )
        return problems[id_]

    pairs: list[tuple[Submission, Problem]] = []
    seen: dict[str, int] = {}
    for number, row in read_jsonl(path):
        where = f"{path}: row {number}"
        submission, problem = submission_from_json(row, where, find)
        if submission.id in seen:
            raise ProblemError(
                f"{where} (id {submission.id}): field 'id' stands in row {seen[submission.id]} "
                "too; make it unique"
            )
        seen[submission.id] = number
        pairs.append((submission, problem))
    if not pairs:
        raise ProblemError(f"{path}: holds no submission")
    return pairs


def _text(row: dict[str, Any], name: str, where: str) -> str | None:
    value = row.get(name)
    if value is not None and not isinstance(value, str):
        raise ProblemError(f"{where}: field '{name}' must be text, not {type(value).__name__}")
    return value

"""PRIME's coding rows (Eurus-2-RL-Data), which are also how verl's users store theirs."""

from __future__ import annotations

from typing import Any

from microcoder.errors import ProblemError
from microcoder.problem import Problem, Source
from microcoder.problemsets.formats.payload import in_class, read_tests
from microcoder.problemsets.formats.rows import decoded


def problem(row: dict[str, Any], where: str, id_: str) -> Problem:
    """The problem of a row.

    Raises:
        ProblemError: naming the field, or that the row is no coding problem.
    """
    if row.get("ability") not in (None, "code", "coding"):
        raise ProblemError(f"{where}: field 'ability' is '{row['ability']}': no coding problem")
    model = decoded(row["reward_model"], "reward_model", where)
    truth = model.get("ground_truth") if isinstance(model, dict) else None
    if truth is None:
        raise ProblemError(f"{where}: field 'reward_model' has no 'ground_truth'")
    asked = decoded(row["prompt"], "prompt", where) if _is_list(row["prompt"]) else row["prompt"]
    if isinstance(asked, list):
        said = [m["content"] for m in asked if isinstance(m, dict) and m.get("role") == "user"]
        asked = said[-1] if said else None
    if not isinstance(asked, str):
        raise ProblemError(f"{where}: field 'prompt' has no user's message")
    tests = read_tests(truth, "reward_model.ground_truth", where, wrapped=True)
    more = row["extra_info"] if isinstance(row.get("extra_info"), dict) else {}
    place = [str(more[name]) for name in ("split", "index") if more.get(name) is not None]
    return Problem(
        id="/".join([str(row.get("data_source") or "prime"), *place]) if place else id_,
        statement=asked,
        kind=tests.kind,
        tests=tests.cases,
        entry_point=in_class(tests.entry_point, asked),
        source=Source(row.get("data_source") or None),
    )


def _is_list(value: Any) -> bool:
    return isinstance(value, str) and value.lstrip().startswith("[")

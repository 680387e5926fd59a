"""``/run_code`` and ``/submit`` in SandboxFusion's shapes, for clients that speak them (verl's).

Python alone. Field names and values follow SandboxFusion's public API description
(https://bytedance.github.io/SandboxFusion/docs/api). Its clients know no 429, and verl's repeats a
request only after a 504: so a request waits for its turn as long as its own time limits allow, and
then gets a 504.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field

from microcoder.errors import ProblemError
from microcoder.judge.extraction import extract
from microcoder.judge.pool import Judge
from microcoder.judge.sandbox import Run
from microcoder.judge.verdict import CaseResult, Judgement, Verdict
from microcoder.problem import MEBIBYTE, Limits, Problem, Submission, TestCase

PATIENCE_SECONDS = 5.0
"""Beyond a request's own limits: verl's client gives up 10 s after them."""

T = TypeVar("T")
Find = Callable[[str, str], Problem]
WhileConnected = Callable[[Request, Future[T]], Awaitable[T]]


class RunCode(BaseModel):
    """A program to run."""

    model_config = ConfigDict(extra="ignore")

    code: str
    language: Literal["python"] = "python"
    stdin: str | None = ""
    compile_timeout: Annotated[float, Field(gt=0)] = 10.0
    run_timeout: Annotated[float, Field(gt=0)] = 10.0
    memory_limit_MB: int = -1
    """-1: the judge's default."""
    files: dict[str, str | None] = Field(default_factory=dict)
    """Texts for the working folder, base64."""
    fetch_files: list[str] = Field(default_factory=list)


class Config(BaseModel):
    """How to judge a completion."""

    model_config = ConfigDict(extra="ignore")

    language: Literal["python"] | None = None
    dataset_type: str | None = None
    compile_timeout: float | None = None
    run_timeout: Annotated[float | None, Field(gt=0)] = None
    provided_data: dict[str, Any] | list[Any] | None = None
    custom_extract_logic: str | None = None


class Submit(BaseModel):
    """A completion for a problem, which is known by ``id`` or given in ``config.provided_data``."""

    model_config = ConfigDict(extra="ignore")

    dataset: str
    id: int | str
    completion: str
    config: Config = Config()


def router(judge: Judge, find: Find, while_connected: WhileConnected[Any]) -> APIRouter:
    """The two paths.

    Args:
        judge: who runs and judges.
        find: gives the problem of an id.
        while_connected: awaits a future as long as the client is there.
    """
    routes = APIRouter()

    async def in_time(request: Request, future: Future[T], seconds: float) -> T:
        try:
            result: T = await asyncio.wait_for(while_connected(request, future), seconds)
        except TimeoutError:
            raise HTTPException(504, "the judge is too busy; ask again") from None
        return result

    @routes.post("/run_code")
    async def run_code(body: RunCode, request: Request) -> dict[str, Any]:
        if body.fetch_files:
            raise HTTPException(422, "field 'fetch_files': files are not given back; print instead")
        seconds = body.compile_timeout + body.run_timeout + PATIENCE_SECONDS
        memory = body.memory_limit_MB
        limits = Limits(
            cpu_seconds=body.run_timeout,
            wall_seconds=body.run_timeout + body.compile_timeout,
            memory_bytes=memory * MEBIBYTE if memory > 0 else Limits().memory_bytes,
        )
        future = judge.submit_program(
            body.code,
            (body.stdin or "").encode("utf-8", "surrogatepass"),
            limits,
            files=_files(body.files),
            wait=None,
        )
        return _run_answer(await in_time(request, future, seconds))

    @routes.post("/submit")
    async def submit(body: Submit, request: Request) -> dict[str, Any]:
        if body.config.custom_extract_logic:
            raise HTTPException(
                422, "field 'config.custom_extract_logic': extraction is the judge's own; drop it"
            )
        problem = _problem(body, find)
        submission = Submission(str(body.id), problem.id, completion=body.completion)
        future = judge.submit(submission, problem, wait=False)
        judged: Judgement = await while_connected(request, future)
        return _submit_answer(body, judged)

    return routes


def _files(files: dict[str, str | None]) -> dict[str, str]:
    texts = {}
    for name, content in files.items():
        try:
            texts[name] = base64.b64decode(content or "", validate=True).decode()
        except (binascii.Error, UnicodeDecodeError) as error:
            raise HTTPException(
                422, f"field 'files': '{name}' is not base64 of UTF-8 text: {error}"
            ) from None
    return texts


def _run_answer(run: Run) -> dict[str, Any]:
    if run.stopped in ("cpu", "wall"):
        status = "TimeLimitExceeded"
    elif run.stopped or run.too_much_output:
        status = "Error"
    else:
        status = "Finished"
    stderr = run.stderr
    if run.stopped == "memory":
        stderr += "\nstopped: more memory than allowed"
    if run.too_much_output:
        stderr += "\nstopped: more output than allowed"
    well = status == "Finished" and run.exit_status == 0
    return {
        "status": "Success" if well else "Failed",
        "message": "",
        "compile_result": None,
        "run_result": {
            "status": status,
            "execution_time": run.wall_seconds,
            "return_code": run.exit_status if status == "Finished" else None,
            "stdout": run.stdout.decode("utf-8", "replace"),
            "stderr": stderr,
        },
        "executor_pod_name": None,
        "files": {},
    }


def _problem(body: Submit, find: Find) -> Problem:
    """The problem of a submission, by its id or out of the data it brings.

    Raises:
        ProblemError: unknown, or the data holds no tests of a form we know.
    """
    data = body.config.provided_data
    if data is None:
        return find(str(body.id), "submit")
    where = "field 'config.provided_data'"
    if not isinstance(data, dict) or not isinstance(data.get("test"), list) or not data["test"]:
        raise ProblemError(f"{where}: must be an object with a list of tests in 'test'")
    tests = []
    for number, test in enumerate(data["test"]):
        try:
            given, output = test["input"]["stdin"], test["output"]["stdout"]
        except (KeyError, TypeError):
            given = output = None
        if not isinstance(given, str) or not isinstance(output, str):
            raise ProblemError(
                f"{where}: test[{number}] must hold text in 'input.stdin' and 'output.stdout'"
            )
        tests.append(TestCase(given, output))
    seconds = body.config.run_timeout
    limits = Limits(cpu_seconds=seconds) if seconds else Limits()
    return Problem(f"{body.dataset}/{body.id}", "", "stdin", tuple(tests), limits=limits)


def _submit_answer(body: Submit, judged: Judgement) -> dict[str, Any]:
    if judged.reward is None:
        raise HTTPException(503, f"could not be judged: {judged.detail}")
    found = extract(body.completion)
    cases = judged.cases or (CaseResult(judged.verdict, detail=judged.detail),)
    return {
        "id": body.id,
        "accepted": judged.accepted,
        "extracted_code": found.code or "",
        "full_code": found.code or "",
        "test_code": None,
        "extracted_type": "fenced" if found.code else "empty",
        "tests": [_test(case) for case in cases],
        "extra": {"verdict": judged.verdict.value, "passed": judged.passed, "total": judged.total},
    }


def _test(case: CaseResult) -> dict[str, Any]:
    late = case.verdict is Verdict.TIME_LIMIT
    ended = case.verdict in (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)
    return {
        "passed": case.verdict is Verdict.ACCEPTED,
        "exec_info": {
            "status": "Success" if ended else "Failed",
            "message": case.detail,
            "compile_result": None,
            "run_result": {
                "status": "TimeLimitExceeded" if late else "Finished" if ended else "Error",
                "execution_time": case.wall_seconds,
                "return_code": 0 if ended else None,
                "stdout": None,
                "stderr": None,
            },
            "executor_pod_name": None,
            "files": {},
        },
        "test_info": None,
    }

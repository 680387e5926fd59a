"""``microcoder judge serve``: a judge behind HTTP.

    POST /judge        a submission -> its judgement
    POST /reward       a submission, or a list of them -> the reward of each
    POST /judge/batch  NDJSON of submissions -> NDJSON of judgements, as they come
    POST /problems     a problem -> the id by which submissions may name it from then on
    GET  /health       is it alive, how does it judge, how busy is it
    GET  /metrics      counters, for Prometheus
    POST /run_code, /submit   as SandboxFusion has them (sandbox_fusion.py)

A submission is a row as ``judge batch`` reads it. Errors are ``{"error": "..."}``: 401 the token,
404 no such problem, 413 too large, 422 what is wrong with the row, 429 the queue is full: come
again. Needs the extra ``serve``.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from microcoder import __version__
from microcoder.errors import JudgeBusy, JudgeError, ProblemError
from microcoder.judge import sandbox_fusion
from microcoder.judge.jobs import SECONDS_BUCKETS, Pair
from microcoder.judge.pool import Judge
from microcoder.judge.submissions import problem_key, submission_from_json
from microcoder.problem import Problem, problem_from_json

MEBIBYTE = 1024 * 1024
BODY_BYTES = 64 * MEBIBYTE
PROBLEM_BYTES = 1024 * MEBIBYTE
RETRY_AFTER_SECONDS = 1
CLOSE = {"Connection": "close"}
"""What is left of a body that is too large is not read."""

T = TypeVar("T")


class UnknownProblem(ProblemError):
    """No problem of that id is here."""


class Problems:
    """The problems a server was started with, and those it was sent, the latest used.

    Args:
        served: by id; kept for good.
        limit_bytes: of the JSON of posted problems together; beyond it the least used go.
    """

    def __init__(self, served: Mapping[str, Problem], limit_bytes: int = PROBLEM_BYTES) -> None:
        self._served, self._limit = dict(served), limit_bytes
        self._posted: OrderedDict[str, tuple[Problem, int]] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._served) + len(self._posted)

    def find(self, id_: str, where: str) -> Problem:
        """The problem of an id.

        Raises:
            UnknownProblem: there is none.
        """
        if id_ in self._served:
            return self._served[id_]
        if id_ in self._posted:
            self._posted.move_to_end(id_)
            return self._posted[id_][0]
        raise UnknownProblem(
            f"{where}: field 'problem_id': no problem '{id_}' here; send it to /problems, or start "
            "the server with --problems"
        )

    def post(self, body: bytes) -> str:
        """Keep a problem; returns its id.

        Raises:
            ProblemError: the bytes are no problem, or one that only a local judge can have.
        """
        key = problem_key(body)
        if key not in self._posted:
            problem = allowed(problem_from_json(_parsed(body), "problem"), "problem")
            self._posted[key] = problem, len(body)
            self._bytes += len(body)
            while self._bytes > self._limit and len(self._posted) > 1:
                _, (_, size) = self._posted.popitem(last=False)
                self._bytes -= size
        self._posted.move_to_end(key)
        return key


def allowed(problem: Problem, where: str) -> Problem:
    """A problem that came over the network, which must not name files of this machine.

    Raises:
        ProblemError: it does.
    """
    if problem.checker is not None and problem.checker.kind == "icpc":
        raise ProblemError(
            f"{where}: field 'checker': an ICPC validator is a folder on the judge's machine; "
            "start the server with that problem (--problems), or send a Python checker"
        )
    return problem


class _Limit:
    """Refuses bodies above a size, declared or not."""

    def __init__(self, app: ASGIApp, limit_bytes: int) -> None:
        self.app, self.limit = app, limit_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        declared = headers.get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self.limit:
            await _failure(413, self._text(), CLOSE)(scope, receive, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.limit:
                raise HTTPException(413, self._text(), headers=CLOSE)
            return message

        await self.app(scope, counted, send)

    def _text(self) -> str:
        return f"the body is larger than {self.limit} bytes; send less at once (--max-body-mib)"


def create_app(
    judge: Judge,
    problems: Iterable[Problem] = (),
    *,
    token: str | None = None,
    body_bytes: int = BODY_BYTES,
    problem_bytes: int = PROBLEM_BYTES,
) -> FastAPI:
    """The application around an open judge, which it does not close.

    Args:
        judge: who judges.
        problems: those that submissions may name by id.
        token: what a request must bear (``Authorization: Bearer ...``), ``/health`` excepted.
        body_bytes: of one request at most.
        problem_bytes: of posted problems, kept, at most.
    """
    known = Problems({p.id: p for p in problems}, problem_bytes)
    layers: dict[str, str] = {}

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        layers.update(await asyncio.to_thread(judge.isolation))
        yield

    def authorised(authorization: Annotated[str, Header()] = "") -> None:
        if token is None:
            return
        scheme, _, given = authorization.partition(" ")
        known_token = hmac.compare_digest(given.strip().encode(), token.encode())
        if scheme.lower() != "bearer" or not known_token:
            raise HTTPException(
                401, "the token is missing or wrong", headers={"WWW-Authenticate": "Bearer"}
            )

    app = FastAPI(title="MicroCoder judge", version=__version__, lifespan=lifespan)
    app.add_middleware(_Limit, limit_bytes=body_bytes)
    app.add_exception_handler(AnyHTTPException, _http_failure)
    app.add_exception_handler(RequestValidationError, _bad_fields)
    app.add_exception_handler(ProblemError, _bad_problem)
    app.add_exception_handler(JudgeBusy, _busy)
    app.add_exception_handler(JudgeError, _judge_failure)
    guarded = APIRouter(dependencies=[Depends(authorised)])

    def pair(row: Any, where: str) -> Pair:
        submission, problem = submission_from_json(row, where, known.find)
        if row.get("problem") is not None:
            allowed(problem, where)
        return submission, problem

    @app.get("/health")
    async def health() -> dict[str, Any]:
        stats = judge.stats()
        return {
            "status": "ok",
            "version": __version__,
            "ladder": judge.ladder,
            "reward": judge.settings.reward,
            "stop_early": judge.settings.stop_early,
            "workers": stats.workers,
            "running": stats.running,
            "queued": stats.queued,
            "queue_size": stats.queue_size,
            "problems": len(known),
            "isolation": layers,
        }

    registry = CollectorRegistry()
    registry.register(_Collector(judge))

    @guarded.get("/metrics")
    async def metrics() -> Response:
        return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")

    @guarded.post("/problems")
    async def post_problem(request: Request) -> dict[str, str]:
        return {"problem_id": known.post(await request.body())}

    @guarded.post("/judge", openapi_extra=_accepts("application/json"))
    async def judge_one(request: Request) -> dict[str, Any]:
        submission, problem = pair(_parsed(await request.body()), "submission")
        future = judge.submit(submission, problem, wait=False)
        return (await while_connected(request, future)).to_json()

    @guarded.post("/reward", openapi_extra=_accepts("application/json"))
    async def reward(request: Request) -> Any:
        body = _parsed(await request.body())
        rows = body if isinstance(body, list) else [body]
        pairs = [pair(row, f"submission {number}") for number, row in enumerate(rows, 1)]
        _refuse_when_full(judge)
        answers = []
        async for judged in judge.amany(pairs):
            if await request.is_disconnected():
                raise HTTPException(499, "the client went away")
            answers.append(
                {
                    "id": judged.id,
                    "reward": judged.reward,
                    "verdict": judged.verdict.value,
                    "complete_code": judged.complete_code,
                }
            )
        return answers if isinstance(body, list) else answers[0]

    @guarded.post("/judge/batch", openapi_extra=_accepts("application/x-ndjson"))
    async def batch(request: Request, ordered: bool = True) -> StreamingResponse:
        lines = [line for line in (await request.body()).split(b"\n") if line.strip()]
        if not lines:
            raise ProblemError("the body holds no submission; send one in each line")
        _refuse_when_full(judge)
        return StreamingResponse(
            _answers(judge, lines, pair, ordered), media_type="application/x-ndjson"
        )

    app.include_router(guarded)
    fusion = sandbox_fusion.router(judge, known.find, while_connected)
    app.include_router(fusion, dependencies=[Depends(authorised)])
    return app


async def _answers(
    judge: Judge, lines: list[bytes], pair: Callable[[Any, str], Pair], ordered: bool
) -> AsyncIterator[str]:
    """One line for each line: a judgement, or what is wrong with the row."""
    bad: list[str] = []

    def pairs() -> Iterator[Pair]:
        for number, line in enumerate(lines, 1):
            where = f"row {number}"
            row: Any = None
            try:
                row = _parsed(line)
                yield pair(row, where)
            except ProblemError as error:
                id_ = row.get("id") if isinstance(row, dict) else None
                answer = {"id": id_, "row": number, "error": str(error)}
                bad.append(json.dumps(answer, ensure_ascii=False) + "\n")

    async for judged in judge.amany(pairs(), ordered):
        while bad:
            yield bad.pop(0)
        yield json.dumps(judged.to_json(), ensure_ascii=False) + "\n"
    for answer in bad:
        yield answer


async def while_connected(request: Request, future: Future[T]) -> T:
    """The future's result; taken back where the client goes away first.

    Raises:
        HTTPException: 499, which nobody reads.
    """
    gone = asyncio.ensure_future(_disconnect(request))
    asked = asyncio.wrap_future(future)
    try:
        both: set[asyncio.Future[Any]] = {gone, asked}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if asked.done():
            return asked.result()
        raise HTTPException(499, "the client went away")
    finally:
        gone.cancel()
        asked.cancel()


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _refuse_when_full(judge: Judge) -> None:
    stats = judge.stats()
    if stats.queued >= stats.queue_size:
        raise JudgeBusy(f"the judge's queue is full ({stats.queue_size} jobs wait)")


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ProblemError(f"not JSON: {error}") from None


def _accepts(kind: str) -> dict[str, Any]:
    """What the interactive page at /docs says of a body that is read by hand."""
    text = {"type": "string"}
    row = {
        "type": "object",
        "required": ["id"],
        "properties": {
            "id": text,
            "problem_id": text,
            "problem": {"type": "object"},
            "code": text,
            "completion": text,
            "truncated": {"type": "boolean"},
        },
    }
    return {"requestBody": {"required": True, "content": {kind: {"schema": row}}}}


# --- failures, all in one form -----------------------------------------------------------------


def _failure(status: int, text: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": text}, status, headers)


async def _http_failure(_: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    return _failure(error.status_code, str(error.detail), error.headers)


async def _bad_fields(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    said = [f"field '{'.'.join(map(str, one['loc'][1:]))}': {one['msg']}" for one in error.errors()]
    return _failure(422, "; ".join(said))


async def _bad_problem(_: Request, error: Exception) -> Response:
    return _failure(404 if isinstance(error, UnknownProblem) else 422, str(error))


async def _busy(_: Request, error: Exception) -> Response:
    return _failure(429, str(error), {"Retry-After": str(RETRY_AFTER_SECONDS)})


async def _judge_failure(_: Request, error: Exception) -> Response:
    return _failure(503, str(error))


# --- counters ----------------------------------------------------------------------------------


class _Collector:
    """The judge's own counters, read when they are asked for."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def collect(self) -> Iterator[Metric]:
        """The metrics of this moment."""
        stats = self._judge.stats()
        verdicts = CounterMetricFamily(
            "microcoder_judgements", "Judgements by verdict.", labels=["verdict"]
        )
        for verdict, count in stats.done.items():
            verdicts.add_metric([verdict], count)
        yield verdicts
        buckets, total = [], 0
        for bound, count in zip((*map(str, SECONDS_BUCKETS), "+Inf"), stats.buckets, strict=True):
            total += count
            buckets.append((bound, float(total)))
        yield HistogramMetricFamily(
            "microcoder_judging_seconds",
            "Seconds a worker spent on one judgement.",
            buckets=buckets,
            sum_value=stats.seconds,
        )
        yield CounterMetricFamily(
            "microcoder_programs", "Programs run without a problem.", stats.programs
        )
        yield CounterMetricFamily(
            "microcoder_sandbox_restarts", "Sandboxes that died and were replaced.", stats.restarts
        )
        for name, text, value in (
            ("workers", "Programs that may run at once.", stats.workers),
            ("running", "Programs that run.", stats.running),
            ("queued", "Jobs that wait.", stats.queued),
            ("queue_size", "Jobs that may wait.", stats.queue_size),
        ):
            yield GaugeMetricFamily(f"microcoder_{name}", text, value)

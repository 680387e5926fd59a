"""RemoteJudge: the same calls as Judge, answered by servers (``microcoder judge serve``)."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
import urllib.parse
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from microcoder.errors import InputError, JudgeError
from microcoder.judge.jobs import JudgePool
from microcoder.judge.submissions import problem_key
from microcoder.judge.verdict import Judgement, Verdict
from microcoder.problem import Problem, Submission, problem_to_json

CONNECT_SECONDS = 10.0
ASIDE_SECONDS = 5.0
"""How long a host that failed is left alone."""
PAUSE_SECONDS = (0.05, 2.0)
"""Between two tries where all hosts are busy: the first, and the longest."""
PER_REMOTE_WORKER = 2
"""Requests under way for each of the servers' workers: one runs, one is on its way."""
KEPT_PROBLEMS = 4096
SAME_SETTINGS = ("ladder", "reward", "stop_early")


@dataclass(slots=True, eq=False)
class _Host:
    url: str
    in_flight: int = 0
    aside_until: float = 0.0


class _Refused(Exception):
    """Not now, or not there: another host, or the same one later, may answer."""

    def __init__(self, reason: str, busy: bool) -> None:
        super().__init__(reason)
        self.busy = busy


@dataclass(slots=True, eq=False)
class _Caller:
    """One thread's connections, one to each host it has used."""

    token: str | None
    timeout: float
    ended: threading.Event = field(default_factory=threading.Event)
    _open: dict[str, http.client.HTTPConnection] = field(default_factory=dict)

    def ask(self, url: str, method: str, path: str, body: bytes | None = None) -> Any:
        """The answer's JSON.

        Raises:
            _Refused: busy or unreachable.
            LookupError: the host does not know a problem.
            InputError: the request itself is wrong.
        """
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            connection = self._connection(url)
            prefix = urllib.parse.urlsplit(url).path.rstrip("/")
            connection.request(method, prefix + path, body, headers)
            answer = connection.getresponse()
            status, text = answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._drop(url)
            raise _Refused(f"{url}: {error or type(error).__name__}", busy=False) from None
        if status == 200:
            try:
                return json.loads(text)
            except ValueError:
                raise _Refused(f"{url}: answered no JSON; is it a judge?", busy=False) from None
        reason = f"{url}: {status}: {_error_of(text)}"
        if status == 404 and path != "/health":
            raise LookupError(reason)
        if status in (429, 503, 504):
            raise _Refused(reason, busy=True)
        if status >= 500:
            raise _Refused(reason, busy=False)
        raise InputError(reason)

    def _connection(self, url: str) -> http.client.HTTPConnection:
        if self.ended.is_set():
            raise OSError("the judge was closed")
        if url not in self._open:
            parts = urllib.parse.urlsplit(url)
            kind = (
                http.client.HTTPSConnection
                if parts.scheme == "https"
                else http.client.HTTPConnection
            )
            connection = kind(parts.hostname or "", parts.port, timeout=CONNECT_SECONDS)
            connection.connect()
            connection.sock.settimeout(self.timeout)
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._open[url] = connection
        return self._open[url]

    def _drop(self, url: str) -> None:
        if (connection := self._open.pop(url, None)) is not None:
            connection.close()

    def abandon(self) -> None:
        """End the request in progress, from another thread."""
        self.ended.set()
        for connection in list(self._open.values()):
            if (wire := connection.sock) is not None:
                with contextlib.suppress(OSError):
                    wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up everywhere."""
        for url in list(self._open):
            self._drop(url)


class RemoteJudge(JudgePool[_Caller]):
    """Judges on other machines: the calls of Judge, and its judgements.

    A problem is sent to a host once and named by its hash afterwards. Judging changes nothing, so a
    request that failed is safely asked again elsewhere; a host that does not answer is left alone
    for a while. Where no host gives an answer for ``patience`` seconds, the verdict is JE.

    Args:
        urls: of the servers, as ``http://host:8600``.
        token: what the servers were started with.
        workers: requests under way at once; by default twice the servers' workers.
        queue_size: how many submissions may wait here; by default 64 per worker.
        patience: seconds to go on asking for one submission.
        timeout: seconds to wait for one answer; longer than the slowest judgement.

    Raises:
        InputError: a URL is none, or the servers judge by different settings.
        JudgeError: no server answers.
    """

    def __init__(
        self,
        urls: str | Sequence[str],
        *,
        token: str | None = None,
        workers: int | None = None,
        queue_size: int | None = None,
        patience: float = 120.0,
        timeout: float = 600.0,
    ) -> None:
        addresses = [urls] if isinstance(urls, str) else list(urls)
        if not addresses:
            raise InputError("urls is empty; name at least one server")
        for url in addresses:
            parts = urllib.parse.urlsplit(url)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise InputError(f"'{url}' is no server's address; write http://HOST:PORT")
        self.token, self.patience, self.timeout = token, patience, timeout
        self._hosts = [_Host(url) for url in dict.fromkeys(addresses)]
        self._choosing = threading.Lock()
        self._bodies: OrderedDict[int, tuple[Problem, bytes, str]] = OrderedDict()
        self.servers = self._greet()
        if workers is None:
            workers = PER_REMOTE_WORKER * sum(int(s["workers"]) for s in self.servers.values())
        super().__init__(workers, queue_size)

    def _greet(self) -> dict[str, dict[str, Any]]:
        """What each server says of itself; those that do not answer are tried again later."""
        said: dict[str, dict[str, Any]] = {}
        reasons = []
        caller = _Caller(self.token, CONNECT_SECONDS)
        try:
            for host in self._hosts:
                try:
                    said[host.url] = caller.ask(host.url, "GET", "/health")
                except _Refused as error:
                    reasons.append(str(error))
                    host.aside_until = time.monotonic() + ASIDE_SECONDS
        finally:
            caller.close()
        if not said:
            raise JudgeError(f"no judge answers: {'; '.join(reasons)}")
        for name in SAME_SETTINGS:
            found = {url: about.get(name) for url, about in said.items()}
            if len(set(found.values())) > 1:
                raise InputError(
                    f"the servers differ in {name}: "
                    + ", ".join(f"{url} has {value}" for url, value in found.items())
                    + "; start them alike"
                )
        return said

    def _hire(self) -> _Caller:
        return _Caller(self.token, self.timeout)

    def _judge(self, worker: _Caller, submission: Submission, problem: Problem) -> Judgement:
        body, key = self._body_of(problem)
        row: dict[str, Any] = {"id": submission.id, "problem_id": key}
        for name in ("code", "completion"):
            if getattr(submission, name) is not None:
                row[name] = getattr(submission, name)
        if submission.truncated:
            row["truncated"] = True
        asked = json.dumps(row).encode()
        give_up = time.monotonic() + self.patience
        pause, longest = PAUSE_SECONDS
        reason = "no host could be asked"
        while not worker.ended.is_set() and time.monotonic() < give_up:
            host = self._choose()
            try:
                return Judgement.from_json(self._ask(worker, host.url, asked, body))
            except _Refused as error:
                reason = str(error)
                if not error.busy:
                    self._put_aside(host)
            except (KeyError, TypeError, ValueError) as error:
                reason = f"{host.url}: its answer is no judgement: {error!r}"
                self._put_aside(host)
            finally:
                with self._choosing:
                    host.in_flight -= 1
            worker.ended.wait(pause)
            pause = min(2 * pause, longest)
        total = len(problem.tests)
        return Judgement(submission.id, Verdict.JUDGE_ERROR, 0, total, None, detail=reason)

    def _ask(self, worker: _Caller, url: str, asked: bytes, problem: bytes) -> Any:
        try:
            return worker.ask(url, "POST", "/judge", asked)
        except LookupError:  # it never had the problem, or forgot it
            try:
                worker.ask(url, "POST", "/problems", problem)
                return worker.ask(url, "POST", "/judge", asked)
            except LookupError as error:
                raise _Refused(str(error), busy=False) from None

    def _body_of(self, problem: Problem) -> tuple[bytes, str]:
        """The problem as it travels, and its id there."""
        with self._choosing:
            if (known := self._bodies.get(id(problem))) is not None:
                self._bodies.move_to_end(id(problem))
                return known[1], known[2]
        body = json.dumps(problem_to_json(problem), separators=(",", ":")).encode()
        key = problem_key(body)
        with self._choosing:
            self._bodies[id(problem)] = problem, body, key
            if len(self._bodies) > KEPT_PROBLEMS:
                self._bodies.popitem(last=False)
        return body, key

    def _choose(self) -> _Host:
        """The host with the least under way, of those that answered last time if there are any."""
        with self._choosing:
            now = time.monotonic()
            host = min(self._hosts, key=lambda h: (h.aside_until > now, h.in_flight))
            host.in_flight += 1
            return host

    def _put_aside(self, host: _Host) -> None:
        with self._choosing:
            host.aside_until = time.monotonic() + ASIDE_SECONDS
        self._count_restart()


def _error_of(text: bytes) -> str:
    try:
        return str(json.loads(text)["error"])
    except (ValueError, KeyError, TypeError):
        return text[:200].decode("utf-8", "replace")

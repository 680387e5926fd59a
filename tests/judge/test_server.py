"""The server as its clients meet it: our own, plain HTTP, and SandboxFusion's."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'serve' is not installed")
import httpx
import uvicorn

from microcoder.errors import InputError, JudgeError
from microcoder.judge import Judge, Judgement
from microcoder.judge.client import RemoteJudge
from microcoder.judge.server import create_app
from microcoder.problem import (
    Checker,
    Limits,
    Problem,
    Submission,
    TestCase,
    problem_to_json,
    save_problems,
)

SMALL = Limits(cpu_seconds=1.0, wall_seconds=2.0)
SUM = Problem("sum", "", "stdin", (TestCase("1 2", "3"), TestCase("20 22", "42")), limits=SMALL)
RIGHT = "print(sum(map(int, input().split())))"
WRONG = "print(3)"
SLOW = "import time\ntime.sleep(1.5)\nprint(3)"


@contextlib.contextmanager
def serving(app: Any) -> Iterator[str]:
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


@pytest.fixture(scope="module")
def url(judge: Judge) -> Iterator[str]:
    with serving(create_app(judge, [SUM], body_bytes=100_000)) as url:
        yield url


def row(code: str, id_: str = "s", **more: Any) -> dict[str, Any]:
    return {"id": id_, "problem_id": "sum", "code": code} | more


def ndjson(*rows: Any) -> bytes:
    return "\n".join(r if isinstance(r, str) else json.dumps(r) for r in rows).encode()


# --- our own paths -----------------------------------------------------------------------------


def test_a_judgement_is_what_the_judge_says(url: str, judge: Judge) -> None:
    for code in (RIGHT, WRONG, "print(", "1/0"):
        said = Judgement.from_json(httpx.post(f"{url}/judge", json=row(code)).json())
        here = judge.judge(Submission("s", "sum", code=code), SUM)
        assert (said.verdict, said.passed, said.total, said.reward) == (
            here.verdict, here.passed, here.total, here.reward,
        )  # fmt: skip
        assert [(c.verdict, c.by, c.detail) for c in said.cases] == [
            (c.verdict, c.by, c.detail) for c in here.cases
        ]


def test_rewards_for_one_or_for_a_list(url: str) -> None:
    one = httpx.post(f"{url}/reward", json=row(RIGHT)).json()
    assert one == {"id": "s", "reward": 1.0, "verdict": "AC", "complete_code": None}
    cut = {"id": "c", "problem_id": "sum", "completion": "```python\nprint(", "truncated": True}
    both = httpx.post(f"{url}/reward", json=[row(WRONG, "w"), cut]).json()
    assert [(r["id"], r["reward"], r["verdict"]) for r in both] == [
        ("w", 0.0, "WA"), ("c", 0.0, "NC"),
    ]  # fmt: skip


def test_a_batch_answers_each_line_bad_ones_too(url: str) -> None:
    rows = [row(RIGHT, "a"), "{not json", row(WRONG, "b"), row(RIGHT, "c", problem_id="nobody's")]
    answer = httpx.post(f"{url}/judge/batch", content=ndjson(*rows))
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert {line["id"]: line["verdict"] for line in lines if "verdict" in line} == {
        "a": "AC", "b": "WA",
    }  # fmt: skip
    errors = {line["row"]: line["error"] for line in lines if "error" in line}
    assert "not JSON" in errors[2]
    assert "no problem 'nobody's'" in errors[4]


def test_a_batch_streams(url: str) -> None:
    rows = ndjson(row(RIGHT, "quick"), row(SLOW, "slow"))
    came: list[tuple[str, float]] = []
    with httpx.stream("POST", f"{url}/judge/batch?ordered=false", content=rows) as answer:
        for line in answer.iter_lines():
            came.append((json.loads(line)["id"], time.monotonic()))
    assert [id_ for id_, _ in came] == ["quick", "slow"]
    assert came[1][1] - came[0][1] > 0.5


def test_a_posted_problem_is_known_by_its_hash(url: str) -> None:
    other = problem_to_json(Problem("twice", "", "stdin", (TestCase("4", "8"),)))
    key = httpx.post(f"{url}/problems", json=other).json()["problem_id"]
    assert key.startswith("sha256:")
    said = httpx.post(f"{url}/judge", json=row("print(2 * int(input()))", problem_id=key)).json()
    assert said["verdict"] == "AC"


@pytest.mark.parametrize(
    ("body", "status", "text"),
    [
        (b"{", 422, "not JSON"),
        (b"[]", 422, "must be a JSON object"),
        (ndjson({"id": "s", "problem_id": "sum"}), 422, "either field 'code' or field"),
        (ndjson(row(RIGHT, colour="red")), 422, "unknown field 'colour'"),
        (ndjson(row(RIGHT, problem_id="other")), 404, "no problem 'other' here"),
        (ndjson(row(RIGHT, problem={"id": "x"})), 422, "field 'problem'"),
        (ndjson(row("#" * 200_000)), 413, "larger than 100000 bytes"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(url: str, body: bytes, status: int, text: str) -> None:
    answer = httpx.post(f"{url}/judge", content=body)
    assert (answer.status_code, text in answer.json()["error"]) == (status, True), answer.text


def test_an_undeclared_body_is_counted_too(url: str) -> None:
    chunks = (b" " * 10_000 for _ in range(12))
    assert httpx.post(f"{url}/judge", content=chunks).status_code == 413


def test_a_client_cannot_name_files_of_the_server(url: str, tmp_path: Path) -> None:
    sly = Problem("x", "", "stdin", (TestCase("", ""),), checker=Checker("icpc", path="/etc"))
    answer = httpx.post(f"{url}/judge", json=row(RIGHT, problem=problem_to_json(sly)))
    assert answer.status_code == 422
    assert httpx.post(f"{url}/problems", json=problem_to_json(sly)).status_code == 422


def test_health_and_metrics(url: str) -> None:
    health = httpx.get(f"{url}/health").json()
    assert (health["status"], health["ladder"], health["reward"]) == (
        "ok",
        "robust",
        "all_or_nothing",
    )
    assert health["isolation"]
    before = _counter(url, 'microcoder_judgements_total{verdict="WA"}')
    httpx.post(f"{url}/judge", json=row(WRONG))
    assert _counter(url, 'microcoder_judgements_total{verdict="WA"}') == before + 1
    assert _counter(url, "microcoder_judging_seconds_count") >= before + 1


def _counter(url: str, name: str) -> float:
    for line in httpx.get(f"{url}/metrics").text.splitlines():
        if line.startswith(name + " "):
            return float(line.rpartition(" ")[2])
    raise AssertionError(f"no {name}")


def test_a_token_is_asked_for(judge: Judge) -> None:
    with serving(create_app(judge, [SUM], token="s3cret")) as url:
        for path in ("/judge", "/reward", "/judge/batch", "/problems", "/run_code", "/submit"):
            assert httpx.post(url + path, json=row(RIGHT)).status_code == 401
        assert httpx.get(f"{url}/metrics").status_code == 401
        assert httpx.get(f"{url}/health").status_code == 200
        wrong = {"Authorization": "Bearer s3cre"}
        assert httpx.post(f"{url}/judge", json=row(RIGHT), headers=wrong).status_code == 401
        right = {"Authorization": "Bearer s3cret"}
        assert httpx.post(f"{url}/judge", json=row(RIGHT), headers=right).status_code == 200


def test_a_full_queue_is_429_and_a_client_who_leaves_makes_room() -> None:
    with Judge(1, queue_size=1) as judge, serving(create_app(judge, [SUM])) as url:
        asleep = json.dumps(row("import time\ntime.sleep(60)")).encode()
        head = f"POST /judge HTTP/1.1\r\nHost: x\r\nContent-Length: {len(asleep)}\r\n\r\n"
        port = int(url.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as first:
            first.sendall(head.encode() + asleep)
            _until(lambda: judge.stats().running == 1)
            with socket.create_connection(("127.0.0.1", port)) as second:
                second.sendall(head.encode() + asleep)
                _until(lambda: judge.stats().queued == 1)
                refused = httpx.post(f"{url}/judge", json=row(RIGHT))
                assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
                assert httpx.post(f"{url}/reward", json=row(RIGHT)).status_code == 429
                assert httpx.post(f"{url}/judge/batch", json=row(RIGHT)).status_code == 429
            _until(lambda: judge.stats().queued == 0)


def _until(holds: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


# --- RemoteJudge -------------------------------------------------------------------------------


def pairs(count: int) -> list[tuple[Submission, Problem]]:
    codes = (RIGHT, WRONG, "print(", "import sys; sys.exit(3)", "while True: pass")
    return [(Submission(str(i), "sum", code=f"{codes[i % 5]}  # {i}"), SUM) for i in range(count)]


def test_remote_judgements_are_the_judges_own(url: str, judge: Judge) -> None:
    with RemoteJudge(url) as remote:
        there = [(j.id, j.verdict, j.passed, j.reward) for j in remote.many(pairs(15))]
    assert there == [(j.id, j.verdict, j.passed, j.reward) for j in judge.many(pairs(15))]


def test_every_kind_of_problem_travels(url: str, judge: Judge) -> None:
    check = "def check(input, output, expected): return output.strip() == 'x' * 200000"
    problems = [
        Problem("f", "", "function", (TestCase([[1, 2]], [2, 1]),), entry_point="Solution.turn"),
        Problem("s", "", "script", (TestCase({"script": "assert turn([1, 2]) == [2, 1]"}, None),)),
        Problem("c", "", "stdin", (TestCase("", "?"),), checker=Checker("python", code=check)),
        Problem("o", "", "stdin", (TestCase("", "2\n1\n"),), order="any", tolerance=0.1),
    ]
    code = "class Solution:\n  def turn(self, a): return a[::-1]\nturn = Solution().turn\n"
    codes = [code, code, "print('x' * 200000)", "print('1\\n2')"]
    with RemoteJudge(url) as remote:
        for problem, code in zip(problems, codes, strict=True):
            assert remote.judge(Submission("s", problem.id, code=code), problem).accepted, problem


def test_it_spreads_and_outlives_a_host(judge: Judge) -> None:
    before = judge.stats().judgements
    with Judge(1, stop_early=False) as other, serving(create_app(judge)) as first:
        with serving(create_app(other)) as second, RemoteJudge([first, second]) as remote:
            assert len(list(remote.many(pairs(20)))) == 20
        assert judge.stats().judgements > before
        assert other.stats().judgements > 0
        with RemoteJudge([first, second]) as remote:  # the second is away now
            verdicts = [j.verdict.value for j in remote.many(pairs(10))]
        assert verdicts == ["AC", "WA", "CE", "RTE", "TLE"] * 2


def test_a_host_that_dies_midway_loses_nothing(judge: Judge, tmp_path: Path) -> None:
    with (
        serving(create_app(judge)) as url,
        command_line(tmp_path, "--workers", "1", "--all-tests") as (there, process),
    ):
        with RemoteJudge([there, url], patience=60) as remote:
            stream = remote.many(pairs(40))
            verdicts = [next(stream).verdict.value for _ in range(5)]
            process.kill()
            verdicts += [j.verdict.value for j in stream]
        assert verdicts == ["AC", "WA", "CE", "RTE", "TLE"] * 8


def test_nobody_there_is_said_at_once_and_later_a_je(judge: Judge) -> None:
    with pytest.raises(JudgeError, match="no judge answers"):
        RemoteJudge("http://127.0.0.1:9")
    with serving(create_app(judge)) as url:
        remote = RemoteJudge(url, patience=0.3)
    with remote:
        judged = remote.judge(*pairs(1)[0])
    assert (judged.verdict.value, judged.reward) == ("JE", None)


def test_mistakes_are_the_callers(judge: Judge) -> None:
    with serving(create_app(judge, token="t")) as url:
        with RemoteJudge(url) as remote, pytest.raises(InputError, match="401"):
            remote.judge(*pairs(1)[0])
        with RemoteJudge(url, token="t") as remote:
            assert remote.judge(*pairs(1)[0]).accepted
    with pytest.raises(InputError, match="no server's address"):
        RemoteJudge("localhost:80")


def test_servers_that_judge_otherwise_are_not_mixed(judge: Judge) -> None:
    with (
        Judge(1, "strict") as strict,
        serving(create_app(judge)) as first,
        serving(create_app(strict)) as second,
        pytest.raises(InputError, match="differ in ladder"),
    ):
        RemoteJudge([first, second])


def test_closing_leaves_requests_under_way(url: str) -> None:
    with RemoteJudge(url) as remote:
        future = remote.submit(Submission("s", "sum", code="import time\ntime.sleep(60)"), SUM)
        _until(lambda: remote.stats().running == 1)
        began = time.monotonic()
    assert time.monotonic() - began < 5
    assert future.result().reward is None


# --- SandboxFusion's paths ---------------------------------------------------------------------


def run_code(url: str, code: str, **more: Any) -> dict[str, Any]:
    body = {
        "compile_timeout": 1, "run_timeout": 1, "code": code, "stdin": "1 2", "language": "python",
        "memory_limit_MB": 512, "files": {}, "fetch_files": [],
    }  # fmt: skip
    answer: dict[str, Any] = httpx.post(f"{url}/run_code", json=body | more, timeout=60).json()
    return answer


@pytest.mark.parametrize(
    ("code", "status", "run_status", "code_", "out"),
    [
        (RIGHT, "Success", "Finished", 0, "3\n"),
        ("print('so far', flush=True); exit(3)", "Failed", "Finished", 3, "so far\n"),
        ("print(", "Failed", "Finished", 1, ""),
        ("while True: pass", "Failed", "TimeLimitExceeded", None, ""),
        ("bytearray(10**9)", "Failed", "Finished", 1, ""),
    ],
)
def test_run_code(
    url: str, code: str, status: str, run_status: str, code_: int | None, out: str
) -> None:
    said = run_code(url, code)
    run = said["run_result"]
    assert (said["status"], run["status"], run["return_code"], run["stdout"]) == (
        status, run_status, code_, out,
    )  # fmt: skip


def test_run_code_with_files_and_what_it_cannot_do(url: str) -> None:
    files = {"data.txt": base64.b64encode(b"from a file").decode()}
    assert run_code(url, "print(open('data.txt').read())", files=files)["run_result"]["stdout"] == (
        "from a file\n"
    )
    assert "language" in run_code(url, "", language="cpp")["error"]
    assert "fetch_files" in run_code(url, "", fetch_files=["a"])["error"]
    assert "base64" in run_code(url, "", files={"a": "!"})["error"]


def test_submit(url: str) -> None:
    tests = [{"input": {"stdin": "1 2"}, "output": {"stdout": "3"}}]
    config = {"language": "python", "provided_data": {"test": tests}, "run_timeout": 2}
    body = {
        "dataset": "d",
        "id": 7,
        "completion": f"Here:\n```python\n{RIGHT}\n```",
        "config": config,
    }
    said = httpx.post(f"{url}/submit", json=body).json()
    assert (said["id"], said["accepted"], said["extracted_code"].strip()) == (7, True, RIGHT)
    assert [t["passed"] for t in said["tests"]] == [True]
    named = {"dataset": "d", "id": "sum", "completion": f"```python\n{WRONG}\n```", "config": {}}
    said = httpx.post(f"{url}/submit", json=named).json()
    assert (said["accepted"], [t["passed"] for t in said["tests"]]) == (False, [True, False])
    assert httpx.post(f"{url}/submit", json=named | {"id": "?"}).status_code == 404
    broken = body | {"config": {"provided_data": {"test": [{"input": "1"}]}}}
    assert "test[0]" in httpx.post(f"{url}/submit", json=broken).json()["error"]


# --- the command -------------------------------------------------------------------------------


@contextlib.contextmanager
def command_line(
    folder: Path, *arguments: str, **environment: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "microcoder.cli", "judge", "serve", "--port", str(port)]
    process = subprocess.Popen(
        [*command, *arguments], stderr=subprocess.PIPE, text=True, env=os.environ | environment
    )
    url = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            assert process.poll() is None, process.stderr and process.stderr.read()
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{url}/health")
                break
            time.sleep(0.05)
        yield url, process
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_the_command_serves_problems_and_asks_for_its_token(tmp_path: Path) -> None:
    save_problems(tmp_path / "p.jsonl", [SUM])
    arguments = ("--problems", str(tmp_path / "p.jsonl"), "--workers", "1")
    with command_line(tmp_path, *arguments, MICROCODER_TOKEN="t") as (url, process):
        assert httpx.post(f"{url}/judge", json=row(RIGHT)).status_code == 401
        headers = {"Authorization": "Bearer t"}
        said = httpx.post(f"{url}/judge", json=row(RIGHT), headers=headers).json()
        assert said["verdict"] == "AC"
    assert process.returncode in (0, -15)


def test_other_machines_need_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    from microcoder.cli import main

    assert main(["judge", "serve", "--host", "0.0.0.0"]) == 2
    assert "give them a token" in capsys.readouterr().err


def test_many_clients_at_once_get_their_own_answers(url: str) -> None:
    async def ask(client: httpx.AsyncClient, number: int) -> tuple[str, str]:
        code = f"print({number} if input() == '1 2' else 0)"
        said = (await client.post(f"{url}/judge", json=row(code, str(number)))).json()
        return said["id"], said["cases"][0]["verdict"]

    async def main() -> list[tuple[str, str]]:
        async with httpx.AsyncClient(timeout=60) as client:
            return await asyncio.gather(*(ask(client, i) for i in range(20)))

    assert asyncio.run(main()) == [(str(i), "AC" if i == 3 else "WA") for i in range(20)]

"""RayJudge on a Ray of this machine alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

ray: Any = pytest.importorskip("ray", reason="the extra 'ray' is not installed")

from microcoder.errors import InputError
from microcoder.judge import Judge
from microcoder.judge.on_ray import RayJudge
from microcoder.problem import Limits, Problem, Submission, TestCase

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own
SUM = Problem(
    "sum", "", "stdin", (TestCase("1 2", "3"), TestCase("20 22", "42")), limits=Limits(0.5)
)
CODES = ("print(sum(map(int, input().split())))", "print(3)", "print(", "1/0", "while True: pass")


def pairs(count: int) -> list[tuple[Submission, Problem]]:
    return [(Submission(str(i), "sum", code=f"{CODES[i % 5]}  # {i}"), SUM) for i in range(count)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def test_it_wants_ray_and_known_settings() -> None:
    with pytest.raises(InputError, match=r"ray\.init"):
        RayJudge()


@pytest.mark.usefixtures("cluster")
def test_its_judgements_are_the_judges_own_and_it_leaves_nothing() -> None:
    before = _harnesses()
    with RayJudge(actors=2, workers=1) as there, Judge(2) as here:
        said = [(j.id, j.verdict, j.passed, j.reward) for j in there.many(pairs(15))]
        assert said == [(j.id, j.verdict, j.passed, j.reward) for j in here.many(pairs(15))]
    assert _harnesses() <= before


def _harnesses() -> set[str]:
    said = subprocess.run(["pgrep", "-f", "judge/harness.py"], capture_output=True, text=True)
    return set(said.stdout.split())


@pytest.mark.usefixtures("cluster")
def test_an_actor_that_dies_loses_nothing() -> None:
    with RayJudge(actors=2, workers=1) as judge:
        stream = judge.many(pairs(30))
        verdicts = [next(stream).verdict.value for _ in range(3)]
        actor = judge._actors[0]
        pid = ray.get(actor.__ray_call__.remote(lambda _: os.getpid()))
        os.kill(pid, signal.SIGKILL)
        verdicts += [j.verdict.value for j in stream]
        assert verdicts == ["AC", "WA", "CE", "RTE", "TLE"] * 6
        assert judge.stats().restarts >= 1


def test_the_module_says_what_to_install() -> None:
    code = "import sys\nsys.modules['ray'] = None\nimport microcoder.judge.on_ray"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pip install 'microcoder[ray]'" in said.stderr

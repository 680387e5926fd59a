"""Runs end well: killed, out of disk, unjudged or simply done."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("trl")

from microcoder.errors import InputError, NothingJudged, ProblemError
from microcoder.judge import Judgement, Verdict
from microcoder.problemsets import load_set
from microcoder.recipe import Recipe, build_recipe
from microcoder.runs import RunFolder
from microcoder.train.launch import train

TINY: dict[str, Any] = {
    "data": {"depths": [1], "count": 20},
    "rollout": {"problems": 2, "group_size": 4, "max_response_tokens": 40},
    "grpo": {
        "beta": 0.05,
        "masking": {"repeat_window": 16},
    },  # so that a resume needs the untrained model too
    "update": {"problems": 1, "learning_rate": 1e-4, "micro_batch": 4},
    "evaluation": {"depths": [1], "count": 4, "samples": 2, "every": 2},
    "run": {"steps": 4, "save_every": 2, "tensorboard": False},
    "judge": {"workers": 1},
}


def tiny(folder: Path, *overrides: str) -> Recipe:
    return build_recipe(TINY, [f"run.folder={folder}", *overrides])


def command(folder: Path, recipe: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "microcoder.cli", "train", str(recipe),
            "--set", f"run.folder={folder}", *more]  # fmt: skip


@pytest.fixture
def recipe_file(tmp_path: Path) -> Path:
    from microcoder.recipe import recipe_to_toml

    path = tmp_path / "tiny.toml"
    path.write_text(recipe_to_toml(build_recipe(TINY)))
    return path


def without_clocks(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in r.items() if not k.startswith("seconds")} for r in rows]


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_numbers_of_an_uninterrupted_one(
    tmp_path: Path, recipe_file: Path
) -> None:
    whole = RunFolder(tmp_path / "whole")
    done = subprocess.run(command(whole.path, recipe_file), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "before" in done.stdout
    assert (whole.path / "report.html").stat().st_size > 10_000

    broken = RunFolder(tmp_path / "broken")
    process = subprocess.Popen(
        command(broken.path, recipe_file), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + 200
        while time.monotonic() < until and process.poll() is None:
            if broken.file("metrics").exists() and len(broken.read("metrics")) >= 3:
                break
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert broken.read_info()["status"] == "running"
    again = subprocess.run(
        command(broken.path, recipe_file, "--resume"), capture_output=True, text=True
    )
    assert again.returncode == 0, again.stderr
    assert "resuming" in again.stdout
    for name in ("metrics", "evaluations", "rollouts"):
        expected, found = whole.read(name), broken.read(name)  # type: ignore[arg-type]
        assert without_clocks(found) == without_clocks(expected), name
    assert [r["step"] for r in whole.read("metrics")] == [1, 2, 3, 4]
    assert broken.read_info()["status"] == "finished"


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a small disk")
def test_a_full_disk_is_one_line_and_leaves_no_half_checkpoint(
    tmp_path: Path, recipe_file: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size=24m none {disk}"
    unshare = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    if not shutil.which("unshare") or subprocess.run([*unshare, mount]).returncode:
        pytest.skip("this kernel lets nobody but root mount")
    run = " ".join(command(disk / "run", recipe_file))
    look = f"ls {disk}/run/checkpoints/*/complete.json"
    script = f"{mount} && {run}; code=$?; {look} 2>/dev/null && echo SEALED; exit $code"
    done = subprocess.run([*unshare, script], capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert "no space left on the disk" in done.stderr
    assert "--resume" in done.stderr
    assert "Traceback" not in done.stderr
    assert "SEALED" not in done.stdout


def test_what_can_be_known_before_a_model_is_loaded_is_said_then(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing to resume"):
        train(tiny(tmp_path / "a"), resume=True)
    with pytest.raises(ProblemError, match="no problem set 'nosuch'"):
        train(tiny(tmp_path / "b", "data.problems=nosuch"))
    with pytest.raises(ProblemError, match="gives 2 problems, and a rollout asks for 4"):
        train(tiny(tmp_path / "c", "data.count=2", "rollout.problems=4"))
    with pytest.raises(InputError, match="evaluation problems are trained on"):
        train(tiny(tmp_path / "d", "evaluation.split=train"))
    with pytest.raises(InputError, match="it may hold"):
        train(tiny(tmp_path / "{nonsense}"))
    assert sorted(p.name for p in tmp_path.iterdir()) == []


def test_a_model_that_is_not_there_and_a_length_beyond_its_context_are_refused(
    tmp_path: Path,
) -> None:
    with pytest.raises(InputError, match="no such folder"):
        train(tiny(tmp_path / "a", f"model.name={tmp_path}/nowhere"))
    with pytest.raises(InputError, match="leaves no room for a prompt in the 512 tokens"):
        train(tiny(tmp_path / "b", "rollout.max_response_tokens=512"))
    assert sorted(p.name for p in tmp_path.iterdir()) == []


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(InputError, match="not empty"):
        train(tiny(tmp_path))
    assert [p.name for p in tmp_path.iterdir()] == ["precious"]


class Broken:
    """A judge that fails on what it is told to fail on."""

    def __init__(self, *fails: bool) -> None:
        self.fails = fails

    def many(self, pairs: Any) -> list[Judgement]:
        return [
            Judgement(s.id, Verdict.JE, 0, 1, None)
            if fails
            else Judgement(s.id, Verdict.AC, 1, 1, 1.0)
            for (s, _), fails in zip(pairs, self.fails, strict=True)
        ]


def test_what_could_not_be_judged_is_none_and_a_rollout_of_none_stops_the_run() -> None:
    from microcoder.train.on_trl import JudgedReward

    problem = load_set("compose", split="train", count=1)[0]
    asked: dict[str, Any] = {
        "prompts": ["", ""],
        "completions": ["a", "b"],
        "completion_ids": [[1, 3], [1]],
        "problem_id": [problem.id, problem.id],
    }
    reward = JudgedReward(Broken(True, False), {problem.id: problem}, {3})  # type: ignore[arg-type]
    assert reward(**asked) == [None, 1.0]
    assert reward.last.truncated == [False, True]
    reward = JudgedReward(Broken(True, True), {problem.id: problem}, {3})  # type: ignore[arg-type]
    with pytest.raises(NothingJudged, match="not one of 2 completions"):
        reward(**asked)


def test_ctrl_c_leaves_a_run_to_resume(tmp_path: Path, recipe_file: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    process = subprocess.Popen(
        command(folder.path, recipe_file, "--set", "run.steps=500"),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    try:
        until = time.monotonic() + 200
        while time.monotonic() < until and process.poll() is None:
            if folder.file("metrics").exists() and folder.read("metrics"):
                break
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 2, errors
    assert "interrupted" in errors
    assert "--resume" in errors
    assert "Traceback" not in errors
    assert folder.read_info()["status"] == "interrupted"

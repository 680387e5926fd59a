"""A run's folder survives a kill at any moment."""

import json

import numpy as np
import pytest

from microcoder.errors import InputError
from microcoder.runs import RunFolder, library_versions


@pytest.fixture
def run(tmp_path):
    return RunFolder(tmp_path / "run").create()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(InputError, match="not empty"):
        RunFolder(tmp_path).create()
    with pytest.raises(InputError, match="nothing to resume"):
        RunFolder(tmp_path).create(resume=True)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_run_can_be_resumed_but_not_started_over(run):
    run.append("metrics", {"step": 1})
    with pytest.raises(InputError, match="--resume"):
        RunFolder(run.path).create()
    assert RunFolder(run.path).create(resume=True).read("metrics") == [{"step": 1}]


def test_resuming_into_a_new_folder_starts_there(tmp_path):
    assert RunFolder(tmp_path / "new").create(resume=True).read("metrics") == []


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be used"):
        RunFolder(tmp_path / "file").create()


def test_opening_a_folder_without_a_run_says_so(tmp_path):
    with pytest.raises(InputError, match="not the folder of a run"):
        RunFolder(tmp_path).opened()
    with pytest.raises(InputError, match="no such folder"):
        RunFolder(tmp_path / "absent").opened()


def test_rows_come_back_in_order(run):
    run.append("rollouts", {"step": 1, "completion": "a\nb ☃"}, {"step": 1})
    run.append("rollouts", {"step": 2})
    assert run.read("rollouts") == [{"step": 1, "completion": "a\nb ☃"}, {"step": 1}, {"step": 2}]
    assert len((run.path / "rollouts.jsonl").read_text().splitlines()) == 3


def test_what_json_cannot_hold_becomes_null_and_array_scalars_become_numbers(run):
    run.append("metrics", {"a": float("nan"), "b": np.float32(0.5), "c": [np.int64(3), np.inf]})
    assert run.read("metrics") == [{"a": None, "b": 0.5, "c": [3, None]}]


def test_a_lone_surrogate_in_a_completion_survives(run):
    run.append("rollouts", {"completion": "\ud800"})
    assert run.read("rollouts") == [{"completion": "\ud800"}]


def test_there_are_no_rows_of_another_name(run):
    with pytest.raises(InputError, match="'metric'"):
        run.append("metric", {})


def test_a_torn_last_line_is_passed_over_and_cut_off_by_the_next_row(run):
    run.append("metrics", {"step": 1})
    with (run.path / "metrics.jsonl").open("a") as file:
        file.write('{"step": 2, "rew' + "x" * 100_000)
    assert run.read("metrics") == [{"step": 1}]
    run.append("metrics", {"step": 2})
    assert run.read("metrics") == [{"step": 1}, {"step": 2}]


def test_a_last_row_that_lacks_only_its_line_end_is_kept(run):
    (run.path / "metrics.jsonl").write_text('{"step": 1}')
    run.append("metrics", {"step": 2})
    assert run.read("metrics") == [{"step": 1}, {"step": 2}]


@pytest.mark.parametrize("line", ["nonsense", "[1]"])
def test_a_spoilt_line_in_the_middle_is_named(run, line):
    (run.path / "metrics.jsonl").write_text(f'{{"step": 1}}\n{line}\n{{"step": 3}}\n')
    with pytest.raises(InputError, match=r"metrics\.jsonl: row 2"):
        run.read("metrics")


def test_rewinding_drops_later_steps_from_every_file_and_torn_lines(run):
    for step in (1, 2, 3):
        run.append("metrics", {"step": step})
        run.append("rollouts", {"step": step}, {"step": step})
    run.append("evaluations", {"step": 0}, {"step": 3}, {"note": "no step"})
    with (run.path / "metrics.jsonl").open("a") as file:
        file.write('{"st')
    assert run.rewind(2) == 1 + 2 + 1
    assert run.read("metrics") == [{"step": 1}, {"step": 2}]
    assert [row["step"] for row in run.read("rollouts")] == [1, 1, 2, 2]
    assert run.read("evaluations") == [{"step": 0}, {"note": "no step"}]
    assert (run.path / "metrics.jsonl").read_bytes().endswith(b'{"step": 2}\n')
    assert not list(run.path.glob(".*.tmp"))


def test_a_rewind_that_fails_leaves_the_file_as_it_was(run):
    text = '{"step": 5}\nspoilt\n{"step": 6}\n'
    (run.path / "metrics.jsonl").write_text(text)
    with pytest.raises(InputError, match="row 2"):
        run.rewind(1)
    assert (run.path / "metrics.jsonl").read_text() == text
    assert not list(run.path.glob(".*.tmp"))


def test_following_gives_rows_as_they_come_and_ends_with_the_run(run):
    run.update_info(status="running")
    run.append("metrics", {"step": 1})
    rows = run.follow("metrics", poll_seconds=0)
    assert next(rows) == {"step": 1}
    run.append("metrics", {"step": 2})
    assert next(rows) == {"step": 2}
    run.append("metrics", {"step": 3})
    run.update_info(status="finished")
    assert list(rows) == [{"step": 3}]


def test_a_follower_passes_over_blank_lines_and_waits_for_torn_ones(run):
    path = run.path / "metrics.jsonl"
    path.write_text('{"step": 1}\n\n\n{"step": 2}\n{"st')
    rows = run.follow("metrics", poll_seconds=0)
    assert [next(rows)["step"] for _ in range(2)] == [1, 2]
    path.write_text('{"step": 1}\n\n\n{"step": 2}\n{"step": 3}\n\n{"step": 4}\n')
    run.update_info(status="finished")
    assert [row["step"] for row in rows] == [3, 4]


def test_a_follower_gets_what_a_rewind_rewrote_and_nothing_twice(run):
    for step in (1, 2, 3):
        run.append("metrics", {"step": step, "try": 1})
    rows = run.follow("metrics", poll_seconds=0)
    assert [next(rows)["step"] for _ in range(3)] == [1, 2, 3]
    run.rewind(1)
    run.append("metrics", {"step": 2, "try": 2})
    run.update_info(status="finished")
    assert list(rows) == [{"step": 2, "try": 2}]


def test_facts_are_added_to_and_kept(run):
    run.update_info(seed=3, versions={"numpy": "2"})
    run.update_info(status="finished")
    assert run.read_info() == {"seed": 3, "versions": {"numpy": "2"}, "status": "finished"}
    assert json.loads((run.path / "run.json").read_text()) == run.read_info()


def test_facts_that_are_no_object_are_refused(run):
    (run.path / "run.json").write_text("[]")
    with pytest.raises(InputError, match=r"run\.json"):
        run.read_info()


def test_the_recipe_is_kept_as_text(run):
    assert run.read_recipe() is None
    run.write_recipe("seed = 1\n")
    assert run.read_recipe() == "seed = 1\n"


def test_versions_name_python_and_leave_out_what_is_not_installed():
    versions = library_versions(["numpy", "no-such-distribution-at-all"])
    assert versions["numpy"] == np.__version__
    assert set(versions) == {"python", "platform", "numpy"}

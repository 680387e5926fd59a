"""GRPO, DAPO and MicroCoder-GRPO on one budget: nano, the laptop recipe, several seeds.

    python benchmarks/demo.py [--seeds 0 1 2] [--presets grpo dapo microcoder] [--jobs 2]

Runs that are finished are not run again; interrupted ones go on. The table is written to
benchmarks/results/demo.md and demo.json. Every run gets one thread, so that --jobs runs share a
machine without slowing one another; neither changes what is learned by more than rounding.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from microcoder.bench.passk import bootstrap_interval
from microcoder.problem import write_text
from microcoder.runs import RunFolder, library_versions

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"


def run_one(recipe: str, preset: str, seed: int, root: Path, overrides: list[str]) -> Path:
    """Train one preset with one seed, or find it done."""
    folder = root / f"{preset}-seed{seed}"
    run = RunFolder(folder)
    if run.exists() and run.read_info().get("status") == "finished":
        return folder
    command = [
        sys.executable, "-m", "microcoder.cli", "train", recipe,
        "--set", f"grpo.preset={preset}",
        "--set", f"run.seed={seed}",
        "--set", f"run.folder={folder}",
        "--set", "run.threads=1",
        "--set", "judge.workers=1",
        *(word for o in overrides for word in ("--set", o)),
        *(["--resume"] if run.exists() else []),
    ]  # fmt: skip
    root.mkdir(parents=True, exist_ok=True)
    with (root / f"{folder.name}.log").open("ab") as log:
        done = subprocess.run(
            command, stdout=log, stderr=log, env=os.environ | {"OMP_NUM_THREADS": "1"}
        )
    if done.returncode:
        raise SystemExit(f"{folder}: exit code {done.returncode}; see {root / folder.name}.log")
    print(f"finished {folder}", file=sys.stderr, flush=True)
    return folder


def by_problem(row: dict) -> dict[str, float]:
    """Share of right attempts per problem of an evaluation."""
    return {name: r["right"] / r["of"] for name, r in row["per_problem"].items()}


def pooled(rows: list[dict]) -> tuple[float, float, float]:
    """Mean over seeds, with a bootstrap interval over problems of the seeds' mean."""
    tables = [by_problem(r) for r in rows]
    names = sorted(set.intersection(*(set(t) for t in tables)))
    values = np.array([[t[n] for n in names] for t in tables]).mean(axis=0)
    return (float(values.mean()), *bootstrap_interval(values, seed=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recipe", default=str(HERE.parent / "recipes" / "laptop.toml"))
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--presets", nargs="+", default=["microcoder", "dapo", "grpo"])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--root", type=Path, default=HERE.parent / "runs" / "bench-demo")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    args = parser.parse_args()
    started = time.monotonic()
    jobs = [(p, s) for s in args.seeds for p in args.presets]
    with ThreadPoolExecutor(args.jobs) as pool:
        folders = dict(
            zip(
                jobs,
                pool.map(lambda j: run_one(args.recipe, *j, args.root, args.set), jobs),
                strict=True,
            )
        )
    lines = [
        "| preset | seed | before | after | greedy before → after | ratio | diversity first → last "
        "| masked | truncated last |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    table: list[dict] = []
    for preset in args.presets:
        firsts, lasts = [], []
        for seed in args.seeds:
            run = RunFolder(folders[preset, seed])
            evaluations, metrics = run.read("evaluations"), run.read("metrics")
            first, last = evaluations[0], evaluations[-1]
            firsts.append(first)
            lasts.append(last)
            tenth = max(1, len(metrics) // 10)

            def mean(key: str, rows: list[dict]) -> float:
                return float(np.mean([m[key] for m in rows]))

            row = {
                "preset": preset,
                "seed": seed,
                "steps": last["step"],
                "before": [first[k] for k in ("pass_at_1", "low", "high")],
                "after": [last[k] for k in ("pass_at_1", "low", "high")],
                "greedy": [first["greedy_pass_at_1"], last["greedy_pass_at_1"]],
                "diversity": [mean("diversity", m) for m in (metrics[:tenth], metrics[-tenth:])],
                "masked_share": mean("masked_share", metrics),
                "truncated_share": mean("truncated_share", metrics[-tenth:]),
                "seconds_per_step": mean("seconds", metrics),
            }
            table.append(row)
            lines.append(
                f"| {preset} | {seed} | {_interval(*row['before'])} | {_interval(*row['after'])} "
                f"| {row['greedy'][0]:.3f} → {row['greedy'][1]:.3f} "
                f"| {row['after'][0] / row['before'][0]:.2f} "
                f"| {row['diversity'][0]:.2f} → {row['diversity'][1]:.2f} "
                f"| {row['masked_share']:.1%} | {row['truncated_share']:.1%} |"
            )
        before, after = pooled(firsts), pooled(lasts)
        table.append({"preset": preset, "seed": "all", "before": before, "after": after})
        lines.append(
            f"| **{preset}** | all | {_interval(*before)} | **{_interval(*after)}** |  "
            f"| {after[0] / before[0]:.2f} |  |  |  |"
        )
    text = "\n".join(lines) + "\n"
    write_text(RESULTS / "demo.md", text)
    facts = {"versions": library_versions(), "overrides": args.set, "rows": table}
    write_text(RESULTS / "demo.json", json.dumps(facts, indent=1) + "\n")
    print(text)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)


def _interval(value: float, low: float, high: float) -> str:
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"


if __name__ == "__main__":
    main()

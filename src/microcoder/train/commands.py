"""``microcoder train``: a recipe, or the nano model itself."""

from __future__ import annotations

import argparse
from pathlib import Path

from microcoder.errors import MissingExtra
from microcoder.problem import write_text
from microcoder.runs import RunFolder


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``train`` to the command line."""
    parser = subparsers.add_parser(
        "train",
        help="train a model by a recipe, or rebuild nano",
        description="Train a model by a recipe (TOML). 'microcoder train nano' rebuilds the "
        "shipped nano model from nothing.",
    )
    parser.add_argument("recipe", help="a recipe file, or 'nano'")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="override a value, such as --set grpo.clip_high=0.3 (repeatable)",
    )
    parser.add_argument("--model", help="short for --set model.name=...")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--dry-run", action="store_true", help="print the whole recipe and stop")
    parser.add_argument("-o", "--out", type=Path, help="nano only: the folder to write")
    parser.set_defaults(run=_train)


def _train(args: argparse.Namespace) -> int:
    if args.recipe == "nano":
        return _nano(args)
    from microcoder.recipe import load_recipe, recipe_to_toml

    overrides = list(args.set)
    if args.model:
        overrides.append(f"model.name={args.model}")
    recipe = load_recipe(args.recipe, overrides)
    if args.dry_run:
        print(recipe_to_toml(recipe), end="")
        print(
            f"# a step: {recipe.rollout.problems} problems x {recipe.rollout.group_size} = "
            f"{recipe.completions_per_step} completions, then {recipe.updates_per_step} "
            f"update(s) of {recipe.update.problems} problems"
        )
        return 0
    from microcoder.train.launch import train

    folder = train(recipe, recipe_name=Path(args.recipe).stem, resume=args.resume)
    _tell(folder)
    return 0


def _tell(folder: RunFolder) -> None:
    """The result, whatever it is, and what to do next."""
    evaluations = folder.read("evaluations")
    if evaluations:
        first, last = evaluations[0], evaluations[-1]
        print(f"\n{last['set']}: {last['problems']} problems x {last['samples']} samples, "
              f"T={last['temperature']:g}")  # fmt: skip
        print(f"  {'':24}{'before':>24}{'after':>24}")
        rows = [("pass@1 (95 % interval)", "pass_at_1", "low", "high")]
        if "greedy_pass_at_1" in last:
            rows.append(("greedy pass@1", "greedy_pass_at_1", "greedy_low", "greedy_high"))
        for name, value, low, high in rows:
            cells = (f"{r[value]:.3f} [{r[low]:.3f}, {r[high]:.3f}]" for r in (first, last))
            print(f"  {name:24}" + "".join(f"{c:>24}" for c in cells))
        for k in last["pass_at_k"]:
            if k != "1":
                cells = (f"{r['pass_at_k'].get(k, float('nan')):.3f}" for r in (first, last))
                print(f"  {'pass@' + k:24}" + "".join(f"{c:>24}" for c in cells))
        if first["pass_at_1"] > 0:
            apart = last["low"] > first["high"] or last["high"] < first["low"]
            print(
                f"  {last['pass_at_1'] / first['pass_at_1']:.2f} times the baseline; the intervals "
                + ("do not overlap" if apart else "overlap: this may be chance")
            )
    print(f"\nrun     {folder.path}")
    try:
        from microcoder.report.page import render
        from microcoder.report.summary import summarise

        page = folder.path / "report.html"
        write_text(page, render(summarise(folder)))
        print(f"report  {page}")
    except MissingExtra as error:
        print(f"report  none yet: {error}; then: microcoder report {folder.path}")
    print(f"model   {folder.path / 'model'}   "
          f"try: microcoder bench run compose --model {folder.path / 'model'}")  # fmt: skip


def _nano(args: argparse.Namespace) -> int:
    from microcoder.models import nano_folder
    from microcoder.train import nano

    out = args.out or nano_folder()
    facts = nano.build(out)
    print(
        f"{out}: {facts['parameters']} parameters, loss {facts['final_loss']}, {facts['seconds']} s"
    )
    return 0

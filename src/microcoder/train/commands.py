"""``microcoder train``: a recipe, or the nano model itself."""

from __future__ import annotations

import argparse
from pathlib import Path


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
    parser.add_argument(
        "--dry-run", action="store_true", help="print the whole recipe and stop"
    )
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
    print(f"run: {folder.path}   next: microcoder report {folder.path}")
    return 0


def _nano(args: argparse.Namespace) -> int:
    from microcoder.models import nano_folder
    from microcoder.train import nano

    out = args.out or nano_folder()
    facts = nano.build(out)
    print(f"{out}: {facts['parameters']} parameters, loss {facts['final_loss']}, "
          f"{facts['seconds']} s")
    return 0

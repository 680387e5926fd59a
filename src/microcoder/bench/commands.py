"""``microcoder bench``: how good is a model on a set of problems?"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``bench`` to the command line."""
    parser = subparsers.add_parser("bench", help="evaluate a model on a set of problems")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    run = actions.add_parser("run", help="sample, judge and report pass@k")
    run.add_argument("suite", help="starter, compose, humaneval, mbpp:FILE, or a file of problems")
    run.add_argument("--model", default="nano", help="nano, smollm2, a folder, or a hub name")
    run.add_argument("--split", default="held-out", choices=("train", "held-out", "all"))
    run.add_argument("--depths", type=int, nargs="+", default=[1, 2, 3], help="compose only")
    run.add_argument("--count", type=int, help="at most so many problems")
    run.add_argument(
        "--difficulty", type=float, nargs=2, metavar=("LOW", "HIGH"), help="rated within"
    )
    run.add_argument("--samples", type=int, default=4)
    run.add_argument("--temperature", type=float, default=1.0)
    run.add_argument("--max-tokens", type=int, default=256)
    run.add_argument("--batch", type=int, default=64, help="completions sampled at once")
    run.add_argument("--seed", type=int, default=0)
    run.add_argument("--instruction", help="the system message; '' for none")
    run.add_argument(
        "--stop-after-code",
        action="store_true",
        help="end a completion where its first code block closes (small models chat on)",
    )
    run.add_argument("--threads", type=int, help="threads of the tensor library")
    run.add_argument(
        "-o", "--out", type=Path, help="write the summary as JSON, with right attempts per problem"
    )
    run.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from microcoder.bench.evaluation import attempt, summarise
    from microcoder.errors import InputError
    from microcoder.judge import Judge
    from microcoder.models import load_model
    from microcoder.problem import write_text
    from microcoder.problemsets import load_set
    from microcoder.progress import Progress
    from microcoder.recipe import DataSection
    from microcoder.sampling import LocalSampler

    if args.samples < 1 or args.max_tokens < 1 or args.batch < 1 or args.temperature < 0:
        raise InputError("--samples, --max-tokens and --batch must be at least 1, --temperature 0")
    problems = load_set(
        args.suite,
        split=args.split,
        depths=args.depths,
        difficulty=args.difficulty,
        count=args.count,
    )
    model, tokenizer = load_model(args.model)
    if args.threads:
        import torch

        torch.set_num_threads(args.threads)
    instruction = DataSection().instruction if args.instruction is None else args.instruction
    samples = 1 if args.temperature == 0 else args.samples
    started = time.monotonic()
    with Judge() as judge, Progress("sampling", len(problems) * samples) as progress:
        attempts = attempt(
            LocalSampler(model, tokenizer, batch=args.batch, stop_after_code=args.stop_after_code),
            problems,
            judge,
            samples=samples,
            temperature=args.temperature,
            max_tokens=args.max_tokens,
            seed=args.seed,
            instruction=instruction,
            progress=progress.advance,
        )
    summary: dict[str, Any] = {
        "suite": args.suite,
        "split": args.split,
        "model": args.model,
        "temperature": args.temperature,
        "max_tokens": args.max_tokens,
        "stop_after_code": args.stop_after_code,
        "instruction": instruction,
        "seed": args.seed,
    } | summarise(attempts, problems, seed=args.seed)
    _print(summary, time.monotonic() - started)
    if args.out:
        write_text(args.out, json.dumps(summary, indent=1) + "\n")
        print(f"written: {args.out}", file=sys.stderr)
    return 0


def _print(summary: dict[str, Any], seconds: float) -> None:
    print(
        f"{summary['model']} on {summary['suite']} ({summary['split']}): "
        f"{summary['problems']} problems x {summary['samples']} samples, "
        f"T={summary['temperature']:g}, at most {summary['max_tokens']} tokens"
    )
    print(
        f"  pass@1 {summary['pass_at_1']:.3f}  95 % [{summary['low']:.3f}, {summary['high']:.3f}]"
        + "".join(f"  pass@{k} {v:.3f}" for k, v in summary["pass_at_k"].items() if k != "1")
    )
    for level, row in summary["by_difficulty"].items():
        print(f"  difficulty {level}: {row['pass_at_1']:.3f}  ({row['problems']} problems)")
    verdicts = "  ".join(f"{k} {v}" for k, v in summary["verdicts"].items())
    print(f"  {verdicts}")
    print(
        f"  {summary['response_tokens']:.0f} tokens a response, "
        f"{summary['truncated_share']:.0%} cut at the limit, {seconds:.0f} s"
    )

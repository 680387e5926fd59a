"""Our judge as the reward of your own TRL script: the whole of what changes.

    python examples/trl_reward.py [--steps 2]

Everything here is TRL's plain GRPOTrainer; only ``reward_funcs`` is ours.
"""

from __future__ import annotations

import argparse

from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from microcoder.judge import Judge, trl_reward
from microcoder.models import load_model
from microcoder.problemsets import load_set
from microcoder.sampling import as_messages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="nano")
    parser.add_argument("--steps", type=int, default=2)
    args = parser.parse_args()
    problems = load_set("compose", split="train", depths=[1, 2], count=64)
    rows = Dataset.from_dict(
        {
            "prompt": [as_messages(p) for p in problems],
            "problem_id": [p.id for p in problems],
        }
    )
    model, tokenizer = load_model(args.model)
    config = GRPOConfig(
        output_dir="runs/example",
        max_steps=args.steps,
        per_device_train_batch_size=16,
        num_generations=8,
        max_completion_length=72,
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        bf16=False,
        use_cpu=True,
    )
    with Judge() as judge:
        GRPOTrainer(
            model,
            reward_funcs=trl_reward(judge, problems),
            args=config,
            train_dataset=rows,
            processing_class=tokenizer,
        ).train()


if __name__ == "__main__":
    main()

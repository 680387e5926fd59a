"""Asking a model for programs: prompts, completions, and a sampler over a local model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from microcoder.problem import Problem

Messages = list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer of a model."""

    text: str
    tokens: int
    """How many tokens it has, its stop token included."""
    truncated: bool
    """No stop token: cut at the length limit."""


def as_messages(problem: Problem, instruction: str = "") -> Messages:
    """The chat that asks for a solution: instruction as the system message, then the problem."""
    asked = problem.statement
    if problem.starter_code:
        asked += f"\n\nStart from:\n```python\n{problem.starter_code.rstrip()}\n```"
    system = [{"role": "system", "content": instruction}] if instruction else []
    return [*system, {"role": "user", "content": asked}]


class Sampler(Protocol):
    """Whatever answers prompts."""

    def sample(
        self,
        prompts: Sequence[Messages],
        *,
        n: int,
        temperature: float,
        max_tokens: int,
        seed: int,
        progress: Callable[[int], None] | None = None,
    ) -> list[list[Completion]]:
        """``n`` completions for each prompt; temperature 0 is greedy."""
        ...


CLOSED = "\n```\n"
"""How a code block closes; an opening fence carries a language tag, and so does not match."""


class LocalSampler:
    """Samples from a transformers model in this process.

    Prompts are batched by length, and each is read once for all its samples (the key-value cache
    is repeated, not computed again). Sampling uses the whole distribution at the temperature (no
    top-p, top-k or min-p, which would sample another policy than the one whose log-probabilities
    training takes). The caller's random state is left as it was.
    """

    def __init__(
        self, model: Any, tokenizer: Any, *, batch: int = 128, stop_after_code: bool = False
    ) -> None:
        self.model, self.tokenizer, self.batch = model, tokenizer, batch
        self.stop_after_code = stop_after_code
        """End a completion where its first code block closes: small models chat on for long."""

    def sample(
        self,
        prompts: Sequence[Messages],
        *,
        n: int,
        temperature: float,
        max_tokens: int,
        seed: int,
        progress: Callable[[int], None] | None = None,
    ) -> list[list[Completion]]:
        """See Sampler. The same seed and batch size give the same completions."""
        import torch

        texts = [
            self.tokenizer.apply_chat_template(p, tokenize=False, add_generation_prompt=True)
            for p in prompts
        ]
        ids = self.tokenizer(texts, add_special_tokens=False)["input_ids"]
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        at_once = max(1, self.batch // n)
        out: list[list[Completion]] = [[] for _ in prompts]
        was_training = self.model.training
        self.model.eval()
        try:
            with torch.random.fork_rng(), torch.no_grad():
                torch.manual_seed(seed)
                for start in range(0, len(order), at_once):
                    some = order[start : start + at_once]
                    made = self._generate([ids[i] for i in some], n, temperature, max_tokens)
                    for k, i in enumerate(some):
                        out[i] = made[k * n : (k + 1) * n]
                    if progress is not None:
                        progress(len(made))
        finally:
            self.model.train(was_training)
        return out

    def _generate(
        self, prompts: Sequence[Sequence[int]], n: int, temperature: float, max_tokens: int
    ) -> list[Completion]:
        """``n`` completions of each prompt, those of one prompt together."""
        import torch
        from transformers import DynamicCache, GenerationConfig

        pad, stops = self.tokenizer.pad_token_id, stop_tokens(self.model, self.tokenizer)
        longest = max(map(len, prompts))
        ids = torch.full((len(prompts), longest), pad)
        attention = torch.zeros_like(ids)
        for row, prompt in enumerate(prompts):
            ids[row, longest - len(prompt) :] = torch.tensor(prompt)
            attention[row, longest - len(prompt) :] = 1
        how: dict[str, Any] = {"do_sample": False}
        also: dict[str, Any] = {}
        if self.stop_after_code:
            how["stop_strings"] = [CLOSED]
            also = {"tokenizer": self.tokenizer}
        if temperature > 0:
            how |= {"do_sample": True, "temperature": temperature, "top_k": 0, "top_p": 1.0}
        ids, attention = ids.to(self.model.device), attention.to(self.model.device)
        cache = DynamicCache(config=self.model.config)
        if longest > 1:
            # the last token is left for generate, which needs one to begin with
            self.model(
                input_ids=ids[:, :-1],
                attention_mask=attention[:, :-1],
                position_ids=(attention[:, :-1].cumsum(-1) - 1).clamp(min=0),
                cache=cache,
                use_cache=True,
                logits_to_keep=1,
            )
            cache.batch_repeat_interleave(n)
        made = self.model.generate(
            input_ids=ids.repeat_interleave(n, dim=0),
            attention_mask=attention.repeat_interleave(n, dim=0),
            cache=cache,
            generation_config=GenerationConfig(
                max_new_tokens=max_tokens, pad_token_id=pad, eos_token_id=sorted(stops), **how
            ),
            **also,
        )[:, longest:].tolist()
        completions = []
        for row in made:
            end = next((i for i, token in enumerate(row) if token in stops), None)
            kept = row if end is None else row[: end + 1]
            text = self.tokenizer.decode(kept, skip_special_tokens=True)
            stopped = end is not None or (self.stop_after_code and CLOSED in text)
            completions.append(Completion(text, len(kept), truncated=not stopped))
        return completions


def stop_tokens(model: Any, tokenizer: Any) -> set[int]:
    """Every token id that ends a completion."""
    found: set[int] = set()
    for ids in (model.generation_config.eos_token_id, tokenizer.eos_token_id):
        if ids is not None:
            found.update(ids if isinstance(ids, (list, tuple)) else (ids,))
    return found

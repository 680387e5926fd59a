"""The report: one HTML page that needs nothing but itself.

Everything that came out of a model, a data set or a file name is hostile until escaped, and is
escaped where it enters the text, by ``_text``. The page forbids itself scripts and every request
(Content-Security-Policy), should an escape ever be forgotten.
"""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib import resources
from typing import Any

from microcoder.report.plots import (
    WIDE,
    Change,
    Line,
    draw_changes,
    draw_lines,
    draw_stack,
)
from microcoder.report.summary import (
    VERDICTS,
    Evaluation,
    Rollout,
    Summary,
    ends,
    number,
    smoothed,
)

LONGEST_COMPLETION = 20_000
"""Characters of a completion that are shown; what is longer is cut in the middle, and says so."""
SERIES = 8
"""Colours for runs laid over each other."""

_VERDICT_NAMES = {
    "AC": "accepted",
    "WA": "wrong answer",
    "TLE": "time limit",
    "MLE": "memory limit",
    "OLE": "output limit",
    "RTE": "run-time error",
    "CE": "does not compile",
    "NC": "no code",
    "JE": "judge failed",
}


def render(run: Summary, others: Sequence[Summary] = ()) -> str:
    """The page of ``run``, with ``others`` laid over its curves.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    runs = (run, *others)
    parts = [
        _header(run),
        _headline(run),
        _facts(run),
        _comparison(runs) if others else "",
        _held_out(runs),
        _training(runs),
        _time_and_verdicts(run),
        _examples(run),
        _origin(run),
    ]
    body = "\n".join(part for part in parts if part)
    style = resources.files("microcoder.report").joinpath("page.css").read_text("utf-8")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_text(run.name)} – microcoder</title>
<style>
{style}</style>
</head>
<body>
<main>
{body}
<footer>Written by microcoder {_text(run.info.get("version", ""))}. This page is complete in itself:
it loads nothing and runs nothing.</footer>
</main>
</body>
</html>
"""


# --- top ---------------------------------------------------------------------------------------


def _header(run: Summary) -> str:
    status = run.info.get("status")
    state = f'<span class="state">{_text(status)}</span>' if status else ""
    about = [
        _text(run.info["model"]) if run.info.get("model") else "",
        _when(run.info.get("started"), run.info.get("finished")),
    ]
    line = " · ".join(part for part in about if part)
    return f"<header><h1>{_text(run.name)}{state}</h1><p>{line}</p></header>"


def _headline(run: Summary) -> str:
    cards = [_result_card(name, found) for name, found in run.evaluations.items()]
    if not cards and run.has("pass_rate" if run.has("pass_rate") else "reward_mean"):
        cards.append(_training_card(run))
    if not cards:
        return (
            '<p class="nothing">Nothing has been measured yet: the run holds '
            f"{_counted(len(run.metrics), 'step')} and no evaluation. "
            "Write the report again once it has gone further.</p>"
        )
    return f'<section class="headline" aria-label="Results">{"".join(cards)}</section>'


def _result_card(name: str, found: Sequence[Evaluation]) -> str:
    first, last = found[0], found[-1]
    terms = [
        f"{_counted(last.problems, 'problem')}" if not math.isnan(last.problems) else "",
        f"{last.samples:g} attempts each" if not math.isnan(last.samples) else "",
        f"T {last.temperature:g}" if not math.isnan(last.temperature) else "",
        f"at most {last.max_response_tokens:,.0f} tokens"
        if not math.isnan(last.max_response_tokens)
        else "",
    ]
    notes = [" · ".join(part for part in terms if part)]
    if last is first:
        big = f'<span class="to">{_percent(last.pass_at_1)}</span>'
        notes.insert(0, f"step {last.step:g}{_interval(last, ', 95 % interval ')}")
    else:
        big = (
            f'<span class="from">{_percent(first.pass_at_1)}</span><span class="arrow">→</span>'
            f'<span class="to">{_percent(last.pass_at_1)}</span>'
            + _delta(100 * (last.pass_at_1 - first.pass_at_1), "points", better=1)
        )
        notes.insert(
            0,
            f"step {first.step:g}{_interval(first)} → step {last.step:g}{_interval(last)}"
            + ("; 95 % intervals" if not math.isnan(last.low + first.low) else ""),
        )
        if verdict := _apart(first, last):
            notes.append(verdict)
        best = max(found, key=lambda e: e.pass_at_1)
        if best is not last:
            notes.append(f"best {_percent(best.pass_at_1)} at step {best.step:g}")
    extra = []
    if not math.isnan(last.greedy):
        extra.append("greedy " + _from_to(first.greedy, last.greedy, last is first))
    for k, value in sorted(last.pass_at_k.items()):
        before = first.pass_at_k.get(k, math.nan)
        extra.append(f"pass@{k} " + _from_to(before, value, last is first))
    if extra:
        notes.append(" · ".join(extra))
    lines = "".join(f'<p class="small">{note}</p>' for note in notes if note)
    return (
        f'<div class="card"><h3>pass@1, {_text(name)}</h3><div class="big">{big}</div>{lines}</div>'
    )


def _training_card(run: Summary) -> str:
    key = "pass_rate" if run.has("pass_rate") else "reward_mean"
    before, after = ends(run.curve(key))
    what = "pass rate" if key == "pass_rate" else "mean reward"
    return (
        f'<div class="card"><h3>{what} of the training rollouts</h3><div class="big">'
        f'<span class="from">{_percent(before)}</span><span class="arrow">→</span>'
        f'<span class="to">{_percent(after)}</span>'
        f"{_delta(100 * (after - before), 'points', better=1)}</div>"
        '<p class="small">first and last tenth of the steps; no evaluation on held-out problems'
        "</p></div>"
    )


def _apart(first: Evaluation, last: Evaluation) -> str:
    """Whether the change is larger than chance, as far as two intervals can tell."""
    if any(math.isnan(x) for x in (first.low, first.high, last.low, last.high)):
        return ""
    if last.low > first.high or last.high < first.low:
        return "the intervals do not overlap"
    return "the intervals overlap: the change may be chance"


def _facts(run: Summary) -> str:
    facts: list[tuple[str, str]] = []
    if run.metrics:
        facts.append(("steps", f"{run.steps()[-1]:,.0f}"))
    tokens = _total(run.curve("tokens"))
    if tokens:
        facts.append(("tokens sampled", _short(tokens)))
    seconds = _total(run.curve("seconds"))
    if seconds:
        facts.append(("time in steps", _duration(seconds)))
        if tokens:
            facts.append(("speed", f"{tokens / seconds:,.0f} <small>tokens/s</small>"))
    for key, title, kind in (
        ("reward_mean", "reward", "number"),
        ("response_tokens", "response length", "tokens"),
        ("truncated_share", "truncated", "percent"),
        ("diversity", "diversity", "number"),
    ):
        before, after = ends(run.curve(key))
        if math.isnan(after):
            continue
        shown = {
            "number": lambda x: f"{x:.3f}",
            "tokens": lambda x: f"{x:,.0f}",
            "percent": _percent,
        }[kind]
        facts.append((title, f"<small>{shown(before)} →</small> {shown(after)}"))
    if not facts:
        return ""
    cells = "".join(f"<div><dt>{title}</dt><dd>{value}</dd></div>" for title, value in facts)
    return f'<dl class="facts">{cells}</dl>'


def _comparison(runs: Sequence[Summary]) -> str:
    sets = list(dict.fromkeys(name for run in runs for name in run.evaluations))
    head = "".join(f"<th>{_text(name)}, pass@1</th>" for name in sets)
    rows = []
    for i, run in enumerate(runs):
        cells = ""
        for name in sets:
            found = run.evaluations.get(name)
            cells += (
                f"<td>{_percent(found[0].pass_at_1)} → <b>{_percent(found[-1].pass_at_1)}</b>"
                f"{_interval(found[-1])}</td>"
                if found
                else "<td>–</td>"
            )
        reward, length = ends(run.curve("reward_mean"))[1], ends(run.curve("response_tokens"))[1]
        rows.append(
            f'<tr><td class="text"><ul class="key">{_key(run.name, _series(i))}</ul></td>{cells}'
            f"<td>{_or_dash(reward, '.3f')}</td><td>{_or_dash(length, ',.0f')}</td>"
            f"<td>{_or_dash(run.steps()[-1] if run.metrics else math.nan, ',.0f')}</td></tr>"
        )
    return (
        "<h2>Runs side by side</h2><p>Reward and length are those of the last tenth of the steps."
        f'</p><div class="scroll"><table><thead><tr><th class="text">run</th>{head}<th>reward</th>'
        f"<th>response tokens</th><th>steps</th></tr></thead><tbody>{''.join(rows)}</tbody>"
        "</table></div>"
    )


# --- held-out problems -------------------------------------------------------------------------


def _held_out(runs: Sequence[Summary]) -> str:
    figures = []
    sets = list(dict.fromkeys(name for run in runs for name in run.evaluations))
    for name in sets:
        lines, key = [], ""
        for i, run in enumerate(runs):
            found = run.evaluations.get(name, ())
            if not found:
                continue
            lines.append(_evaluation_line(found, _series(i), first=i == 0))
            if len(runs) > 1:
                key += _key(run.name, _series(i))
            greedy = [e.greedy for e in found]
            if i == 0 and not all(math.isnan(x) for x in greedy):
                steps = [e.step for e in found]
                lines.append(Line(steps, greedy, _series(i), style="dashed", points=True))
                key += _key("pass@1, sampled", _series(i)) if len(runs) == 1 else ""
                key += _key("greedy", _series(i), "dashed")
        levels = _levels(runs[0].evaluations.get(name, ()))
        wide = not levels
        drawing = draw_lines(
            lines, label=f"pass@1 on {name} by step", unit="percent", **_size(wide)
        )
        figures.append(
            _figure(f"pass@1, {name}", drawing, key, "Band: 95 % interval over problems.", wide)
        )
        if levels:
            figures.append(
                _figure(
                    f"pass@1 by difficulty, {name}",
                    draw_changes(levels, label=f"pass@1 on {name} by difficulty"),
                    _key("first evaluation", "series-1", "faint box")
                    + _key("last", "series-1", "box"),
                    "Hollow: before. Filled: after.",
                )
            )
    if not figures:
        return ""
    return (
        "<h2>Held-out problems</h2><p>Problems the run was not trained on.</p>"
        f'<div class="charts">{"".join(figures)}</div>{_evaluation_table(runs[0])}'
    )


def _evaluation_line(found: Sequence[Evaluation], colour: str, *, first: bool) -> Line:
    banded = first and not any(math.isnan(e.low + e.high) for e in found)
    return Line(
        [e.step for e in found],
        [e.pass_at_1 for e in found],
        colour,
        low=[e.low for e in found] if banded else (),
        high=[e.high for e in found] if banded else (),
        points=True,
        ends=True,
    )


def _levels(found: Sequence[Evaluation]) -> list[Change]:
    if not found:
        return []
    first, last = found[0].by_difficulty, found[-1].by_difficulty
    changes = []
    for level in sorted(last, key=_natural):
        after, problems = last[level]
        before = first.get(level, (math.nan, math.nan))[0]
        if not (math.isnan(before) and math.isnan(after)):
            size = f" ({problems:g})" if not math.isnan(problems) else ""
            changes.append(Change(f"{_visible(level)[:24]}{size}", before, after))
    return changes[:20]


def _evaluation_table(run: Summary) -> str:
    rows = [
        f'<tr><td class="text">{_text(name)}</td><td>{e.step:g}</td>'
        f"<td>{_percent(e.pass_at_1)}</td><td>{_interval(e).strip() or '–'}</td>"
        f"<td>{_percent(e.greedy)}</td><td>{_or_dash(e.response_tokens, ',.0f')}</td>"
        f"<td>{_percent(e.truncated_share)}</td><td>{_or_dash(e.problems, ',.0f')}</td></tr>"
        for name, found in run.evaluations.items()
        for e in found
    ]
    if not rows:
        return ""
    return (
        "<details><summary>Every evaluation as a table</summary>"
        '<div class="scroll"><table><thead><tr><th class="text">set</th><th>step</th>'
        "<th>pass@1</th><th>95 % interval</th><th>greedy</th><th>response tokens</th>"
        f"<th>truncated</th><th>problems</th></tr></thead><tbody>{''.join(rows)}</tbody>"
        "</table></div></details>"
    )


# --- training ----------------------------------------------------------------------------------


def _training(runs: Sequence[Summary]) -> str:
    run = runs[0]
    marks = _stages(run)
    figures = [
        _curve(
            runs,
            "reward_mean",
            "Reward",
            "Mean over the rollouts of a step; the thick curve is a running mean.",
            marks=marks,
            smooth=True,
        ),
        _several(
            run,
            (("pass_rate", "all tests passed", "solid"),),
            "Pass rate of the rollouts",
            "At the training temperature, on training problems.",
            smooth=True,
        )
        if run.curve("pass_rate") != run.curve("reward_mean")
        else "",
        _curve(
            runs,
            "response_tokens",
            "Response length",
            "Tokens; faint: the longest of the step.",
            unit="number",
            below="response_tokens_max",
        ),
        _several(
            run,
            (
                ("truncated_share", "truncated", "solid"),
                ("masked_share", "masked", "solid"),
                ("no_code_share", "no code", "solid"),
                ("unjudged_share", "unjudged", "solid"),
            ),
            "Truncated, masked, without code",
            "Shares of the rollouts of a step.",
        ),
        _curve(
            runs,
            "diversity",
            "Diversity",
            "Distinct 4-grams over all 4-grams within a group"
            + ("; dashed: free of the group's size." if run.has("diversity_size_free") else "."),
            unit="number",
            dashed="diversity_size_free",
            marks=marks,
        ),
        _curve(runs, "entropy", "Entropy", "Nats per token.", unit="number"),
        _several(
            run,
            (("zero_variance_share", "groups whose rewards are all equal", "solid"),),
            "Groups that teach nothing",
            "All right or all wrong: advantage 0.",
            smooth=True,
        ),
        _several(
            run,
            (
                ("clip_high_share", "above", "solid"),
                ("clip_low_share", "below", "solid"),
            ),
            "Clipped tokens",
            "Share of tokens whose gradient the clip cut off.",
            unit="number",
        ),
        _curve(runs, "grad_norm", "Gradient norm", "Before clipping.", unit="number"),
        _curve(runs, "loss", "Loss", "Its level says little; jumps do.", unit="number"),
    ]
    shown = [figure for figure in figures if figure]
    if not shown:
        return ""
    return f'<h2>Training</h2><p>By step.</p><div class="charts">{"".join(shown)}</div>'


def _curve(
    runs: Sequence[Summary],
    key: str,
    title: str,
    note: str,
    *,
    unit: str = "percent",
    smooth: bool = False,
    below: str = "",
    dashed: str = "",
    marks: Sequence[tuple[float, str]] = (),
) -> str:
    """One quantity, every run a colour; ``below`` and ``dashed`` are drawn for the first alone."""
    if not runs[0].has(key):
        return ""
    lines: list[Line] = []
    under: list[Line] = []
    names = ""
    for i, run in enumerate(runs):
        if not run.has(key):
            continue
        steps, values = run.steps(), run.curve(key)
        window = _window(values)
        if smooth and window > 1:
            lines.append(Line(steps, smoothed(values, window), _series(i), ends=True))
            if i == 0:
                under.append(Line(steps, values, _series(i), style="faint"))
        else:
            lines.append(Line(steps, values, _series(i), ends=True))
        names += _key(run.name, _series(i)) if len(runs) > 1 else ""
    for other, style in ((dashed, "dashed"), (below, "faint")):
        if other and runs[0].has(other):
            values = runs[0].curve(other)
            line = Line(runs[0].steps(), values, _series(0), style=style)  # type: ignore[arg-type]
            under.append(line)
    if unit == "percent" and any(
        y > 1 or y < 0 for line in lines for y in line.y if not math.isnan(y)
    ):
        unit = "number"  # rewards need not lie between 0 and 1
    drawing = draw_lines(
        [*lines, *under],
        label=f"{title} by step",
        unit="percent" if unit == "percent" else "number",
        marks=marks,
    )
    return _figure(title, drawing, names, note)


def _several(
    run: Summary,
    keys: Sequence[tuple[str, str, str]],
    title: str,
    note: str,
    *,
    unit: str = "percent",
    smooth: bool = False,
) -> str:
    """Several quantities of one run, each a colour; those that are 0 throughout are left out."""
    lines, names = [], ""
    known = [entry for entry in keys if run.has(entry[0])]
    moving = [e for e in known if any(y > 0 for y in run.curve(e[0]))] or known[:1]
    for i, (key, name, _) in enumerate(moving):
        values = run.curve(key)
        window = _window(values) if smooth else 1
        lines.append(Line(run.steps(), smoothed(values, window), _series(i), ends=True))
        names += _key(name, _series(i)) if len(keys) > 1 else ""
    if not lines:
        return ""
    absent = [name for key, name, _ in known if (key, name, _) not in moving]
    if absent:
        note += f" Always 0: {', '.join(absent)}."
    shape = "percent" if unit == "percent" else "number"
    drawing = draw_lines(lines, label=f"{title} by step", unit=shape, zero=True)  # type: ignore[arg-type]
    return _figure(title, drawing, names, note)


def _stages(run: Summary) -> list[tuple[float, str]]:
    """Where the sampling temperature changed."""
    marks: list[tuple[float, str]] = []
    before = math.nan
    for step, temperature in zip(run.steps(), run.curve("temperature"), strict=True):
        if math.isnan(temperature):
            continue
        if not math.isnan(before) and temperature != before:
            marks.append((step, f"T {temperature:g}"))
        before = temperature
    return marks if len(marks) <= 12 else []  # a continuous schedule has no stages


# --- time and verdicts -------------------------------------------------------------------------


def _time_and_verdicts(run: Summary) -> str:
    figures = [figure for figure in (_time(run), _verdict_mix(run)) if figure]
    if not figures:
        return ""
    return f'<h2>Where the time and the answers go</h2><div class="charts">{"".join(figures)}</div>'


def _time(run: Summary) -> str:
    stages = [
        (key, name)
        for key, name in (
            ("seconds_sampling", "sampling"),
            ("seconds_judging", "judging"),
            ("seconds_update", "update"),
        )
        if run.has(key)
    ]
    if not stages:
        return ""
    layers = [(run.curve(key), _series(i)) for i, (key, _) in enumerate(stages)]
    known = [sum(y for y in row if not math.isnan(y)) for row in zip(*(c for c, _ in layers))]  # noqa: B905
    rest = [max(0.0, t - k) for t, k in zip(run.curve("seconds"), known, strict=True)]
    total = sum(known)
    names = "".join(
        _key(f"{name} {_share(_total(run.curve(key)), total)}", _series(i), "box")
        for i, (key, name) in enumerate(stages)
    )
    if run.has("seconds") and sum(x for x in rest if not math.isnan(x)) > 0.01 * total:
        layers.append((rest, "ink-3"))
        names += _key("the rest", "ink-3", "box")
    return _figure(
        "Seconds per step",
        draw_stack(run.steps(), layers, label="Seconds per step, by stage"),
        names,
        "",
    )


def _verdict_mix(run: Summary) -> str:
    if not run.verdicts:
        return ""
    binned = _binned(run.verdicts, 40)
    codes = [c for c in VERDICTS if any(counts.get(c) for _, counts in binned)]
    others = sorted({c for _, counts in binned for c in counts} - set(VERDICTS))
    layers: list[tuple[list[float], str]] = []
    names = ""
    for code in codes:
        layers.append(([counts.get(code, 0) / sum(counts.values()) for _, counts in binned], code))
        names += _key(_VERDICT_NAMES[code], f"verdict-{code}", "box")
    if others:
        layers.append(
            ([sum(c.get(o, 0) for o in others) / sum(c.values()) for _, c in binned], "other")
        )
        names += _key("other", "verdict-other", "box")
    drawing = draw_stack(
        [step for step, _ in binned],
        [(layer, f"verdict-{code}") for layer, code in layers],
        label="Verdicts of the rollouts by step",
        unit="percent",
    )
    return _figure("Verdicts of the rollouts", drawing, names, "")


def _binned(
    verdicts: Mapping[float, Mapping[str, int]], bins: int
) -> list[tuple[float, dict[str, int]]]:
    """Neighbouring steps put together, so that at most ``bins`` columns are drawn."""
    steps = sorted(verdicts)
    width = -(-len(steps) // bins)
    binned = []
    for start in range(0, len(steps), width):
        part = steps[start : start + width]
        counts: dict[str, int] = {}
        for step in part:
            for code, count in verdicts[step].items():
                counts[code] = counts.get(code, 0) + count
        binned.append((sum(part) / len(part), counts))
    return binned


# --- examples and origin -----------------------------------------------------------------------


def _examples(run: Summary) -> str:
    if not run.examples:
        return ""
    return (
        "<h2>Rollouts</h2><p>Early and late, right and wrong; the first and the last that were "
        f"recorded.</p>{''.join(_rollout(rollout) for rollout in run.examples)}"
    )


def _rollout(rollout: Rollout) -> str:
    code = rollout.verdict if rollout.verdict in _VERDICT_NAMES else "other"
    title = _VERDICT_NAMES.get(rollout.verdict, "")
    about = [
        f'<span class="badge" style="--c: var(--verdict-{code})" title="{title}">'
        f"{_text(rollout.verdict)}</span>",
        f"<b>{_text(rollout.problem_id)}</b>",
        f"<span>step {rollout.step:g}</span>",
    ]
    for name, value, shape in (
        ("tokens", rollout.tokens, ",.0f"),
        ("reward", rollout.reward, "g"),
        ("advantage", rollout.advantage, "+.2f"),
    ):
        if not math.isnan(value):
            about.append(f"<span>{name} {value:{shape}}</span>")
    about += [
        f'<span class="tag">{name}</span>'
        for name, is_so in (("truncated", rollout.truncated), ("masked", rollout.masked))
        if is_so
    ]
    text = rollout.completion
    if len(text) > LONGEST_COMPLETION:
        half, left = LONGEST_COMPLETION // 2, len(text) - LONGEST_COMPLETION
        text = f"{text[:half]}\n[… {left:,} characters left out …]\n{text[-half:]}"
    shown = _text(text) if text else '<span class="small">(empty)</span>'
    return (
        f'<article class="rollout"><div class="about">{"".join(about)}</div><pre>{shown}</pre>'
        "</article>"
    )


def _origin(run: Summary) -> str:
    info = run.info
    rows = [
        (name, _said(info[key]))
        for key, name in (("model", "model"), ("seed", "seed"), ("command", "command"))
        if info.get(key) is not None
    ]
    versions = info.get("versions")
    if info.get("version"):
        rows.append(("microcoder", _said(info["version"])))
    if isinstance(versions, dict):
        rows += [(str(name), _said(version)) for name, version in versions.items()]
    rows += [
        (name, _said(info[name]))
        for name in ("started", "finished", "status")
        if info.get(name) is not None
    ]
    table = "".join(
        f'<tr><th class="text">{_text(name)}</th><td class="text">{_text(value)}</td></tr>'
        for name, value in rows
    )
    left = f'<div class="scroll"><table><tbody>{table}</tbody></table></div>' if rows else ""
    right = f'<div class="plain"><pre>{_text(run.recipe)}</pre></div>' if run.recipe else ""
    if not left and not right:
        return ""
    return (
        "<h2>Where this comes from</h2><p>The recipe, and what it was run with.</p>"
        f'<div class="two">{right}{left}</div>'
    )


def _said(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    return json.dumps(value, ensure_ascii=False)


# --- small parts -------------------------------------------------------------------------------


def _figure(title: str, drawing: str, key: str, note: str, wide: bool = False) -> str:
    names = f'<ul class="key">{key}</ul>' if key else ""
    says = f'<p class="note">{_text(note)}</p>' if note else ""
    kind = ' class="wide"' if wide else ""
    return (
        f"<figure{kind}><figcaption><h3>{_text(title)}</h3>{names}{says}</figcaption>{drawing}"
        "</figure>"
    )


def _key(name: str, colour: str, kind: str = "") -> str:
    shape = f' class="{kind}"' if kind else ""
    return f'<li><i{shape} style="--c: var(--{colour})"></i>{_text(name)}</li>'


def _series(i: int) -> str:
    return f"series-{i % SERIES + 1}"


def _size(wide: bool) -> dict[str, Any]:
    return {"size": WIDE} if wide else {}


def _window(values: Sequence[float]) -> int:
    return max(1, sum(not math.isnan(value) for value in values) // 12)


def _total(values: Sequence[float]) -> float:
    return math.fsum(value for value in values if not math.isnan(value))


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""


def _percent(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.1f} %"


def _or_dash(value: float, shape: str) -> str:
    return "–" if math.isnan(value) else f"{value:{shape}}"


def _interval(evaluation: Evaluation, before: str = " ") -> str:
    if math.isnan(evaluation.low) or math.isnan(evaluation.high):
        return ""
    return f"{before}[{100 * evaluation.low:.1f}, {100 * evaluation.high:.1f}]"


def _from_to(before: float, after: float, same: bool) -> str:
    if same or math.isnan(before):
        return _percent(after)
    return f"{_percent(before)} → {_percent(after)}"


def _delta(change: float, unit: str, better: int) -> str:
    if math.isnan(change):
        return ""
    flat = abs(change) < 0.05
    kind = "flat" if flat else "up" if change * better > 0 else "down"
    return f'<span class="delta {kind}">{"±0" if flat else f"{change:+.1f}"} {unit}</span>'


def _counted(count: float, noun: str) -> str:
    return f"{count:,.0f} {noun}{'' if count == 1 else 's'}"


def _short(count: float) -> str:
    for limit, name in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if count >= limit:
            return f"{count / (1e3 if name == 'k' else limit):.3g} {name}"
    return f"{count:,.0f}"


def _duration(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    if hours >= 1:
        return f"{hours:.0f} h {minutes % 60:02.0f} min" if hours < 48 else f"{hours / 24:.1f} d"
    return f"{minutes:.0f} min" if minutes >= 2 else f"{seconds:.0f} s"


def _when(started: Any, finished: Any) -> str:
    begin, end = _time_of(started), _time_of(finished)
    if begin is None:
        return ""
    shown = begin.strftime("%Y-%m-%d %H:%M")
    if end is None:
        return shown
    try:
        seconds = (end - begin).total_seconds()
    except TypeError:  # one with and one without a time zone
        return shown
    return f"{shown}, {_duration(seconds)}" if seconds >= 0 else shown


def _time_of(value: Any) -> datetime | None:
    try:
        if isinstance(value, str):
            return datetime.fromisoformat(value)
        stamp = number(value)
        return None if math.isnan(stamp) else datetime.fromtimestamp(stamp)
    except (ValueError, OverflowError, OSError):
        return None


def _natural(text: str) -> tuple[tuple[int, float, str], ...]:
    """Sorts "2" before "10", and easy before medium before hard."""
    known = {"easy": 0, "medium": 1, "hard": 2}
    if text.lower() in known:
        return ((0, known[text.lower()], ""),)
    parts = re.findall(r"\d+(?:\.\d+)?|\D+", text)
    return tuple((0, float(p), "") if p[0].isdecimal() else (1, 0.0, p) for p in parts)


def _text(value: Any) -> str:
    """Any text, safe within an element or a quoted attribute, with nothing invisible in it."""
    return html.escape(_visible(str(value)), quote=True)


def _visible(text: str) -> str:
    """Control characters and those that reorder text, written out; lone surrogates replaced."""
    return _HIDDEN.sub(_written_out, text)


_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code == 0x0D:
        return ""
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return chr(0x2400 + code) if code < 0x20 else f"⟨U+{code:04X}⟩"

"""The report's drawings, as SVG to stand inside a page. The one module that imports matplotlib.

Colours are drawn as placeholders and then replaced by CSS variables of the page, so that one
drawing suits a light and a dark page; letters stay letters and take the page's font.
"""

from __future__ import annotations

import hashlib
import html
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from microcoder.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Colour = str
"""The name of a CSS variable of the page, without its dashes: "series-1", "verdict-AC"."""
Unit = Literal["number", "percent"]

WIDE, NARROW = (10.4, 3.1), (5.1, 2.55)
"""Inches, at 72 points each: a full row of the page and half of one."""


@dataclass(frozen=True, slots=True)
class Line:
    """One curve; nan leaves a gap."""

    x: Sequence[float]
    y: Sequence[float]
    colour: Colour
    low: Sequence[float] = ()
    """With ``high``: the interval drawn as a band around the curve."""
    high: Sequence[float] = ()
    style: Literal["solid", "dashed", "faint"] = "solid"
    points: bool = False
    """Mark each point: for curves of few points."""
    ends: bool = False
    """Write the last value beside the curve's end."""


@dataclass(frozen=True, slots=True)
class Change:
    """One row of a before-and-after drawing."""

    label: str
    before: float
    after: float


def draw_lines(
    lines: Sequence[Line],
    *,
    label: str,
    unit: Unit = "number",
    size: tuple[float, float] = NARROW,
    marks: Sequence[tuple[float, str]] = (),
    zero: bool = False,
) -> str:
    """Curves over the steps.

    Args:
        lines: what to draw, the first on top.
        label: what the picture shows, for readers who cannot see it.
        unit: of the y axis.
        size: inches.
        marks: (step, text) of vertical marks, such as a change of temperature.
        zero: begin the y axis at 0.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    figure, axes = _canvas(size)
    right_end: list[tuple[float, float, Line]] = []
    for depth, line in enumerate(lines):
        known = [
            (x, y)
            for x, y in zip(line.x, line.y, strict=True)
            if not (math.isnan(x) or math.isnan(y))
        ]
        order = 10 - depth
        if line.low and line.high:
            axes.fill_between(
                line.x,
                line.low,
                line.high,
                color=_ink(line.colour),
                alpha=0.14,
                linewidth=0,
                zorder=order - 0.5,
            )
        faint = line.style == "faint"
        axes.plot(
            line.x,
            line.y,
            color=_ink(line.colour),
            linewidth=0.9 if faint else 1.7,
            alpha=0.4 if faint else 1.0,
            linestyle=(0, (3, 2)) if line.style == "dashed" else "solid",
            marker="o" if line.points or len(known) == 1 else None,
            markersize=3.6,
            markeredgewidth=0,
            zorder=order,
            solid_capstyle="round",
            solid_joinstyle="round",
        )
        if line.ends and known:
            right_end.append((*known[-1], line))
    _finish_y(axes, unit, zero)
    for step, text in marks:
        axes.axvline(step, color=_ink("ink-3"), linewidth=0.7, linestyle=(0, (2, 3)), zorder=1)
        axes.annotate(
            text,
            (step, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(3, -2),
            textcoords="offset points",
            va="top",
            fontsize=7.5,
            color=_ink("ink-2"),
        )
    _write_ends(axes, right_end, unit, size[1])
    _steps_axis(axes)
    return _svg(figure, label)


def draw_stack(
    x: Sequence[float],
    layers: Sequence[tuple[Sequence[float], Colour]],
    *,
    label: str,
    unit: Unit = "number",
    size: tuple[float, float] = NARROW,
) -> str:
    """Layers over the steps, one upon the other; nan counts as nothing.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    figure, axes = _canvas(size)
    heights = [[0.0 if math.isnan(y) else y for y in layer] for layer, _ in layers]
    colours = [_ink(colour) for _, colour in layers]
    if len(x) == 1:  # one step has no area: draw it as a bar
        base = 0.0
        for (height,), colour in zip(heights, colours, strict=True):
            axes.bar(x, [height], bottom=[base], width=0.3, color=colour)
            base += height
        axes.set_xlim(x[0] - 1, x[0] + 1)
    else:
        axes.stackplot(
            x, *heights, colors=colours, alpha=0.85, edgecolor=_ink("surface"), linewidth=0.5
        )
        axes.set_xlim(min(x), max(x))
    _finish_y(axes, unit, zero=True)
    if unit == "percent":
        axes.set_ylim(0, 1)
    _steps_axis(axes)
    return _svg(figure, label)


def draw_changes(changes: Sequence[Change], *, label: str) -> str:
    """Before (hollow) and after (filled), a row each; percent.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    figure, axes = _canvas((NARROW[0], max(1.3, 0.55 + 0.42 * len(changes))))
    for row, change in enumerate(reversed(changes)):
        if not (math.isnan(change.before) or math.isnan(change.after)):
            axes.plot(
                [change.before, change.after],
                [row, row],
                color=_ink("series-1"),
                linewidth=2,
                alpha=0.35,
                zorder=2,
            )
        axes.plot(
            change.before,
            row,
            "o",
            markersize=6,
            markerfacecolor=_ink("surface"),
            markeredgecolor=_ink("series-1"),
            markeredgewidth=1.4,
            zorder=3,
        )
        axes.plot(
            change.after,
            row,
            "o",
            markersize=6,
            markerfacecolor=_ink("series-1"),
            markeredgewidth=0,
            zorder=4,
        )
        right = max(x for x in (change.before, change.after, 0.0) if not math.isnan(x))
        for value, is_right in ((change.before, change.before == right), (change.after, None)):
            if math.isnan(value) or (is_right is not None and change.before == change.after):
                continue
            beyond = value == right
            axes.annotate(
                _written(value, "percent"),
                (value, row),
                xytext=(8 if beyond else -8, 0),
                textcoords="offset points",
                ha="left" if beyond else "right",
                va="center",
                fontsize=8,
                color=_ink("ink-1" if is_right is None else "ink-2"),
            )
    axes.set_yticks(range(len(changes)), [change.label for change in reversed(changes)])
    axes.set_ylim(-0.6, len(changes) - 0.4)
    axes.set_xlim(-0.08, 1.08)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x", color=_ink("grid"), linewidth=0.7)
    return _svg(figure, label)


# --- the quiet style ---------------------------------------------------------------------------

_INKS: dict[Colour, str] = {}
_RC: Any = {  # Any: matplotlib types its settings by a literal of every name
    "svg.fonttype": "none",
    "svg.hashsalt": "microcoder",
    "text.parse_math": False,  # a dollar sign in a name is a dollar sign
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 8.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "axes.unicode_minus": False,
}


def _ink(colour: Colour) -> str:
    """A placeholder for a CSS variable: a colour no other part of a drawing has."""
    return _INKS.setdefault(colour, f"#fe{len(_INKS):02x}ed")


def _canvas(size: tuple[float, float]) -> tuple[Figure, Axes]:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("microcoder report", "plot", "matplotlib") from None
    with matplotlib.rc_context(_RC):
        figure = Figure(figsize=size, layout="constrained")
        figure.patch.set_visible(False)
        axes = figure.subplots()
    axes.patch.set_visible(False)
    axes.spines["bottom"].set_color(_ink("ink-3"))
    axes.tick_params(colors=_ink("ink-2"), color=_ink("ink-3"), labelsize=8)
    axes.grid(visible=True, axis="y", color=_ink("grid"), linewidth=0.7)
    axes.margins(x=0.02)
    return figure, axes


def _finish_y(axes: Axes, unit: Unit, zero: bool) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    low, high = axes.get_ylim()
    if zero:
        low = min(0.0, low)
    if unit == "percent":
        # Never a window below ten points: noise must not look like a trend.
        if high - low < 0.1:
            middle = (high + low) / 2
            low, high = middle - 0.05, middle + 0.05
        low, high = max(low, -0.02) if low < 0 else low, min(high, 1.02)
        if zero:
            low = 0.0
    axes.set_ylim(low, high)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _tick(value, unit)))


def _steps_axis(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))
    axes.set_xlabel("step", fontsize=8, color=_ink("ink-2"))


def _write_ends(
    axes: Axes, found: Sequence[tuple[float, float, Line]], unit: Unit, height: float
) -> None:
    """Last values beside their curves, moved apart where they would cover each other."""
    low, high = axes.get_ylim()
    apart = 10 * (high - low) / (height * 72 * 0.75)  # ten points, of the height less its labels
    at = -math.inf
    for x, y, line in sorted(found, key=lambda end: end[1]):
        at = max(y, at + apart)
        axes.annotate(
            _written(y, unit),
            (x, at),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
            fontweight="bold",
            color=_ink(line.colour),
            annotation_clip=False,
        )


def _tick(value: float, unit: Unit) -> str:
    if unit == "percent":
        return f"{100 * value:.10g} %".replace("-0 %", "0 %")
    return f"{value:,.10g}" if abs(value) < 1e6 else f"{value:.3g}"


def _written(value: float, unit: Unit) -> str:
    if unit == "percent":
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


# --- from a figure to a part of a page ---------------------------------------------------------


def _svg(figure: Figure, label: str) -> str:
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context(_RC):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # Several drawings share one page, and with it one space of ids.
    prefix = f"d{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}-"
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'href="#', f'href="#{prefix}', text)
    text = re.sub(r"url\(#", f"url(#{prefix}", text)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = text.replace("<svg", f'<svg role="img" aria-label="{html.escape(label)}"', 1)
    text = re.sub(r"font-family: [^;\"]*", "font-family: var(--font)", text)
    text = re.sub(r"<style.*?</style>", "", text, flags=re.DOTALL)  # it would style the whole page
    for colour, ink in _INKS.items():
        text = text.replace(ink, f"var(--{colour})")
    return text.strip()

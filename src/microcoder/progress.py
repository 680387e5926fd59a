"""How far long work has come: a bar with an ETA in a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, Self


def clock(seconds: float) -> str:
    """Seconds as people read them: 42 s, 3 min 05 s, 2 h 10 min."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


class Progress:
    """Counts towards ``total``; writes to standard error, so that output stays clean."""

    def __init__(
        self, what: str, total: int, *, done: int = 0, every_seconds: float = 15.0
    ) -> None:
        self.what, self.total, self.done = what, total, done
        self._before = done
        self._every = every_seconds
        self._started = self._shown = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        self._started = self._shown = time.monotonic()
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("ETA"),
                TimeRemainingColumn(),
                TextColumn("{task.fields[note]}"),
                console=Console(stderr=True),
                transient=False,
            )
            self._bar.start()
            self._task = self._bar.add_task(
                self.what, total=self.total, completed=self.done, note=""
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self, n: int = 1, note: str = "") -> None:
        """``n`` more are done; ``note`` is shown beside."""
        self.done += n
        if self._bar is not None:
            self._bar.update(self._task, completed=self.done, note=note)
            return
        now = time.monotonic()
        if self.done < self.total and now - self._shown < self._every:
            return
        self._shown = now
        spent = now - self._started
        rate = (self.done - self._before) / spent if spent > 0 else 0.0
        if self.done >= self.total:
            left = f"in {clock(spent)}"
        else:
            left = f"ETA {clock((self.total - self.done) / rate)}" if rate else "ETA unknown"
        tail = f"  {note}" if note else ""
        print(f"{self.what} {self.done}/{self.total}  {left}{tail}", file=sys.stderr, flush=True)

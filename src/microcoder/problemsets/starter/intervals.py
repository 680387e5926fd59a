"""Stretches of time and of line: overlapping, covering, booking."""

from __future__ import annotations

from random import Random

from microcoder.problemsets.starter.entry import function


def spans(r: Random, sizes: tuple[int, int], high: int, longest: int) -> list[list[int]]:
    """Stretches ``[start, end]`` with ``start < end`` within ``0..high + longest``."""
    starts = [r.randint(0, high) for _ in range(r.randint(*sizes))]
    return [[start, start + r.randint(1, longest)] for start in starts]


ENTRIES = (
    function(
        "shared-time",
        "intervals/pairs",
        2,
        "overlap(a: list[int], b: list[int]) -> int",
        """
        `a` and `b` are visits `[start, end]` in hours, each start before its end. Write a
        function {f} that returns for how many hours both visitors are there; 0 if they do not
        meet.
        """,
        reference="return max(0, min(a[1], b[1]) - max(a[0], b[0]))",
        wrong=[
            "return min(a[1], b[1]) - max(a[0], b[0])",
            "return max(0, a[1] - b[0])",
            "return abs(min(a[1], b[1]) - max(a[0], b[0]))",
        ],
        edges=[
            ([1, 5], [3, 8]),
            ([1, 2], [4, 6]),
            ([0, 9], [2, 3]),
            ([1, 4], [4, 7]),
            ([6, 8], [1, 7]),
        ],
        draw=lambda r: tuple(spans(r, (2, 2), 12, 9)),
    ),
    function(
        "free-room",
        "intervals/pairs",
        3,
        "is_free(bookings: list[list[int]], start: int, end: int) -> bool",
        """
        A room is booked for the times `[start, end]` in `bookings`. A booking may begin in the
        very minute in which another ends. Write a function {f} that tells whether the room can be
        booked from `start` to `end`, where `start < end`.
        """,
        reference="return all(end <= a or b <= start for a, b in bookings)",
        wrong=[
            "return all(end < a or b < start for a, b in bookings)",
            "return not any(a <= start < b or a < end <= b for a, b in bookings)",
            "return [start, end] not in bookings",
        ],
        edges=[
            ([[9, 11], [13, 15]], 11, 13),
            ([[9, 11]], 10, 12),
            ([], 0, 1),
            ([[5, 6]], 4, 8),
            ([[2, 9]], 3, 4),
        ],
        draw=lambda r: (lambda busy, s: (busy, s, s + r.randint(1, 7)))(
            spans(r, (1, 3), 20, 4), r.randint(0, 24)
        ),
    ),
    function(
        "most-guests-at-once",
        "intervals/many",
        4,
        "most_at_once(visits: list[list[int]]) -> int",
        """
        Each visit is `[arrival, departure]`, arrival before departure. A guest who leaves at the
        minute at which another arrives does not meet that guest. Write a function {f} that
        returns the largest number of guests present at the same time; 0 without visits. Times can
        be large, and there may be 100000 visits.
        """,
        reference="""
            events = sorted([(a, 1) for a, b in visits] + [(b, -1) for a, b in visits])
            here = most = 0
            for _, change in events:
                here += change
                most = max(most, here)
            return most
        """,
        wrong=[
            (
                "sorted([(a, 1) for a, b in visits] + [(b, -1) for a, b in visits])",
                "sorted([(a, 1) for a, b in visits] + [(b, -1) for a, b in visits], key=lambda event: (event[0], -event[1]))",
            ),
            "return max((sum(c < b and a < d for c, d in visits) for a, b in visits), default=0)",
        ],
        edges=[
            ([[1, 4], [2, 6], [5, 8]],),
            ([[1, 3], [3, 5]],),
            ([],),
            ([[0, 9], [1, 2], [3, 4], [5, 6]],),
            ([[7, 8], [7, 8]],),
        ],
        draw=lambda r: (spans(r, (4, 8), 15, 8),),
    ),
    function(
        "painted-length",
        "intervals/many",
        4,
        "painted_length(strokes: list[list[int]]) -> int",
        """
        A fence is painted in strokes `[from, to]` in centimetres, `from` before `to`, which may
        overlap. Write a function {f} that returns how many centimetres are painted. Positions may
        be as large as a billion.
        """,
        reference="""
            painted = 0
            reached = None
            for start, end in sorted(strokes):
                if reached is None or start > reached:
                    reached = start
                if end > reached:
                    painted += end - reached
                    reached = end
            return painted
        """,
        wrong=[
            "return sum(end - start for start, end in strokes)",
            "return max((end for _, end in strokes), default=0) - min((start for start, _ in strokes), default=0)",
            """
            painted = 0
            reached = 0
            for start, end in sorted(strokes):
                painted += end - max(start, reached)
                reached = end
            return painted
            """,
        ],
        edges=[
            ([[1, 4], [3, 6]],),
            ([[0, 2], [5, 6]],),
            ([],),
            ([[0, 10], [2, 3], [4, 5]],),
            ([[-5, -2], [-3, 1]],),
            ([[0, 10**9], [1, 2]],),
        ],
        draw=lambda r: (spans(r, (3, 7), 25, 9),),
    ),
    function(
        "merge-intervals",
        "intervals/many",
        5,
        "merge(intervals: list[list[int]]) -> list[list[int]]",
        """
        Intervals `[start, end]`, start not after end, are given in any order. Write a function
        {f} that merges those that overlap or touch at an end point, and returns the resulting
        intervals sorted by their starts.
        """,
        reference="""
            merged = []
            for start, end in sorted(intervals):
                if merged and start <= merged[-1][1]:
                    merged[-1][1] = max(merged[-1][1], end)
                else:
                    merged.append([start, end])
            return merged
        """,
        wrong=[
            ("start <= merged[-1][1]", "start < merged[-1][1]"),
            ("max(merged[-1][1], end)", "end"),
            ("sorted(intervals)", "intervals"),
        ],
        edges=[
            ([[1, 3], [2, 5], [7, 8]],),
            ([[4, 6], [1, 4]],),
            ([],),
            ([[1, 9], [2, 3]],),
            ([[5, 5], [6, 6]],),
        ],
        draw=lambda r: (spans(r, (4, 8), 28, 6),),
    ),
    function(
        "common-free-time",
        "intervals/many",
        5,
        "first_common_slot(diaries: list[list[list[int]]], length: int, opening: int, closing: int) -> list[int]",
        """
        Each diary lists the busy times `[start, end]` of one person, in any order and perhaps
        overlapping. A meeting of `length` minutes (at least 1) must lie between `opening` and
        `closing` and clash with nobody's busy time; it may begin or end in the minute in which a
        busy time ends or begins. Write a function {f} that returns the earliest possible `[start,
        end]`, or an empty list.
        """,
        reference="""
            start = opening
            for a, b in sorted(busy for diary in diaries for busy in diary):
                if a >= start + length:
                    break
                start = max(start, b)
            return [start, start + length] if start + length <= closing else []
        """,
        wrong=[
            (
                "sorted(busy for diary in diaries for busy in diary)",
                "[busy for diary in diaries for busy in diary]",
            ),
            ("a >= start + length", "a > start + length"),
            ("start = max(start, b)", "start = b"),
            ("start + length <= closing", "start + length < closing"),
        ],
        edges=[
            ([[[9, 10]], [[11, 12]]], 1, 9, 17),
            ([[[9, 17]]], 2, 9, 17),
            ([], 3, 0, 3),
            ([[[5, 6]], [[0, 4]]], 2, 3, 20),
            ([[[1, 9], [2, 3]]], 2, 2, 11),
            ([[[2, 4]], [[6, 7]]], 2, 4, 9),
        ],
        draw=lambda r: (
            [spans(r, (1, 3), 18, 5) for _ in range(r.randint(1, 3))],
            r.randint(2, 5),
            r.randint(2, 6),
            r.randint(18, 26),
        ),
    ),
    function(
        "most-films",
        "intervals/many",
        4,
        "most_films(films: list[list[int]]) -> int",
        """
        A festival shows films `[start, end]`, start before end. You can go to a film that begins
        exactly when another ends. Write a function {f} that returns the largest number of films
        that one person can see in full.
        """,
        reference="""
            seen = 0
            free_from = None
            for start, end in sorted(films, key=lambda film: film[1]):
                if free_from is None or start >= free_from:
                    seen += 1
                    free_from = end
            return seen
        """,
        wrong=[
            ("key=lambda film: film[1]", "key=lambda film: film[0]"),
            ("start >= free_from", "start > free_from"),
            ("key=lambda film: film[1]", "key=lambda film: film[1] - film[0]"),
        ],
        edges=[
            ([[1, 4], [4, 6], [5, 9]],),
            ([[1, 9], [2, 3], [3, 5]],),
            ([],),
            ([[0, 5], [4, 6], [5, 10]],),
            ([[7, 8]],),
        ],
        draw=lambda r: (spans(r, (5, 10), 16, 7),),
    ),
)

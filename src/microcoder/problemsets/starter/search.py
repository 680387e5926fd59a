"""Finding things: sorted lists, choices, orders, networks."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import distinct, ints
from microcoder.problemsets.starter.entry import function

ENTRIES = (
    # --- sorted ---
    function(
        "where-to-insert",
        "search/sorted",
        3,
        "insert_place(values: list[int], new: int) -> int",
        """
        `values` is sorted from small to large. Write a function {f} that returns the first
        position at which `new` can be put in so that the list stays sorted: before any equal
        values. The list may hold a million values.
        """,
        reference="""
            low, high = 0, len(values)
            while low < high:
                middle = (low + high) // 2
                if values[middle] < new:
                    low = middle + 1
                else:
                    high = middle
            return low
        """,
        wrong=[
            ("values[middle] < new", "values[middle] <= new"),
            ("len(values)\n", "len(values) - 1\n"),
            "return values.index(new) if new in values else len(values)",
        ],
        edges=[([1, 3, 5, 7], 4), ([2, 2, 2], 2), ([], 9), ([1, 2], 5), ([4, 6], 1)],
        draw=lambda r: (sorted(ints(r, (3, 12), 0, 9)), r.randint(-1, 11)),
    ),
    function(
        "whole-square-root",
        "search/sorted",
        3,
        "floor_root(n: int) -> int",
        """
        Write a function {f} that returns the largest whole number whose square is at most `n`.
        `n` is at least 0 and may have 100 digits, where floating-point numbers are not exact.
        """,
        reference="""
            low, high = 0, n + 1
            while high - low > 1:
                middle = (low + high) // 2
                if middle * middle <= n:
                    low = middle
                else:
                    high = middle
            return low
        """,
        wrong=["return int(n**0.5)", ("middle * middle <= n", "middle * middle < n")],
        edges=[(17,), (9,), (0,), (1,), (10**30 - 1,), ((10**20 + 3) ** 2,)],
        draw=lambda r: (
            r.choice([r.randint(0, 200), r.randint(1, 10**12) ** 2 - r.randint(0, 1)]),
        ),
    ),
    function(
        "slowest-reading-speed",
        "search/sorted",
        4,
        "slowest_speed(chapters: list[int], days: int) -> int",
        """
        Every day you read at most `speed` pages, all from one chapter: when a chapter ends you
        stop for that day. Write a function {f} that returns the smallest whole speed with which
        all chapters are read within `days` days. There is at least one chapter, at least one page
        in each, and at least as many days as chapters.
        """,
        reference="""
            low, high = 1, max(chapters)
            while low < high:
                speed = (low + high) // 2
                if sum(-(-pages // speed) for pages in chapters) <= days:
                    high = speed
                else:
                    low = speed + 1
            return low
        """,
        wrong=[
            "return -(-sum(chapters) // days)",
            ("<= days", "< days"),
            ("-(-pages // speed)", "pages // speed"),
        ],
        edges=[([10, 6], 4), ([7], 7), ([5], 1), ([3, 3, 3], 3), ([17, 40, 9, 26, 3], 7)],
        draw=lambda r: (lambda c: (c, len(c) + r.randint(0, 12)))(ints(r, (2, 6), 1, 60)),
    ),
    # --- choices ---
    function(
        "exact-weight",
        "search/choices",
        4,
        "can_weigh(weights: list[int], goal: int) -> bool",
        """
        Write a function {f} that tells whether some of the weights, each used at most once, add
        up to exactly `goal`. Using none gives 0. The weights are at least 1, the goal is between
        0 and 10000, and there are up to 100 weights.
        """,
        reference="""
            reachable = {0}
            for weight in weights:
                reachable |= {total + weight for total in reachable if total + weight <= goal}
            return goal in reachable
        """,
        wrong=[
            """
            for weight in sorted(weights, reverse=True):
                if weight <= goal:
                    goal -= weight
            return goal == 0
            """,
            """
            reachable = {0}
            for total in range(1, goal + 1):
                if any(total - weight in reachable for weight in weights):
                    reachable.add(total)
            return goal in reachable
            """,
        ],
        edges=[
            ([3, 5, 8], 11),
            ([4, 6], 5),
            ([], 0),
            ([], 3),
            ([2], 4),
            ([7, 5, 5], 10),
            ([9, 1], 9),
        ],
        draw=lambda r: (ints(r, (3, 7), 2, 20), r.randint(5, 45)),
    ),
    function(
        "splits-into-teams",
        "search/choices",
        4,
        "fairest_split(strengths: list[int]) -> int",
        """
        All players are divided into two teams, which need not be equally large; one may even be
        empty. A team's strength is the sum of its players' strengths, each between 1 and 100.
        Write a function {f} that returns the smallest possible difference between the two teams'
        strengths. There are at most 40 players.
        """,
        reference="""
            sums = {0}
            for strength in strengths:
                sums |= {total + strength for total in sums}
            whole = sum(strengths)
            return min(abs(whole - 2 * total) for total in sums)
        """,
        wrong=[
            """
            a = b = 0
            for strength in sorted(strengths, reverse=True):
                if a <= b:
                    a += strength
                else:
                    b += strength
            return abs(a - b)
            """,
            "return sum(strengths) % 2",
            """
            ranked = sorted(strengths)
            return abs(sum(ranked[::2]) - sum(ranked[1::2]))
            """,
        ],
        edges=[([3, 1, 4],), ([5],), ([],), ([8, 7, 6, 5, 4],), ([10, 10, 9, 9, 2],), ([1, 1],)],
        draw=lambda r: (ints(r, (4, 8), 1, 40),),
    ),
    function(
        "next-order",
        "search/choices",
        4,
        "next_order(letters: str) -> str",
        """
        Write out all different orders of the given letters as a dictionary would. Write a
        function {f} that returns the order that comes directly after `letters`, or the empty
        string if `letters` is the last of them.
        """,
        reference="""
            i = len(letters) - 2
            while i >= 0 and letters[i] >= letters[i + 1]:
                i -= 1
            if i < 0:
                return ""
            j = len(letters) - 1
            while letters[j] <= letters[i]:
                j -= 1
            return letters[:i] + letters[j] + (letters[i + 1 : j] + letters[i] + letters[j + 1 :])[::-1]
        """,
        wrong=[
            ("letters[i] >= letters[i + 1]", "letters[i] > letters[i + 1]"),
            ("+ letters[j + 1 :])[::-1]", "+ letters[j + 1 :])"),
            """
            for i in range(len(letters) - 1, 0, -1):
                if letters[i - 1] < letters[i]:
                    return letters[: i - 1] + letters[i] + letters[i - 1] + letters[i + 1 :]
            return ""
            """,
        ],
        edges=[("abc",), ("acb",), ("",), ("cba",), ("abb",), ("bb",), ("adcb",)],
        draw=lambda r: ("".join(r.choice("abcd") for _ in range(r.randint(4, 7))),),
    ),
    function(
        "queens-on-a-board",
        "search/choices",
        5,
        "place_queens(size: int, blocked: list[list[int]]) -> int",
        """
        Write a function {f} that returns in how many ways `size` queens can be placed on a
        chessboard of `size` by `size` cells so that no two stand in one row, one column or one
        diagonal and no queen stands on a blocked cell `[row, column]`, both counted from 0.
        `size` is between 1 and 8.
        """,
        reference="""
            closed = {(row, column) for row, column in blocked}

            def place(row, columns, rising, falling):
                if row == size:
                    return 1
                return sum(
                    place(row + 1, columns | {c}, rising | {row + c}, falling | {row - c})
                    for c in range(size)
                    if (row, c) not in closed
                    and c not in columns
                    and row + c not in rising
                    and row - c not in falling
                )

            return place(0, frozenset(), frozenset(), frozenset())
        """,
        wrong=[
            ("and row - c not in falling", ""),
            ("and row + c not in rising\n", "and True\n"),
            ("(row, c) not in closed", "True"),
        ],
        edges=[(4, []), (1, []), (2, []), (5, [[0, 1]]), (6, []), (1, [[0, 0]]), (4, [[0, 2]])],
        draw=lambda r: (
            r.randint(5, 7),
            [[r.randint(0, 4), r.randint(0, 4)] for _ in range(r.randint(1, 4))],
        ),
    ),
    # --- orders and networks ---
    function(
        "order-of-lessons",
        "search/networks",
        5,
        "lesson_order(lessons: list[str], before: list[list[str]]) -> list[str]",
        """
        Each pair `[x, y]` in `before` says that lesson x must come before lesson y. Write a
        function {f} that returns all lessons in an order that keeps to this, always taking next
        the alphabetically first of the lessons that are possible. If the pairs contradict each
        other, return an empty list.
        """,
        reference="""
            left = set(lessons)
            order = []
            while left:
                ready = [y for y in left if not any(x in left for x, z in before if z == y)]
                if not ready:
                    return []
                order.append(min(ready))
                left.remove(order[-1])
            return order
        """,
        wrong=[
            """
            order = []
            left = sorted(lessons)
            while left:
                ready = [y for y in left if not any(x in left for x, z in before if z == y)]
                if not ready:
                    return []
                order += ready
                left = [y for y in left if y not in ready]
            return order
            """,
            ("return []", "return order"),
            ("min(ready)", "max(ready)"),
        ],
        edges=[
            (["art", "biology", "chemistry"], [["chemistry", "biology"]]),
            (["x", "y"], [["x", "y"], ["y", "x"]]),
            ([], []),
            (["c", "a", "b"], []),
            (["a", "b", "c", "d"], [["b", "a"], ["d", "c"]]),
        ],
        draw=lambda r: (
            lambda items: (
                r.sample(items, len(items)),
                [
                    [items[i], items[j]]
                    for i, j in (
                        sorted(r.sample(range(len(items)), 2), reverse=r.random() < 0.03)
                        for _ in range(r.randint(3, 6))
                    )
                ],
            )
        )(r.sample("abcdefg", r.randint(4, 7))),
    ),
    function(
        "cheapest-journey",
        "search/networks",
        5,
        "cheapest_journey(flights: list[list], start: str, goal: str) -> int",
        """
        Each flight is `[from, to, price]` and goes one way; prices are at least 0. Write a
        function {f} that returns the least total price of a journey from `start` to `goal`, with
        any number of changes, or -1 if there is none. Staying costs 0. There may be 10000
        flights.
        """,
        reference="""
            import heapq

            leaving = {}
            for a, b, price in flights:
                leaving.setdefault(a, []).append((b, price))
            waiting = [(0, start)]
            settled = set()
            while waiting:
                paid, city = heapq.heappop(waiting)
                if city == goal:
                    return paid
                if city not in settled:
                    settled.add(city)
                    for near, price in leaving.get(city, []):
                        heapq.heappush(waiting, (paid + price, near))
            return -1
        """,
        wrong=[
            (
                "leaving.setdefault(a, []).append((b, price))",
                "leaving.setdefault(a, []).append((b, price))\n                leaving.setdefault(b, []).append((a, price))",
            ),
            """
            from collections import deque

            waiting = deque([(0, start)])
            seen = {start}
            while waiting:
                paid, city = waiting.popleft()
                if city == goal:
                    return paid
                for a, b, price in flights:
                    if a == city and b not in seen:
                        seen.add(b)
                        waiting.append((paid + price, b))
            return -1
            """,
            """
            direct = [price for a, b, price in flights if (a, b) == (start, goal)]
            return min(direct, default=-1)
            """,
        ],
        edges=[
            ([["Oslo", "Rome", 90], ["Oslo", "Bonn", 30], ["Bonn", "Rome", 40]], "Oslo", "Rome"),
            ([["Bonn", "Oslo", 10]], "Oslo", "Bonn"),
            ([], "Rome", "Rome"),
            ([["A", "B", 5], ["B", "A", 5], ["B", "C", 0]], "A", "C"),
        ],
        draw=lambda r: (
            [[*r.sample("ABCDEF", 2), r.randint(1, 60)] for _ in range(r.randint(7, 14))],
            "A",
            r.choice("DEF"),
        ),
    ),
    function(
        "rumour-reach",
        "search/networks",
        4,
        "days_to_reach(friends: list[list[int]], people: int, start: int) -> int",
        """
        People are numbered from 0 to `people - 1`; each pair in `friends` are friends of one
        another. On day 0 only `start` knows a rumour, and each day everybody who knows it tells
        all friends. Write a function {f} that returns the number of the first day on which
        everyone knows it, or -1 if some never hear it.
        """,
        reference="""
            knowing = {start}
            day = 0
            while len(knowing) < people:
                told = {b for pair in friends for a, b in (pair, pair[::-1]) if a in knowing}
                if told <= knowing:
                    return -1
                knowing |= told
                day += 1
            return day
        """,
        wrong=[
            ("for a, b in (pair, pair[::-1])", "for a, b in (pair,)"),
            (
                "if told <= knowing:\n                    return -1",
                "if told <= knowing:\n                    return day",
            ),
            ("return day", "return day + 1"),
        ],
        edges=[
            ([[0, 1], [1, 2]], 3, 0),
            ([[0, 1]], 3, 0),
            ([], 1, 0),
            ([[2, 1], [1, 0], [0, 3]], 4, 2),
            ([], 2, 1),
        ],
        draw=lambda r: (
            lambda n: (
                [[i, r.randint(0, i - 1)] for i in range(1, n) if r.random() < 0.94],
                n,
                r.randint(0, n - 1),
            )
        )(r.randint(4, 9)),
    ),
    function(
        "word-ladder",
        "search/networks",
        5,
        "ladder_length(start: str, goal: str, words: list[str]) -> int",
        """
        A ladder leads from one word to another of the same length; each step changes one letter,
        and every word after the first must be in `words`. Write a function {f} that returns the
        smallest number of steps from `start` to `goal`, or -1 if there is no ladder. If both are
        the same word, that is 0 steps.
        """,
        reference="""
            unused = set(words)
            front, steps = {start}, 0
            while front:
                if goal in front:
                    return steps
                front = {w for w in unused if any(sum(a != b for a, b in zip(w, f)) == 1 for f in front)}
                unused -= front
                steps += 1
            return -1
        """,
        wrong=[
            "return sum(a != b for a, b in zip(start, goal)) if goal in words or start == goal else -1",
            ("unused = set(words)", "unused = set(words) | {goal}"),
            ("return steps", "return steps + 1"),
        ],
        edges=[
            ("cold", "warm", ["cord", "card", "ward", "warm"]),
            ("tea", "ten", ["tan"]),
            ("a", "a", []),
            ("ab", "cd", ["cb", "ad", "cd"]),
            ("abc", "abd", ["xbc", "xbd", "abd"]),
        ],
        draw=lambda r: (
            lambda pool: (pool[0], pool[1], pool[1:] if r.random() < 0.8 else pool[2:])
        )(
            [
                "".join(w)
                for w in {tuple(r.choice("abc") for _ in range(4)): None for _ in range(26)}
            ]
        ),
    ),
    function(
        "knight-moves",
        "search/networks",
        5,
        "knight_moves(size: int, start: list[int], goal: list[int]) -> int",
        """
        A chess knight moves two cells along one direction and one cell across it. Write a
        function {f} that returns the smallest number of moves from `start` to `goal`, both `[row,
        column]` counted from 0, on a board of `size` by `size` cells, without leaving it; -1 if
        it cannot be done.
        """,
        reference="""
            jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
            front = seen = {tuple(start)}
            moves = 0
            while front:
                if tuple(goal) in front:
                    return moves
                front = {
                    (y + dy, x + dx)
                    for y, x in front
                    for dy, dx in jumps
                    if 0 <= y + dy < size and 0 <= x + dx < size
                } - seen
                seen = seen | front
                moves += 1
            return -1
        """,
        wrong=[
            (
                "if 0 <= y + dy < size and 0 <= x + dx < size",
                "if abs(y + dy) < 9 and abs(x + dx) < 9",
            ),
            (
                "[(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]",
                "[(1, 2), (2, 1), (-1, -2), (-2, -1)]",
            ),
            """
            far = abs(start[0] - goal[0]) + abs(start[1] - goal[1])
            return -(-far // 3)
            """,
        ],
        edges=[
            (8, [0, 0], [1, 2]),
            (8, [0, 0], [0, 1]),
            (3, [0, 0], [1, 1]),
            (1, [0, 0], [0, 0]),
            (4, [0, 0], [1, 1]),
            (5, [0, 0], [4, 4]),
        ],
        draw=lambda r: (
            lambda n: (
                n,
                [r.randint(0, n - 1), r.randint(0, n - 1)],
                [r.randint(0, n - 1), r.randint(0, n - 1)],
            )
        )(r.randint(3, 8)),
    ),
    function(
        "measuring-jugs",
        "search/networks",
        5,
        "jug_steps(first: int, second: int, goal: int) -> int",
        """
        Two empty jugs hold `first` and `second` litres. One step fills a jug to the brim at the
        tap, empties a jug, or pours from one into the other until the one is empty or the other
        is full. Write a function {f} that returns the smallest number of steps after which one of
        the jugs holds exactly `goal` litres, or -1 if that cannot be. The jugs hold 1 to 40
        litres.
        """,
        reference="""
            front = seen = {(0, 0)}
            steps = 0
            while front:
                if any(goal in state for state in front):
                    return steps
                following = set()
                for a, b in front:
                    right = min(a, second - b)
                    left = min(b, first - a)
                    following |= {(first, b), (a, second), (0, b), (a, 0), (a - right, b + right), (a + left, b - left)}
                front = following - seen
                seen = seen | front
                steps += 1
            return -1
        """,
        wrong=[
            (", (a + left, b - left)}", "}"),
            ("goal in state", "goal == sum(state)"),
            ("(0, b), (a, 0), ", ""),
        ],
        edges=[(3, 5, 4), (2, 4, 3), (1, 1, 0), (4, 9, 9), (7, 3, 20), (5, 3, 4)],
        draw=lambda r: (*distinct(r, (2, 2), 2, 13), r.randint(1, 12)),
    ),
)

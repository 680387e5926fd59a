"""Best choices built from best smaller choices (dynamic programming)."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import ints, letters, words
from microcoder.problemsets.starter.entry import function

ENTRIES = (
    # --- lines ---
    function(
        "ways-up-the-stairs",
        "planning/lines",
        3,
        "ways_up(steps: int, broken: list[int]) -> int",
        """
        A staircase has steps 1 to `steps`. You stand before it (at 0) and climb one or two steps
        at a time, never treading on a step listed in `broken`. Write a function {f} that returns
        in how many ways you can reach step `steps` (at least 1), which itself may be broken.
        """,
        reference="""
            before, now = 0, 1
            for step in range(1, steps + 1):
                before, now = now, 0 if step in broken else before + now
            return now
        """,
        wrong=[
            ("range(1, steps + 1)", "range(1, steps)"),
            ("0 if step in broken else before + now", "before + now"),
        ],
        edges=[(4, []), (5, [3]), (1, []), (1, [1]), (6, [2, 3]), (30, [])],
        draw=lambda r: (lambda n: (n, sorted(r.sample(range(1, n + 1), r.randint(0, 2)))))(
            r.randint(4, 20)
        ),
    ),
    function(
        "no-two-neighbours",
        "planning/lines",
        4,
        "best_haul(apples: list[int]) -> int",
        """
        Trees stand in a row; `apples` tells how many apples hang on each. Two neighbouring trees
        may not both be picked. Write a function {f} that returns the largest number of apples
        that can be picked.
        """,
        reference="""
            skipped, best = 0, 0
            for count in apples:
                skipped, best = best, max(best, skipped + count)
            return best
        """,
        wrong=[
            "return max(sum(apples[::2]), sum(apples[1::2]))",
            ("max(best, skipped + count)", "skipped + count"),
            """
            total = 0
            for i, n in enumerate(apples):
                if n >= max(apples[max(0, i - 1) : i + 2]):
                    total += n
            return total
            """,
        ],
        edges=[([3, 2, 5],), ([4, 9, 4],), ([],), ([7],), ([5, 1, 1, 5],), ([2, 2],)],
        draw=lambda r: (ints(r, (5, 12), 0, 20),),
    ),
    function(
        "longest-rising-choice",
        "planning/lines",
        5,
        "longest_rising(values: list[int]) -> int",
        """
        Some values of a list are crossed out so that those left, in their order, get strictly
        larger from one to the next. Write a function {f} that returns the largest number of
        values that can be left. There may be 10000 values.
        """,
        reference="""
            from bisect import bisect_left

            ends = []
            for value in values:
                i = bisect_left(ends, value)
                ends[i : i + 1] = [value]
            return len(ends)
        """,
        wrong=[
            """
            from bisect import bisect_right

            ends = []
            for value in values:
                i = bisect_right(ends, value)
                ends[i : i + 1] = [value]
            return len(ends)
            """,
            """
            best = run = 0
            for i, value in enumerate(values):
                run = run + 1 if i and value > values[i - 1] else 1
                best = max(best, run)
            return best
            """,
            """
            kept = []
            for value in values:
                if not kept or value > kept[-1]:
                    kept.append(value)
            return len(kept)
            """,
        ],
        edges=[
            ([3, 1, 4, 2, 5],),
            ([2, 2],),
            ([],),
            ([5, 4, 3],),
            ([9, 1, 2, 3],),
            ([1, 5, 2, 3, 9, 4],),
        ],
        draw=lambda r: (ints(r, (6, 16), 0, 15),),
    ),
    function(
        "split-into-words",
        "planning/lines",
        4,
        "can_split(text: str, words: list[str]) -> bool",
        """
        Write a function {f} that tells whether `text` can be cut into pieces that are all in
        `words`. A word may be used several times; the empty text needs no piece. No word is
        empty.
        """,
        reference="""
            possible = [True]
            for end in range(1, len(text) + 1):
                possible.append(any(text[:end].endswith(w) and possible[end - len(w)] for w in words))
            return possible[-1]
        """,
        wrong=[
            """
            for word in sorted(words, key=len, reverse=True):
                text = text.replace(word, "")
            return not text
            """,
            """
            while text:
                fitting = [word for word in words if text.startswith(word)]
                if not fitting:
                    return False
                text = text[len(max(fitting, key=len)) :]
            return True
            """,
        ],
        edges=[
            ("teacup", ["tea", "cup"]),
            ("catsdog", ["cat", "dog"]),
            ("", []),
            ("aaab", ["a", "aa"]),
            ("abcd", ["ab", "abc", "cd"]),
            ("aab", ["ab", "a"]),
            ("acbb", ["cb", "ab"]),
        ],
        draw=lambda r: (
            letters(r, (4, 8), "aab"),
            [*{letters(r, (1, 3), "ab"): None for _ in range(3)}],
        ),
    ),
    function(
        "fill-the-lines",
        "planning/lines",
        5,
        "justify(words: list[str], width: int) -> list[str]",
        """
        Words are set into lines of exactly `width` characters. Each line takes as many words as
        fit with at least one space between neighbours. In every line but the last the spare
        spaces are spread over the gaps as evenly as possible, gaps further left getting one more
        where it does not come out even. The last line, and any line with a single word, has one
        space in each gap and is filled up with spaces on the right; in your answer write every
        space as `_`. Write a function {f} that returns the lines. No word is longer than `width`.
        """,
        reference="""
            lines, line = [], []
            for word in words:
                if len("_".join([*line, word])) > width:
                    lines.append(line)
                    line = []
                line.append(word)
            result = []
            for row in lines:
                gaps = len(row) - 1
                if gaps == 0:
                    result.append(row[0].ljust(width, "_"))
                    continue
                spaces, extra = divmod(width - len("".join(row)), gaps)
                text = row[0]
                for i, word in enumerate(row[1:]):
                    text += "_" * (spaces + (i < extra)) + word
                result.append(text)
            if line:
                result.append("_".join(line).ljust(width, "_"))
            return result
        """,
        wrong=[
            ("(i < extra)", "(i >= gaps - extra)"),
            ("> width", ">= width"),
            """
            lines, line = [], []
            for word in words:
                if len("_".join([*line, word])) > width:
                    lines.append(line)
                    line = []
                line.append(word)
            return ["_".join(row).ljust(width, "_") for row in [*lines, line] if row]
            """,
        ],
        edges=[
            (["a", "quiet", "pond"], 7),
            (["tea"], 5),
            ([], 4),
            (["one", "two", "a", "six"], 10),
            (["stone", "by", "stone"], 5),
        ],
        draw=lambda r: (words(r, (5, 9)), r.randint(9, 18)),
    ),
    # --- sums ---
    function(
        "fewest-coins",
        "planning/sums",
        4,
        "fewest_coins(coins: list[int], amount: int) -> int",
        """
        There are any number of coins of each value in `coins` (all at least 1). Write a function
        {f} that returns the smallest number of coins that make up exactly `amount`, or -1 if that
        cannot be done. An amount of 0 needs no coin; amounts go up to 10000.
        """,
        reference="""
            fewest = [0]
            for total in range(1, amount + 1):
                options = [fewest[total - coin] for coin in coins if coin <= total and fewest[total - coin] >= 0]
                fewest.append(min(options) + 1 if options else -1)
            return fewest[amount]
        """,
        wrong=[
            """
            count = 0
            for coin in sorted(coins, reverse=True):
                count += amount // coin
                amount %= coin
            return count if amount == 0 else -1
            """,
            (" and fewest[total - coin] >= 0", ""),
        ],
        edges=[
            ([1, 5, 10], 18),
            ([4, 6], 9),
            ([], 0),
            ([1, 4, 5], 8),
            ([7], 3),
            ([5, 8], 16),
            ([2, 9], 11),
        ],
        draw=lambda r: (sorted(r.sample(range(2, 12), r.randint(2, 3))), r.randint(6, 60)),
    ),
    function(
        "ways-to-pay",
        "planning/sums",
        4,
        "ways_to_pay(coins: list[int], amount: int) -> int",
        """
        Write a function {f} that returns in how many ways `amount` can be paid with coins of the
        given different values (all at least 1), any number of each. The order of the coins does
        not matter; paying 0 can be done in one way.
        """,
        reference="""
            ways = [1] + [0] * amount
            for coin in coins:
                for total in range(coin, amount + 1):
                    ways[total] += ways[total - coin]
            return ways[amount]
        """,
        wrong=[
            """
            ways = [1] + [0] * amount
            for total in range(1, amount + 1):
                ways[total] = sum(ways[total - coin] for coin in coins if coin <= total)
            return ways[amount]
            """,
            ("range(coin, amount + 1)", "range(amount, coin - 1, -1)"),
            ("[1] + [0] * amount", "[0] * (amount + 1)"),
        ],
        edges=[([1, 2], 4), ([5], 3), ([], 0), ([2, 4], 8), ([1, 5, 10, 25], 100), ([3], 9)],
        draw=lambda r: (sorted(r.sample(range(1, 9), r.randint(2, 4))), r.randint(5, 40)),
    ),
    function(
        "pack-the-rucksack",
        "planning/sums",
        5,
        "best_value(things: list[list[int]], capacity: int) -> int",
        """
        Each thing is `[weight, value]`, both at least 1, and can be taken once or left. Write a
        function {f} that returns the largest total value that fits into a rucksack bearing
        `capacity`, between 0 and 10000, in total weight.
        """,
        reference="""
            best = [0] * (capacity + 1)
            for weight, value in things:
                for room in range(capacity, weight - 1, -1):
                    best[room] = max(best[room], best[room - weight] + value)
            return best[capacity]
        """,
        wrong=[
            ("range(capacity, weight - 1, -1)", "range(weight, capacity + 1)"),
            """
            total = 0
            for weight, value in sorted(things, key=lambda t: t[1] / t[0], reverse=True):
                if weight <= capacity:
                    capacity -= weight
                    total += value
            return total
            """,
            ("weight - 1, -1", "weight, -1"),
        ],
        edges=[
            ([[3, 4], [2, 3], [4, 6]], 6),
            ([[5, 9]], 4),
            ([], 7),
            ([[1, 1]], 5),
            ([[5, 10], [4, 7], [4, 7]], 8),
            ([[2, 2]], 2),
        ],
        draw=lambda r: (
            [[r.randint(1, 9), r.randint(1, 15)] for _ in range(r.randint(3, 7))],
            r.randint(6, 20),
        ),
    ),
    function(
        "longest-shared-choice",
        "planning/sums",
        5,
        "longest_common(a: str, b: str) -> int",
        """
        Letters are struck out of `a` and of `b` until the same text is left of both. Write a
        function {f} that returns the largest possible length of that text. Each has at most 500
        letters.
        """,
        reference="""
            row = [0] * (len(b) + 1)
            for x in a:
                corner = 0
                for j, y in enumerate(b, 1):
                    corner, row[j] = row[j], corner + 1 if x == y else max(row[j], row[j - 1])
            return row[-1]
        """,
        wrong=[
            "return sum(min(a.count(x), b.count(x)) for x in set(a))",
            "return max((e - s for s in range(len(a)) for e in range(s, len(a) + 1) if a[s:e] in b), default=0)",
            ("max(row[j], row[j - 1])", "row[j]"),
        ],
        edges=[
            ("stone", "notes"),
            ("abc", "abc"),
            ("", ""),
            ("abc", ""),
            ("xaxbxc", "abc"),
            ("ab", "ba"),
        ],
        draw=lambda r: (letters(r, (5, 14), "abcd"), letters(r, (5, 14), "abcd")),
    ),
    function(
        "saw-the-plank",
        "planning/sums",
        5,
        "cheapest_sawing(length: int, marks: list[int]) -> int",
        """
        A plank of `length` centimetres is to be sawn through at every mark, given as different
        distances from its left end, strictly between 0 and `length`. Each cut costs as many cents
        as the piece being cut is long. Write a function {f} that returns the least total cost
        over all orders of cutting.
        """,
        reference="""
            places = [0, *sorted(marks), length]
            best = {}
            for gap in range(1, len(places)):
                for i in range(len(places) - gap):
                    j = i + gap
                    inner = [best[i, k] + best[k, j] for k in range(i + 1, j)]
                    best[i, j] = min(inner) + places[j] - places[i] if inner else 0
            return best[0, len(places) - 1]
        """,
        wrong=[
            """
            pieces = [0, *sorted(marks), length]
            total = 0
            for mark in sorted(marks):
                total += length - (pieces[pieces.index(mark) - 1])
            return total
            """,
            """
            def saw(left, right):
                inside = [m for m in marks if left < m < right]
                if not inside:
                    return 0
                middle = min(inside, key=lambda m: (abs(2 * m - left - right), m))
                return right - left + saw(left, middle) + saw(middle, right)

            return saw(0, length)
            """,
            ("sorted(marks)", "marks"),
        ],
        edges=[
            (10, [2, 4, 7]),
            (7, [3]),
            (5, []),
            (20, [15, 10, 5]),
            (100, [98, 1, 50]),
            (12, [1, 2, 3, 4]),
        ],
        draw=lambda r: (lambda n: (n, r.sample(range(1, n), r.randint(4, 7))))(r.randint(15, 60)),
    ),
)

"""Lists: aggregating, filtering, mapping, indexing, ordering, windows, pairs, nesting."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import WORDS, distinct, ints, letters, words
from microcoder.problemsets.starter.entry import function

ENTRIES = (
    # --- aggregate ---
    function(
        "sum-of-list",
        "lists/aggregate",
        1,
        "total(values: list[int]) -> int",
        """
        Write a function {f} that returns the sum of all the values. The sum of an empty list is
        0.
        """,
        reference="return sum(values)",
        wrong=["return sum(values[1:])", "return len(values)", "return sum(set(values))"],
        edges=[([1, 2, 3],), ([10, -4],), ([],), ([5, 5],)],
        draw=lambda r: (ints(r, (1, 9), -30, 30),),
    ),
    function(
        "spread",
        "lists/aggregate",
        1,
        "spread(values: list[int]) -> int",
        """
        Write a function {f} that returns the difference between the largest and the smallest
        value. The list is not empty.
        """,
        reference="return max(values) - min(values)",
        wrong=["return values[-1] - values[0]", "return max(values)"],
        edges=[([3, 9, 5],), ([4],), ([-2, -8],), ([1, 1, 1],)],
        draw=lambda r: (ints(r, (2, 8), -40, 40),),
    ),
    function(
        "product-of-list",
        "lists/aggregate",
        1,
        "product(values: list[int]) -> int",
        "Write a function {f} that multiplies all the values together. An empty list gives 1.",
        reference="""
            result = 1
            for value in values:
                result *= value
            return result
        """,
        wrong=[("result = 1", "result = 0"), ("for value in values", "for value in values[:-1]")],
        edges=[([2, 3, 4],), ([7],), ([],), ([5, 0, 2],), ([-1, -1, -3],)],
        draw=lambda r: (ints(r, (2, 6), -9, 9),),
    ),
    function(
        "count-positive",
        "lists/aggregate",
        1,
        "count_positive(values: list[int]) -> int",
        "Write a function {f} that returns how many of the values are greater than zero.",
        reference="return sum(1 for value in values if value > 0)",
        wrong=[("value > 0", "value >= 0"), "return sum(value for value in values if value > 0)"],
        edges=[([3, -1, 4],), ([0, 2, 0],), ([],), ([-5, -6],)],
        draw=lambda r: (ints(r, (3, 9), -3, 3),),
    ),
    function(
        "average-mark",
        "lists/aggregate",
        1,
        "average(marks: list[int]) -> float",
        """
        Write a function {f} that returns the average of the marks, not rounded. For an empty list
        return 0.0.
        """,
        reference="return sum(marks) / len(marks) if marks else 0.0",
        wrong=[
            "return sum(marks) / len(marks)",
            "return float(sum(marks) // len(marks)) if marks else 0.0",
        ],
        edges=[([4, 6],), ([1, 2],), ([],), ([7],), ([0, 0, 1],)],
        draw=lambda r: (ints(r, (2, 7), 0, 20),),
    ),
    # --- filter ---
    function(
        "keep-the-evens",
        "lists/filter",
        1,
        "evens(values: list[int]) -> list[int]",
        "Write a function {f} that returns the even values, in the order in which they stand.",
        reference="return [value for value in values if value % 2 == 0]",
        wrong=[
            ("value % 2 == 0", "value % 2 == 1"),
            "return values[::2]",
            "return sorted(value for value in values if value % 2 == 0)",
        ],
        edges=[([1, 2, 3, 4],), ([8, 6, 7],), ([],), ([5],), ([0, -2],)],
        draw=lambda r: (ints(r, (4, 9), -20, 20),),
    ),
    function(
        "sum-of-evens",
        "lists/filter",
        1,
        "sum_of_evens(values: list[int]) -> int",
        "Write a function {f} that adds up those values that are even.",
        reference="return sum(value for value in values if value % 2 == 0)",
        wrong=[
            ("value % 2 == 0", "value % 2"),
            "return sum(values[::2])",
            "return sum(1 for value in values if value % 2 == 0)",
        ],
        edges=[([1, 2, 3, 4],), ([7, 9],), ([],), ([-4, 6, 0],)],
        draw=lambda r: (ints(r, (3, 9), -15, 15),),
    ),
    function(
        "without-a-value",
        "lists/filter",
        1,
        "without(values: list[int], unwanted: int) -> list[int]",
        """
        Write a function {f} that returns the list without any of its elements equal to
        `unwanted`.
        """,
        reference="return [value for value in values if value != unwanted]",
        wrong=[
            """
            values = list(values)
            if unwanted in values:
                values.remove(unwanted)
            return values
            """,
            "return sorted(value for value in values if value != unwanted)",
        ],
        edges=[([3, 1, 3, 2], 3), ([1, 2], 9), ([], 0), ([7, 7], 7), ([5, 4, 6], 4)],
        draw=lambda r: (ints(r, (4, 9), 0, 4), r.randint(0, 4)),
    ),
    function(
        "long-words",
        "lists/filter",
        1,
        "long_words(words: list[str], length: int) -> list[str]",
        """
        Write a function {f} that returns the words that have more than `length` letters, in their
        order.
        """,
        reference="return [word for word in words if len(word) > length]",
        wrong=[
            ("len(word) > length", "len(word) >= length"),
            ("len(word) > length", "len(word) < length"),
        ],
        edges=[(["tea", "honey", "ink"], 3), (["owl"], 5), ([], 2), (["a", "bb", "ccc"], 0)],
        draw=lambda r: (words(r, (3, 7)), r.randint(2, 5)),
    ),
    function(
        "above-average",
        "lists/filter",
        2,
        "above_average(values: list[int]) -> list[int]",
        """
        Write a function {f} that returns the values greater than the average of the whole list,
        in their order. An empty list gives an empty list.
        """,
        reference="return [value for value in values if value * len(values) > sum(values)]",
        wrong=[
            "return [value for value in values if value >= sum(values) / len(values)]",
            "return [value for value in values if value > round(sum(values) / len(values))]",
            "return [value for value in values if value > max(values) / 2]",
        ],
        edges=[([1, 2, 6],), ([4, 4],), ([],), ([1, 2],), ([-3, 0, 3],)],
        draw=lambda r: (ints(r, (3, 8), 0, 8),),
    ),
    function(
        "first-occurrences",
        "lists/filter",
        2,
        "first_occurrences(values: list[int]) -> list[int]",
        """
        Write a function {f} that returns the list without repetitions: of equal values only the
        first stays, and the order is kept.
        """,
        reference="return list(dict.fromkeys(values))",
        wrong=[
            "return sorted(set(values))",
            "return [value for value in values if values.count(value) == 1]",
            "return [v for i, v in enumerate(values) if i == 0 or v != values[i - 1]]",
        ],
        edges=[([3, 1, 3, 2, 1],), ([5, 4],), ([],), ([7, 7, 7],), ([9, 2, 9],)],
        draw=lambda r: (ints(r, (4, 10), 0, 5),),
    ),
    # --- map ---
    function(
        "squares",
        "lists/map",
        1,
        "squares(values: list[int]) -> list[int]",
        "Write a function {f} that returns a list with each value multiplied by itself.",
        reference="return [value * value for value in values]",
        wrong=[
            "return [value * 2 for value in values]",
            "return [value * abs(value) for value in values]",
        ],
        edges=[([1, 2, 3],), ([-4],), ([],), ([0, 10],)],
        draw=lambda r: (ints(r, (2, 7), -20, 20),),
    ),
    function(
        "word-lengths",
        "lists/map",
        1,
        "lengths(words: list[str]) -> list[int]",
        """
        Write a function {f} that returns the number of letters of each word, in the order of the
        words.
        """,
        reference="return [len(word) for word in words]",
        wrong=[
            "return sorted(len(word) for word in words)",
            "return [len(words) for word in words]",
        ],
        edges=[(["sun", "tea", "ember"],), (["", "a"],), ([],), (["honey", "ox"],)],
        draw=lambda r: (words(r, (2, 7)),),
    ),
    function(
        "running-totals",
        "lists/map",
        2,
        "running_totals(values: list[int]) -> list[int]",
        """
        Write a function {f} that returns, for each position, the sum of all values up to and
        including it.
        """,
        reference="""
            totals = []
            total = 0
            for value in values:
                total += value
                totals.append(total)
            return totals
        """,
        wrong=[
            "return [sum(values[:i]) for i in range(len(values))]",
            "return [a + b for a, b in zip(values, [0] + values)]",
        ],
        edges=[([1, 2, 3],), ([5, -5, 4],), ([],), ([9],)],
        draw=lambda r: (ints(r, (3, 8), -9, 9),),
    ),
    function(
        "steps-between",
        "lists/map",
        2,
        "steps(values: list[int]) -> list[int]",
        """
        Write a function {f} that returns how much each value grows from the one before it: the
        second minus the first, the third minus the second, and so on. A list shorter than two
        gives an empty list.
        """,
        reference="return [after - before for before, after in zip(values, values[1:])]",
        wrong=[
            ("after - before for", "before - after for"),
            ("after - before for", "abs(after - before) for"),
        ],
        edges=[([1, 4, 2],), ([3, 3],), ([],), ([8],), ([0, -5, 10],)],
        draw=lambda r: (ints(r, (3, 8), -20, 20),),
    ),
    function(
        "smooth",
        "lists/map",
        3,
        "smooth(values: list[int]) -> list[int]",
        """
        A noisy signal is smoothed by replacing each value with the average, rounded down, of
        itself and the neighbours it has (one at the ends, two elsewhere). All averages use the
        old values. Write a function {f} that returns the smoothed list.
        """,
        reference="""
            result = []
            for i in range(len(values)):
                around = values[max(0, i - 1) : i + 2]
                result.append(sum(around) // len(around))
            return result
        """,
        wrong=[
            ("sum(around) // len(around)", "sum(around) // 3"),
            ("max(0, i - 1)", "i"),
            ("sum(around) // len(around)", "round(sum(around) / len(around))"),
        ],
        edges=[([1, 5, 9],), ([4, 8],), ([],), ([7],), ([-1, 0, 0],)],
        draw=lambda r: (ints(r, (3, 8), -10, 30),),
    ),
    # --- index ---
    function(
        "every-second",
        "lists/index",
        1,
        "every_second(values: list[int]) -> list[int]",
        "Write a function {f} that returns the first, third, fifth, ... element of the list.",
        reference="return values[::2]",
        wrong=["return values[1::2]", "return [value for value in values if value % 2 == 1]"],
        edges=[([4, 5, 6, 7],), ([1, 2, 3],), ([],), ([9],)],
        draw=lambda r: (ints(r, (3, 10), 0, 50),),
    ),
    function(
        "where-is-the-largest",
        "lists/index",
        1,
        "where_largest(values: list[int]) -> int",
        """
        Write a function {f} that returns the position of the largest value, counting from 0. If
        it occurs several times, return the first position. The list is not empty.
        """,
        reference="return values.index(max(values))",
        wrong=[
            "return values.index(max(values)) + 1",
            "return max(range(len(values)), key=lambda i: (values[i], i))",
            "return max(values)",
        ],
        edges=[([3, 9, 5],), ([7, 2, 7],), ([1],), ([-4, -2, -2],)],
        draw=lambda r: (ints(r, (3, 8), 0, 9),),
    ),
    function(
        "second-largest",
        "lists/index",
        2,
        "second_largest(values: list[int]) -> int | None",
        """
        Write a function {f} that returns the second largest of the different values in the list,
        or None if there are fewer than two different values.
        """,
        reference="""
            different = sorted(set(values))
            return different[-2] if len(different) > 1 else None
        """,
        wrong=[
            ("sorted(set(values))", "sorted(values)"),
            "return sorted(set(values))[1] if len(set(values)) > 1 else None",
        ],
        edges=[([3, 9, 5],), ([9, 9, 4],), ([],), ([6, 6],), ([-1, -2],)],
        draw=lambda r: (ints(r, (3, 7), 0, 8),),
    ),
    function(
        "rotate-a-list",
        "lists/index",
        2,
        "rotate(values: list[int], steps: int) -> list[int]",
        """
        Children stand in a row. At each whistle the last one walks to the front. Write a function
        {f} that returns the row after `steps` whistles, which may be more than there are
        children. An empty row stays empty.
        """,
        reference="""
            if not values:
                return []
            steps %= len(values)
            return values[len(values) - steps :] + values[: len(values) - steps]
        """,
        wrong=[
            "return values[steps:] + values[:steps]",
            ("steps %= len(values)", "steps = min(steps, len(values))"),
        ],
        edges=[([1, 2, 3, 4], 1), ([5, 6, 7], 3), ([], 2), ([1, 2, 3], 7), ([8], 5), ([1, 2], 0)],
        draw=lambda r: (distinct(r, (3, 7), 0, 30), r.randint(0, 20)),
    ),
    function(
        "peaks",
        "lists/index",
        2,
        "peaks(heights: list[int]) -> list[int]",
        """
        A point of a walk is a peak if it is higher than the point before it and the point after
        it; the first and last points are never peaks. Write a function {f} that returns the
        positions of all peaks, counting from 0.
        """,
        reference="return [i for i in range(1, len(heights) - 1) if heights[i - 1] < heights[i] > heights[i + 1]]",
        wrong=[
            (
                "heights[i - 1] < heights[i] > heights[i + 1]",
                "heights[i - 1] <= heights[i] >= heights[i + 1]",
            ),
            ("[i for i", "[heights[i] for i"),
        ],
        edges=[([1, 3, 2, 5, 4],), ([1, 2, 3],), ([],), ([4, 4, 4],), ([5, 1],), ([0, 2, 2, 0],)],
        draw=lambda r: (ints(r, (5, 12), 0, 5),),
    ),
    function(
        "balance-point",
        "lists/index",
        3,
        "balance_point(weights: list[int]) -> int",
        """
        Write a function {f} that returns the smallest position at which everything to the left
        weighs as much as everything to the right (the weight at the position itself counts for
        neither side), or -1 if there is none. Nothing weighs 0.
        """,
        reference="""
            left, right = 0, sum(weights)
            for i, weight in enumerate(weights):
                right -= weight
                if left == right:
                    return i
                left += weight
            return -1
        """,
        wrong=[
            """
            for i in range(1, len(weights) - 1):
                if sum(weights[:i]) == sum(weights[i + 1 :]):
                    return i
            return -1
            """,
            """
            for i in range(len(weights)):
                if sum(weights[:i]) == sum(weights[i:]):
                    return i
            return -1
            """,
        ],
        edges=[([4, 2, 9, 1, 5],), ([1, 2, 3],), ([],), ([6],), ([4, 1, -1],), ([0, 0, 0],)],
        draw=lambda r: (
            lambda side: ([*side, r.randint(1, 9), sum(side)],) if r.random() < 0.6 else (side,)
        )(ints(r, (2, 5), 1, 6)),
    ),
    # --- order ---
    function(
        "is-rising",
        "lists/order",
        1,
        "is_rising(values: list[int]) -> bool",
        "Write a function {f} that returns True if no value is smaller than the one before it.",
        reference="return values == sorted(values)",
        wrong=[
            "return all(a < b for a, b in zip(values, values[1:]))",
            "return not values or values[0] <= values[-1]",
        ],
        edges=[([1, 2, 2, 5],), ([3, 1],), ([],), ([4],), ([1, 3, 2, 4],)],
        draw=lambda r: (
            sorted(ints(r, (3, 7), 0, 9)) if r.random() < 0.5 else ints(r, (3, 5), 0, 9),
        ),
    ),
    function(
        "sort-by-length",
        "lists/order",
        2,
        "by_length(words: list[str]) -> list[str]",
        """
        Write a function {f} that puts the words in order of length, the shortest first. Words of
        the same length are put in alphabetical order.
        """,
        reference="return sorted(words, key=lambda word: (len(word), word))",
        wrong=["return sorted(words, key=len)", "return sorted(words)"],
        edges=[
            (["oak", "elm", "pine"],),
            (["b", "aa", "a"],),
            ([],),
            (["tea"],),
            (["dd", "cc", "dd"],),
        ],
        draw=lambda r: (words(r, (4, 8)),),
    ),
    function(
        "merge-two-sorted",
        "lists/order",
        2,
        "merge(a: list[int], b: list[int]) -> list[int]",
        """
        Both lists are sorted from small to large. Write a function {f} that returns one sorted
        list with all their elements; equal elements are all kept.
        """,
        reference="return sorted(a + b)",
        wrong=[
            "return a + b",
            "return sorted(set(a + b))",
            "return [x for pair in zip(a, b) for x in sorted(pair)]",
        ],
        edges=[([1, 4], [2, 3]), ([1, 2], [2]), ([], []), ([], [5]), ([7, 8, 9], [1])],
        draw=lambda r: (sorted(ints(r, (1, 6), 0, 20)), sorted(ints(r, (1, 6), 0, 20))),
    ),
    function(
        "medals",
        "lists/order",
        3,
        "places(scores: list[int]) -> list[int]",
        """
        In a contest, a competitor's place is one more than the number of competitors with a
        higher score, so equal scores share a place and the places after it are skipped. Write a
        function {f} that returns each competitor's place in the order given.
        """,
        reference="return [1 + sum(other > score for other in scores) for score in scores]",
        wrong=[
            """
            ranking = sorted(set(scores), reverse=True)
            return [ranking.index(score) + 1 for score in scores]
            """,
            ("other > score", "other < score"),
            ("other > score", "other >= score"),
        ],
        edges=[([50, 80, 80, 20],), ([3, 2, 1],), ([],), ([5, 5],), ([1, 9, 9, 9, 2],)],
        draw=lambda r: (ints(r, (4, 8), 0, 9),),
    ),
    function(
        "foreign-alphabet",
        "lists/order",
        3,
        "sort_foreign(words: list[str], alphabet: str) -> list[str]",
        """
        Write a function {f} that sorts the words as a dictionary would if the letters came in the
        order of `alphabet`, which holds every letter in use once. A word that is the beginning of
        another comes before it.
        """,
        reference="return sorted(words, key=lambda word: [alphabet.index(letter) for letter in word])",
        wrong=[
            "return sorted(words, key=lambda word: alphabet.index(word[0]) if word else -1)",
            "return sorted(words)",
            "return sorted(words, key=lambda word: (len(word), [alphabet.index(letter) for letter in word]))",
        ],
        edges=[
            (["ab", "ba", "b"], "ba"),
            (["cat", "act"], "tca"),
            ([], "xyz"),
            (["a", "ab", "aa"], "ba"),
            (["", "b"], "ab"),
        ],
        draw=lambda r: (
            [letters(r, (1, 4), "abcd") for _ in range(r.randint(3, 7))],
            "".join(r.sample("abcd", 4)),
        ),
    ),
    function(
        "swaps-needed",
        "lists/order",
        4,
        "disorder(values: list[int]) -> int",
        """
        Write a function {f} that counts the pairs of positions in which the earlier value is
        greater than the later one. The list may hold 50000 values, so comparing every pair takes
        too long.
        """,
        reference="""
            def sort(part):
                if len(part) < 2:
                    return part, 0
                middle = len(part) // 2
                left, a = sort(part[:middle])
                right, b = sort(part[middle:])
                merged, count, i = [], a + b, 0
                for value in right:
                    while i < len(left) and left[i] <= value:
                        merged.append(left[i])
                        i += 1
                    count += len(left) - i
                    merged.append(value)
                return merged + left[i:], count

            return sort(values)[1]
        """,
        wrong=[
            "return sum(a > b for a, b in zip(values, values[1:]))",
            ("left[i] <= value", "left[i] < value"),
            "return sum(a != b for a, b in zip(values, sorted(values)))",
        ],
        edges=[([3, 1, 2],), ([1, 2, 3],), ([],), ([2, 2, 1],), ([5, 4, 3, 2, 1],)],
        draw=lambda r: (ints(r, (6, 30), 0, 20),),
    ),
    # --- windows ---
    function(
        "longest-climb",
        "lists/windows",
        3,
        "longest_climb(heights: list[int]) -> int",
        """
        Write a function {f} that returns the length of the longest stretch of neighbouring values
        in which each is greater than the one before. A single value is a stretch of length 1; an
        empty list gives 0.
        """,
        reference="""
            best = run = 0
            for i, height in enumerate(heights):
                run = run + 1 if i and height > heights[i - 1] else 1
                best = max(best, run)
            return best
        """,
        wrong=[
            ("height > heights[i - 1]", "height >= heights[i - 1]"),
            ("best = max(best, run)\n", "best = run\n"),
            ("else 1", "else 0"),
        ],
        edges=[([1, 2, 5, 3, 4],), ([3, 3, 3],), ([],), ([9],), ([5, 4, 1],), ([2, 1, 2, 3, 4],)],
        draw=lambda r: (ints(r, (5, 14), 0, 9),),
    ),
    function(
        "best-days-in-a-row",
        "lists/windows",
        3,
        "best_days(sales: list[int], days: int) -> int",
        """
        Write a function {f} that returns the largest total of `days` neighbouring entries of
        `sales`. Entries may be negative; `days` is at least 1 and at most the number of entries.
        """,
        reference="return max(sum(sales[i : i + days]) for i in range(len(sales) - days + 1))",
        wrong=[
            ("range(len(sales) - days + 1)", "range(len(sales))"),
            "return sum(sorted(sales)[-days:])",
            "return max([0] + [sum(sales[i : i + days]) for i in range(len(sales) - days + 1)])",
        ],
        edges=[([1, 5, 2, 4], 2), ([3, -1, 4], 3), ([7], 1), ([-5, -2, -9], 2), ([1, 1, 9], 1)],
        draw=lambda r: (ints(r, (5, 10), -9, 15), r.randint(1, 5)),
    ),
    function(
        "best-stretch",
        "lists/windows",
        4,
        "best_stretch(values: list[int]) -> int",
        """
        Write a function {f} that returns the largest sum of a stretch of neighbouring values,
        where the stretch must hold at least one value. The list is not empty and may hold 100000
        values.
        """,
        reference="""
            best = ending_here = values[0]
            for value in values[1:]:
                ending_here = max(value, ending_here + value)
                best = max(best, ending_here)
            return best
        """,
        wrong=[
            """
            best = ending_here = 0
            for value in values:
                ending_here = max(0, ending_here + value)
                best = max(best, ending_here)
            return best
            """,
            "return sum(value for value in values if value > 0)",
            ("return best", "return ending_here"),
        ],
        edges=[
            ([2, -5, 4, -1, 3],),
            ([1, 2],),
            ([-3],),
            ([-4, -2, -7],),
            ([0, -1],),
            ([8, -9, 5],),
        ],
        draw=lambda r: (ints(r, (5, 15), -12, 9),),
    ),
    function(
        "shortest-stretch-reaching",
        "lists/windows",
        4,
        "shortest_reaching(values: list[int], goal: int) -> int",
        """
        All values are at least 1. Write a function {f} that returns the length of the shortest
        stretch of neighbouring values whose sum is at least `goal` (itself at least 1), or 0 if
        there is none. The list may hold 100000 values.
        """,
        reference="""
            best = 0
            total = start = 0
            for end, value in enumerate(values):
                total += value
                while total >= goal:
                    length = end - start + 1
                    best = length if best == 0 else min(best, length)
                    total -= values[start]
                    start += 1
            return best
        """,
        wrong=[
            ("while total >= goal", "while total > goal"),
            ("while total >= goal", "if total >= goal"),
            """
            total = 0
            for i, value in enumerate(sorted(values, reverse=True)):
                total += value
                if total >= goal:
                    return i + 1
            return 0
            """,
        ],
        edges=[
            ([1, 4, 2, 2, 5, 1], 8),
            ([1, 1], 5),
            ([], 3),
            ([9], 9),
            ([1, 4, 4], 4),
            ([5, 1, 1, 5], 10),
        ],
        draw=lambda r: (ints(r, (5, 14), 1, 9), r.randint(5, 40)),
    ),
    function(
        "highest-in-view",
        "lists/windows",
        5,
        "highest_in_view(heights: list[int], width: int) -> list[int]",
        """
        A window of `width` neighbouring values slides over the list from left to right, one place
        at a time. Write a function {f} that returns the largest value in each window. `width` is
        at least 1 and at most the number of values, which can be 100000.
        """,
        reference="""
            from collections import deque

            waiting = deque()
            result = []
            for i, height in enumerate(heights):
                while waiting and heights[waiting[-1]] <= height:
                    waiting.pop()
                waiting.append(i)
                if waiting[0] <= i - width:
                    waiting.popleft()
                if i >= width - 1:
                    result.append(heights[waiting[0]])
            return result
        """,
        wrong=[
            ("waiting[0] <= i - width", "waiting[0] < i - width"),
            ("i >= width - 1", "i >= width"),
        ],
        edges=[([1, 3, 2, 5], 2), ([4, 2, 1], 3), ([7], 1), ([9, 8, 7, 6], 2), ([2, 2, 1, 1], 1)],
        draw=lambda r: (ints(r, (6, 16), -9, 20), r.randint(2, 5)),
    ),
    # --- pairs ---
    function(
        "has-a-duplicate",
        "lists/pairs",
        1,
        "has_duplicate(values: list[int]) -> bool",
        "Write a function {f} that tells whether some value occurs more than once.",
        reference="return len(set(values)) < len(values)",
        wrong=[
            "return any(a == b for a, b in zip(values, values[1:]))",
            "return len(set(values)) == len(values)",
        ],
        edges=[([1, 2, 1],), ([4, 5, 6],), ([],), ([8, 8],), ([3],)],
        draw=lambda r: (ints(r, (3, 6), 0, 12),),
    ),
    function(
        "in-both-lists",
        "lists/pairs",
        2,
        "in_both(a: list[int], b: list[int]) -> list[int]",
        """
        Write a function {f} that returns the values that occur in both lists, each once, from
        small to large.
        """,
        reference="return sorted(set(a) & set(b))",
        wrong=[
            "return sorted(value for value in a if value in b)",
            "return sorted(set(a) | set(b))",
            "return [value for value in dict.fromkeys(a) if value in b]",
        ],
        edges=[
            ([3, 1, 2], [2, 3, 5]),
            ([1, 1], [1]),
            ([], [4]),
            ([9, 7], [8]),
            ([5, 4, 5], [4, 5, 5]),
        ],
        draw=lambda r: (ints(r, (3, 8), 0, 9), ints(r, (3, 8), 0, 9)),
    ),
    function(
        "two-gifts",
        "lists/pairs",
        3,
        "two_gifts(prices: list[int], money: int) -> list[int]",
        """
        You want to buy two different gifts that together cost exactly `money`. Write a function
        {f} that returns their positions as `[i, j]` with `i < j`, counting from 0. If there are
        several pairs, choose the smallest `i`, and then the smallest `j`; if there is none,
        return an empty list.
        """,
        reference="""
            for i in range(len(prices)):
                for j in range(i + 1, len(prices)):
                    if prices[i] + prices[j] == money:
                        return [i, j]
            return []
        """,
        wrong=[
            ("range(i + 1, len(prices))", "range(i, len(prices))"),
            """
            seen = {}
            for j, price in enumerate(prices):
                if money - price in seen:
                    return [seen[money - price], j]
                seen[price] = j
            return []
            """,
        ],
        edges=[
            ([6, 1, 8, 3], 9),
            ([1, 2], 9),
            ([], 0),
            ([3, 6, 9], 6),
            ([4, 4, 1], 8),
            ([1, 2, 3, 4], 5),
        ],
        draw=lambda r: (ints(r, (4, 9), 1, 9), r.randint(4, 16)),
    ),
    function(
        "closest-values",
        "lists/pairs",
        3,
        "smallest_gap(values: list[int]) -> int",
        """
        Write a function {f} that returns the smallest difference between any two elements of the
        list, which has at least two.
        """,
        reference="""
            values = sorted(values)
            return min(b - a for a, b in zip(values, values[1:]))
        """,
        wrong=[
            "return min(abs(b - a) for a, b in zip(values, values[1:]))",
            ("sorted(values)", "sorted(set(values))"),
        ],
        edges=[([10, 3, 8],), ([1, 9],), ([5, 2, 5],), ([-4, 4],), ([1, 100, 50, 2],)],
        draw=lambda r: (ints(r, (3, 7), -60, 60),),
    ),
    function(
        "pairs-with-difference",
        "lists/pairs",
        4,
        "count_pairs(values: list[int], gap: int) -> int",
        """
        Write a function {f} that returns the number of pairs of positions whose values differ by
        exactly `gap`, which is at least 0. A pair of positions counts once, whichever value is
        larger. There may be 100000 values.
        """,
        reference="""
            seen = {}
            pairs = 0
            for value in values:
                pairs += seen.get(value - gap, 0)
                if gap:
                    pairs += seen.get(value + gap, 0)
                seen[value] = seen.get(value, 0) + 1
            return pairs
        """,
        wrong=[
            ("if gap", "if True"),
            "return sum(value + gap in set(values) for value in set(values))",
            ("pairs += seen.get(value + gap, 0)", "pass"),
        ],
        edges=[
            ([1, 4, 2, 3], 2),
            ([5, 5, 5], 0),
            ([], 1),
            ([7], 0),
            ([1, 1, 2, 2], 1),
            ([3, 1], 2),
        ],
        draw=lambda r: (ints(r, (5, 12), 0, 6), r.randint(0, 3)),
    ),
    # --- nesting ---
    function(
        "cut-into-rows",
        "lists/nesting",
        2,
        "rows_of(values: list[int], size: int) -> list[list[int]]",
        """
        Write a function {f} that cuts the list into rows of `size` elements (at least 1); the
        last row holds what is left and may be shorter, but is never empty.
        """,
        reference="return [values[i : i + size] for i in range(0, len(values), size)]",
        wrong=[
            ("range(0, len(values), size)", "range(0, len(values) - size + 1, size)"),
            "return [values[i::size] for i in range(size)]",
        ],
        edges=[([1, 2, 3, 4, 5], 2), ([7, 8], 2), ([], 3), ([1], 4), ([1, 2, 3], 1)],
        draw=lambda r: (ints(r, (4, 10), 0, 30), r.randint(2, 4)),
    ),
    function(
        "shuffle-two-decks",
        "lists/nesting",
        2,
        "interleave(a: list[int], b: list[int]) -> list[int]",
        """
        Two piles of cards are shuffled by taking one from `a`, one from `b`, one from `a` and so
        on. When a pile is used up, the rest of the other follows. Write a function {f} that
        returns the shuffled cards.
        """,
        reference="""
            result = []
            for i in range(max(len(a), len(b))):
                result += a[i : i + 1] + b[i : i + 1]
            return result
        """,
        wrong=[
            "return [card for pair in zip(a, b) for card in pair]",
            ("a[i : i + 1] + b[i : i + 1]", "b[i : i + 1] + a[i : i + 1]"),
        ],
        edges=[([1, 2], [8, 9]), ([1, 2, 3], [9]), ([], []), ([], [4, 5]), ([6], [7, 8, 9])],
        draw=lambda r: (ints(r, (1, 6), 0, 9), ints(r, (1, 6), 0, 9)),
    ),
    function(
        "flatten",
        "lists/nesting",
        3,
        "flatten(nested: list) -> list[int]",
        """
        A list holds numbers and lists, which again hold numbers and lists, to any depth. Write a
        function {f} that returns all numbers in the order in which they are written.
        """,
        reference="""
            flat = []
            for item in nested:
                if isinstance(item, list):
                    flat.extend(flatten(item))
                else:
                    flat.append(item)
            return flat
        """,
        wrong=[
            """
            flat = []
            for item in nested:
                flat.extend(item if isinstance(item, list) else [item])
            return flat
            """,
            """
            flat = []
            for item in nested:
                if isinstance(item, list):
                    flat = flatten(item) + flat
                else:
                    flat.append(item)
            return flat
            """,
        ],
        edges=[([1, [2, 3], 4],), ([[1], [[2]]],), ([],), ([[], [[]]],), ([5, [4, [3, [2]], 1]],)],
        draw=lambda r: (
            [
                r.choice(
                    [
                        r.randint(0, 9),
                        ints(r, (0, 3), 0, 9),
                        [ints(r, (0, 2), 0, 9), r.randint(0, 9)],
                    ]
                )
                for _ in range(r.randint(2, 5))
            ],
        ),
    ),
    function(
        "deepest-level",
        "lists/nesting",
        3,
        "depth(nested: list) -> int",
        """
        Write a function {f} that returns how many lists stand inside one another at the deepest
        point: `[]` and `[1, 2]` have depth 1, `[1, [2]]` has depth 2.
        """,
        reference="return 1 + max((depth(item) for item in nested if isinstance(item, list)), default=0)",
        wrong=[
            "return str(nested).count('[')",
            "return 1 + sum(depth(item) for item in nested if isinstance(item, list))",
            "return 1 + any(isinstance(item, list) for item in nested)",
        ],
        edges=[([1, [2]],), ([3, 4],), ([],), ([[], [[]], []],), ([[[[5]]]],), ([[1], [2]],)],
        draw=lambda r: (
            [
                r.choice(
                    [
                        r.randint(0, 9),
                        [r.randint(0, 9)],
                        [[r.randint(0, 9)], []],
                        [[[]]],
                        [1, [2, [3, [4]]]],
                    ]
                )
                for _ in range(r.randint(2, 4))
            ],
        ),
    ),
    function(
        "word-chain",
        "lists/nesting",
        3,
        "chains(words: list[str]) -> list[list[str]]",
        """
        Words are read one by one. A word whose first letter is the last letter of the word before
        it joins that word's chain; any other word begins a new chain. Write a function {f} that
        returns the chains in order. No word is empty.
        """,
        reference="""
            result = []
            for word in words:
                if result and result[-1][-1][-1] == word[0]:
                    result[-1].append(word)
                else:
                    result.append([word])
            return result
        """,
        wrong=[
            ("result[-1][-1][-1] == word[0]", "result[-1][0][-1] == word[0]"),
            ("result[-1][-1][-1] == word[0]", "result[-1][-1][0] == word[0]"),
        ],
        edges=[
            (["tea", "ant", "tree", "owl"],),
            (["oak", "elm"],),
            ([],),
            (["a", "a", "b"],),
            (["dog", "gate", "eagle", "elk", "kite", "sun"],),
        ],
        draw=lambda r: (
            [
                w
                for _ in range(r.randint(3, 6))
                for w in r.sample(["tea", "ant", "tent", "art", "toast", *WORDS[:8]], 2)
            ],
        ),
    ),
)

"""Single numbers: arithmetic, comparison, digits, divisors, bases, sequences."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import ints, letters
from microcoder.problemsets.starter.entry import function

ENTRIES = (
    # --- arithmetic ---
    function(
        "rectangle-area",
        "numbers/arithmetic",
        1,
        "rectangle_area(width: int, height: int) -> int",
        "Write a function {f} that returns the area of a rectangle with the given sides.",
        reference="return width * height",
        wrong=["return 2 * (width + height)", "return width + height"],
        edges=[(3, 4), (7, 1), (0, 5), (2, 2), (100, 100)],
        draw=lambda r: (r.randint(1, 60), r.randint(1, 60)),
    ),
    function(
        "clock-to-seconds",
        "numbers/arithmetic",
        1,
        "to_seconds(hours: int, minutes: int, seconds: int) -> int",
        """
        A film lasts some hours, minutes and seconds. Write a function {f} that returns its length
        in seconds alone.
        """,
        reference="return hours * 3600 + minutes * 60 + seconds",
        wrong=[("hours * 3600", "hours * 60"), (" + seconds", "")],
        edges=[(0, 2, 5), (1, 0, 0), (0, 0, 0), (1, 59, 59)],
        draw=lambda r: (r.randint(0, 9), r.randint(0, 59), r.randint(0, 59)),
    ),
    function(
        "fair-share",
        "numbers/arithmetic",
        1,
        "fair_share(cents: int, people: int) -> int",
        """
        A bill of `cents` is split between `people` friends, each paying the same whole number of
        cents, and together they must pay at least the bill. Write a function {f} that returns the
        least that each must pay.
        """,
        reference="return (cents + people - 1) // people",
        wrong=["return cents // people", "return cents // people + 1"],
        edges=[(100, 3), (90, 3), (0, 4), (1, 5), (999, 1)],
        draw=lambda r: (r.randint(1, 5000), r.randint(2, 12)),
    ),
    function(
        "last-digit",
        "numbers/arithmetic",
        1,
        "last_digit(n: int) -> int",
        """
        Write a function {f} that returns the last digit of `n` as it is written, whether `n` is
        negative or not.
        """,
        reference="return abs(n) % 10",
        wrong=["return n % 10"],
        edges=[(123,), (-47,), (0,), (10,), (-1,)],
        draw=lambda r: (r.randint(-5000, 5000),),
    ),
    function(
        "boxes-needed",
        "numbers/arithmetic",
        2,
        "boxes_needed(items: int, per_box: int, free_boxes: int) -> int",
        """
        Items are packed `per_box` to a box, the last box perhaps not full. The first `free_boxes`
        boxes cost nothing. Write a function {f} that returns how many boxes must be bought; never
        less than zero.
        """,
        reference="""
            boxes = (items + per_box - 1) // per_box
            return max(0, boxes - free_boxes)
        """,
        wrong=[
            ("max(0, boxes - free_boxes)", "boxes - free_boxes"),
            ("(items + per_box - 1) // per_box", "items // per_box"),
        ],
        edges=[(25, 10, 1), (10, 5, 4), (0, 3, 0), (9, 3, 0)],
        draw=lambda r: (r.randint(0, 200), r.randint(1, 12), r.randint(0, 12)),
    ),
    # --- comparison ---
    function(
        "double-of-larger",
        "numbers/compare",
        1,
        "double_of_larger(a: int, b: int) -> int",
        "Write a function {f} that takes the larger of two numbers and returns twice that.",
        reference="return 2 * max(a, b)",
        wrong=["return max(a, b) + 2", "return 2 * a if a < b else 2 * b"],
        edges=[(3, 8), (5, 2), (0, 0), (-1, -7), (4, 4)],
        draw=lambda r: (r.randint(-90, 90), r.randint(-90, 90)),
    ),
    function(
        "middle-of-three",
        "numbers/compare",
        1,
        "middle(a: int, b: int, c: int) -> int",
        """
        Write a function {f} that returns the number that stands in the middle when the three are
        put in order.
        """,
        reference="return sorted([a, b, c])[1]",
        wrong=["return b", "return (a + b + c) // 3"],
        edges=[(3, 1, 2), (10, 20, 30), (5, 5, 1), (-2, -9, 0), (7, 7, 7)],
        draw=lambda r: (r.randint(-50, 50), r.randint(-50, 50), r.randint(-50, 50)),
    ),
    function(
        "keep-within",
        "numbers/compare",
        1,
        "keep_within(value: int, low: int, high: int) -> int",
        """
        A dial cannot leave the range from `low` to `high`. Write a function {f} that returns
        `value` if it lies in the range, and otherwise the end of the range that is nearer. `low`
        is never above `high`.
        """,
        reference="return max(low, min(value, high))",
        wrong=["return min(value, high)", "return low if value < low else high"],
        edges=[(5, 1, 10), (-3, 0, 9), (12, 0, 9), (4, 4, 4), (0, 0, 9)],
        draw=lambda r: (r.randint(-40, 40), r.randint(-20, 0), r.randint(1, 20)),
    ),
    function(
        "distance-on-a-line",
        "numbers/compare",
        1,
        "distance(a: int, b: int) -> int",
        """
        Two houses stand at positions `a` and `b` of a straight street. Write a function {f} that
        returns how far apart they are.
        """,
        reference="return abs(a - b)",
        wrong=["return a - b", "return abs(a) + abs(b)"],
        edges=[(2, 9), (9, 2), (-3, 4), (6, 6), (-8, -3)],
        draw=lambda r: (r.randint(-99, 99), r.randint(-99, 99)),
    ),
    function(
        "closest-to-zero",
        "numbers/compare",
        2,
        "closest_to_zero(values: list[int]) -> int",
        """
        Write a function {f} that returns the value nearest to zero. If a number and its negative
        are equally near, return the positive one. The list is never empty.
        """,
        reference="return min(values, key=lambda v: (abs(v), -v))",
        wrong=["return min(values, key=abs)", "return min(values)"],
        edges=[([7, -3, 5],), ([-2, 8, 2],), ([-1],), ([0, 1],), ([-5, -9],)],
        draw=lambda r: (ints(r, (2, 7), -6, 6),),
    ),
    # --- parity ---
    function(
        "is-even",
        "numbers/parity",
        1,
        "is_even(n: int) -> bool",
        "Write a function {f} that tells whether `n` is even.",
        reference="return n % 2 == 0",
        wrong=["return n % 2 == 1", "return n % 4 == 0"],
        edges=[(4,), (7,), (0,), (-2,), (-5,), (1002,)],
        draw=lambda r: (r.randint(-999, 999),),
    ),
    function(
        "same-parity",
        "numbers/parity",
        1,
        "same_parity(a: int, b: int) -> bool",
        """
        Write a function {f} that returns True if both numbers are even or both are odd, and False
        otherwise.
        """,
        reference="return a % 2 == b % 2",
        wrong=["return a % 2 == 0 and b % 2 == 0", "return a % 2 != b % 2"],
        edges=[(2, 8), (3, 4), (5, 9), (0, -7), (-1, 1)],
        draw=lambda r: (r.randint(-99, 99), r.randint(-99, 99)),
    ),
    function(
        "odd-numbers-up-to",
        "numbers/parity",
        1,
        "count_odd(n: int) -> int",
        """
        Write a function {f} that returns how many odd numbers there are from 1 to `n`, both
        included. `n` is at least 0.
        """,
        reference="return (n + 1) // 2",
        wrong=["return n // 2", "return n // 2 + 1"],
        edges=[(5,), (8,), (0,), (1,), (2,), (99,)],
        draw=lambda r: (r.randint(3, 400),),
    ),
    function(
        "halve-until-odd",
        "numbers/parity",
        2,
        "halvings(n: int) -> int",
        """
        A strip of paper `n` centimetres long (`n` is at least 1) is cut in half for as long as
        its length is an even number. Write a function {f} that returns how many cuts are made.
        """,
        reference="""
            cuts = 0
            while n % 2 == 0:
                n //= 2
                cuts += 1
            return cuts
        """,
        wrong=["return 1 if n % 2 == 0 else 0", "return n.bit_length() - 1"],
        edges=[(12,), (7,), (1,), (64,), (2,)],
        draw=lambda r: (r.randint(1, 40) * 2 ** r.randint(0, 6),),
    ),
    # --- digits ---
    function(
        "digit-sum",
        "numbers/digits",
        1,
        "digit_sum(n: int) -> int",
        "Write a function {f} that adds up the decimal digits of `n`, which is not negative.",
        reference="return sum(int(digit) for digit in str(n))",
        wrong=["return len(str(n))", "return n // 10 + n % 10"],
        edges=[(123,), (40,), (0,), (9,), (9999,)],
        draw=lambda r: (r.randint(10, 999999),),
    ),
    function(
        "count-of-a-digit",
        "numbers/digits",
        1,
        "count_digit(n: int, digit: int) -> int",
        """
        Write a function {f} that returns how often `digit` is written in the decimal form of `n`.
        `n` is not negative and `digit` is between 0 and 9.
        """,
        reference="return str(n).count(str(digit))",
        wrong=["return 1 if str(digit) in str(n) else 0"],
        edges=[(1211, 1), (305, 4), (0, 0), (10000, 0), (77, 7)],
        draw=lambda r: (r.randint(0, 10**8), r.randint(0, 9)),
    ),
    function(
        "reverse-the-digits",
        "numbers/digits",
        2,
        "reverse_digits(n: int) -> int",
        """
        Write a function {f} that writes the digits of `n` in the opposite order and returns that
        number. The sign stays; zeros that end up in front vanish.
        """,
        reference="""
            turned = int(str(abs(n))[::-1])
            return -turned if n < 0 else turned
        """,
        wrong=[
            "return int(str(abs(n))[::-1])",
            ("-turned if n < 0 else turned", "turned if n < 0 else -turned"),
        ],
        edges=[(123,), (-450,), (0,), (7,), (-1,), (1000,)],
        draw=lambda r: (r.randint(-99999, 99999),),
    ),
    function(
        "digital-root",
        "numbers/digits",
        2,
        "digital_root(n: int) -> int",
        """
        Add up the digits of `n`, then the digits of the result, and so on until one digit is
        left. Write a function {f} that returns that digit. `n` is not negative.
        """,
        reference="""
            while n > 9:
                n = sum(int(digit) for digit in str(n))
            return n
        """,
        wrong=["return sum(int(digit) for digit in str(n))", "return n % 9"],
        edges=[(57,), (5,), (0,), (9,), (999999,), (18,)],
        draw=lambda r: (r.randint(10, 10**7),),
    ),
    function(
        "largest-rearrangement",
        "numbers/digits",
        2,
        "largest_rearrangement(n: int) -> int",
        """
        Write a function {f} that returns the largest number that can be written with exactly the
        digits of `n`, which is not negative.
        """,
        reference='return int("".join(sorted(str(n), reverse=True)))',
        wrong=[
            'return int("".join(sorted(str(n))))',
            'return int("".join(sorted(set(str(n)), reverse=True)))',
        ],
        edges=[(2713,), (100,), (0,), (77,), (9810,)],
        draw=lambda r: (r.randint(10, 999999),),
    ),
    function(
        "sort-and-subtract",
        "numbers/digits",
        3,
        "steps_to_6174(n: int) -> int",
        """
        Take a number below 10000, written with four digits (zeros in front if needed) that are
        not all equal. Put the digits in falling order, subtract the number made of the digits in
        rising order, and go on with the result. Sooner or later 6174 appears. Write a function
        {f} that returns after how many subtractions; 0 if `n` is 6174 already.
        """,
        reference="""
            steps = 0
            while n != 6174:
                digits = sorted(f"{n:04d}")
                n = int("".join(digits[::-1])) - int("".join(digits))
                steps += 1
            return steps
        """,
        wrong=[("steps = 0", "steps = 1"), ("while n != 6174", "while n != 6174 and steps < 3")],
        edges=[(3524,), (6174,), (1000,), (9998,), (12,)],
        draw=lambda r: ((n := r.randint(1, 9997)) + (n % 1111 == 0),),
    ),
    # --- divisors ---
    function(
        "is-multiple",
        "numbers/divisors",
        1,
        "is_multiple(n: int, k: int) -> bool",
        """
        Write a function {f} that returns True if `n` can be divided by `k` without remainder. `k`
        is at least 1.
        """,
        reference="return n % k == 0",
        wrong=["return k % n == 0 if n else False", "return n % k == 1"],
        edges=[(12, 4), (13, 5), (0, 7), (3, 9), (8, 1)],
        draw=lambda r: (r.randint(1, 60), r.randint(1, 6)),
    ),
    function(
        "count-divisors",
        "numbers/divisors",
        2,
        "count_divisors(n: int) -> int",
        """
        Write a function {f} that returns how many of the numbers 1, 2, ..., `n` divide `n`. `n`
        is at least 1.
        """,
        reference="return sum(1 for d in range(1, n + 1) if n % d == 0)",
        wrong=[("range(1, n + 1)", "range(1, n)"), ("range(1, n + 1)", "range(1, n // 2)")],
        edges=[(6,), (7,), (1,), (36,), (64,)],
        draw=lambda r: (r.randint(2, 300),),
    ),
    function(
        "is-prime",
        "numbers/divisors",
        2,
        "is_prime(n: int) -> bool",
        """
        Write a function {f} that returns True if `n` is a prime number. Numbers below 2 are not
        prime.
        """,
        reference="""
            if n < 2:
                return False
            return all(n % d for d in range(2, int(n**0.5) + 1))
        """,
        wrong=[
            ("int(n**0.5) + 1", "int(n**0.5)"),
            ("n < 2", "n < 1"),
            "return n == 2 or n % 2 == 1",
        ],
        edges=[(7,), (9,), (1,), (2,), (0,), (25,), (-7,)],
        draw=lambda r: (r.choice([r.randint(2, 200), r.choice([49, 97, 121, 127, 169, 199])]),),
    ),
    function(
        "kind-of-number",
        "numbers/divisors",
        2,
        "kind_of_number(n: int) -> str",
        """
        Compare `n` (at least 1) with the sum of its divisors smaller than itself. Write a
        function {f} that returns "perfect" if they are equal, "abundant" if the sum is larger and
        "deficient" if it is smaller.
        """,
        reference="""
            total = sum(d for d in range(1, n) if n % d == 0)
            if total == n:
                return "perfect"
            return "abundant" if total > n else "deficient"
        """,
        wrong=[("range(1, n)", "range(1, n + 1)"), ("range(1, n)", "range(2, n)")],
        edges=[(6,), (12,), (1,), (28,), (7,), (20,)],
        draw=lambda r: (r.choice([r.randint(2, 120), 496]),),
    ),
    function(
        "shared-divisor",
        "numbers/divisors",
        3,
        "largest_tile(lengths: list[int]) -> int",
        """
        Several strips must be tiled with square tiles of one size, whole tiles only. Write a
        function {f} that returns the largest tile side that fits every length. The list is not
        empty and its numbers are at least 1.
        """,
        reference="""
            tile = lengths[0]
            for length in lengths[1:]:
                while length:
                    tile, length = length, tile % length
            return tile
        """,
        wrong=[
            "return min(lengths)",
            "return max(d for d in range(1, lengths[0] + 1) if lengths[0] % d == 0 and lengths[-1] % d == 0)",
        ],
        edges=[([12, 18],), ([5, 7],), ([8],), ([12, 5, 24],), ([30, 45, 75],)],
        draw=lambda r: (
            [k * r.randint(1, 12) for k in [r.randint(2, 9)] for _ in range(r.randint(2, 5))],
        ),
    ),
    function(
        "prime-factor-text",
        "numbers/divisors",
        3,
        "factor_text(n: int) -> str",
        """
        Write a function {f} that writes `n` (at least 2) as a product of primes in rising order,
        such as "2^3*3*7^2" for 1176: a prime that occurs once stands alone, otherwise its
        exponent follows after `^`.
        """,
        reference="""
            parts = []
            prime = 2
            while n > 1:
                exponent = 0
                while n % prime == 0:
                    n //= prime
                    exponent += 1
                if exponent:
                    parts.append(str(prime) if exponent == 1 else f"{prime}^{exponent}")
                prime += 1
            return "*".join(parts)
        """,
        wrong=[
            ('str(prime) if exponent == 1 else f"{prime}^{exponent}"', 'f"{prime}^{exponent}"'),
            (
                'str(prime) if exponent == 1 else f"{prime}^{exponent}"',
                '"*".join([str(prime)] * exponent)',
            ),
        ],
        edges=[(12,), (7,), (2,), (1024,), (30,), (1176,)],
        draw=lambda r: (r.randint(2, 3000),),
    ),
    function(
        "meet-again",
        "numbers/divisors",
        3,
        "meet_again(laps: list[int]) -> int",
        """
        Runners start together and run round a track; `laps` holds the seconds each needs for a
        lap. Write a function {f} that returns after how many seconds all are at the start line
        together for the first time again. The list is not empty and its numbers are at least 1.
        """,
        reference="""
            import math

            together = 1
            for lap in laps:
                together = together * lap // math.gcd(together, lap)
            return together
        """,
        wrong=[
            (" // math.gcd(together, lap)", ""),
            "return max(laps)",
        ],
        edges=[([4, 6],), ([5, 7],), ([9],), ([2, 3, 4],), ([6, 6],), ([1, 8, 12],)],
        draw=lambda r: (ints(r, (2, 5), 1, 16),),
    ),
    # --- bases ---
    function(
        "count-set-bits",
        "numbers/bases",
        2,
        "count_ones(n: int) -> int",
        """
        Write a function {f} that returns how many ones the binary form of `n` has. `n` is not
        negative.
        """,
        reference='return bin(n).count("1")',
        wrong=["return len(bin(n)) - 2", "return n % 2"],
        edges=[(5,), (8,), (0,), (1,), (255,)],
        draw=lambda r: (r.randint(2, 5000),),
    ),
    function(
        "to-base",
        "numbers/bases",
        3,
        "to_base(n: int, base: int) -> str",
        """
        Write a function {f} that writes `n` (not negative) in the given base, between 2 and 16.
        The digits after 9 are the lower-case letters a to f.
        """,
        reference="""
            if n == 0:
                return "0"
            digits = ""
            while n:
                n, rest = divmod(n, base)
                digits = "0123456789abcdef"[rest] + digits
            return digits
        """,
        wrong=[
            ('return "0"', 'return ""'),
            ('"0123456789abcdef"[rest]', "str(rest)"),
            ('"0123456789abcdef"[rest] + digits', 'digits + "0123456789abcdef"[rest]'),
        ],
        edges=[(10, 2), (255, 16), (0, 7), (8, 8), (171, 12)],
        draw=lambda r: (r.randint(1, 5000), r.randint(2, 16)),
    ),
    function(
        "read-roman",
        "numbers/bases",
        3,
        "read_roman(text: str) -> int",
        """
        Roman numerals add their letters I=1, V=5, X=10, L=50, C=100, D=500, M=1000, except that a
        letter standing directly before a more valuable one is subtracted. Write a function {f}
        that returns the number written in `text`.
        """,
        reference="""
            value = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
            total = 0
            for here, after in zip(text, text[1:] + "I"):
                total += -value[here] if value[here] < value[after] else value[here]
            return total
        """,
        wrong=[
            ("-value[here] if value[here] < value[after] else value[here]", "value[here]"),
            ("value[here] < value[after]", "value[here] <= value[after]"),
        ],
        edges=[("XIV",), ("III",), ("I",), ("MCMXCIX",), ("DCCLXXXVIII",), ("IX",)],
        draw=lambda r: (
            "M" * r.randint(0, 3)
            + r.choice(["", "C", "CD", "D", "DCC", "CM"])
            + r.choice(["", "X", "XL", "L", "LXX", "XC"])
            + r.choice(["I", "IV", "V", "VII", "IX"]),
        ),
    ),
    function(
        "write-roman",
        "numbers/bases",
        3,
        "write_roman(n: int) -> str",
        """
        Write a function {f} that writes `n`, between 1 and 3999, as a Roman numeral in the usual
        short form: 4 is IV, 9 is IX, 40 is XL, 90 is XC, 400 is CD, 900 is CM.
        """,
        reference="""
            pairs = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
                     (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
            text = ""
            for value, letters in pairs:
                text += letters * (n // value)
                n %= value
            return text
        """,
        wrong=[('(900, "CM"), ', ""), ('(5, "V"), (4, "IV"), ', '(5, "V"), ')],
        edges=[(14,), (3,), (1,), (3999,), (944,), (400,)],
        draw=lambda r: (r.randint(1, 3999),),
    ),
    function(
        "balanced-ternary",
        "numbers/bases",
        4,
        "balance_weights(n: int) -> str",
        """
        Weights of 1, 3, 9, 27, ... grams, one of each, are used with a pair of scales on which a
        thing of `n` grams (`n` is at least 1) lies to the left. There is one way to balance it.
        Write a function {f} that returns it as text, from the heaviest weight in use down to 1
        gram: `R` for a weight on the right, `L` for one beside the thing, `-` for one left out.
        """,
        reference="""
            text = ""
            while n:
                n, rest = divmod(n, 3)
                if rest == 2:
                    n += 1
                text = "-RL"[rest] + text
            return text
        """,
        wrong=[
            ("n += 1", "pass"),
            ('"-RL"[rest] + text', 'text + "-RL"[rest]'),
            ('"-RL"', '"-LR"'),
        ],
        edges=[(5,), (4,), (1,), (2,), (9,), (121,), (364,)],
        draw=lambda r: (r.randint(3, 3000),),
    ),
    # --- sequences ---
    function(
        "sum-up-to",
        "numbers/sequences",
        1,
        "sum_up_to(n: int) -> int",
        "Write a function {f} that returns 1 + 2 + ... + `n`, and 0 when `n` is 0.",
        reference="return n * (n + 1) // 2",
        wrong=["return sum(range(n))", "return n * (n - 1)"],
        edges=[(4,), (10,), (0,), (1,), (1000,)],
        draw=lambda r: (r.randint(2, 500),),
    ),
    function(
        "factorial",
        "numbers/sequences",
        1,
        "factorial(n: int) -> int",
        """
        Write a function {f} that returns the product of the numbers from 1 to `n`. For `n` = 0
        the product is 1.
        """,
        reference="""
            product = 1
            for factor in range(2, n + 1):
                product *= factor
            return product
        """,
        wrong=[("range(2, n + 1)", "range(2, n)"), "return n * (n - 1) if n > 1 else 1"],
        edges=[(4,), (1,), (0,), (2,), (5,), (20,)],
        draw=lambda r: (r.randint(3, 25),),
    ),
    function(
        "multiples-of-three-or-five",
        "numbers/sequences",
        1,
        "sum_of_multiples(limit: int) -> int",
        """
        Write a function {f} that adds up every number from 1 to `limit - 1` that is a multiple of
        3 or of 5, each number once.
        """,
        reference="return sum(n for n in range(1, limit) if n % 3 == 0 or n % 5 == 0)",
        wrong=[
            "return sum(range(3, limit, 3)) + sum(range(5, limit, 5))",
            ("range(1, limit)", "range(1, limit + 1)"),
        ],
        edges=[(10,), (4,), (1,), (3,), (16,), (15,)],
        draw=lambda r: (r.randint(5, 300),),
    ),
    function(
        "rabbit-pairs",
        "numbers/sequences",
        2,
        "rabbit_pairs(month: int) -> int",
        """
        In months 1 and 2 there is one pair of rabbits. In every later month there are as many
        pairs as in the two months before it together. Write a function {f} that returns the
        number of pairs in the given month, which is at least 1.
        """,
        reference="""
            before, now = 0, 1
            for _ in range(month - 1):
                before, now = now, before + now
            return now
        """,
        wrong=[("range(month - 1)", "range(month)"), ("range(month - 1)", "range(month - 2)")],
        edges=[(6,), (3,), (1,), (2,), (40,)],
        draw=lambda r: (r.randint(4, 50),),
    ),
    function(
        "hailstone-steps",
        "numbers/sequences",
        2,
        "hailstone_steps(n: int) -> int",
        """
        Halve an even number; replace an odd number `n` by `3 * n + 1`. Write a function {f} that
        returns how many such steps lead from `n` (at least 1) to 1.
        """,
        reference="""
            steps = 0
            while n != 1:
                n = n // 2 if n % 2 == 0 else 3 * n + 1
                steps += 1
            return steps
        """,
        wrong=[("steps = 0", "steps = 1"), ("while n != 1", "while n > 4")],
        edges=[(6,), (8,), (1,), (2,), (27,)],
        draw=lambda r: (r.randint(3, 300),),
    ),
    function(
        "is-triangular",
        "numbers/sequences",
        2,
        "is_triangular(n: int) -> bool",
        """
        Balls can be laid out as a triangle when their number is 1, 1 + 2, 1 + 2 + 3 and so on.
        Write a function {f} that tells whether `n` balls can. Zero balls cannot.
        """,
        reference="""
            row, total = 0, 0
            while total < n:
                row += 1
                total += row
            return n > 0 and total == n
        """,
        wrong=["return n % 3 == 0 or n == 1", ("n > 0 and total == n", "total == n")],
        edges=[(10,), (4,), (0,), (1,), (28,), (9,)],
        draw=lambda r: (r.choice([r.randint(2, 200), (k := r.randint(2, 40)) * (k + 1) // 2]),),
    ),
    function(
        "say-the-digits",
        "numbers/sequences",
        3,
        "say(digits: str, times: int) -> str",
        """
        A row of digits is read aloud: each run of equal digits becomes its length followed by the
        digit, so "1121" is read "two 1, one 2, one 1" and gives "211211". Write a function {f}
        that does this `times` times over and returns the last row. No run ever has more than nine
        digits.
        """,
        reference="""
            from itertools import groupby

            for _ in range(times):
                digits = "".join(f"{len(list(run))}{digit}" for digit, run in groupby(digits))
            return digits
        """,
        wrong=[
            ('f"{len(list(run))}{digit}"', 'f"{digit}{len(list(run))}"'),
            ("range(times)", "range(1)"),
            """
            for _ in range(times):
                digits = "".join(f"{digits.count(digit)}{digit}" for digit in sorted(set(digits)))
            return digits
            """,
        ],
        edges=[("1121", 1), ("1", 3), ("1", 0), ("333", 2), ("1", 7)],
        draw=lambda r: (letters(r, (1, 5), "123"), r.randint(1, 5)),
    ),
)

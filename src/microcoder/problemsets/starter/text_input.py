"""Programs that read a few lines and print: sums, choices, words, shapes of numbers."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import (
    WORDS,
    counted,
    ints,
    letters,
    lines,
    sentence,
    words,
)
from microcoder.problemsets.starter.entry import program

ENTRIES = (
    # --- single numbers ---
    program(
        "add-two",
        "input/numbers",
        1,
        "Read two whole numbers from standard input, one on each line, and print their sum.",
        reference="print(int(input()) + int(input()))",
        wrong=["print(input() + input())", "print(int(input()))"],
        edges=["3\n4\n", "-5\n2\n", "0\n0\n", "1000000\n1\n"],
        draw=lambda r: lines(r.randint(-500, 500), r.randint(-500, 500)),
    ),
    program(
        "garden-fence",
        "input/numbers",
        1,
        """
        Read the length and the width of a rectangular garden from standard input, two whole
        numbers on one line, and print how long the fence round it must be.
        """,
        reference="""
            length, width = map(int, input().split())
            print(2 * (length + width))
        """,
        wrong=[
            ("2 * (length + width)", "length * width"),
            ("2 * (length + width)", "2 * length + width"),
        ],
        edges=["5 3\n", "10 10\n", "1 1\n", "0 7\n"],
        draw=lambda r: lines([r.randint(1, 90), r.randint(1, 90)]),
    ),
    program(
        "odd-or-even",
        "input/numbers",
        1,
        """
        Read a whole number from standard input and print "even" if it is even and "odd"
        otherwise.
        """,
        reference='print("even" if int(input()) % 2 == 0 else "odd")',
        wrong=[
            'print("odd" if int(input()) % 2 == 0 else "even")',
            'print("even" if int(input()) > 0 else "odd")',
        ],
        edges=["4\n", "7\n", "0\n", "-3\n", "-8\n"],
        draw=lambda r: lines(r.randint(-999, 999)),
    ),
    program(
        "largest-on-the-line",
        "input/numbers",
        1,
        """
        Read a line of whole numbers set apart by spaces from standard input and print the largest
        of them.
        """,
        reference="print(max(map(int, input().split())))",
        wrong=[
            "print(max(input().split()))",
            "print(max([0] + list(map(int, input().split()))))",
            "print(input().split()[-1])",
        ],
        edges=["3 12 7\n", "-4 -9\n", "5\n", "100 20 3\n"],
        draw=lambda r: lines(ints(r, (2, 8), -60, 120)),
    ),
    program(
        "three-times-in-order",
        "input/numbers",
        1,
        """
        Read three whole numbers from standard input, all on one line, and print them on one line
        from smallest to largest, with a space between them.
        """,
        reference="print(*sorted(map(int, input().split())))",
        wrong=[
            "print(*sorted(input().split()))",
            "print(*sorted(map(int, input().split()), reverse=True))",
        ],
        edges=["9 2 5\n", "1 1 0\n", "10 9 100\n", "-1 -2 -3\n"],
        draw=lambda r: lines(ints(r, (3, 3), -30, 130)),
    ),
    program(
        "whole-hours",
        "input/numbers",
        1,
        """
        Read a number of minutes from standard input and print how many whole hours that is and
        how many minutes are left, as two numbers on one line.
        """,
        reference="""
            minutes = int(input())
            print(minutes // 60, minutes % 60)
        """,
        wrong=[
            ("minutes // 60, minutes % 60", "minutes % 60, minutes // 60"),
            ("minutes // 60, minutes % 60", "minutes / 60"),
        ],
        edges=["135\n", "60\n", "0\n", "59\n", "1440\n"],
        draw=lambda r: lines(r.randint(1, 3000)),
    ),
    program(
        "count-down",
        "input/numbers",
        1,
        """
        Read a whole number n (at least 1) from standard input and print the numbers n, n-1, ...,
        1, each on its own line.
        """,
        reference="""
            for number in range(int(input()), 0, -1):
                print(number)
        """,
        wrong=[
            ("0, -1", "1, -1"),
            ("0, -1", "-1, -1"),
            """
            for number in range(1, int(input()) + 1):
                print(number)
            """,
        ],
        edges=["3\n", "2\n", "1\n", "12\n"],
        draw=lambda r: lines(r.randint(4, 30)),
    ),
    program(
        "guess-feedback",
        "input/numbers",
        1,
        """
        Read two whole numbers from standard input, a secret and a guess, each on its own line.
        Print "low" if the guess is below the secret, "high" if it is above, and "right" if they
        are equal.
        """,
        reference="""
            secret = int(input())
            guess = int(input())
            print("low" if guess < secret else "high" if guess > secret else "right")
        """,
        wrong=[
            (
                '"low" if guess < secret else "high" if guess > secret',
                '"high" if guess < secret else "low" if guess > secret',
            ),
            ("guess < secret", "guess <= secret"),
            (
                "secret = int(input())\n            guess = int(input())",
                "secret = input()\n            guess = input()",
            ),
        ],
        edges=["50\n20\n", "7\n7\n", "9\n10\n", "-3\n-5\n", "100\n99\n"],
        draw=lambda r: lines(
            r.randint(1, 12), r.randint(1, 120) if r.random() < 0.5 else r.randint(1, 12)
        ),
    ),
    program(
        "bus-seats",
        "input/numbers",
        1,
        """
        Read two whole numbers from standard input, on one line: the travellers waiting and the
        seats in one bus. Print how many buses are needed to carry all of them.
        """,
        reference="""
            people, seats = map(int, input().split())
            print((people + seats - 1) // seats)
        """,
        wrong=[
            ("(people + seats - 1) // seats", "people // seats"),
            ("(people + seats - 1) // seats", "people // seats + 1"),
        ],
        edges=["45 20\n", "40 20\n", "0 30\n", "1 50\n", "51 50\n"],
        draw=lambda r: lines([r.randint(1, 400), r.randint(5, 60)]),
    ),
    # --- lists of numbers ---
    program(
        "sum-of-n",
        "input/lists",
        1,
        """
        The first line of standard input holds a whole number n; each of the next n lines holds a
        whole number. Print the sum of these n numbers.
        """,
        reference="""
            n = int(input())
            print(sum(int(input()) for _ in range(n)))
        """,
        wrong=[
            ("range(n)", "range(n - 1)"),
            (
                "print(sum(int(input()) for _ in range(n)))",
                "print(n + sum(int(input()) for _ in range(n)))",
            ),
        ],
        edges=["3\n1\n2\n3\n", "1\n-7\n", "0\n", "2\n5\n5\n"],
        draw=lambda r: counted(ints(r, (2, 8), -50, 50)),
    ),
    program(
        "average-temperature",
        "input/lists",
        2,
        """
        Read a line of whole numbers from standard input, the temperatures of some days, and print
        their average with exactly one digit behind the point. The number of days is 1, 2, 5 or
        10, so that no rounding of halves is needed.
        """,
        reference="""
            days = list(map(int, input().split()))
            print(f"{sum(days) / len(days):.1f}")
        """,
        wrong=[
            ("sum(days) / len(days)", "sum(days) // len(days)"),
            ("sum(days) / len(days)", "(min(days) + max(days)) / 2"),
        ],
        edges=["20 23\n", "-3\n", "0 0 0 0 1\n", "-1 -2\n"],
        draw=lambda r: lines([r.randint(-10, 30) for _ in range(r.choice([2, 5, 10]))]),
    ),
    program(
        "numbers-backwards",
        "input/lists",
        1,
        """
        Read a line of whole numbers from standard input and print them on one line in the
        opposite order.
        """,
        reference="print(*input().split()[::-1])",
        wrong=["print(input()[::-1])", "print(*sorted(input().split(), reverse=True))"],
        edges=["1 2 3\n", "10 20\n", "5\n", "7 12 7 30\n"],
        draw=lambda r: lines(ints(r, (3, 8), 0, 99)),
    ),
    program(
        "how-many-reach-it",
        "input/lists",
        2,
        """
        The first line of standard input holds a height in centimetres. The second line holds the
        heights of some children, set apart by spaces. Print how many of them are at least that
        tall.
        """,
        reference="""
            limit = int(input())
            print(sum(int(height) >= limit for height in input().split()))
        """,
        wrong=[(">= limit", "> limit"), (">= limit", "<= limit")],
        edges=["120\n110 120 130\n", "140\n139\n", "100\n100 100\n", "90\n95 80 90 100\n"],
        draw=lambda r: lines(r.randint(110, 120), ints(r, (3, 9), 100, 130)),
    ),
    program(
        "stop-at-zero",
        "input/lists",
        2,
        """
        Whole numbers stand on standard input, one a line. Add them up until a 0 is read, ignore
        whatever follows the 0, and print the sum. There is always a 0.
        """,
        reference="""
            total = 0
            while True:
                number = int(input())
                if number == 0:
                    break
                total += number
            print(total)
        """,
        wrong=[
            """
            import sys

            print(sum(map(int, sys.stdin)))
            """,
            """
            total = 0
            number = int(input())
            while number > 0:
                total += number
                number = int(input())
            print(total)
            """,
        ],
        edges=["4\n5\n0\n", "7\n0\n3\n", "0\n", "2\n-6\n1\n0\n0\n9\n"],
        draw=lambda r: lines(
            *[n or 1 for n in ints(r, (2, 6), -20, 20)], 0, *ints(r, (0, 3), 1, 9)
        ),
    ),
    program(
        "warmer-than-yesterday",
        "input/lists",
        2,
        """
        The first line of standard input holds a whole number n (at least 1), the second the
        temperatures of n days in a row. Print on how many days it was warmer than on the day
        before.
        """,
        reference="""
            n = int(input())
            days = list(map(int, input().split()))
            print(sum(days[i] > days[i - 1] for i in range(1, n)))
        """,
        wrong=[
            ("days[i] > days[i - 1]", "days[i] >= days[i - 1]"),
            ("range(1, n)", "range(n)"),
            ("days[i] > days[i - 1]", "days[i] > days[0]"),
        ],
        edges=["4\n10 12 11 15\n", "2\n5 5\n", "1\n-2\n", "3\n-5 -4 -3\n", "3\n3 2 1\n"],
        draw=lambda r: (lambda t: lines(len(t), t))(ints(r, (4, 10), -4, 6)),
    ),
    program(
        "two-smallest",
        "input/lists",
        2,
        """
        Read the number n (at least 2) and then, on the second line of standard input, n prices.
        Print the total of the two lowest prices; two equal prices count as two.
        """,
        reference="""
            input()
            print(sum(sorted(map(int, input().split()))[:2]))
        """,
        wrong=[
            ("sorted(map(int, input().split()))", "sorted(set(map(int, input().split())))"),
            (
                "sorted(map(int, input().split()))",
                "sorted(map(int, input().split()), reverse=True)",
            ),
            ("sorted(map(int, input().split()))", "list(map(int, input().split()))"),
        ],
        edges=["3\n7 2 5\n", "2\n4 4\n", "4\n1 9 1 3\n", "3\n10 9 100\n"],
        draw=lambda r: (lambda p: lines(len(p), p))(ints(r, (3, 8), 1, 15)),
    ),
    program(
        "top-three",
        "input/lists",
        3,
        """
        Scores stand on standard input, one a line, until the input ends; there may be none. Print
        the three highest from high to low, each on its own line; a score that occurs twice may be
        printed twice. If there are fewer than three scores, print all of them, and if there are
        none, print `none`.
        """,
        reference="""
            import sys

            scores = sorted(map(int, sys.stdin.read().split()), reverse=True)
            print(*scores[:3] or ["none"], sep="\\n")
        """,
        wrong=[
            (
                "sorted(map(int, sys.stdin.read().split()), reverse=True)",
                "sorted(set(map(int, sys.stdin.read().split())), reverse=True)",
            ),
            (' or ["none"]', ""),
            (
                "sorted(map(int, sys.stdin.read().split()), reverse=True)",
                "sorted(sys.stdin.read().split(), reverse=True)",
            ),
        ],
        edges=["5\n9\n2\n7\n", "8\n8\n", "", "10\n9\n100\n10\n", "-3\n"],
        draw=lambda r: lines(*ints(r, (3, 9), 0, 15)),
    ),
    program(
        "common-numbers",
        "input/lists",
        3,
        """
        Standard input holds two lines of whole numbers. Print on one line, from smallest to
        largest and each once, the numbers that occur on both lines. If there are none, print -1.
        """,
        reference="""
            common = set(map(int, input().split())) & set(map(int, input().split()))
            print(*sorted(common) or [-1])
        """,
        wrong=[
            """
            common = set(input().split()) & set(input().split())
            print(*sorted(common) or [-1])
            """,
            (" or [-1]", ""),
            (" & set", " | set"),
        ],
        edges=["1 2 3\n3 2 5\n", "4 5\n6\n", "7\n7 7\n", "10 9 8\n8 10 9\n"],
        draw=lambda r: lines(ints(r, (3, 8), 5, 14), ints(r, (3, 8), 5, 14)),
    ),
    # --- words ---
    program(
        "greeting",
        "input/words",
        1,
        "Read a name from standard input and print `Hello, NAME!` with the name in place of NAME.",
        reference='print(f"Hello, {input()}!")',
        wrong=[
            'print(f"Hello {input()}!")',
            'print(f"Hello, {input()}")',
            'print(f"Hello, {input().split()[0]}!")',
        ],
        edges=["Ada\n", "Leo\n", "Mary Ann\n", "x\n"],
        draw=lambda r: lines(sentence(r, (1, 2)).title()),
    ),
    program(
        "one-letter-a-line",
        "input/words",
        1,
        "Read a word from standard input and print each of its letters on a line of its own.",
        reference="""
            for letter in input():
                print(letter)
        """,
        wrong=[
            """
            for letter in input()[::-1]:
                print(letter)
            """,
            """
            for letter in sorted(input()):
                print(letter)
            """,
            """
            for letter in dict.fromkeys(input()):
                print(letter)
            """,
        ],
        edges=["tea\n", "ox\n", "a\n", "noon\n"],
        draw=lambda r: lines(r.choice(WORDS) + letters(r, (0, 2), "ab")),
    ),
    program(
        "longest-line",
        "input/words",
        2,
        """
        Standard input holds one or more lines of small letters and spaces. Print the number of
        characters of the longest line, spaces between words counted.
        """,
        reference="""
            import sys

            print(max(len(line.rstrip("\\n")) for line in sys.stdin))
        """,
        wrong=[
            ('len(line.rstrip("\\n"))', "len(line)"),
            ('len(line.rstrip("\\n"))', "len(line.split())"),
            ('len(line.rstrip("\\n"))', 'len(line.rstrip("\\n").replace(" ", ""))'),
        ],
        edges=["tea\nthe kite\n", "owl\n", "a b c d\nabcde\n", "x\n\ny\n"],
        draw=lambda r: lines(*[sentence(r, (1, 5)) for _ in range(r.randint(2, 5))]),
    ),
    program(
        "lines-in-reverse",
        "input/words",
        2,
        """
        Read all lines of standard input, until the input ends, and print them from last to first.
        There is at least one line.
        """,
        reference="""
            import sys

            for line in reversed(sys.stdin.read().splitlines()):
                print(line)
        """,
        wrong=[
            (
                "reversed(sys.stdin.read().splitlines())",
                "sorted(sys.stdin.read().splitlines(), reverse=True)",
            ),
            ("print(line)", "print(line[::-1])"),
            ("reversed(sys.stdin.read().splitlines())", "reversed(sys.stdin.read().split())"),
        ],
        edges=["one\ntwo\nthree\n", "the sun\na moon\n", "tea\n", "b\na\nb\nc\n"],
        draw=lambda r: lines(*[sentence(r, (1, 3)) for _ in range(r.randint(3, 6))]),
    ),
    program(
        "count-a-word",
        "input/words",
        2,
        """
        The first line of standard input holds a word, the second a text of small letters and
        spaces. Print how many times the word stands in the text as a word by itself.
        """,
        reference="""
            word = input()
            print(input().split().count(word))
        """,
        wrong=[
            ("input().split().count(word)", "input().count(word)"),
            ("input().split().count(word)", "int(word in input().split())"),
        ],
        edges=[
            "tea\ntea for two and tea\n",
            "art\nthe cart is smart\n",
            "a\nb c\n",
            "an\nan ant and an\n",
        ],
        draw=lambda r: lines(
            "ant", [r.choice(["ant", "antler", "plant", "bee"]) for _ in range(r.randint(3, 9))]
        ),
    ),
    program(
        "shortest-names-first",
        "input/words",
        3,
        """
        The first line of standard input holds n; the next n lines hold a name each. Print the
        names one a line, shortest first; names of the same length keep the order in which they
        were read.
        """,
        reference="""
            names = [input() for _ in range(int(input()))]
            print(*sorted(names, key=len), sep="\\n")
        """,
        wrong=[
            ("sorted(names, key=len)", "sorted(names)"),
            ("sorted(names, key=len)", "sorted(names, key=lambda name: (len(name), name))"),
            ("sorted(names, key=len)", "sorted(names[::-1], key=len)"),
        ],
        edges=["3\nOtto\nAda\nKim\n", "2\nMia\nBo\n", "1\nX\n", "4\nbb\naa\nc\nb\n"],
        draw=lambda r: counted(words(r, (4, 8))),
    ),
    program(
        "acronym",
        "input/words",
        2,
        """
        Read a line of words from standard input and print the acronym made of the first letters,
        as capitals, of all words longer than two letters. There is at least one such word.
        """,
        reference='print("".join(word[0].upper() for word in input().split() if len(word) > 2))',
        wrong=[(" if len(word) > 2", ""), ("len(word) > 2", "len(word) > 3"), (".upper()", "")],
        edges=["bank of the river\n", "sun and moon\n", "a to zoo\n", "by the old oak in may\n"],
        draw=lambda r: lines(
            ["big"]
            + [r.choice([*WORDS[:12], "of", "to", "a", "an"]) for _ in range(r.randint(3, 7))]
        ),
    ),
    program(
        "secret-of-every-third",
        "input/words",
        2,
        """
        Read a whole number k (at least 1) and then, on the next line of standard input, a text of
        at least k small letters. Print the k-th letter of the text, the 2k-th, the 3k-th and so
        on, as one word.
        """,
        reference="""
            k = int(input())
            print(input()[k - 1 :: k])
        """,
        wrong=[("[k - 1 :: k]", "[::k]"), ("[k - 1 :: k]", "[k::k]")],
        edges=["3\nabcdefg\n", "1\ntea\n", "2\nxy\n", "4\nsoundboard\n"],
        draw=lambda r: lines(r.randint(2, 4), letters(r, (6, 18))),
    ),
)

"""Programs that print shapes and tables, and that sum up records."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import (
    counted,
    drawing,
    ints,
    letters,
    lines,
    measured,
    names,
    placed,
    sentence,
)
from microcoder.problemsets.starter.entry import program

ENTRIES = (
    # --- shapes ---
    program(
        "staircase-of-stars",
        "reports/shapes",
        1,
        """
        Read a whole number n from standard input and print a staircase of n lines: one `*` on the
        first, two on the second, and so on.
        """,
        reference="""
            for i in range(1, int(input()) + 1):
                print("*" * i)
        """,
        wrong=[
            ("range(1, int(input()) + 1)", "range(1, int(input()))"),
            """
            n = int(input())
            for _ in range(n):
                print("*" * n)
            """,
            """
            for i in range(int(input()), 0, -1):
                print("*" * i)
            """,
        ],
        edges=["3\n", "2\n", "1\n", "8\n"],
        draw=lambda r: lines(r.randint(4, 25)),
    ),
    program(
        "times-table",
        "reports/shapes",
        1,
        """
        Read a whole number n from standard input and print the first ten lines of its times table
        in the form `n x 1 = n`, with the numbers worked out: for n = 7 the second line is `7 x 2
        = 14`.
        """,
        reference="""
            n = int(input())
            for k in range(1, 11):
                print(f"{n} x {k} = {n * k}")
        """,
        wrong=[
            ("range(1, 11)", "range(1, 10)"),
            ("range(1, 11)", "range(10)"),
            ("{n} x {k}", "{k} x {n}"),
        ],
        edges=["7\n", "1\n", "0\n", "-3\n"],
        draw=lambda r: lines(r.randint(2, 99)),
    ),
    program(
        "fizz-and-buzz",
        "reports/shapes",
        1,
        """
        Read a whole number n (at least 1) and print the numbers from 1 to n, each on its own
        line, but print `fizz` for a multiple of 3, `buzz` for a multiple of 5 and `fizzbuzz` for
        a multiple of both.
        """,
        reference="""
            for i in range(1, int(input()) + 1):
                print("fizz" * (i % 3 == 0) + "buzz" * (i % 5 == 0) or i)
        """,
        wrong=[
            """
            for i in range(1, int(input()) + 1):
                if i % 3 == 0:
                    print("fizz")
                elif i % 5 == 0:
                    print("buzz")
                else:
                    print(i)
            """,
            ("+ 1):", "):"),
            (
                '"fizz" * (i % 3 == 0) + "buzz" * (i % 5 == 0)',
                '"fizz" * (i % 5 == 0) + "buzz" * (i % 3 == 0)',
            ),
        ],
        edges=["5\n", "3\n", "1\n", "15\n", "31\n"],
        draw=lambda r: lines(r.randint(6, 50)),
    ),
    program(
        "framed-word",
        "reports/shapes",
        2,
        """
        Read a word from standard input and print it inside a frame of `#`: a line of `#` above
        and below, and a `#` directly before and after the word, without any spaces.
        """,
        reference="""
            word = input()
            edge = "#" * (len(word) + 2)
            print(edge)
            print("#" + word + "#")
            print(edge)
        """,
        wrong=[
            ("len(word) + 2", "len(word)"),
            ('print("#" + word + "#")\n            print(edge)', 'print("#" + word + "#")'),
            ('"#" + word + "#"', "word"),
        ],
        edges=["tea\n", "x\n", "harbour\n", "#\n"],
        draw=lambda r: lines(letters(r, (2, 12))),
    ),
    program(
        "chess-pattern",
        "reports/shapes",
        2,
        """
        Read a number of rows and a number of columns from standard input, on one line, and print
        a board of that size made of `X` and `o` in turn, as on a chessboard, with `X` in the
        upper left corner.
        """,
        reference="""
            rows, columns = map(int, input().split())
            for y in range(rows):
                print("".join("Xo"[(x + y) % 2] for x in range(columns)))
        """,
        wrong=[
            ("(x + y) % 2", "x % 2"),
            ("rows, columns = map", "columns, rows = map"),
            ('"Xo"[', '"oX"['),
        ],
        edges=["2 3\n", "1 4\n", "1 1\n", "5 2\n", "3 3\n"],
        draw=lambda r: lines([r.randint(1, 8), r.randint(2, 9)]),
    ),
    program(
        "number-pyramid",
        "reports/shapes",
        3,
        """
        Read a digit n from 1 to 9. Print n lines; line k counts up from 1 to k and down again to
        1, without spaces between the digits, and begins with n - k dots: for n = 3 the lines are
        `..1`, `.121` and `12321`.
        """,
        reference="""
            n = int(input())
            for k in range(1, n + 1):
                up = "".join(map(str, range(1, k + 1)))
                print("." * (n - k) + up + up[-2::-1])
        """,
        wrong=[
            ("up[-2::-1]", "up[::-1]"),
            ('"." * (n - k)', '"." * (n - k - 1)'),
            ("up[-2::-1])", 'up[-2::-1] + "." * (n - k))'),
        ],
        edges=["3\n", "2\n", "1\n", "9\n", "4\n", "5\n", "6\n", "7\n", "8\n"],
        draw=lambda r: lines(r.randint(1, 9)),
    ),
    program(
        "bar-chart",
        "reports/shapes",
        3,
        """
        Each line of standard input holds a label without spaces and a count (0 or more). Print a
        bar chart of one line per label in the same order: the label, filled up on the right with
        dots to the length of the longest label, then `|`, then as many `=` as the count.
        """,
        reference="""
            import sys

            rows = [line.split() for line in sys.stdin]
            width = max(len(label) for label, _ in rows)
            for label, count in rows:
                print(label.ljust(width, ".") + "|" + "=" * int(count))
        """,
        wrong=[
            ("ljust", "rjust"),
            ('label.ljust(width, ".")', "label"),
            ("width = max(len(label) for label, _ in rows)", "width = len(rows[0][0])"),
        ],
        edges=["tea 3\ncoffee 5\n", "a 1\n", "x 0\nyy 2\nz 1\n", "long 4\nab 0\n"],
        draw=lambda r: lines(*[[n, r.randint(0, 12)] for n in names(r, (2, 5))]),
    ),
    program(
        "column-of-prices",
        "reports/shapes",
        2,
        """
        The first line of standard input holds n, and each of the next n lines an amount in cents
        (0 or more). Print each amount in euros with two digits behind the point, and then, after
        a line of ten `-`, the total in the same form: 5 cents are `0.05`.
        """,
        reference="""
            cents = [int(input()) for _ in range(int(input()))]
            for amount in cents:
                print(f"{amount // 100}.{amount % 100:02d}")
            print("-" * 10)
            print(f"{sum(cents) // 100}.{sum(cents) % 100:02d}")
        """,
        wrong=[
            ("{amount % 100:02d}", "{amount % 100}"),
            (
                "{sum(cents) // 100}.{sum(cents) % 100:02d}",
                "{sum(a // 100 for a in cents)}.{sum(a % 100 for a in cents):02d}",
            ),
            ('print("-" * 10)\n', 'print("-" * 9)\n'),
        ],
        edges=["2\n250\n5\n", "1\n100\n", "0\n", "3\n99\n99\n2\n"],
        draw=lambda r: counted(ints(r, (2, 6), 1, 2500)),
    ),
    # --- records ---
    program(
        "total-by-person",
        "reports/records",
        2,
        """
        Each line of standard input holds a name and a number of points, set apart by a space.
        Print the names in alphabetical order, each followed by a space and the sum of that
        person's points. There is at least one line.
        """,
        reference="""
            import sys

            totals = {}
            for line in sys.stdin:
                name, points = line.split()
                totals[name] = totals.get(name, 0) + int(points)
            for name in sorted(totals):
                print(name, totals[name])
        """,
        wrong=[
            ("totals.get(name, 0) + int(points)", "int(points)"),
            ("sorted(totals)", "totals"),
            ("sorted(totals)", "sorted(totals, key=totals.get, reverse=True)"),
        ],
        edges=[
            "Mia 3\nLeo 4\nMia 2\n",
            "Ada 1\n",
            "Zoe 0\nBen -2\nBen 2\n",
            "B 1\nA 2\nB 3\nC 9\n",
        ],
        draw=lambda r: lines(
            *[
                [r.choice(["Mia", "Leo", "Ada", "Kim"]), r.randint(0, 9)]
                for _ in range(r.randint(4, 8))
            ]
        ),
    ),
    program(
        "scoreboard",
        "reports/records",
        3,
        """
        The first line of standard input holds n; each of the next n lines holds a name and a
        score. Print the n names from the highest score to the lowest, one a line, in the form
        `place. name`, with places 1, 2, 3, ...; equal scores are put in alphabetical order of the
        names.
        """,
        reference="""
            rows = []
            for _ in range(int(input())):
                name, score = input().split()
                rows.append((-int(score), name))
            for place, (_, name) in enumerate(sorted(rows), 1):
                print(f"{place}. {name}")
        """,
        wrong=[
            ("(-int(score), name)", "(int(score), name)"),
            ("sorted(rows)", "sorted(rows, key=lambda row: row[0])"),
            ("sorted(rows), 1", "sorted(rows)"),
            ("-int(score)", "score"),
        ],
        edges=[
            "3\nMia 10\nLeo 30\nAda 20\n",
            "2\nLeo 5\nAda 5\n",
            "1\nKim 0\n",
            "3\nBen 9\nEve 100\nDan 20\n",
        ],
        draw=lambda r: counted([[n, r.randint(5, 12)] for n in names(r, (3, 6))]),
    ),
    program(
        "csv-column",
        "reports/records",
        3,
        """
        Standard input is a table: its first line holds the names of the columns set apart by
        commas, each further line the values of one row. Then comes an empty line and after it the
        name of one column. Print the sum of that column, whose values are whole numbers.
        """,
        reference="""
            import sys

            header, *rows = sys.stdin.read().splitlines()
            wanted = header.split(",").index(rows.pop())
            print(sum(int(row.split(",")[wanted]) for row in rows if row))
        """,
        wrong=[
            ('header.split(",").index(rows.pop())', "header.index(rows.pop())"),
            ('header.split(",").index(rows.pop())', 'header.split(",").index(rows.pop()) - 1'),
            (
                'sum(int(row.split(",")[wanted]) for row in rows if row)',
                "sum(1 for row in rows if row)",
            ),
        ],
        edges=[
            "item,price\ntea,3\njam,5\n\nprice\n",
            "a,b\n1,2\n\na\n",
            "x\n\nx\n",
            "n,m,k\n1,-5,7\n2,-6,8\n\nm\n",
        ],
        draw=lambda r: lines(
            "red,green,blue",
            *[",".join(map(str, ints(r, (3, 3), 0, 50))) for _ in range(r.randint(1, 4))],
            "",
            r.choice(["red", "green", "blue"]),
        ),
    ),
    program(
        "log-of-errors",
        "reports/records",
        3,
        """
        Each line of standard input is a log entry `HH:MM LEVEL text`. Print how many entries have
        the level ERROR, and on a second line the time of the last of them, or `never` if there is
        none. The word ERROR may occur in the text of other entries too. There is at least one
        entry.
        """,
        reference="""
            import sys

            times = [line.split()[0] for line in sys.stdin if line.split()[1] == "ERROR"]
            print(len(times))
            print(times[-1] if times else "never")
        """,
        wrong=[
            ('line.split()[1] == "ERROR"', '"ERROR" in line'),
            ("times[-1]", "times[0]"),
            ("times[-1]", "max(times)"),
        ],
        edges=[
            "09:00 INFO start\n09:05 ERROR disk full\n",
            "10:00 INFO ok\n",
            "11:00 WARN saw ERROR before\n",
            "23:59 ERROR late\n00:01 ERROR early\n00:02 INFO no ERROR\n",
        ],
        draw=lambda r: lines(
            *[
                f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d} {r.choice(['INFO', 'ERROR', 'WARN'])} {r.choice(['ERROR seen', 'disk', 'net', 'no ERROR'])}"
                for _ in range(r.randint(3, 7))
            ]
        ),
    ),
    program(
        "median-wage",
        "reports/records",
        3,
        """
        Read n (at least 1) and then n wages, one a line. Print the median with exactly one digit
        behind the point: the middle wage in order of size, or the average of the two middle ones
        if n is even.
        """,
        reference="""
            wages = sorted(int(input()) for _ in range(int(input())))
            n = len(wages)
            print(f"{(wages[n // 2] + wages[(n - 1) // 2]) / 2:.1f}")
        """,
        wrong=[
            ("(wages[n // 2] + wages[(n - 1) // 2]) / 2", "wages[n // 2]"),
            ("(wages[n // 2] + wages[(n - 1) // 2]) / 2", "sum(wages) / n"),
            (
                "sorted(int(input()) for _ in range(int(input())))",
                "[int(input()) for _ in range(int(input()))]",
            ),
        ],
        edges=["3\n30\n10\n20\n", "2\n5\n8\n", "1\n7\n", "4\n1\n1\n100\n2\n"],
        draw=lambda r: counted(ints(r, (3, 9), 10, 99)),
    ),
    program(
        "best-seller",
        "reports/records",
        3,
        """
        Each line of standard input holds a product (one word), the number sold and the price of
        one. Print the product with the largest income over all its lines and that income, on one
        line. If products tie, take the one that comes first in the input. There is at least one
        line.
        """,
        reference="""
            import sys

            income = {}
            for line in sys.stdin:
                product, sold, price = line.split()
                income[product] = income.get(product, 0) + int(sold) * int(price)
            best = max(income, key=lambda product: income[product])
            print(best, income[best])
        """,
        wrong=[
            (
                "income.get(product, 0) + int(sold) * int(price)",
                "max(income.get(product, 0), int(sold) * int(price))",
            ),
            ("int(sold) * int(price)", "int(sold)"),
            ("max(income, key", "max(reversed(income), key"),
        ],
        edges=["tea 10 2\njam 3 5\n", "pen 2 3\nink 3 2\n", "owl 0 9\n", "a 1 5\nb 2 4\na 1 6\n"],
        draw=lambda r: lines(
            *[
                [r.choice(["tea", "jam", "pen"]), r.randint(1, 6), r.randint(1, 6)]
                for _ in range(r.randint(3, 7))
            ]
        ),
    ),
    # --- accounts ---
    program(
        "bank-statement",
        "reports/accounts",
        2,
        """
        Each line of standard input is `in AMOUNT` or `out AMOUNT`. An account begins at 0. An
        `out` larger than the balance is refused and changes nothing. Print the final balance and
        then, on a second line, the number of refusals. There may be no lines at all.
        """,
        reference="""
            import sys

            balance = refused = 0
            for line in sys.stdin:
                kind, amount = line.split()
                if kind == "in":
                    balance += int(amount)
                elif int(amount) > balance:
                    refused += 1
                else:
                    balance -= int(amount)
            print(balance)
            print(refused)
        """,
        wrong=[
            ("int(amount) > balance", "int(amount) >= balance"),
            ("refused += 1", "refused += 1\n                    balance -= int(amount)"),
            ("elif int(amount) > balance", "elif balance <= 0"),
        ],
        edges=["in 50\nout 20\n", "out 5\nin 10\n", "", "in 30\nout 30\nout 1\n"],
        draw=lambda r: lines(
            *[[r.choice(["in", "out"]), r.randint(1, 40)] for _ in range(r.randint(3, 9))]
        ),
    ),
    program(
        "opening-hours",
        "reports/accounts",
        3,
        """
        The first line of standard input holds n; each of the next n lines holds the beginning and
        the end of one working day, as `HH:MM HH:MM`, the end later on the same day. Print the
        time worked in all as `H:MM`, the hours without a zero in front: 9 hours and 5 minutes are
        `9:05`.
        """,
        reference="""
            total = 0
            for _ in range(int(input())):
                for sign, time in zip((-1, 1), input().split()):
                    hours, minutes = map(int, time.split(":"))
                    total += sign * (60 * hours + minutes)
            print(f"{total // 60}:{total % 60:02d}")
        """,
        wrong=[
            (":02d", ""),
            ("total // 60", "total // 60 % 24"),
            ("60 * hours + minutes", "100 * hours + minutes"),
        ],
        edges=[
            "1\n08:00 17:05\n",
            "2\n09:30 10:00\n13:00 14:15\n",
            "0\n",
            "3\n00:00 23:59\n06:00 18:00\n07:45 08:15\n",
        ],
        draw=lambda r: counted(
            [
                f"{r.randint(5, 11):02d}:{r.randint(0, 59):02d} {r.randint(12, 22):02d}:{r.randint(0, 59):02d}"
                for _ in range(r.randint(1, 5))
            ]
        ),
    ),
    program(
        "shopping-with-discount",
        "reports/accounts",
        3,
        """
        Each line of standard input holds a number of pieces and the price of one piece in cents.
        For every article, each third piece is free (of 7 pieces, 5 are paid). If the sum over all
        lines is at least 5000 cents, 10 percent of it, rounded down to whole cents, is taken off.
        Print what is to be paid, in cents. There is at least one line.
        """,
        reference="""
            import sys

            total = 0
            for line in sys.stdin:
                pieces, price = map(int, line.split())
                total += (pieces - pieces // 3) * price
            if total >= 5000:
                total -= total // 10
            print(total)
        """,
        wrong=[
            ("total >= 5000", "total > 5000"),
            ("pieces - pieces // 3", "pieces - (pieces >= 3)"),
            ("total -= total // 10", "total = total * 9 // 10"),
        ],
        edges=["3 100\n", "2 2500\n", "0 80\n", "7 1001\n1 3\n", "50 100\n2 1\n"],
        draw=lambda r: lines(
            *[[r.randint(1, 12), r.randint(50, 900)] for _ in range(r.randint(1, 4))]
        ),
    ),
    program(
        "stock-keeping",
        "reports/accounts",
        4,
        """
        Each line of standard input is `add NAME N`, `take NAME N` or `show`. `take` removes N
        pieces if at least N are there and otherwise prints `short NAME`. `show` prints one line
        with all articles of which there is at least one piece, as `NAME=N` set apart by single
        spaces and in alphabetical order, or `empty`. The last line is always `show`.
        """,
        reference="""
            import sys

            stock = {}
            for line in sys.stdin:
                action, *rest = line.split()
                if action == "show":
                    shown = [f"{name}={stock[name]}" for name in sorted(stock) if stock[name]]
                    print(*shown or ["empty"])
                    continue
                name, count = rest[0], int(rest[1])
                if action == "add":
                    stock[name] = stock.get(name, 0) + count
                elif stock.get(name, 0) >= count:
                    stock[name] = stock.get(name, 0) - count
                else:
                    print("short", name)
        """,
        wrong=[
            (" if stock[name]]", "]"),
            (">= count", "> count"),
            ("sorted(stock)", "stock"),
            (' or ["empty"]', ""),
        ],
        edges=[
            "add tea 3\nadd ink 2\nshow\n",
            "take pen 1\nshow\n",
            "show\n",
            "add tea 2\ntake tea 2\nshow\nadd oil 1\ntake oil 5\nshow\n",
        ],
        draw=lambda r: lines(
            *[
                r.choice(
                    [
                        f"add {n} {r.randint(1, 5)}",
                        f"take {n} {r.randint(1, 5)}",
                        f"take {n} 1",
                        "show",
                    ]
                )
                for n in (r.choice(["tea", "ink", "oil"]) for _ in range(r.randint(4, 10)))
            ],
            "show",
        ),
    ),
    # --- maps ---
    program(
        "treasure-map",
        "reports/maps",
        2,
        """
        Standard input is a map of several lines of equal length, made of `.` and exactly one `X`.
        Print the line and the column of the X, both counted from 1, as two numbers on one line.
        """,
        reference="""
            import sys

            for y, line in enumerate(sys.stdin, 1):
                if "X" in line:
                    print(y, line.index("X") + 1)
        """,
        wrong=[
            ('line.index("X") + 1', 'line.index("X")'),
            ("enumerate(sys.stdin, 1)", "enumerate(sys.stdin)"),
            ('y, line.index("X") + 1', 'line.index("X") + 1, y'),
        ],
        edges=["...\n.X.\n", "X.\n..\n", "X\n", "....\n....\n...X\n"],
        draw=lambda r: lines(*placed(r, drawing(r, (2, 6), (3, 9), "."), "X")),
    ),
    program(
        "shrink-the-picture",
        "reports/maps",
        4,
        """
        The first line of standard input holds the height and the width of a picture; each of the
        next lines holds one row made of `#` and `.`. Cut off all rows and columns at the edges
        that hold no `#`, and print what is left; rows and columns of dots in the inside stay. If
        there is no `#` at all, print `blank`.
        """,
        reference="""
            height, width = map(int, input().split())
            rows = [input() for _ in range(height)]
            inked = [y for y, row in enumerate(rows) if "#" in row]
            columns = [x for x in range(width) if any(row[x] == "#" for row in rows)]
            if inked:
                for row in rows[inked[0] : inked[-1] + 1]:
                    print(row[columns[0] : columns[-1] + 1])
            else:
                print("blank")
        """,
        wrong=[
            ("print(row[columns[0] : columns[-1] + 1])", 'print("".join(row[x] for x in columns))'),
            ("print(row[columns[0] : columns[-1] + 1])", 'print(row.strip("."))'),
            ("inked[-1] + 1]", "inked[-1]]"),
        ],
        edges=[
            "3 4\n....\n.##.\n.#..\n",
            "1 3\n#.#\n",
            "2 2\n..\n..\n",
            "4 5\n.....\n.#.#.\n.....\n..#..\n",
            "1 1\n#\n",
        ],
        draw=lambda r: measured(drawing(r, (3, 5), (4, 7), "....#.")),
    ),
    program(
        "highest-viewpoint",
        "reports/maps",
        4,
        """
        The first line of standard input holds the height and the width of a map; each further
        line holds one row of heights, single digits without spaces. A cell can be seen from the
        west if every cell to the left of it in its row is lower, and likewise for the other
        directions. Print how many cells can be seen from the west, from the east, from the north
        and from the south, as four numbers on one line.
        """,
        reference="""
            height, width = map(int, input().split())
            rows = [input() for _ in range(height)]

            def seen(lines):
                return sum(all(c < line[i] for c in line[:i]) for line in lines for i in range(len(line)))

            columns = ["".join(column) for column in zip(*rows)]
            print(seen(rows), seen([r[::-1] for r in rows]), seen(columns), seen([c[::-1] for c in columns]))
        """,
        wrong=[
            ("c < line[i]", "c <= line[i]"),
            ("for c in line[:i]", "for c in line[max(0, i - 1) : i]"),
            (
                "seen(rows), seen([r[::-1] for r in rows])",
                "seen([r[::-1] for r in rows]), seen(rows)",
            ),
        ],
        edges=[
            "2 3\n132\n321\n",
            "1 1\n0\n",
            "1 4\n2222\n",
            "3 3\n123\n456\n789\n",
            "2 4\n5153\n0000\n",
        ],
        draw=lambda r: measured(drawing(r, (2, 4), (3, 6), "0123456789")),
    ),
    program(
        "wrap-the-letter",
        "reports/maps",
        4,
        """
        The first line of standard input holds a width, the second a text of words with single
        spaces. Print the text broken into lines, each with a `|` directly before and after it: a
        line takes as many of the next words as fit into the width, single spaces between them
        included. A word longer than the width is cut into pieces of exactly the width, each on
        its own line; its last piece, which may be shorter, is then treated like an ordinary word
        that begins a new line.
        """,
        reference="""
            width = int(input())
            line = ""
            for word in input().split():
                if line and len(line) + 1 + len(word) <= width:
                    line += " " + word
                    continue
                if line:
                    print(f"|{line}|")
                while len(word) > width:
                    print(f"|{word[:width]}|")
                    word = word[width:]
                line = word
            print(f"|{line}|")
        """,
        wrong=[
            ("len(line) + 1 + len(word) <= width", "len(line) + len(word) <= width"),
            ("<= width", "< width"),
            ("while len(word) > width:", "while False:"),
            ("while len(word) > width:", "if len(word) > width:"),
        ],
        edges=[
            "9\nthe old oak tree\n",
            "4\na bc def\n",
            "3\nabcdefgh ij\n",
            "5\nstone\n",
            "6\nabc de fghijklmnopqrs t\n",
        ],
        draw=lambda r: lines(r.randint(4, 12), sentence(r, (4, 9))),
    ),
)

"""Programs that answer commands and queries, and that solve larger tasks from standard input."""

from __future__ import annotations

from random import Random

from microcoder.problemsets.starter.draws import (
    counted,
    distinct,
    drawing,
    ints,
    letters,
    lines,
    measured,
    placed,
    words,
)
from microcoder.problemsets.starter.entry import program


def roads(r: Random, towns: tuple[int, int], extra: int, prices: tuple[int, int]) -> list[object]:
    """Rows of a road map: a line ``n m``, then m lines ``a b price`` with a != b, towns from 1."""
    n = r.randint(*towns)
    m = r.randint(n - 1, n + extra)
    rows = [[*r.sample(range(1, n + 1), 2), r.randint(*prices)] for _ in range(m)]
    return [[n, len(rows)], *rows]


ENTRIES = (
    # --- commands ---
    program(
        "light-switches",
        "conversations/commands",
        2,
        """
        The first line of standard input holds n, the number of lamps, numbered from 1 and all off
        at first. The second line holds the numbers of the switches pressed one after another;
        each press turns its lamp on if it is off, and off if it is on. The line may be empty.
        Print the number of lamps that are on at the end.
        """,
        reference="""
            n = int(input())
            on = [False] * (n + 1)
            for lamp in map(int, input().split()):
                on[lamp] = not on[lamp]
            print(sum(on))
        """,
        wrong=[
            ("on[lamp] = not on[lamp]", "on[lamp] = True"),
            """
            input()
            print(len(input().split()) % 2)
            """,
        ],
        edges=["4\n1 3 1\n", "2\n2 1\n", "3\n\n", "1\n1 1 1\n", "5\n5 4 3 2 1\n"],
        draw=lambda r: (lambda n: lines(n, ints(r, (3, 9), 1, n)))(r.randint(3, 7)),
    ),
    program(
        "stack-of-plates",
        "conversations/commands",
        2,
        """
        Each line of standard input is a command about a stack of plates, empty at first: `put
        NAME` lays a plate on top, `take` removes the top plate and prints its name, or prints
        `none` if there is no plate. At least one command is `take`.
        """,
        reference="""
            import sys

            stack = []
            for line in sys.stdin:
                command, *name = line.split()
                if command == "put":
                    stack.append(name[0])
                else:
                    print(stack.pop() if stack else "none")
        """,
        wrong=[
            ("stack.pop() if", "stack.pop(0) if"),
            ("stack.pop() if", "stack[-1] if"),
            (' if stack else "none"', ""),
        ],
        edges=[
            "put red\nput blue\ntake\n",
            "take\nput red\ntake\n",
            "take\n",
            "put a\nput b\ntake\ntake\ntake\n",
        ],
        draw=lambda r: lines(
            *[
                r.choice([f"put {letters(r, (2, 3), 'abcd')}", "take"])
                for _ in range(r.randint(4, 9))
            ],
            "take",
        ),
    ),
    program(
        "phone-book",
        "conversations/commands",
        3,
        """
        Standard input holds n, then n lines with a name and a number, then names being looked up,
        one a line, until the input ends. If a name is listed several times, the last number is
        valid. For each name looked up print its number, or `unknown`. At least one name is looked
        up.
        """,
        reference="""
            import sys

            count, *rest = sys.stdin.read().splitlines()
            book = dict(line.split() for line in rest[: int(count)])
            for name in rest[int(count) :]:
                print(book.get(name, "unknown"))
        """,
        wrong=[
            (
                "dict(line.split() for line in rest[: int(count)])",
                "dict(line.split() for line in reversed(rest[: int(count)]))",
            ),
            (
                'print(book.get(name, "unknown"))',
                "if name in book:\n                    print(book[name])",
            ),
        ],
        edges=[
            "2\nAda 12\nBen 34\nBen\nEve\n",
            "1\nKim 7\nKim\n",
            "0\nMia\n",
            "3\nLeo 1\nMia 2\nLeo 3\nLeo\nMia\n",
        ],
        draw=lambda r: lines(
            (
                rows := [
                    [r.choice(["Ada", "Ben", "Eve"]), r.randint(100, 999)]
                    for _ in range(r.randint(1, 5))
                ]
            )
            and len(rows),
            *rows,
            *[r.choice(["Ada", "Ben", "Eve", "Kim"]) for _ in range(r.randint(1, 4))],
        ),
    ),
    program(
        "waiting-room",
        "conversations/commands",
        4,
        """
        Each line of standard input is `come NAME URGENCY` (a whole number, larger is more
        urgent), `leave NAME` (who is waiting and gives up) or `next`, which calls the most urgent
        person waiting; among equally urgent people, the one who came first. For each `next` print
        the name called, or `nobody`. Names differ, and there is at least one `next`.
        """,
        reference="""
            import sys

            waiting = {}
            for number, line in enumerate(sys.stdin):
                command, *rest = line.split()
                if command == "come":
                    waiting[rest[0]] = (-int(rest[1]), number)
                elif command == "leave":
                    del waiting[rest[0]]
                elif waiting:
                    name = min(waiting, key=lambda person: waiting[person])
                    del waiting[name]
                    print(name)
                else:
                    print("nobody")
        """,
        wrong=[
            ("(-int(rest[1]), number)", "(-int(rest[1]), rest[0])"),
            ("(-int(rest[1]), number)", "(int(rest[1]), number)"),
            ("(-int(rest[1]), number)", "(-int(rest[1]), -number)"),
            ("del waiting[rest[0]]", "pass"),
        ],
        edges=[
            "come Ada 2\ncome Ben 5\nnext\n",
            "come Zoe 3\ncome Eve 3\nnext\nnext\nnext\n",
            "next\n",
            "come Kim 9\ncome Leo 1\nleave Kim\nnext\n",
            "come A 10\ncome B 9\nnext\n",
        ],
        draw=lambda r: lines(
            *[
                row
                for name in r.sample(["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"], r.randint(3, 6))
                for row in (
                    [f"come {name} {r.randint(8, 11)}"] + (["next"] if r.random() < 0.35 else [])
                )
            ],
            "next",
            "next",
        ),
    ),
    program(
        "bracket-doctor",
        "conversations/commands",
        4,
        """
        Each line of standard input is a text of the characters `(`, `)`, `[`, `]`. For each print
        `ok` if the brackets match, otherwise the position (counted from 1) of the first character
        that is wrong: a closing bracket without a partner of its kind waiting innermost. If no
        character is wrong but brackets are left open, print `open N` with the number N of
        brackets left open. There is at least one line and no line is empty.
        """,
        reference="""
            import sys

            def diagnose(text):
                waiting = []
                for position, character in enumerate(text, 1):
                    if character in "([":
                        waiting.append(character)
                    elif not waiting or waiting.pop() + character not in ("()", "[]"):
                        return position
                return f"open {len(waiting)}" if waiting else "ok"

            for line in sys.stdin:
                print(diagnose(line.strip()))
        """,
        wrong=[
            ("enumerate(text, 1)", "enumerate(text)"),
            ('f"open {len(waiting)}" if waiting else "ok"', '"ok"'),
            ('waiting.pop() + character not in ("()", "[]")', "not waiting.pop()"),
        ],
        edges=["()[]\n(]\n", "(([\n", ")\n", "[()]()\n([)]\n)(\n", "((()\n[]]\n"],
        draw=lambda r: lines(
            *[
                letters(r, (2, 8), "()[]")
                if r.random() < 0.5
                else r.choice(["()", "[]", "([])", "[()()]"]) + r.choice(["", "(", "[(", ")"])
                for _ in range(r.randint(2, 4))
            ]
        ),
    ),
    program(
        "spreadsheet",
        "conversations/commands",
        5,
        """
        The first line of standard input holds n; each of the next n lines defines one cell as
        `NAME = TERM + TERM + ...`, where every term is a whole number (perhaps negative) or the
        name of a cell, a capital letter and a digit. Cells may be defined in any order. Print the
        cells in alphabetical order, one a line, as `NAME VALUE`; the value is `error` for a cell
        that depends, directly or by way of other cells, on itself or on a cell that is not
        defined.
        """,
        reference="""
            cells = {}
            for _ in range(int(input())):
                name, terms = input().split(" = ")
                cells[name] = terms.split(" + ")
            values = {}

            def value(name, above):
                if name in above or name not in cells:
                    return None
                if name not in values:
                    total = 0
                    for term in cells[name]:
                        part = value(term, above | {name}) if term[0].isupper() else int(term)
                        if part is None:
                            return None
                        total += part
                    values[name] = total
                return values[name]

            for name in sorted(cells):
                result = value(name, frozenset())
                print(name, "error" if result is None else result)
        """,
        wrong=[
            (
                "name in above or name not in cells:\n                    return None",
                "name in above or name not in cells:\n                    return 0",
            ),
            """
            values = {}
            for _ in range(int(input())):
                name, terms = input().split(" = ")
                parts = [values.get(t) if t[0].isupper() else int(t) for t in terms.split(" + ")]
                values[name] = None if None in parts else sum(parts)
            for name in sorted(values):
                print(name, "error" if values[name] is None else values[name])
            """,
            ("for name in sorted(cells)", "for name in cells"),
        ],
        edges=[
            "2\nA1 = 3 + B1\nB1 = 4\n",
            "1\nA1 = A1\n",
            "3\nC1 = A2 + 1\nA2 = B2\nB2 = C1 + -1\n",
            "2\nB1 = Z9 + 1\nA1 = 5 + -7\n",
            "4\nD1 = C1 + C1\nC1 = B1 + B1\nB1 = A1 + A1\nA1 = 1\n",
        ],
        draw=lambda r: counted(
            [
                f"{name} = "
                + " + ".join(
                    r.choice(["A1", "B1", "C1", "D1", str(r.randint(-9, 9)), str(r.randint(0, 99))])
                    if r.random() < 0.6
                    else str(r.randint(1, 9))
                    for _ in range(r.randint(1, 3))
                )
                for name in r.sample(["A1", "B1", "C1", "D1", "E1"], r.randint(3, 5))
            ]
        ),
    ),
    # --- queries ---
    program(
        "sums-of-ranges",
        "conversations/queries",
        3,
        """
        The first line of standard input holds n and q, the second n whole numbers. Each of the
        next q lines holds a and b with 1 <= a <= b <= n. For each print the sum of the numbers
        from the a-th to the b-th, both included. Both n and q may be 100000.
        """,
        reference="""
            n, q = map(int, input().split())
            totals = [0]
            for value in map(int, input().split()):
                totals.append(totals[-1] + value)
            for _ in range(q):
                a, b = map(int, input().split())
                print(totals[b] - totals[a - 1])
        """,
        wrong=[("totals[a - 1]", "totals[a]"), ("totals[b] -", "totals[b - 1] -")],
        edges=[
            "3 2\n4 5 6\n1 3\n2 2\n",
            "1 1\n-7\n1 1\n",
            "2 1\n0 0\n1 2\n",
            "5 3\n1 -1 1 -1 1\n1 5\n2 5\n5 5\n",
        ],
        draw=lambda r: (
            lambda v: lines(
                [len(v), 2],
                v,
                *[sorted([r.randint(1, len(v)), r.randint(1, len(v))]) for _ in range(2)],
            )
        )(ints(r, (3, 9), -20, 20)),
    ),
    program(
        "nearest-shop",
        "conversations/queries",
        4,
        """
        The first line of standard input holds the positions of the shops on a long street,
        different whole numbers in any order. Each further line holds the position of a house. For
        each house print the position of the nearest shop; if two are equally near, the one with
        the smaller position. There is at least one shop and one house, and there may be 50000 of
        each.
        """,
        reference="""
            import sys
            from bisect import bisect_left

            first, *houses = sys.stdin.read().splitlines()
            shops = sorted(map(int, first.split()))
            for house in map(int, houses):
                i = bisect_left(shops, house)
                near = shops[max(0, i - 1) : i + 1]
                print(min(near, key=lambda shop: (abs(shop - house), shop)))
        """,
        wrong=[
            ("shops[max(0, i - 1) : i + 1]", "shops[i : i + 1] or shops[-1:]"),
            ("(abs(shop - house), shop)", "(abs(shop - house), -shop)"),
            ("sorted(map(int, first.split()))", "list(map(int, first.split()))"),
        ],
        edges=["10 2 30\n5\n6\n", "7\n-100\n", "1 2 3\n2\n", "0 10\n5\n100\n-3\n"],
        draw=lambda r: lines(distinct(r, (3, 6), -20, 40), *ints(r, (2, 4), -25, 45)),
    ),
    program(
        "words-with-beginning",
        "conversations/queries",
        3,
        """
        The first line of standard input holds n; then come n lines with one word each, and then
        lines with a beginning each, until the input ends. For each beginning print how many of
        the n words start with it, a word listed twice counting twice, and after a space the
        alphabetically first of them, or `-` if there is none.
        """,
        reference="""
            import sys

            count, *rest = sys.stdin.read().split()
            listed = rest[: int(count)]
            for beginning in rest[int(count) :]:
                fitting = [word for word in listed if word.startswith(beginning)]
                print(len(fitting), min(fitting, default="-"))
        """,
        wrong=[
            ("word.startswith(beginning)", "beginning in word"),
            ('min(fitting, default="-")', "fitting[0] if fitting else '-'"),
            ("listed = rest[: int(count)]", "listed = set(rest[: int(count)])"),
        ],
        edges=["3\ntree\ntea\nowl\nt\nx\n", "1\nsun\nsun\n", "2\nbee\nbee\nb\nee\n", "0\na\n"],
        draw=lambda r: lines(
            n := r.randint(4, 8),
            *[letters(r, (2, 4), "abc") for _ in range(n)],
            *[letters(r, (1, 2), "abc") for _ in range(3)],
        ),
    ),
    program(
        "running-median",
        "conversations/queries",
        4,
        """
        Whole numbers stand on standard input, one a line, until the input ends; there is at least
        one. After each number print the lower median of all numbers so far: in order of size, the
        one in the middle, or the first of the two in the middle.
        """,
        reference="""
            import sys
            from bisect import insort

            so_far = []
            for line in sys.stdin:
                insort(so_far, int(line))
                print(so_far[(len(so_far) - 1) // 2])
        """,
        wrong=[
            ("(len(so_far) - 1) // 2", "len(so_far) // 2"),
            ("insort(so_far, int(line))", "so_far.append(int(line))"),
            (
                "insort(so_far, int(line))",
                "so_far.append(int(line)) if int(line) not in so_far else None\n                so_far.sort()",
            ),
        ],
        edges=["5\n1\n3\n", "2\n8\n", "7\n", "4\n4\n1\n9\n10\n", "-1\n-5\n-3\n0\n"],
        draw=lambda r: lines(*ints(r, (4, 9), -9, 20)),
    ),
    program(
        "kth-missing",
        "conversations/queries",
        4,
        """
        The first line of standard input holds whole numbers of at least 1 in rising order without
        repetition; the line may be empty. The second line holds k (at least 1). Print the k-th
        smallest number of at least 1 that is not on the first line. There may be 100000 numbers,
        and k may be a billion.
        """,
        reference="""
            present = list(map(int, input().split()))
            answer = int(input())
            for number in present:
                if number <= answer:
                    answer += 1
            print(answer)
        """,
        wrong=[
            ("number <= answer", "number < answer"),
            ("print(answer)", "print(answer + 1)"),
            """
            present = input().split()
            k = int(input())
            print(k + sum(int(p) <= k for p in present))
            """,
        ],
        edges=["2 3 5\n2\n", "1 2\n1\n", "\n6\n", "4 5 6 7\n4\n", "2 4 6\n1000000000\n"],
        draw=lambda r: lines(sorted(distinct(r, (4, 9), 1, 16)), r.randint(1, 9)),
    ),
    # --- networks ---
    program(
        "towns-in-touch",
        "conversations/networks",
        4,
        """
        The first line of standard input holds n and m: n towns, numbered from 1, and m roads.
        Each of the next m lines holds two different towns joined by a road. Print how many
        separate groups of towns there are; a town without roads is a group of its own. Then
        print, on a second line, the size of the largest group.
        """,
        reference="""
            n, m = map(int, input().split())
            leader = list(range(n + 1))

            def find(town):
                while leader[town] != town:
                    leader[town] = leader[leader[town]]
                    town = leader[town]
                return town

            for _ in range(m):
                a, b = map(int, input().split())
                leader[find(a)] = find(b)
            sizes = {}
            for town in range(1, n + 1):
                sizes[find(town)] = sizes.get(find(town), 0) + 1
            print(len(sizes))
            print(max(sizes.values()))
        """,
        wrong=[
            ("leader[find(a)] = find(b)", "leader[a] = b"),
            ("range(1, n + 1)", "range(n + 1)"),
            ("print(len(sizes))", "print(max(1, n - m))"),
        ],
        edges=[
            "4 2\n1 2\n3 2\n",
            "3 0\n",
            "1 0\n",
            "5 4\n1 2\n3 4\n1 3\n2 4\n",
            "4 3\n1 2\n1 3\n1 4\n",
        ],
        draw=lambda r: (
            lambda n, m: lines([n, m], *[r.sample(range(1, n + 1), 2) for _ in range(m)])
        )(r.randint(4, 9), r.randint(2, 7)),
    ),
    program(
        "cheapest-road",
        "conversations/networks",
        5,
        """
        The first line of standard input holds n and m; then come m lines `a b price`, each a road
        that can be used in both directions at that price (at least 1). Towns are numbered from 1
        to n. Print the least price of a journey from town 1 to town n, and on a second line the
        towns on the way, set apart by spaces; if several journeys are equally cheap, the one
        whose list of towns comes first when lists are compared town by town. If there is no
        journey print -1 alone. n is at most 50 and at least 2.
        """,
        reference="""
            import heapq

            n, m = map(int, input().split())
            roads = {town: [] for town in range(1, n + 1)}
            for _ in range(m):
                a, b, price = map(int, input().split())
                roads[a].append((b, price))
                roads[b].append((a, price))
            waiting = [(0, [1])]
            settled = set()
            while waiting:
                paid, path = heapq.heappop(waiting)
                if path[-1] == n:
                    print(paid)
                    print(*path)
                    break
                if path[-1] in settled:
                    continue
                settled.add(path[-1])
                for near, price in roads[path[-1]]:
                    if near not in settled:
                        heapq.heappush(waiting, (paid + price, [*path, near]))
            else:
                print(-1)
        """,
        wrong=[
            ("roads[b].append((a, price))", "pass"),
            ("(paid + price, [*path, near])", "(paid + 1, [*path, near])"),
            (
                "waiting = [(0, [1])]",
                "waiting = [(0, [1])]\n            roads = {town: sorted(roads[town], key=lambda road: road[1])[:1] for town in roads}",
            ),
        ],
        edges=[
            "3 3\n1 2 4\n2 3 5\n1 3 10\n",
            "3 1\n1 2 7\n",
            "2 2\n1 2 9\n2 1 3\n",
            "4 4\n1 3 2\n3 4 2\n1 2 2\n2 4 2\n",
            "4 3\n4 3 1\n3 2 1\n2 1 1\n",
        ],
        draw=lambda r: lines(*roads(r, (4, 6), 4, (1, 9))),
    ),
    program(
        "wire-the-village",
        "conversations/networks",
        5,
        """
        The first line of standard input holds n and m; then come m lines `a b price`: a cable
        between houses a and b (numbered from 1 to n) costs that much. Choose cables so that every
        house is connected with every other, directly or by way of others, at the least total
        price, and print that price, or `impossible`.
        """,
        reference="""
            n, m = map(int, input().split())
            cables = sorted((tuple(map(int, input().split())) for _ in range(m)), key=lambda cable: cable[2])
            group = list(range(n + 1))
            total, left = 0, n - 1
            for a, b, price in cables:
                if group[a] != group[b]:
                    old, new = group[a], group[b]
                    group = [new if g == old else g for g in group]
                    total += price
                    left -= 1
            print(total if left == 0 else "impossible")
        """,
        wrong=[
            ("key=lambda cable: cable[2]", "key=lambda cable: cable[0]"),
            ('total if left == 0 else "impossible"', "total"),
            ("group = [new if g == old else g for g in group]", "group[a] = new"),
            """
            n, m = map(int, input().split())
            prices = sorted(int(input().split()[2]) for _ in range(m))
            print(sum(prices[: n - 1]) if m >= n - 1 else 'impossible')
            """,
        ],
        edges=[
            "3 3\n1 2 4\n2 3 5\n1 3 3\n",
            "3 1\n1 2 7\n",
            "1 0\n",
            "4 5\n1 2 1\n2 3 1\n1 3 1\n3 4 9\n2 4 8\n",
            "2 2\n1 2 5\n2 1 3\n",
        ],
        draw=lambda r: lines(*roads(r, (4, 7), 5, (1, 12))),
    ),
    program(
        "build-order",
        "conversations/networks",
        5,
        """
        Each line of standard input reads `TARGET: NEEDED NEEDED ...` (perhaps nothing after the
        colon) and says that TARGET can be built only after all the targets it needs. A target
        that is needed but has no line of its own needs nothing. The last line holds only the name
        of the target wanted. Print, one a line, just the targets that must be built for it,
        ending with itself: always build next the alphabetically first one that is possible. If a
        circle makes it impossible, print `circle`.
        """,
        reference="""
            import sys

            *rules, goal = sys.stdin.read().splitlines()
            needs = {}
            for rule in rules:
                target, _, needed = rule.partition(":")
                needs[target] = needed.split()
            wanted, open_targets = set(), [goal]
            while open_targets:
                target = open_targets.pop()
                if target not in wanted:
                    wanted.add(target)
                    open_targets += needs.get(target, [])
            order = []
            while wanted:
                ready = [t for t in wanted if not wanted.intersection(needs.get(t, []))]
                if not ready:
                    order = ["circle"]
                    break
                order.append(min(ready))
                wanted.remove(order[-1])
            print(*order, sep="\\n")
        """,
        wrong=[
            ("wanted, open_targets = set(), [goal]", "wanted, open_targets = set(needs), [goal]"),
            ("order.append(min(ready))", "order.append(max(ready))"),
            ('order = ["circle"]\n                    break', "break"),
        ],
        edges=[
            "app: lib util\nlib: core\napp\n",
            "a: b\nb: a\na\n",
            "x:\nx\n",
            "z: y\nc: d\ny: a b\nz\n",
            "m: k\nk: j\nj: k\np: q\np\n",
            "tool\n",
        ],
        draw=lambda r: lines(
            *[
                f"{t}: {' '.join(r.sample([c for c in 'abcdefg' if c < t or r.random() < 0.04], min(r.randint(0, 2), ord(t) - 97)))}".rstrip()
                for t in r.sample("bcdefg", r.randint(4, 6))
            ],
            r.choice("defg"),
        ),
    ),
    program(
        "fire-in-the-forest",
        "conversations/networks",
        5,
        """
        The first line of standard input holds the height and the width of a map; the rows follow.
        `#` is rock, `.` free ground, `F` burning ground and `M` one man. Each minute the man goes
        one cell up, down, left or right (not onto rock or fire) or stays; then the fire spreads
        from every burning cell to its four neighbours that are not rock. A man on a burning cell
        is lost. He is saved when he steps off the map from a cell at its edge, which takes a
        minute like any other step. Print the least number of minutes until he is saved, or `lost`
        if he cannot be.
        """,
        reference="""
            height, width = map(int, input().split())
            ground, fire, men = set(), set(), set()
            for y in range(height):
                for x, cell in enumerate(input()):
                    if cell != "#":
                        ground.add((y, x))
                    if cell == "F":
                        fire.add((y, x))
                    if cell == "M":
                        men.add((y, x))

            def around(cells):
                return {near for y, x in cells for near in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1))}

            def on_map(y, x):
                return 0 <= y < height and 0 <= x < width

            minutes = 0
            visited = set(men)
            while men:
                minutes += 1
                steps = around(men)
                if any(not on_map(y, x) for y, x in steps):
                    print(minutes)
                    break
                men = (steps & ground) - fire - visited  # waiting is never better than having moved
                visited |= men
                fire |= around(fire) & ground
                men -= fire
            else:
                print("lost")
        """,
        wrong=[
            ("minutes = 0", "minutes = -1"),
            ("fire |= around(fire) & ground\n", "pass\n"),
            ("                men -= fire\n", ""),
            ("(steps & ground) - fire", "steps - fire"),
        ],
        edges=[
            "3 3\n###\n#M.\n###\n",
            "1 1\nM\n",
            "3 4\n####\n#MF#\n####\n",
            "3 5\n#####\nFM...\n#####\n",
            "4 5\n#####\n#M..F\n#.#.#\n#.###\n",
            "3 6\n######\n#M...F\n#.####\n",
        ],
        draw=lambda r: measured(
            placed(r, ["#######", *drawing(r, (4, 4), (7, 7), "##......."), "####.##"], "MF")
        ),
    ),
    # --- plans ---
    program(
        "share-the-loot",
        "conversations/plans",
        4,
        """
        The first line of standard input holds n and k, the second the values of n coins in a row.
        The row is cut into k (at most n) pieces of neighbouring coins, none of them empty, so
        that the most valuable piece is worth as little as possible. Print that worth. Values are
        at least 1, and n may be 10000.
        """,
        reference="""
            n, k = map(int, input().split())
            coins = list(map(int, input().split()))

            def pieces(limit):
                count, worth = 1, 0
                for coin in coins:
                    if worth + coin > limit:
                        count, worth = count + 1, 0
                    worth += coin
                return count

            low, high = max(coins), sum(coins)
            while low < high:
                middle = (low + high) // 2
                if pieces(middle) <= k:
                    high = middle
                else:
                    low = middle + 1
            print(low)
        """,
        wrong=[
            ("pieces(middle) <= k", "pieces(middle) < k"),
            ("low, high = max(coins), sum(coins)", "low, high = 1, sum(coins)"),
            """
            n, k = map(int, input().split())
            coins = list(map(int, input().split()))
            print(max(max(coins), -(-sum(coins) // k)))
            """,
        ],
        edges=[
            "4 2\n3 1 2 4\n",
            "3 3\n5 1 1\n",
            "1 1\n9\n",
            "5 1\n1 1 1 1 1\n",
            "5 4\n9 1 1 1 1\n",
        ],
        draw=lambda r: (lambda c: lines([len(c), r.randint(2, min(4, len(c)))], c))(
            ints(r, (4, 9), 1, 15)
        ),
    ),
    program(
        "best-stock-deals",
        "conversations/plans",
        5,
        """
        The first line of standard input holds a fee, the second the price of a share on several
        days in a row. You may own at most one share at a time; every purchase costs the price and
        every sale brings the price less the fee. At most one deal, buying or selling, is made a
        day. Print the largest profit that can be made, beginning without a share; making no deal
        brings 0.
        """,
        reference="""
            fee = int(input())
            without, owning = 0, None
            for price in map(int, input().split()):
                sold = without if owning is None else max(without, owning + price - fee)
                owning = without - price if owning is None else max(owning, without - price)
                without = sold
            print(without)
        """,
        wrong=[
            """
            fee = int(input())
            prices = list(map(int, input().split()))
            print(sum(max(0, b - a - fee) for a, b in zip(prices, prices[1:])))
            """,
            """
            fee = int(input())
            prices = list(map(int, input().split()))
            print(max(0, max(b - a - fee for i, a in enumerate(prices) for b in prices[i:])))
            """,
            ("+ price - fee", "+ price"),
        ],
        edges=[
            "1\n3 8 5 9\n",
            "2\n5 4 3\n",
            "0\n7\n",
            "2\n1 4 3 7\n",
            "5\n1 5 9 1 9\n",
            "3\n1 4\n",
        ],
        draw=lambda r: lines(r.randint(0, 4), ints(r, (5, 12), 1, 20)),
    ),
    program(
        "tiles-on-a-strip",
        "conversations/plans",
        4,
        """
        Read the length of a strip and then, on the next line of standard input, the different
        lengths of the tiles at hand (any number of each). Print in how many ways the strip can be
        filled exactly from left to right, where a different order of tiles is a different way, as
        the remainder when divided by 1000007. The strip is at most 100000 long; a strip of length
        0 is filled in one way.
        """,
        reference="""
            length = int(input())
            tiles = list(map(int, input().split()))
            ways = [1]
            for end in range(1, length + 1):
                ways.append(sum(ways[end - tile] for tile in tiles if tile <= end) % 1000007)
            print(ways[length])
        """,
        wrong=[
            (" % 1000007", ""),
            """
            length = int(input())
            ways = [1] + [0] * length
            for tile in map(int, input().split()):
                for end in range(tile, length + 1):
                    ways[end] = (ways[end] + ways[end - tile]) % 1000007
            print(ways[length])
            """,
            ("tile <= end", "tile < end"),
        ],
        edges=["4\n1 2\n", "3\n2\n", "0\n5\n", "60\n1 2 3\n", "5\n5 1\n"],
        draw=lambda r: lines(r.randint(5, 80), distinct(r, (1, 3), 1, 7)),
    ),
    program(
        "longest-train",
        "conversations/plans",
        5,
        """
        Standard input holds n and then n lines, each a domino of two numbers `a b`, in a fixed
        order. Dominoes may be left out but not moved; each one may be turned. A train is a choice
        of dominoes in which neighbouring ends are equal. Print the largest number of dominoes in
        a train. n is at least 1 and at most 5000.
        """,
        reference="""
            best = {}
            for _ in range(int(input())):
                a, b = map(int, input().split())
                ending_b = best.get(a, 0) + 1
                ending_a = best.get(b, 0) + 1
                best[b] = max(best.get(b, 0), ending_b)
                best[a] = max(best.get(a, 0), ending_a)
            print(max(best.values()))
        """,
        wrong=[
            ("best[a] = max(best.get(a, 0), ending_a)", "pass"),
            ("best[b] = max(best.get(b, 0), ending_b)", "best[b] = ending_b"),
            """
            end, count = None, 0
            for _ in range(int(input())):
                a, b = map(int, input().split())
                if end is None or end in (a, b):
                    end = b if end is None or end == a else a
                    count += 1
            print(count)
            """,
        ],
        edges=[
            "3\n1 2\n3 2\n3 4\n",
            "2\n1 1\n2 3\n",
            "1\n5 6\n",
            "4\n1 2\n2 2\n5 6\n2 1\n",
            "4\n3 3\n1 2\n3 1\n1 4\n",
        ],
        draw=lambda r: counted(
            [[r.randint(1, 5), r.randint(1, 5)] for _ in range(r.randint(5, 10))]
        ),
    ),
    program(
        "typing-suggestions",
        "conversations/plans",
        3,
        """
        The first line of standard input holds a dictionary of words set apart by spaces. Each
        further line holds one word as typed. Print for each: the word itself if it is in the
        dictionary; otherwise the alphabetically first word of the dictionary that has the same
        length and differs in exactly one letter; otherwise `?`. At least one word is typed.
        """,
        reference="""
            import sys

            first, *typed = sys.stdin.read().splitlines()
            known = sorted(first.split())
            for word in typed:
                close = [k for k in known if len(k) == len(word) and sum(a != b for a, b in zip(k, word)) == 1]
                print(word if word in known else close[0] if close else "?")
        """,
        wrong=[
            ("sorted(first.split())", "first.split()"),
            ("len(k) == len(word) and ", ""),
            ("print(word if word in known else close[0]", "print(close[0]"),
        ],
        edges=[
            "tea ten owl\ntea\ntex\n",
            "sun\nmoon\n",
            "b a\nc\na\n",
            "cart cat bat\nrat\ncars\ncar\n",
        ],
        draw=lambda r: lines(
            [letters(r, (3, 3), "abc") for _ in range(r.randint(3, 5))]
            + [letters(r, (2, 2), "abc")],
            *[letters(r, (3, 3), "abc") for _ in range(3)],
        ),
    ),
    program(
        "card-game",
        "conversations/plans",
        3,
        """
        Two players hold piles of cards; the two lines of standard input give their values from
        top to bottom. In each round both lay down their top card; the higher card wins both, and
        its owner puts them under the own pile, the own card first. If the cards are equal, both
        are put aside. The game ends when a pile is empty, or after 100 rounds. Print the numbers
        of cards in both piles at the end, as two numbers on one line.
        """,
        reference="""
            first = list(map(int, input().split()))
            second = list(map(int, input().split()))
            for _ in range(100):
                if not first or not second:
                    break
                a, b = first.pop(0), second.pop(0)
                if a > b:
                    first += [a, b]
                elif b > a:
                    second += [b, a]
            print(len(first), len(second))
        """,
        wrong=[
            ("if a > b", "if a >= b"),
            ("second += [b, a]", "second += [a, b]"),
            ("first += [a, b]", "first += [a]"),
        ],
        edges=["5 2\n3 4\n", "1\n1\n", "9\n\n", "2 5 8\n2 8 5\n", "7 1 4\n3 6 2\n"],
        draw=lambda r: (lambda cards: lines(cards[: len(cards) // 2], cards[len(cards) // 2 :]))(
            ints(r, (5, 9), 1, 8)
        ),
    ),
    program(
        "sentence-statistics",
        "conversations/plans",
        2,
        """
        Read a text of one or more lines from standard input. Words are set apart by spaces or
        line ends. Print three numbers on one line: how many lines, how many words, and how many
        different words there are, small and capital letters being the same.
        """,
        reference="""
            import sys

            rows = sys.stdin.read().splitlines()
            found = [word.lower() for row in rows for word in row.split()]
            print(len(rows), len(found), len(set(found)))
        """,
        wrong=[
            ("word.lower() for", "word for"),
            ("row.split()", 'row.split(" ")'),
            ("len(rows), len(found)", "len(found), len(rows)"),
        ],
        edges=["The sun\nthe moon\n", "owl\n", "a  A b\n\nB c\n", "one two\none\ntwo\n"],
        draw=lambda r: lines(
            *[
                " ".join(w.title() if r.random() < 0.3 else w for w in words(r, (1, 4)))
                + r.choice(["", "  tea Tea", " owl"])
                for _ in range(r.randint(2, 5))
            ]
        ),
    ),
)

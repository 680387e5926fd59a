"""Machines, robots, queues and calendars carried out step by step."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import ints, letters
from microcoder.problemsets.starter.entry import function

ENTRIES = (
    # --- calendar ---
    function(
        "is-leap-year",
        "simulation/calendar",
        1,
        "is_leap_year(year: int) -> bool",
        """
        A year is a leap year if it is a multiple of 4; but a multiple of 100 is one only if it is
        a multiple of 400 too. Write a function {f} that tells whether `year` is a leap year.
        """,
        reference="return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)",
        wrong=["return year % 4 == 0", "return year % 4 == 0 and year % 100 != 0"],
        edges=[(2024,), (2023,), (1900,), (2000,), (2100,), (4,)],
        draw=lambda r: (r.choice([r.randint(1, 3000), r.randint(1, 30) * 100]),),
    ),
    function(
        "minutes-until",
        "simulation/calendar",
        2,
        "minutes_until(now: str, then: str) -> int",
        """
        Times of day are written "HH:MM". Write a function {f} that returns how many minutes pass
        from `now` until the clock next shows `then`; 0 if both are the same.
        """,
        reference="""
            def minutes(time):
                return int(time[:2]) * 60 + int(time[3:])

            return (minutes(then) - minutes(now)) % (24 * 60)
        """,
        wrong=[
            (" % (24 * 60)", ""),
            ("(minutes(then) - minutes(now)) % (24 * 60)", "abs(minutes(then) - minutes(now))"),
        ],
        edges=[("09:30", "10:15"), ("23:50", "00:10"), ("12:00", "12:00"), ("00:01", "00:00")],
        draw=lambda r: (
            f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}",
            f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}",
        ),
    ),
    function(
        "day-of-the-year",
        "simulation/calendar",
        3,
        "day_of_year(date: str) -> int",
        """
        A date is written "YYYY-MM-DD". Write a function {f} that returns which day of its year it
        is; January 1 is day 1. February has 29 days in years that are multiples of 4, except
        multiples of 100 that are not multiples of 400.
        """,
        reference="""
            year, month, day = map(int, date.split("-"))
            leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
            days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            return sum(days[: month - 1]) + day
        """,
        wrong=[
            ("29 if leap else 28", "28"),
            (" and (year % 100 != 0 or year % 400 == 0)", ""),
            ("days[: month - 1]", "days[:month]"),
        ],
        edges=[
            ("2023-01-31",),
            ("2023-03-01",),
            ("2024-12-31",),
            ("1900-12-31",),
            ("2000-03-01",),
            ("2024-02-29",),
        ],
        draw=lambda r: (
            f"{r.choice([1900, 2000, 2023, 2024])}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}",
        ),
    ),
    # --- robots ---
    function(
        "where-the-robot-stops",
        "simulation/robots",
        2,
        "robot_stops(moves: str) -> list[int]",
        """
        A robot starts at `[0, 0]`. `R` and `L` add 1 to and take 1 from the first number, `U` and
        `D` do so with the second. Write a function {f} that returns where the robot stands after
        all moves.
        """,
        reference='return [moves.count("R") - moves.count("L"), moves.count("U") - moves.count("D")]',
        wrong=[
            'return [moves.count("R") + moves.count("L"), moves.count("U") + moves.count("D")]',
            'return [moves.count("U") - moves.count("D"), moves.count("R") - moves.count("L")]',
        ],
        edges=[("RRU",), ("LD",), ("",), ("UDLR",)],
        draw=lambda r: (letters(r, (3, 12), "RRLUD"),),
    ),
    function(
        "robot-that-turns",
        "simulation/robots",
        3,
        "drive(commands: str) -> list[int]",
        """
        A robot starts at `[0, 0]` looking north. `F` moves it one step ahead, `L` and `R` turn it
        left or right on the spot. North adds 1 to the second number, east adds 1 to the first.
        Write a function {f} that returns its final place.
        """,
        reference="""
            x, y, dx, dy = 0, 0, 0, 1
            for command in commands:
                if command == "F":
                    x, y = x + dx, y + dy
                elif command == "L":
                    dx, dy = -dy, dx
                else:
                    dx, dy = dy, -dx
            return [x, y]
        """,
        wrong=[
            ("dx, dy = -dy, dx", "dx, dy = -1, 0"),
            ("x, y, dx, dy = 0, 0, 0, 1", "x, y, dx, dy = 0, 0, 1, 0"),
            ("dx, dy = -dy, dx", "dx, dy = dx, -dy"),
        ],
        edges=[("FFRF",), ("LF",), ("",), ("FLFLFLF",), ("RRF",), ("LLLFF",)],
        draw=lambda r: (letters(r, (5, 14), "FFFLR"),),
    ),
    function(
        "first-place-seen-twice",
        "simulation/robots",
        3,
        "first_revisit(moves: str) -> int",
        """
        A walker starts on a square and takes one step to a neighbouring square for each of the
        letters `N`, `E`, `S`, `W`. Write a function {f} that returns after how many steps the
        walker first stands on a square where he or she has stood before (the starting square
        included), or -1 if that never happens.
        """,
        reference="""
            here = (0, 0)
            seen = {here}
            step = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
            for count, move in enumerate(moves, 1):
                here = (here[0] + step[move][0], here[1] + step[move][1])
                if here in seen:
                    return count
                seen.add(here)
            return -1
        """,
        wrong=[
            ("seen = {here}", "seen = set()"),
            ("enumerate(moves, 1)", "enumerate(moves)"),
            ("seen.add(here)", "pass"),
        ],
        edges=[("NESW",), ("NNE",), ("",), ("EW",), ("NNESWW",), ("EENWWSS",)],
        draw=lambda r: (letters(r, (4, 12), "NNEESW"),),
    ),
    # --- queues ---
    function(
        "counting-out",
        "simulation/queues",
        3,
        "last_standing(people: int, count: int) -> int",
        """
        People numbered from 1 stand in a circle. Counting begins at number 1 and every `count`-th
        person leaves; counting goes on with the next one, until one person is left. Write a
        function {f} that returns that person's number.
        """,
        reference="""
            circle = list(range(1, people + 1))
            place = 0
            while len(circle) > 1:
                place = (place + count - 1) % len(circle)
                circle.pop(place)
            return circle[0]
        """,
        wrong=[("place + count - 1", "place + count"), ("(place + count - 1)", "(count - 1)")],
        edges=[(5, 2), (4, 1), (1, 3), (7, 3), (6, 10)],
        draw=lambda r: (r.randint(4, 40), r.randint(2, 9)),
    ),
    function(
        "two-tills",
        "simulation/queues",
        3,
        "waiting_times(service: list[int], tills: int) -> list[int]",
        """
        Customers arrive together and form one queue; `service` gives the minutes each will take.
        Whoever is first in the queue goes to the till that becomes free first. Write a function
        {f} that returns how many minutes each customer waits before being served. There is at
        least one till.
        """,
        reference="""
            free_at = [0] * tills
            waits = []
            for minutes in service:
                till = free_at.index(min(free_at))
                waits.append(free_at[till])
                free_at[till] += minutes
            return waits
        """,
        wrong=[
            "return [sum(service[:i]) // tills for i in range(len(service))]",
            "return [sum(service[i % tills : i : tills]) for i in range(len(service))]",
        ],
        edges=[([4, 2, 3, 1], 2), ([5, 5, 5], 1), ([], 2), ([3, 1], 4), ([6, 1, 1, 1, 9], 2)],
        draw=lambda r: (ints(r, (4, 9), 1, 9), r.randint(1, 3)),
    ),
    function(
        "least-recently-used",
        "simulation/queues",
        4,
        "cache_misses(requests: list[str], size: int) -> int",
        """
        A cache keeps at most `size` pages (at least 1). A requested page that is not in it is a
        miss and is loaded; if the cache is full, the page whose last request is longest ago makes
        room. Write a function {f} that returns the number of misses.
        """,
        reference="""
            cache = []
            misses = 0
            for page in requests:
                if page in cache:
                    cache.remove(page)
                else:
                    misses += 1
                    if len(cache) == size:
                        cache.pop(0)
                cache.append(page)
            return misses
        """,
        wrong=[
            ("cache.remove(page)", "continue"),
            ("cache.pop(0)", "cache.pop()"),
            "return len(set(requests))",
        ],
        edges=[
            (["a", "b", "a", "c", "a", "b"], 2),
            (["a", "a"], 1),
            ([], 3),
            (["a", "b", "c", "a"], 3),
            (["a", "b", "a", "b"], 1),
        ],
        draw=lambda r: (list(letters(r, (7, 14), "abcde")), r.randint(2, 4)),
    ),
    function(
        "round-robin",
        "simulation/queues",
        4,
        "finish_order(jobs: list[list], slice: int) -> list[str]",
        """
        Each job is `[name, minutes]`, the minutes at least 1. The jobs take turns in the order
        given: the first in line runs for `slice` minutes (at least 1), or less if it is done
        sooner; if work is left it goes to the end of the line. Write a function {f} that returns,
        in the order in which they finish, texts of the form "name@time", where time is the minute
        at which the job is done.
        """,
        reference="""
            line = [list(job) for job in jobs]
            clock = 0
            done = []
            while line:
                name, left = line.pop(0)
                run = min(slice, left)
                clock += run
                if left == run:
                    done.append(f"{name}@{clock}")
                else:
                    line.append([name, left - run])
            return done
        """,
        wrong=[
            ("clock += run", "clock += slice"),
            ("line.append([name, left - run])", "line.insert(0, [name, left - run])"),
            ("left == run", "left <= slice - 1"),
        ],
        edges=[
            ([["a", 3], ["b", 1]], 2),
            ([["x", 2]], 5),
            ([], 1),
            ([["p", 4], ["q", 4], ["r", 1]], 2),
        ],
        draw=lambda r: (
            [[name, r.randint(1, 9)] for name in "abcde"[: r.randint(2, 5)]],
            r.randint(1, 4),
        ),
    ),
    # --- machines ---
    function(
        "coins-in-a-machine",
        "simulation/machines",
        2,
        "change(coins: list[int], price: int) -> int",
        """
        Coins are thrown into a machine one at a time until their sum reaches `price`; then the
        machine takes no more. Write a function {f} that returns the change due (the sum it took
        minus the price), or -1 if the coins are not enough. The price is at least 1.
        """,
        reference="""
            paid = 0
            for coin in coins:
                paid += coin
                if paid >= price:
                    return paid - price
            return -1
        """,
        wrong=[
            "return sum(coins) - price if sum(coins) >= price else -1",
            ("paid >= price", "paid > price"),
        ],
        edges=[([50, 20, 50], 100), ([10, 10, 10], 20), ([], 5), ([5, 5], 20), ([200, 1], 150)],
        draw=lambda r: (
            [r.choice([5, 10, 20, 50]) for _ in range(r.randint(3, 7))],
            r.randint(2, 24) * 5,
        ),
    ),
    function(
        "typing-with-backspace",
        "simulation/machines",
        2,
        "typed(keys: str) -> str",
        """
        Write a function {f} that returns the text on the screen after the given keys: a letter is
        added at the end, and `<` deletes the last letter, if there is one.
        """,
        reference="""
            text = ""
            for key in keys:
                text = text[:-1] if key == "<" else text + key
            return text
        """,
        wrong=[
            """
            while "<" in keys:
                i = keys.index("<")
                keys = keys[: i - 1] + keys[i + 1 :] if i != 0 else keys[1:][1:]
            return keys
            """,
            'return keys.replace("<", "")',
        ],
        edges=[("cart<",), ("ab<<c",), ("",), ("<<a",), ("x<",)],
        draw=lambda r: (r.choice(["", "<"]) + letters(r, (4, 12), "abcde<<"),),
    ),
    function(
        "undo-and-redo",
        "simulation/machines",
        4,
        "edit(actions: list[str]) -> str",
        """
        A text begins empty. An action "+x" adds the text x at the end, "undo" takes back the
        latest addition that is in force, and "redo" puts back the addition taken back most
        recently. An addition clears whatever could be redone; an undo or redo with nothing to do
        changes nothing. Write a function {f} that returns the text at the end.
        """,
        reference="""
            done, undone = [], []
            for action in actions:
                if action == "undo":
                    if done:
                        undone.append(done.pop())
                elif action == "redo":
                    if undone:
                        done.append(undone.pop())
                else:
                    done.append(action[1:])
                    undone = []
            return "".join(done)
        """,
        wrong=[
            ("undone = []\n", "pass\n"),
            ("done.append(undone.pop())", "done.append(undone.pop(0))"),
            ("undone.append(done.pop())", "done.pop()"),
        ],
        edges=[
            (["+a", "+b", "undo"],),
            (["+a", "undo", "redo"],),
            ([],),
            (["undo", "redo"],),
            (["+a", "+b", "undo", "undo", "redo", "+c", "redo"],),
            (["+x", "undo", "+y", "redo"],),
        ],
        draw=lambda r: (
            [
                r.choice(["+" + letters(r, (1, 2)), "undo", "redo", "undo"]) if i else "+go"
                for i in range(r.randint(6, 12))
            ],
        ),
    ),
    function(
        "small-processor",
        "simulation/machines",
        5,
        "run(program: list[str], limit: int) -> list[int]",
        """
        A processor has the registers a and b, both 0 at first, and starts at the first
        instruction. "inc r" and "dec r" add 1 to or take 1 from a register; "copy r s" puts the
        value of register r into s; "jump n" goes n instructions ahead (back if n is negative);
        "if r n" does the same, but only when register r is not 0. After any instruction that does
        not jump, the next one follows. The processor stops when no instruction is at its place,
        before the first or after the last, or when `limit` instructions have been carried out.
        Write a function {f} that returns `[a, b]` at that time.
        """,
        reference="""
            registers = {"a": 0, "b": 0}
            place = 0
            for _ in range(limit):
                if not 0 <= place < len(program):
                    break
                name, *rest = program[place].split()
                step = 1
                if name == "inc":
                    registers[rest[0]] += 1
                elif name == "dec":
                    registers[rest[0]] -= 1
                elif name == "copy":
                    registers[rest[1]] = registers[rest[0]]
                elif name == "jump":
                    step = int(rest[0])
                elif registers[rest[0]] != 0:
                    step = int(rest[1])
                place += step
            return [registers["a"], registers["b"]]
        """,
        wrong=[
            ("registers[rest[1]] = registers[rest[0]]", "registers[rest[0]] = registers[rest[1]]"),
            ("registers[rest[0]] != 0", "registers[rest[0]] > 0"),
            ("not 0 <= place < len(program)", "place >= len(program)"),
            ("range(limit)", "range(limit + 1)"),
        ],
        edges=[
            (["inc a", "inc a", "copy a b"], 10),
            (["inc a", "jump -1"], 5),
            ([], 3),
            (["dec a", "if a 2", "inc b", "inc b"], 20),
            (["inc a", "inc a", "inc a", "inc b", "inc b", "dec a", "if a -3"], 100),
            (["inc b", "jump -5", "inc a"], 50),
        ],
        draw=lambda r: (
            [
                r.choice(
                    [
                        f"inc {r.choice('ab')}",
                        f"dec {r.choice('ab')}",
                        "copy a b",
                        "copy b a",
                        f"jump {r.choice([-2, 2, 3])}",
                        f"if {r.choice('ab')} {r.choice([-3, -2, 2])}",
                    ]
                )
                for _ in range(r.randint(5, 9))
            ],
            r.randint(8, 40),
        ),
    ),
    function(
        "lift-journey",
        "simulation/machines",
        4,
        "floors_travelled(start: int, calls: list[int]) -> int",
        """
        A lift stands at floor `start` and must visit every floor in `calls`. It first goes up as
        far as the highest call above it, then down as far as the lowest call; when there is no
        call above the start it goes down at once. It never goes further than needed. Write a
        function {f} that returns how many floors it travels in all.
        """,
        reference="""
            top = max([start, *calls])
            low = min([top, *calls])
            return (top - start) + (top - low)
        """,
        wrong=[
            "return sum(abs(b - a) for a, b in zip([start, *calls], calls))",
            ("low = min([top, *calls])", "low = min([start, *calls])"),
            "return max([start, *calls]) - min([start, *calls])",
        ],
        edges=[(3, [5, 1]), (4, [2]), (0, []), (2, [6, 4]), (5, [5]), (1, [9, 3, -2])],
        draw=lambda r: (r.randint(0, 12), ints(r, (1, 5), -2, 20)),
    ),
    function(
        "falling-sand",
        "simulation/machines",
        4,
        "pile_up(width: int, drops: list[int]) -> list[int]",
        """
        Sand grains fall one by one into columns `0..width-1`, all empty at first. A grain that
        lands on column c slides to c-1 if that column exists and is lower by at least 2 than c
        before the grain came; otherwise to c+1 under the same condition; otherwise it stays on c.
        A grain that slid goes on sliding from where it is by the same rule. Write a function {f}
        that returns the final heights.
        """,
        reference="""
            heights = [0] * width
            for column in drops:
                while True:
                    if column > 0 and heights[column - 1] <= heights[column] - 2:
                        column -= 1
                    elif column < width - 1 and heights[column + 1] <= heights[column] - 2:
                        column += 1
                    else:
                        break
                heights[column] += 1
            return heights
        """,
        wrong=[
            ("heights[column - 1] <= heights[column] - 2", "heights[column - 1] < heights[column]"),
            ("while True:", "for _ in range(1):"),
            ("column > 0 and ", ""),
        ],
        edges=[(3, [1, 1, 1]), (1, [0, 0]), (4, []), (5, [2] * 12), (2, [0] * 5), (4, [0] * 9)],
        draw=lambda r: (
            lambda w: (
                w,
                [r.choice([0, w // 2, r.randint(0, w - 1)]) for _ in range(r.randint(6, 16))],
            )
        )(r.randint(3, 6)),
    ),
)

"""Grids: scanning, turning, neighbours, paths."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import drawing, grid, placed
from microcoder.problemsets.starter.entry import function

ENTRIES = (
    # --- scan ---
    function(
        "row-sums",
        "grids/scan",
        1,
        "row_sums(grid: list[list[int]]) -> list[int]",
        "Write a function {f} that returns the sum of each row of the grid, from the top row down.",
        reference="return [sum(row) for row in grid]",
        wrong=[
            "return [sum(column) for column in zip(*grid)]",
            "return sum(sum(row) for row in grid)",
        ],
        edges=[([[1, 2], [3, 4]],), ([[5, 0, -1]],), ([],), ([[7], [8], [9]],)],
        draw=lambda r: (grid(r, (2, 4), (2, 4), -9, 9),),
    ),
    function(
        "count-in-drawing",
        "grids/scan",
        1,
        "count_cells(drawing: list[str], mark: str) -> int",
        """
        A drawing is a list of rows of characters. Write a function {f} that returns how many of
        its characters equal `mark`.
        """,
        reference="return sum(row.count(mark) for row in drawing)",
        wrong=["return sum(mark in row for row in drawing)", "return drawing.count(mark)"],
        edges=[(["#.#", ".##"], "#"), (["..."], "#"), ([], "x"), (["x"], "x")],
        draw=lambda r: (drawing(r, (2, 4), (2, 6), "#.o"), r.choice("#.o")),
    ),
    function(
        "diagonal-sum",
        "grids/scan",
        2,
        "diagonals(grid: list[list[int]]) -> int",
        """
        The grid has as many rows as columns, at least one. Write a function {f} that adds up the
        numbers on both diagonals; a number that lies on both counts once.
        """,
        reference="""
            n = len(grid)
            total = sum(grid[i][i] + grid[i][n - 1 - i] for i in range(n))
            return total - (grid[n // 2][n // 2] if n % 2 else 0)
        """,
        wrong=[
            ("total - (grid[n // 2][n // 2] if n % 2 else 0)", "total"),
            ("total - (grid[n // 2][n // 2] if n % 2 else 0)", "total - grid[n // 2][n // 2]"),
        ],
        edges=[
            ([[1, 2, 3], [4, 5, 6], [7, 8, 9]],),
            ([[1, 2], [3, 4]],),
            ([[6]],),
            ([[0, 0, 0], [0, -3, 0], [0, 0, 0]],),
        ],
        draw=lambda r: ((lambda n: grid(r, (n, n), (n, n), -9, 9))(r.randint(2, 5)),),
    ),
    function(
        "border-sum",
        "grids/scan",
        3,
        "border_sum(grid: list[list[int]]) -> int",
        """
        Write a function {f} that adds up the numbers on the border of a grid: the first and last
        rows and the first and last columns, every cell once. The grid has at least one row and
        one column.
        """,
        reference="""
            height, width = len(grid), len(grid[0])
            return sum(
                grid[y][x]
                for y in range(height)
                for x in range(width)
                if y in (0, height - 1) or x in (0, width - 1)
            )
        """,
        wrong=[
            "return sum(grid[0]) + sum(grid[-1]) + sum(row[0] + row[-1] for row in grid[1:-1])",
            "return sum(grid[0]) + sum(grid[-1]) + sum(row[0] + row[-1] for row in grid)",
        ],
        edges=[
            ([[1, 2, 3], [4, 5, 6], [7, 8, 9]],),
            ([[1, 2]],),
            ([[5]],),
            ([[1], [2], [3]],),
            ([[1, 1], [1, 1]],),
        ],
        draw=lambda r: (grid(r, (1, 4), (1, 4), -5, 9),),
    ),
    # --- transform ---
    function(
        "swap-rows-and-columns",
        "grids/transform",
        2,
        "transpose(grid: list[list[int]]) -> list[list[int]]",
        """
        Write a function {f} that returns the grid with rows and columns exchanged: the first row
        becomes the first column. All rows are equally long and there is at least one.
        """,
        reference="return [list(column) for column in zip(*grid)]",
        wrong=["return [list(column)[::-1] for column in zip(*grid)]", "return grid[::-1]"],
        edges=[([[1, 2], [3, 4]],), ([[1, 2, 3]],), ([[5]],), ([[1], [2]],)],
        draw=lambda r: (grid(r, (2, 4), (2, 4), 0, 9),),
    ),
    function(
        "quarter-turn",
        "grids/transform",
        3,
        "quarter_turns(drawing: list[str], turns: int) -> list[str]",
        """
        Write a function {f} that returns the drawing after `turns` quarter turns to the right
        (clockwise), or to the left if `turns` is negative. The drawing has at least one row, and
        all its rows are equally long.
        """,
        reference="""
            for _ in range(turns % 4):
                drawing = ["".join(column)[::-1] for column in zip(*drawing)]
            return drawing
        """,
        wrong=[
            ('"".join(column)[::-1] for', '"".join(column) for'),
            ("turns % 4", "abs(turns) % 4"),
            (
                '["".join(column)[::-1] for column in zip(*drawing)]',
                '["".join(column) for column in zip(*drawing)][::-1]',
            ),
        ],
        edges=[
            (["ab", "cd"], 1),
            (["abc"], 1),
            (["x"], 5),
            (["ab", "cd"], -1),
            (["abc", "def"], 2),
            (["ab", "cd", "ef"], 0),
        ],
        draw=lambda r: (drawing(r, (2, 3), (2, 4), "#.o"), r.randint(-5, 7)),
    ),
    function(
        "spiral-walk",
        "grids/transform",
        4,
        "spiral(grid: list[list[int]]) -> list[int]",
        """
        Write a function {f} that lists the numbers of the grid along a spiral: from the upper
        left corner along the first row, down the last column, back along the last row, up the
        first column, and so on inwards until every cell is visited once. There is at least one
        row, and all rows are equally long.
        """,
        reference="""
            path = []
            while grid:
                path += grid[0]
                grid = [list(column) for column in zip(*grid[1:])][::-1]
            return path
        """,
        wrong=[
            (
                "[list(column) for column in zip(*grid[1:])][::-1]",
                "[list(column)[::-1] for column in zip(*grid[1:])]",
            ),
            "return grid[0] + [row[-1] for row in grid[1:]] + grid[-1][-2::-1] + [row[0] for row in grid[-2:0:-1]]",
        ],
        edges=[
            ([[6, 2, 9], [5, 0, 1], [8, 3, 7]],),
            ([[1, 2], [3, 4]],),
            ([[5]],),
            ([[1], [2], [3]],),
            ([[1, 2, 3, 4]],),
        ],
        draw=lambda r: (grid(r, (2, 5), (3, 5), 0, 99),),
    ),
    # --- neighbours ---
    function(
        "mine-numbers",
        "grids/neighbours",
        3,
        "mine_numbers(field: list[str]) -> list[str]",
        """
        In a field, `*` is a mine and `.` is empty. Write a function {f} that returns the field
        with each `.` replaced by the digit that counts the mines among its up to eight
        neighbours, diagonal ones included. Mines stay.
        """,
        reference="""
            result = []
            for y, row in enumerate(field):
                text = ""
                for x, cell in enumerate(row):
                    near = [line[max(0, x - 1) : x + 2] for line in field[max(0, y - 1) : y + 2]]
                    text += cell if cell == "*" else str(sum(part.count("*") for part in near))
                result.append(text)
            return result
        """,
        wrong=[
            ("line[max(0, x - 1) : x + 2]", "line[max(0, x - 1) : x + 1]"),
            ("field[max(0, y - 1) : y + 2]", "field[y : y + 1]"),
            ("line[max(0, x - 1) : x + 2]", "line[x - 1 : x + 2]"),
        ],
        edges=[(["*.", ".."],), ([".*."],), ([],), (["***", "*.*", "***"],), (["..", ".."],)],
        draw=lambda r: (drawing(r, (2, 4), (3, 6), "*..."),),
    ),
    function(
        "next-generation",
        "grids/neighbours",
        4,
        "next_generation(field: list[str]) -> list[str]",
        """
        Cells are alive `#` or dead `.`. In the next generation a living cell stays alive if two
        or three of its eight neighbours live, and a dead cell comes alive if exactly three do;
        all others are dead. All cells change at once and nothing lives outside the field. Write a
        function {f} that returns the next generation.
        """,
        reference="""
            def alive(y, x):
                near = sum(row[max(0, x - 1) : x + 2].count("#") for row in field[max(0, y - 1) : y + 2])
                return near == 3 or (near == 4 and field[y][x] == "#")

            return ["".join("#" if alive(y, x) else "." for x in range(len(row))) for y, row in enumerate(field)]
        """,
        wrong=[
            ('(near == 4 and field[y][x] == "#")', '(near == 2 and field[y][x] == "#")'),
            ('near == 3 or (near == 4 and field[y][x] == "#")', "near in (3, 4)"),
            ("max(0, x - 1)", "x"),
        ],
        edges=[
            (["...", "###", "..."],),
            (["##", "##"],),
            ([],),
            (["#"],),
            ([".#.", "..#", "###"],),
        ],
        draw=lambda r: (drawing(r, (3, 5), (3, 6), "##.."),),
    ),
    function(
        "count-islands",
        "grids/neighbours",
        4,
        "count_islands(chart: list[str]) -> int",
        """
        On a chart, `#` is land and `.` is water. Land cells that touch by a side belong to the
        same island; touching at a corner is not enough. Write a function {f} that returns the
        number of islands.
        """,
        reference="""
            land = {(y, x) for y, row in enumerate(chart) for x, cell in enumerate(row) if cell == "#"}
            islands = 0
            while land:
                islands += 1
                open_cells = [land.pop()]
                while open_cells:
                    y, x = open_cells.pop()
                    for near in [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]:
                        if near in land:
                            land.remove(near)
                            open_cells.append(near)
            return islands
        """,
        wrong=[
            (
                "(y, x + 1), (y, x - 1)]",
                "(y, x + 1), (y, x - 1), (y + 1, x + 1), (y - 1, x - 1), (y + 1, x - 1), (y - 1, x + 1)]",
            ),
            ("[(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]", "[(y + 1, x), (y - 1, x)]"),
            'return sum(cell == "#" and (x == 0 or row[x - 1] == ".") and (y == 0 or chart[y - 1][x] == ".") for y, row in enumerate(chart) for x, cell in enumerate(row))',
        ],
        edges=[
            (["##.", "..#"],),
            (["..", ".."],),
            ([],),
            (["#.#", "###"],),
            (["#.", ".#"],),
            (["###", "#.#", "###"],),
        ],
        draw=lambda r: (drawing(r, (3, 6), (4, 8), "##.."),),
    ),
    function(
        "fill-the-basin",
        "grids/neighbours",
        4,
        "paint(picture: list[str], y: int, x: int, colour: str) -> list[str]",
        """
        The paint bucket of a drawing program recolours the cell in row `y`, column `x` (counting
        from 0) and every cell of the same old colour that can be reached from it through cells of
        that colour, going up, down, left or right. Write a function {f} that returns the picture
        after painting with `colour`, which may be the colour that is there.
        """,
        reference="""
            rows = [list(row) for row in picture]
            old = rows[y][x]
            open_cells = [(y, x)] if old != colour else []
            while open_cells:
                y, x = open_cells.pop()
                if 0 <= y < len(rows) and 0 <= x < len(rows[y]) and rows[y][x] == old:
                    rows[y][x] = colour
                    open_cells += [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
            return ["".join(row) for row in rows]
        """,
        wrong=[
            """
            old = picture[y][x]
            return [row.replace(old, colour) for row in picture]
            """,
            (
                "0 <= y < len(rows) and 0 <= x < len(rows[y])",
                "-1 <= y < len(rows) and -1 <= x < len(rows[y])",
            ),
            ("[(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]", "[(y + 1, x), (y, x + 1)]"),
        ],
        edges=[
            (["aab", "abb"], 0, 0, "c"),
            (["ab", "ba"], 0, 1, "a"),
            (["x"], 0, 0, "x"),
            (["aba", "bab", "aba"], 1, 1, "c"),
            (["aaa", "bba", "aaa"], 2, 0, "z"),
        ],
        draw=lambda r: (
            drawing(r, (3, 4), (4, 5), "aab"),
            r.randint(0, 2),
            r.randint(0, 3),
            r.choice("abc"),
        ),
    ),
    # --- paths ---
    function(
        "cheapest-way-down",
        "grids/paths",
        4,
        "cheapest_way(costs: list[list[int]]) -> int",
        """
        A path goes from the upper left corner of the grid to the lower right one, each step one
        cell right or one cell down. Write a function {f} that returns the least possible sum of
        the numbers on the path, both corners included. The grid has at least one cell.
        """,
        reference="""
            best = []
            for y, row in enumerate(costs):
                for x, cost in enumerate(row):
                    if y == 0 and x == 0:
                        best.append(cost)
                    elif y == 0:
                        best.append(best[-1] + cost)
                    elif x == 0:
                        best[0] += cost
                    else:
                        best[x] = min(best[x], best[x - 1]) + cost
            return best[-1]
        """,
        wrong=[
            """
            y = x = 0
            total = costs[0][0]
            while y < len(costs) - 1 or x < len(costs[0]) - 1:
                if x == len(costs[0]) - 1 or (y < len(costs) - 1 and costs[y + 1][x] < costs[y][x + 1]):
                    y += 1
                else:
                    x += 1
                total += costs[y][x]
            return total
            """,
            ("min(best[x], best[x - 1])", "max(best[x], best[x - 1])"),
            ("best.append(cost)", "best.append(0)"),
        ],
        edges=[
            ([[1, 3], [2, 1]],),
            ([[4, 1, 1]],),
            ([[5]],),
            ([[1, 2, 9], [1, 9, 1], [9, 1, 1]],),
            ([[1, 1, 9], [2, 9, 9], [1, 1, 1]],),
        ],
        draw=lambda r: (grid(r, (3, 5), (3, 5), 0, 9),),
    ),
    function(
        "routes-past-potholes",
        "grids/paths",
        4,
        "count_routes(streets: list[str]) -> int",
        """
        A courier goes from the upper left cell to the lower right cell, each step one cell right
        or one cell down, and may not enter a cell marked `x`; all other cells are `.`. Write a
        function {f} that returns the number of routes; 0 if the first or the last cell is
        blocked. There is at least one cell.
        """,
        reference="""
            ways = [1] + [0] * (len(streets[0]) - 1)
            for row in streets:
                for x, cell in enumerate(row):
                    if cell == "x":
                        ways[x] = 0
                    elif x > 0:
                        ways[x] += ways[x - 1]
            return ways[-1]
        """,
        wrong=[
            """
            import math
            height, width = len(streets), len(streets[0])
            return math.comb(height + width - 2, height - 1)
            """,
            ("ways[x] = 0", "pass"),
            ("elif x > 0", "elif x > 0 and ways[x] == 0"),
        ],
        edges=[
            (["...", ".x.", "..."],),
            (["..", ".."],),
            (["."],),
            (["x."],),
            (["..x", "x..", "..."],),
            (["....", "....", "...."],),
        ],
        draw=lambda r: (drawing(r, (3, 5), (3, 6), "........x"),),
    ),
    function(
        "way-through-the-maze",
        "grids/paths",
        5,
        "shortest_way(maze: list[str]) -> int",
        """
        In a maze `#` is wall, `.` is floor, `S` the start and `E` the exit, one of each. Steps go
        up, down, left or right. Write a function {f} that returns the smallest number of steps
        from start to exit, or -1 if there is no way.
        """,
        reference="""
            cells = {(y, x): c for y, row in enumerate(maze) for x, c in enumerate(row) if c != "#"}
            front = [place for place, c in cells.items() if c == "S"]
            seen = set(front)
            steps = 0
            while front:
                if any(cells[place] == "E" for place in front):
                    return steps
                following = []
                for y, x in front:
                    for near in [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]:
                        if near in cells and near not in seen:
                            seen.add(near)
                            following.append(near)
                front = following
                steps += 1
            return -1
        """,
        wrong=[
            """
            places = {c: (y, x) for y, row in enumerate(maze) for x, c in enumerate(row)}
            return abs(places["S"][0] - places["E"][0]) + abs(places["S"][1] - places["E"][1])
            """,
            """
            cells = {(y, x): c for y, row in enumerate(maze) for x, c in enumerate(row) if c != "#"}
            waiting = [(place, 0) for place, c in cells.items() if c == "S"]
            seen = set()
            while waiting:
                (y, x), steps = waiting.pop()
                if cells[y, x] == "E":
                    return steps
                seen.add((y, x))
                for near in [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]:
                    if near in cells and near not in seen:
                        waiting.append((near, steps + 1))
            return -1
            """,
            ("return steps", "return steps + 1"),
        ],
        edges=[
            (["S.E"],),
            (["S#E", "..."],),
            (["S#E"],),
            (["S....", ".###.", "...#E"],),
            (["...", "S.E", "..."],),
        ],
        draw=lambda r: (placed(r, drawing(r, (4, 6), (5, 7), "#......#."), "SE"),),
    ),
    function(
        "doors-and-keys",
        "grids/paths",
        5,
        "escape(house: list[str]) -> int",
        """
        In a house `#` is wall, `.` floor, `@` where you stand and `>` the way out, one of each. A
        small letter is a key, picked up when you step on it; the same letter as a capital is a
        door that can be entered only with its key. Keys are kept, and at most four kinds are
        used. Each step goes up, down, left or right. Write a function {f} that returns the
        smallest number of steps to the way out, or -1 if it cannot be reached.
        """,
        reference="""
            from collections import deque

            cells = {(y, x): c for y, row in enumerate(house) for x, c in enumerate(row) if c != "#"}
            start = next(place for place, c in cells.items() if c == "@")
            waiting = deque([(start, frozenset(), 0)])
            seen = {(start, frozenset())}
            while waiting:
                (y, x), keys, steps = waiting.popleft()
                if cells[y, x] == ">":
                    return steps
                for near in [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]:
                    cell = cells.get(near)
                    if cell is None or (cell.isupper() and cell.lower() not in keys):
                        continue
                    holding = keys | {cell} if cell.islower() else keys
                    if (near, holding) not in seen:
                        seen.add((near, holding))
                        waiting.append((near, holding, steps + 1))
            return -1
        """,
        wrong=[
            (" or (cell.isupper() and cell.lower() not in keys)", ""),
            (" or (cell.isupper() and cell.lower() not in keys)", " or cell.isupper()"),
            """
            from collections import deque

            cells = {(y, x): c for y, row in enumerate(house) for x, c in enumerate(row) if c != "#"}
            start = next(place for place, c in cells.items() if c == "@")
            waiting = deque([(start, frozenset(), 0)])
            seen = {start}
            while waiting:
                (y, x), keys, steps = waiting.popleft()
                if cells[y, x] == ">":
                    return steps
                for near in [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]:
                    cell = cells.get(near)
                    if cell is None or near in seen or (cell.isupper() and cell.lower() not in keys):
                        continue
                    seen.add(near)
                    waiting.append((near, keys | {cell} if cell.islower() else keys, steps + 1))
            return -1
            """,
        ],
        edges=[
            (["@a.A>"],),
            (["a@A>"],),
            (["@A>"],),
            (["#a#", ".@.", "#A#", "#>#"],),
            (["@.B>", "a#.#", ".Ab."],),
            (["b.@.a", "##A##", "##B##", "##>##"],),
        ],
        draw=lambda r: (placed(r, drawing(r, (4, 6), (5, 7), "#.....aAbB#."), "@>"),),
    ),
)

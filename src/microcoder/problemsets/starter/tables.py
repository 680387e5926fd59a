"""Dictionaries and records: counting, looking up, relating."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import NAMES, ints, letters, names, sentence, words
from microcoder.problemsets.starter.entry import function

ENTRIES = (
    # --- counting ---
    function(
        "word-counts",
        "tables/counting",
        2,
        "word_counts(text: str) -> dict[str, int]",
        """
        Write a function {f} that counts how often each word occurs in `text`. Words are set apart
        by spaces, and capital and small letters are the same; the keys are in small letters.
        """,
        reference="""
            counts = {}
            for word in text.lower().split():
                counts[word] = counts.get(word, 0) + 1
            return counts
        """,
        wrong=[
            ("text.lower().split()", "text.split()"),
            ("text.lower().split()", "text.lower()"),
            ("counts.get(word, 0) + 1", "1"),
        ],
        edges=[("tea Tea bread",), ("sun",), ("",), ("  A a  A ",)],
        draw=lambda r: (
            sentence(r, (1, 3))
            + " "
            + sentence(r, (1, 2)).title()
            + r.choice([" owl Owl owl", " x X", ""]),
        ),
    ),
    function(
        "vote-winner",
        "tables/counting",
        2,
        "winner(votes: list[str]) -> str",
        """
        Write a function {f} that returns the name with the most votes. If several names have
        equally many, the alphabetically first of them wins. There is at least one vote.
        """,
        reference="return min(set(votes), key=lambda name: (-votes.count(name), name))",
        wrong=[
            "return max(votes, key=votes.count)",
            "return max(set(votes), key=lambda name: (votes.count(name), name))",
        ],
        edges=[
            (["Mia", "Leo", "Mia"],),
            (["Leo", "Ada"],),
            (["Kim"],),
            (["Zoe", "Zoe", "Ben", "Ben", "Ann"],),
        ],
        draw=lambda r: ([r.choice(["Mia", "Leo", "Ada", "Kim"]) for _ in range(r.randint(4, 9))],),
    ),
    function(
        "merge-stock",
        "tables/counting",
        2,
        "merge_stock(a: dict[str, int], b: dict[str, int]) -> dict[str, int]",
        """
        Two shops put their goods together. Write a function {f} that returns how much there is of
        every kind; a kind whose total is 0 is left out.
        """,
        reference="""
            total = dict(a)
            for kind, amount in b.items():
                total[kind] = total.get(kind, 0) + amount
            return {kind: amount for kind, amount in total.items() if amount != 0}
        """,
        wrong=[
            "return {**a, **b}",
            ("{kind: amount for kind, amount in total.items() if amount != 0}", "total"),
        ],
        edges=[
            ({"tea": 2, "jam": 1}, {"tea": 3}),
            ({"pen": 4}, {"ink": 1}),
            ({}, {}),
            ({"pen": 0}, {}),
            ({"a": 1}, {"a": 0, "b": 2}),
        ],
        draw=lambda r: (
            {w: r.randint(0, 6) for w in r.sample(["tea", "jam", "pen", "ink"], 3)},
            {w: r.randint(0, 6) for w in r.sample(["tea", "jam", "pen", "ink"], 2)},
        ),
    ),
    function(
        "most-frequent-first",
        "tables/counting",
        3,
        "by_frequency(values: list[int]) -> list[int]",
        """
        Write a function {f} that returns the different values, those that occur more often first;
        values that occur equally often stand in rising order.
        """,
        reference="""
            counts = {}
            for value in values:
                counts[value] = counts.get(value, 0) + 1
            return sorted(counts, key=lambda value: (-counts[value], value))
        """,
        wrong=[
            ("(-counts[value], value)", "-counts[value]"),
            "return sorted(set(values), key=lambda value: (values.count(value), value), reverse=True)",
            "return sorted(values, key=lambda value: (-values.count(value), value))",
        ],
        edges=[([4, 1, 4, 2],), ([3, 2, 1],), ([],), ([5, 5, 5],), ([9, 9, 1, 1, -2],)],
        draw=lambda r: (ints(r, (5, 12), 0, 6),),
    ),
    # --- lookup ---
    function(
        "basket-price",
        "tables/lookup",
        2,
        "basket_price(prices: dict[str, int], basket: list[str]) -> int",
        """
        Write a function {f} that adds up the prices of the things in the basket. A thing may lie
        there several times; things without a price cost nothing.
        """,
        reference="return sum(prices.get(thing, 0) for thing in basket)",
        wrong=[
            "return sum(prices.get(thing, 0) for thing in set(basket))",
            "return sum(prices[thing] for thing in basket)",
            "return sum(prices.values())",
        ],
        edges=[
            ({"tea": 3, "jam": 5}, ["tea", "jam", "tea"]),
            ({"pen": 2}, ["ink"]),
            ({}, []),
            ({"tea": 4}, []),
            ({"owl": 9}, ["owl"]),
        ],
        draw=lambda r: (
            {w: r.randint(1, 9) for w in r.sample(["tea", "jam", "pen", "ink"], 3)},
            [r.choice(["tea", "jam", "pen", "ink"]) for _ in range(r.randint(2, 6))],
        ),
    ),
    function(
        "who-has-what",
        "tables/lookup",
        3,
        "owners(pets: dict[str, list[str]]) -> dict[str, list[str]]",
        """
        `pets` gives each person's kinds of animals. Write a function {f} that turns this round:
        each kind with the people who keep it, in alphabetical order. No one lists a kind twice.
        """,
        reference="""
            result = {}
            for person in sorted(pets):
                for kind in pets[person]:
                    result.setdefault(kind, []).append(person)
            return result
        """,
        wrong=[
            ("sorted(pets)", "pets"),
            "return {kind: [person] for person, kinds in pets.items() for kind in kinds}",
        ],
        edges=[
            ({"Mia": ["cat", "dog"], "Leo": ["cat"]},),
            ({"Kim": ["hen"]},),
            ({},),
            ({"Ada": []},),
            ({"Zoe": ["owl"], "Ben": ["owl", "pig"]},),
        ],
        draw=lambda r: (
            {
                n: r.sample(["cat", "dog", "hen", "owl", "pig"], r.randint(0, 3))
                for n in names(r, (3, 5))
            },
        ),
    ),
    function(
        "best-average",
        "tables/lookup",
        3,
        "best_average(marks: dict[str, list[int]]) -> str",
        """
        Write a function {f} that returns the name with the highest average mark. Names without
        marks do not take part. Of equal averages the alphabetically first name wins; if nobody
        takes part, return "".
        """,
        reference="""
            averages = {name: sum(list_) / len(list_) for name, list_ in marks.items() if list_}
            return min(averages, key=lambda name: (-averages[name], name), default="")
        """,
        wrong=[
            'return max((n for n in marks if marks[n]), key=lambda n: sum(marks[n]), default="")',
            ("(-averages[name], name)", "-averages[name]"),
            'return max((max(m), n) for n, m in marks.items() if m)[1] if any(marks.values()) else ""',
        ],
        edges=[
            ({"Mia": [4, 6], "Leo": [9]},),
            ({"Leo": [5], "Ada": [5, 5]},),
            ({},),
            ({"Kim": []},),
            ({"Ben": [1, 1, 1, 9], "Eve": [], "Dan": [4]},),
        ],
        draw=lambda r: ({n: ints(r, (0, 3), 1, 6) for n in names(r, (3, 5))},),
    ),
    function(
        "cheapest-supplier",
        "tables/lookup",
        3,
        "cheapest(offers: list[list]) -> dict[str, str]",
        """
        Each offer is `[supplier, product, price]`. Write a function {f} that returns, for each
        product, the supplier with the lowest price. If several suppliers ask the lowest price,
        the one whose offer stands first in the list is taken.
        """,
        reference="""
            best = {}
            for supplier, product, price in offers:
                if product not in best or price < best[product][0]:
                    best[product] = (price, supplier)
            return {product: supplier for product, (_, supplier) in best.items()}
        """,
        wrong=[
            ("price < best[product][0]", "price <= best[product][0]"),
            ("product not in best or price < best[product][0]", "product not in best"),
            ("price < best[product][0]", "price > best[product][0]"),
        ],
        edges=[
            ([["Mill", "flour", 4], ["Farm", "flour", 3], ["Farm", "milk", 2]],),
            ([["A", "nut", 5], ["B", "nut", 5]],),
            ([],),
            ([["A", "x", 1], ["B", "x", 2], ["C", "x", 1]],),
        ],
        draw=lambda r: (
            [
                [r.choice("ABCDE"), r.choice(["nut", "oil", "tea"]), r.randint(1, 5)]
                for _ in range(r.randint(4, 8))
            ],
        ),
    ),
    # --- relations ---
    function(
        "friends-in-common",
        "tables/relations",
        3,
        "common_friends(pairs: list[list[str]], a: str, b: str) -> list[str]",
        """
        Each pair names two people who are friends of one another. Write a function {f} that
        returns, in alphabetical order, the people who are friends of both `a` and `b`. A pair may
        be listed more than once.
        """,
        reference="""
            def friends(person):
                return {y if x == person else x for x, y in pairs if person in (x, y)}

            return sorted(friends(a) & friends(b))
        """,
        wrong=[
            (
                "{y if x == person else x for x, y in pairs if person in (x, y)}",
                "{y for x, y in pairs if x == person}",
            ),
            ("friends(a) & friends(b)", "friends(a) | friends(b)"),
        ],
        edges=[
            ([["Mia", "Leo"], ["Leo", "Kim"]], "Mia", "Kim"),
            ([["Ada", "Ben"]], "Ada", "Ben"),
            ([], "Ada", "Ben"),
            ([["A", "C"], ["A", "B"], ["C", "B"], ["D", "A"], ["C", "D"], ["D", "C"]], "A", "C"),
        ],
        draw=lambda r: (
            [r.sample("ABCDEF", 2) for _ in range(r.randint(5, 10))],
            *r.sample("ABC", 2),
        ),
    ),
    function(
        "steps-to-the-top",
        "tables/relations",
        3,
        "levels_above(manager: dict[str, str], name: str) -> int",
        """
        `manager` gives each person's manager; whoever has none is at the top. Write a function
        {f} that returns how many people stand above `name`: the manager, the manager's manager
        and so on. Nobody stands above themselves.
        """,
        reference="""
            levels = 0
            while name in manager:
                name = manager[name]
                levels += 1
            return levels
        """,
        wrong=[
            ("while name in manager", "if name in manager"),
            ("levels = 0", "levels = 1"),
            "return len(set(manager.values()))",
        ],
        edges=[
            ({"Leo": "Mia", "Kim": "Leo"}, "Kim"),
            ({"Leo": "Mia"}, "Mia"),
            ({}, "Ada"),
            ({"a": "b", "b": "c", "c": "d"}, "a"),
        ],
        draw=lambda r: (
            lambda order: (
                {order[i]: order[r.randint(0, i - 1)] for i in range(1, len(order))},
                r.choice(order),
            )
        )(names(r, (4, 9))),
    ),
    function(
        "settle-the-trip",
        "tables/relations",
        4,
        "balances(payments: list[list]) -> dict[str, int]",
        """
        On a trip, each payment is `[payer, cents, people]`: the payer paid for the people in the
        list, who each owe an equal whole share; the cents that do not divide evenly stay with the
        payer. The payer may or may not be among the people. Write a function {f} that returns
        what each person mentioned is owed in the end (negative: owes). People whose balance is 0
        are included.
        """,
        reference="""
            balance = {}
            for payer, cents, people in payments:
                share = cents // len(people)
                balance.setdefault(payer, 0)
                for person in people:
                    balance[payer] += share
                    balance[person] = balance.get(person, 0) - share
            return balance
        """,
        wrong=[
            ("balance[payer] += share", "balance[payer] += cents / len(people)"),
            ("cents // len(people)", "-(-cents // len(people))"),
            ("cents // len(people)", "cents // (len(people) + 1)"),
        ],
        edges=[
            ([["Mia", 90, ["Mia", "Leo", "Kim"]]],),
            ([["Leo", 10, ["Kim"]], ["Kim", 10, ["Leo"]]],),
            ([],),
            ([["Ada", 100, ["Ben", "Eve", "Dan"]]],),
            ([["Ada", 1, ["Ada", "Ben"]]],),
        ],
        draw=lambda r: (
            [
                [r.choice(NAMES[:4]), r.randint(5, 500), r.sample(NAMES[:5], r.randint(1, 4))]
                for _ in range(r.randint(2, 4))
            ],
        ),
    ),
    function(
        "share-out-seats",
        "tables/relations",
        4,
        "seats(votes: dict[str, int], total: int) -> dict[str, int]",
        """
        Seats are given one at a time: each goes to the party with the largest value of votes /
        (seats it has already + 1), and among equal values to the alphabetically first. Write a
        function {f} that returns the seats of every party after `total` seats; a party without
        seats is listed with 0.
        """,
        reference="""
            won = {party: 0 for party in votes}
            for _ in range(total):
                best = ""
                for party in sorted(votes):
                    if not best or votes[party] * (won[best] + 1) > votes[best] * (won[party] + 1):
                        best = party
                if best:
                    won[best] += 1
            return won
        """,
        wrong=[
            """
            whole = sum(votes.values())
            return {party: total * n // whole if whole else 0 for party, n in votes.items()}
            """,
            (
                "votes[party] * (won[best] + 1) > votes[best] * (won[party] + 1)",
                "votes[party] * (won[best] + 1) >= votes[best] * (won[party] + 1)",
            ),
            (
                "votes[party] * (won[best] + 1) > votes[best] * (won[party] + 1)",
                "votes[party] > votes[best]",
            ),
        ],
        edges=[
            ({"Elm": 100, "Oak": 60}, 3),
            ({"Ash": 10, "Yew": 10}, 1),
            ({"Fir": 5}, 0),
            ({"Oak": 53, "Elm": 24, "Ash": 23}, 7),
            ({"B": 30, "A": 10}, 3),
        ],
        draw=lambda r: (
            {
                p: r.randint(2, 30) * 5
                for p in r.sample(["Ash", "Elm", "Fir", "Oak"], r.randint(2, 4))
            },
            r.randint(2, 12),
        ),
    ),
    function(
        "translate-with-book",
        "tables/relations",
        3,
        "translate(text: str, book: dict[str, str]) -> str",
        """
        Write a function {f} that replaces each word of `text` that is a key of `book` by its
        value. Words stand between single spaces, all other words stay, and a word put in is not
        looked up again.
        """,
        reference='return " ".join(book.get(word, word) for word in text.split(" "))',
        wrong=[
            """
            for word in book:
                text = text.replace(word, book[word])
            return text
            """,
            'return " ".join(book[word] for word in text.split(" ") if word in book)',
        ],
        edges=[
            ("red cat", {"cat": "dog"}),
            ("a catalogue", {"cat": "dog", "a": "the"}),
            ("", {}),
            ("x y", {"x": "y", "y": "z"}),
        ],
        draw=lambda r: (
            " ".join(
                r.choice(["cat", "cattle", "at", "tea", "team", "eat"])
                for _ in range(r.randint(3, 7))
            ),
            {"cat": "tea", "tea": "at", "at": letters(r, (3, 3))},
        ),
    ),
    function(
        "follow-the-renames",
        "tables/relations",
        3,
        "final_names(files: list[str], renames: list[list[str]]) -> list[str]",
        """
        `renames` holds pairs `[old, new]`, carried out one after another: if a file named `old`
        exists at that moment it is called `new` from then on, replacing any other file of that
        name; otherwise nothing happens. Write a function {f} that returns the names at the end,
        in alphabetical order. Old and new always differ.
        """,
        reference="""
            present = set(files)
            for old, new in renames:
                if old in present:
                    present.remove(old)
                    present.add(new)
            return sorted(present)
        """,
        wrong=[
            """
            table = dict(renames)
            return sorted({table.get(name, name) for name in files})
            """,
            """
            names = list(files)
            for old, new in renames:
                names = [new if name == old else name for name in names]
            return sorted(names)
            """,
        ],
        edges=[
            (["a", "b"], [["a", "c"], ["c", "d"]]),
            (["x"], [["y", "z"]]),
            ([], []),
            (["a", "b"], [["a", "b"]]),
            (["p"], [["q", "r"], ["p", "q"]]),
        ],
        draw=lambda r: (
            r.sample("abcde", r.randint(2, 4)),
            [r.sample("abcdef", 2) for _ in range(r.randint(2, 6))],
        ),
    ),
    function(
        "shared-hobbies",
        "tables/counting",
        2,
        "shared_by_all(hobbies: list[list[str]]) -> list[str]",
        """
        `hobbies` holds one list for each pupil. Write a function {f} that returns the hobbies
        that every pupil has, in alphabetical order and each once. Without pupils the answer is an
        empty list.
        """,
        reference="""
            if not hobbies:
                return []
            return sorted(set(hobbies[0]).intersection(*hobbies[1:]))
        """,
        wrong=[
            ("set(hobbies[0]).intersection(*hobbies[1:])", "set(hobbies[0]).union(*hobbies[1:])"),
            (
                "sorted(set(hobbies[0]).intersection(*hobbies[1:]))",
                "[h for h in hobbies[0] if all(h in other for other in hobbies)]",
            ),
        ],
        edges=[
            ([["chess", "golf"], ["golf", "judo"]],),
            ([["polo"]],),
            ([],),
            ([["tag"], []],),
            ([["b", "a", "b"], ["a", "b"]],),
        ],
        draw=lambda r: (
            [
                words(r, (1, 2)) + r.sample(["judo", "golf", "chess", "art"], r.randint(2, 4))
                for _ in range(r.randint(2, 3))
            ],
        ),
    ),
)

"""Small languages: versions, templates, formulas, logic."""

from __future__ import annotations

from random import Random

from microcoder.problemsets.starter.draws import letters
from microcoder.problemsets.starter.entry import function


def formula(r: Random, depth: int, operators: str) -> str:
    """A random formula over one-digit numbers, with brackets here and there."""
    if depth == 0 or r.random() < 0.15:
        return str(r.randint(0, 9))
    left, right = formula(r, depth - 1, operators), formula(r, depth - 1, operators)
    text = f"{left}{r.choice(operators)}{right}"
    return f"({text})" if r.random() < 0.4 else text


def nested_repeat(r: Random, depth: int) -> str:
    """A random text such as ``2[a3[b]]c``."""
    if depth == 0:
        return letters(r, (1, 2), "xyz")
    text = ""
    for _ in range(r.randint(1, 3)):
        packed = f"{r.choice([0, 2, 3, 11])}[{nested_repeat(r, depth - 1)}]"
        text += r.choice([letters(r, (1, 2), "abc"), packed])
    return text


ENTRIES = (
    function(
        "newer-version",
        "expressions/marks",
        3,
        "newer(a: str, b: str) -> str",
        """
        Versions are whole numbers set apart by dots, such as "1.10.2"; missing parts at the end
        count as 0. Write a function {f} that returns the newer of two versions as it was written,
        or `a` if both are the same version.
        """,
        reference="""
            def parts(version):
                numbers = [int(part) for part in version.split(".")]
                while numbers and numbers[-1] == 0:
                    numbers.pop()
                return numbers

            return b if parts(b) > parts(a) else a
        """,
        wrong=[
            "return max(a, b)",
            "return b if [int(x) for x in b.split('.')] > [int(x) for x in a.split('.')] else a",
            ("parts(b) > parts(a)", "parts(b) >= parts(a)"),
        ],
        edges=[
            ("1.9", "1.10"),
            ("2.0.1", "2"),
            ("1", "1.0"),
            ("0", "0.0.1"),
            ("3.2", "3.2.0"),
            ("1.01", "1.1"),
        ],
        draw=lambda r: (
            ".".join(str(r.choice([0, 1, 2, 10])) for _ in range(r.randint(1, 3))),
            ".".join(str(r.choice([0, 1, 2, 10])) for _ in range(r.randint(1, 3))),
        ),
    ),
    function(
        "page-ranges",
        "expressions/marks",
        3,
        "pages(text: str) -> list[int]",
        """
        Write a function {f} that reads a list of pages such as "1-3,7,5-6" and returns the pages
        in rising order, each once. In a range the first page is never after the last. An empty
        text means no pages.
        """,
        reference="""
            chosen = set()
            for part in text.split(","):
                if part:
                    first, _, last = part.partition("-")
                    chosen.update(range(int(first), int(last or first) + 1))
            return sorted(chosen)
        """,
        wrong=[
            ("int(last or first) + 1", "int(last or first)"),
            "return sorted({int(p) for part in text.split(',') if part for p in part.split('-')})",
            """
            result = []
            for part in text.split(','):
                if part:
                    a, _, b = part.partition('-')
                    result += range(int(a), int(b or a) + 1)
            return sorted(result)
            """,
        ],
        edges=[("1-3,7,5-6",), ("4",), ("",), ("2-4,3-5",), ("9-9,1",)],
        draw=lambda r: (
            ",".join(
                r.choice(
                    [
                        str(r.randint(1, 20)),
                        (lambda a: f"{a}-{a + r.randint(0, 4)}")(r.randint(1, 18)),
                    ]
                )
                for _ in range(r.randint(2, 5))
            ),
        ),
    ),
    function(
        "fill-the-template",
        "expressions/marks",
        4,
        "fill(template: str, values: dict[str, str]) -> str",
        """
        A template is read from left to right; in it, `<name>` is replaced by the value of `name`,
        or by nothing if there is no such value, and `<<` stands for a single `<`. Values are put
        in as they are and not looked at again. Every `<` that is not doubled begins a name of
        small letters that ends at the next `>`. Write a function {f} that returns the filled
        template.
        """,
        reference="""
            result = ""
            i = 0
            while i < len(template):
                if template.startswith("<<", i):
                    result += "<"
                    i += 2
                elif template[i] == "<":
                    end = template.index(">", i)
                    result += values.get(template[i + 1 : end], "")
                    i = end + 1
                else:
                    result += template[i]
                    i += 1
            return result
        """,
        wrong=[
            """
            for name, value in values.items():
                template = template.replace(f"<{name}>", value)
            return template.replace("<<", "<")
            """,
            """
            import re

            return re.sub("<([a-z]+)>", lambda m: values.get(m[1], ""), template.replace("<<", "<"))
            """,
            (
                'values.get(template[i + 1 : end], "")',
                "values.get(template[i + 1 : end], template[i : end + 1])",
            ),
        ],
        edges=[
            ("Dear <name>!", {"name": "Ada"}),
            ("<a><b>", {"b": "x"}),
            ("", {}),
            ("1 << 2", {}),
            ("<<name>", {"name": "Ben"}),
            ("<a>", {"a": "<b>", "b": "c"}),
            ("<<<a>>", {"a": "tea"}),
        ],
        draw=lambda r: (
            "".join(
                r.choice(["<a>", "<b>", "<c>", "<<", "a>", " ", "to "])
                for _ in range(r.randint(4, 8))
            ),
            {"a": r.choice(["<b>", "ink", ""]), "b": r.choice(["<<", "oak"])},
        ),
    ),
    function(
        "reverse-polish",
        "expressions/formulas",
        4,
        "evaluate_rpn(tokens: list[str]) -> int",
        """
        In reverse Polish notation an operator follows its two operands: `8 3 -` is 8 minus 3.
        Write a function {f} that evaluates such a formula, given as a list of whole numbers and
        the operators `+`, `-`, `*` and `/`. Division drops what is behind the point, so both 7 /
        2 and -7 / -2 give 3, and -7 / 2 gives -3. Formulas are correct, and nothing is divided by
        0.
        """,
        reference="""
            stack = []
            for token in tokens:
                if token not in ("+", "-", "*", "/"):
                    stack.append(int(token))
                    continue
                right, left = stack.pop(), stack.pop()
                if token == "+":
                    stack.append(left + right)
                elif token == "-":
                    stack.append(left - right)
                elif token == "*":
                    stack.append(left * right)
                else:
                    size = abs(left) // abs(right)
                    stack.append(size if (left < 0) == (right < 0) else -size)
            return stack[0]
        """,
        wrong=[
            (
                "stack.append(size if (left < 0) == (right < 0) else -size)",
                "stack.append(left // right)",
            ),
            ("right, left = stack.pop(), stack.pop()", "left, right = stack.pop(), stack.pop()"),
        ],
        edges=[
            (["8", "3", "-"],),
            (["2", "3", "4", "*", "+"],),
            (["-5"],),
            (["-7", "2", "/"],),
            (["7", "-2", "/", "9", "4", "-", "*"],),
        ],
        draw=lambda r: (
            [
                str(r.randint(-9, 9)),
                str(r.randint(1, 9)),
                r.choice("+-*/"),
                str(r.randint(-9, -1)),
                r.choice("+-*/"),
                str(r.randint(1, 9)),
                str(r.randint(-9, 9)),
                r.choice("+-*"),
                r.choice("+-*"),
            ],
        ),
    ),
    function(
        "contrary-formula",
        "expressions/formulas",
        5,
        "evaluate(formula: str) -> int",
        """
        In Contraria, addition and subtraction go before multiplication: `2*3+4` is 14 there.
        Write a function {f} that evaluates such a formula of numbers without sign, `+`, `-`, `*`
        and round brackets. Additions and subtractions next to each other are carried out from
        left to right. There may be spaces between the parts.
        """,
        reference="""
            tokens = list(formula.replace(" ", ""))

            def product():
                value = total()
                while tokens and tokens[0] == "*":
                    tokens.pop(0)
                    value *= total()
                return value

            def total():
                value = factor()
                while tokens and tokens[0] in "+-":
                    if tokens.pop(0) == "+":
                        value += factor()
                    else:
                        value -= factor()
                return value

            def factor():
                if tokens[0] == "(":
                    tokens.pop(0)
                    value = product()
                    tokens.pop(0)
                    return value
                digits = ""
                while tokens and tokens[0].isdigit():
                    digits += tokens.pop(0)
                return int(digits)

            return product()
        """,
        wrong=[
            "return eval(formula)",
            ('while tokens and tokens[0] in "+-":', 'if tokens and tokens[0] in "+-":'),
            ("value -= factor()", "value -= total()"),
        ],
        edges=[
            ("2*3+4",),
            ("10 - 4 - 3",),
            ("42",),
            ("(1*2)+3*2",),
            ("2 * (3 * (14 - 1)) - 5",),
            ("8-(5*2)-1*2",),
        ],
        draw=lambda r: (formula(r, 3, "+-*").replace("+", r.choice(["+", " + "])),),
    ),
    function(
        "add-fractions",
        "expressions/formulas",
        4,
        "add_fractions(text: str) -> str",
        """
        Write a function {f} that adds up fractions such as "1/2 + 1/3 - 5/6" and returns the sum
        in lowest terms: "p/q" with q above 0, a minus sign in front if it is negative, and only
        "p" if q is 1. Numerators and denominators are written without sign, and denominators are
        at least 1; parts are set apart by single spaces.
        """,
        reference="""
            from math import gcd

            parts = ["+", *text.split(" ")]
            p, q = 0, 1
            for sign, fraction in zip(parts[::2], parts[1::2]):
                a, b = map(int, fraction.split("/"))
                p, q = p * b + (a if sign == "+" else -a) * q, q * b
            common = gcd(p, q)
            p, q = p // common, q // common
            return str(p) if q == 1 else f"{p}/{q}"
        """,
        wrong=[
            ("str(p) if q == 1 else ", ""),
            ("common = gcd(p, q)", "common = 1"),
            ('(a if sign == "+" else -a)', "a"),
        ],
        edges=[
            ("1/2 + 1/3",),
            ("1/4 + 3/4",),
            ("0/5",),
            ("1/2 - 1/2",),
            ("1/6 - 2/3 + 1/4",),
            ("7/1 - 9/2",),
        ],
        draw=lambda r: (
            f"{r.randint(0, 9)}/{r.randint(1, 9)}"
            + "".join(
                f" {r.choice('+-')} {r.randint(0, 9)}/{r.randint(1, 9)}"
                for _ in range(r.randint(1, 3))
            ),
        ),
    ),
    function(
        "unfold-repeats",
        "expressions/formulas",
        5,
        "unfold(text: str) -> str",
        """
        Write a function {f} that unfolds a packed text: a number followed by a text in square
        brackets stands for that text repeated so many times, and packings may stand inside each
        other. "2[a3[b]]c" becomes "abbbabbbc". Apart from such packings there are only letters.
        """,
        reference="""
            stack = [["", 1]]
            digits = ""
            for character in text:
                if character.isdigit():
                    digits += character
                elif character == "[":
                    stack.append(["", int(digits)])
                    digits = ""
                elif character == "]":
                    inner, times = stack.pop()
                    stack[-1][0] += inner * times
                else:
                    stack[-1][0] += character
            return stack[0][0]
        """,
        wrong=[
            ("digits += character", "digits = character"),
            ("stack[-1][0] += inner * times", "stack[-1][0] = inner * times"),
            r"""
            import re

            return re.sub(r"(\d+)\[([a-z]*)\]", lambda m: int(m[1]) * m[2], text)
            """,
        ],
        edges=[
            ("2[a3[b]]c",),
            ("xy",),
            ("",),
            ("12[o]",),
            ("a2[b]2[c]",),
            ("0[ab]c",),
            ("2[2[2[z]]]",),
        ],
        draw=lambda r: (nested_repeat(r, 2),),
    ),
    function(
        "logic-puzzle",
        "expressions/formulas",
        5,
        "count_true(formula: str) -> int",
        """
        A formula is made of the variables a, b and c, `!` (not), `&` (and), `|` (or) and round
        brackets, without spaces. `!` binds most tightly, then `&`, then `|`. Write a function {f}
        that returns for how many of the eight ways to give the variables a truth value the
        formula is true.
        """,
        reference="""
            def value(names):
                tokens = list(formula)

                def any_of():
                    result = all_of()
                    while tokens and tokens[0] == "|":
                        tokens.pop(0)
                        other = all_of()
                        result = result or other
                    return result

                def all_of():
                    result = single()
                    while tokens and tokens[0] == "&":
                        tokens.pop(0)
                        other = single()
                        result = result and other
                    return result

                def single():
                    token = tokens.pop(0)
                    if token == "!":
                        return not single()
                    if token == "(":
                        result = any_of()
                        tokens.pop(0)
                        return result
                    return names[token]

                return any_of()

            return sum(
                value({"a": bool(n & 1), "b": bool(n & 2), "c": bool(n & 4)}) for n in range(8)
            )
        """,
        wrong=[
            ("return not single()", "return not any_of()"),
            (
                "result = any_of()\n",
                "result = all_of()\n                        del tokens[: tokens.index(')')]\n",
            ),
            (
                'result = single()\n                    while tokens and tokens[0] == "&":',
                'result = single()\n                    if tokens and tokens[0] == "&":',
            ),
            ("range(8)", "range(1, 8)"),
        ],
        edges=[
            ("a&b",),
            ("a|b&c",),
            ("!a",),
            ("!(a|b)&c",),
            ("!a|b",),
            ("a&!a",),
            ("(a|b)&(b|c)&!(a&c)",),
        ],
        draw=lambda r: (
            "".join(r.choice("abc") if c.isdigit() else c for c in formula(r, 3, "&|")).replace(
                "(", r.choice(["(", "!("])
            ),
        ),
    ),
)

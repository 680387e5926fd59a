"""Strings: characters, words, palindromes, patterns, edits."""

from __future__ import annotations

from microcoder.problemsets.starter.draws import WORDS, letters, sentence, words
from microcoder.problemsets.starter.entry import function

ENTRIES = (
    # --- characters ---
    function(
        "reverse-text",
        "strings/characters",
        1,
        "reverse_text(text: str) -> str",
        "Write a function {f} that returns `text` read from its end to its beginning.",
        reference="return text[::-1]",
        wrong=['return " ".join(text.split()[::-1])', "return text[:0:-1]"],
        edges=[("hello",), ("ab cd",), ("",), ("x",), ("level up",)],
        draw=lambda r: (sentence(r, (1, 4)),),
    ),
    function(
        "count-vowels",
        "strings/characters",
        1,
        "count_vowels(text: str) -> int",
        "Write a function {f} that counts the vowels a, e, i, o, u in `text`, small or capital.",
        reference='return sum(letter in "aeiou" for letter in text.lower())',
        wrong=[
            'return sum(letter in "aeiou" for letter in text)',
            'return sum(vowel in text.lower() for vowel in "aeiou")',
        ],
        edges=[("banana",), ("Sky",), ("",), ("AEIOU",), ("Eerie Owl",)],
        draw=lambda r: (sentence(r, (1, 5)).title(),),
    ),
    function(
        "shout",
        "strings/characters",
        1,
        "shout(text: str) -> str",
        """
        Write a function {f} that returns `text` in capital letters with an exclamation mark "!"
        put at the end.
        """,
        reference='return text.upper() + "!"',
        wrong=["return text.upper()", 'return text.capitalize() + "!"'],
        edges=[("help",), ("Look out",), ("",), ("wait!",), ("a1b2",)],
        draw=lambda r: (sentence(r, (1, 4)),),
    ),
    function(
        "count-a-letter",
        "strings/characters",
        1,
        "count_letter(text: str, letter: str) -> int",
        """
        Write a function {f} that returns how many times `letter` occurs in `text`. Capital and
        small letters count as the same.
        """,
        reference="return text.lower().count(letter.lower())",
        wrong=["return text.count(letter)", "return text.lower().count(letter)"],
        edges=[("Banana", "b"), ("Lilac", "L"), ("", "x"), ("zoo", "O"), ("tEa", "E")],
        draw=lambda r: (sentence(r, (2, 5)).title(), r.choice("aenoAENO")),
    ),
    function(
        "without-spaces",
        "strings/characters",
        1,
        "without_spaces(text: str) -> str",
        "Write a function {f} that returns `text` with all its spaces taken out.",
        reference='return text.replace(" ", "")',
        wrong=["return text.strip()", 'return text.replace(" ", "", 1)'],
        edges=[("a b c",), (" edge ",), ("",), ("   ",), ("none",), ("two  spaces",)],
        draw=lambda r: (sentence(r, (2, 6)),),
    ),
    function(
        "ends-of-a-word",
        "strings/characters",
        1,
        "ends(word: str) -> str",
        """
        Write a function {f} that returns the first letter of `word` followed by its last letter.
        A word of one letter gives that letter twice; the word is never empty.
        """,
        reference="return word[0] + word[-1]",
        wrong=["return word[0] + word[1:][-1:]", "return word[-1] + word[0]"],
        edges=[("house",), ("at",), ("q",), ("noon",)],
        draw=lambda r: (r.choice([r.choice(WORDS), letters(r, (1, 6))]),),
    ),
    function(
        "every-letter-twice",
        "strings/characters",
        1,
        "double_letters(text: str) -> str",
        """
        Write a function {f} that returns `text` with each of its characters written twice in a
        row.
        """,
        reference='return "".join(letter * 2 for letter in text)',
        wrong=["return text * 2", 'return "".join(letter * 2 for letter in text if letter != " ")'],
        edges=[("cat",), ("a b",), ("",), ("oo",)],
        draw=lambda r: (sentence(r, (1, 3)),),
    ),
    function(
        "most-common-letter",
        "strings/characters",
        2,
        "most_common_letter(text: str) -> str",
        """
        Write a function {f} that returns the letter that occurs most often in `text`. Among
        letters equally frequent, return the one that comes first in the alphabet. `text` holds
        small letters only and is not empty.
        """,
        reference="return min(set(text), key=lambda letter: (-text.count(letter), letter))",
        wrong=["return max(text, key=text.count)", "return max(sorted(text))"],
        edges=[("banana",), ("cab",), ("z",), ("ccbb",), ("zzya",)],
        draw=lambda r: (letters(r, (4, 14), "bacde"),),
    ),
    function(
        "first-letter-that-stands-alone",
        "strings/characters",
        2,
        "first_single(text: str) -> str",
        """
        Write a function {f} that returns the first character of `text` that occurs there only
        once, or the empty string if there is none.
        """,
        reference="""
            for letter in text:
                if text.count(letter) == 1:
                    return letter
            return ""
        """,
        wrong=[
            """
            for i, letter in enumerate(text):
                if letter not in text[i + 1 :]:
                    return letter
            return ""
            """,
            ('return ""', "return text[0]"),
        ],
        edges=[("level",), ("aabbc",), ("zz",), ("a",), ("abcab",)],
        draw=lambda r: (letters(r, (3, 12), "abcd"),),
    ),
    # --- words ---
    function(
        "count-words",
        "strings/words",
        1,
        "count_words(text: str) -> int",
        """
        Write a function {f} that counts the words in `text`. Words are set apart by one or more
        spaces, and spaces may also stand at either end.
        """,
        reference="return len(text.split())",
        wrong=['return len(text.split(" "))', 'return text.count(" ") + 1'],
        edges=[("the old oak",), ("two  spaces",), ("",), ("  ",), (" one ",)],
        draw=lambda r: (
            "  ".join(words(r, (1, 3))) + r.choice(["", " "]) + " ".join(words(r, (1, 5))),
        ),
    ),
    function(
        "longest-word",
        "strings/words",
        2,
        "longest_word(sentence: str) -> str",
        """
        Write a function {f} that returns the longest word of a sentence whose words are set apart
        by single spaces. If several are equally long, return the one that comes first. There is
        at least one word.
        """,
        reference='return max(sentence.split(" "), key=len)',
        wrong=[
            'return max(reversed(sentence.split(" ")), key=len)',
            'return max(sentence.split(" "))',
        ],
        edges=[("a bright moon",), ("cat dog",), ("one",), ("aa bbb cc ddd",)],
        draw=lambda r: (sentence(r, (3, 8)),),
    ),
    function(
        "initials",
        "strings/words",
        2,
        "initials(name: str) -> str",
        """
        Write a function {f} that turns a full name into initials: the first letter of each word
        as a capital followed by a full stop, with nothing between them. "ada king" becomes
        "A.K.".
        """,
        reference='return "".join(f"{word[0].upper()}." for word in name.split())',
        wrong=[
            'return ".".join(word[0].upper() for word in name.split())',
            'return "".join(f"{word[0]}." for word in name.split())',
        ],
        edges=[("ada king",), ("Grace Brewster Hopper",), ("plato",), ("e e smith",)],
        draw=lambda r: (sentence(r, (1, 4)),),
    ),
    function(
        "turn-each-word-round",
        "strings/words",
        2,
        "turn_words(text: str) -> str",
        """
        Write a function {f} that reverses the letters within each word of `text` while the words
        stay where they are. Single spaces stand between words.
        """,
        reference='return " ".join(word[::-1] for word in text.split(" "))',
        wrong=["return text[::-1]", 'return " ".join(text.split(" ")[::-1])'],
        edges=[("old stone",), ("no on",), ("",), ("a bc def",)],
        draw=lambda r: (sentence(r, (2, 5)),),
    ),
    function(
        "variable-name",
        "strings/words",
        2,
        "snake_case(name: str) -> str",
        """
        Write a function {f} that turns a name such as "parseHtmlPage" into "parse_html_page":
        each capital letter becomes small, with an underscore before it unless it is the very
        first character.
        """,
        reference="""
            text = ""
            for i, letter in enumerate(name):
                if letter.isupper() and i > 0:
                    text += "_"
                text += letter.lower()
            return text
        """,
        wrong=[(" and i > 0", ""), ("letter.lower()", "letter"), ('"_"', '"-"')],
        edges=[("parseHtmlPage",), ("Total",), ("",), ("aB",), ("XMin",), ("plain",)],
        draw=lambda r: (
            "".join(w.title() for w in words(r, (2, 4)))
            if r.random() < 0.5
            else r.choice(WORDS) + "".join(w.title() for w in words(r, (1, 3))),
        ),
    ),
    function(
        "capitals-after-stops",
        "strings/words",
        3,
        "start_sentences(text: str) -> str",
        """
        Write a function {f} that makes the first letter of every sentence a capital and changes
        nothing else. A sentence begins at the first letter of the text, and at the first letter
        after each `.`, `!` or `?`.
        """,
        reference="""
            result = ""
            starting = True
            for character in text:
                if character in ".!?":
                    starting = True
                elif starting and character.isalpha():
                    character = character.upper()
                    starting = False
                result += character
            return result
        """,
        wrong=[
            'return ". ".join(part.capitalize() for part in text.split(". "))',
            ('".!?"', '"."'),
            ("starting and character.isalpha()", "starting"),
        ],
        edges=[
            ("it rains. we stay in.",),
            ("why? go! now",),
            ("",),
            ("... ok",),
            ("NASA flew. 3 people saw it",),
        ],
        draw=lambda r: (
            "".join(
                sentence(r, (1, 3)) + r.choice([". ", "! ", "? ", ".", ", "])
                for _ in range(r.randint(2, 4))
            ),
        ),
    ),
    # --- palindromes ---
    function(
        "is-palindrome",
        "strings/palindromes",
        2,
        "is_palindrome(text: str) -> bool",
        """
        Write a function {f} that tells whether `text` reads the same in both directions when
        everything but letters is skipped and capital and small letters are the same.
        """,
        reference="""
            kept = [letter for letter in text.lower() if letter.isalpha()]
            return kept == kept[::-1]
        """,
        wrong=[
            "return text == text[::-1]",
            "return text.lower() == text.lower()[::-1]",
            (".lower()", ""),
        ],
        edges=[
            ("Never odd or even",),
            ("almost",),
            ("",),
            ("A man, a plan: a nam A",),
            ("Ab",),
            ("Noon",),
        ],
        draw=lambda r: (
            (
                lambda half, middle: r.choice(
                    [half + middle + half[::-1], half.title() + " " + half[::-1], half + middle]
                )
            )(letters(r, (2, 5), "abc"), r.choice(["", "x", ", ", "y "])),
        ),
    ),
    function(
        "shortest-palindrome-by-adding",
        "strings/palindromes",
        3,
        "letters_to_add(text: str) -> int",
        """
        Write a function {f} that returns the smallest number of letters that must be added at the
        end of `text` to make it read the same in both directions. The text is not empty.
        """,
        reference="""
            for start in range(len(text)):
                tail = text[start:]
                if tail == tail[::-1]:
                    return start
            return len(text) - 1
        """,
        wrong=[
            "return 0 if text == text[::-1] else len(text) - 1",
            "return sum(a != b for a, b in zip(text, text[::-1])) // 2",
        ],
        edges=[("abb",), ("noon",), ("a",), ("abc",), ("aab",), ("xabacaba",)],
        draw=lambda r: (letters(r, (2, 4), "ab") + letters(r, (1, 6), "ab"),),
    ),
    function(
        "longest-mirror",
        "strings/palindromes",
        4,
        "longest_mirror(text: str) -> str",
        """
        Write a function {f} that returns the longest stretch of neighbouring characters in `text`
        that reads the same in both directions. Of several equally long, return the one that
        begins furthest to the left. The text is not empty.
        """,
        reference="""
            best = ""
            for start in range(len(text)):
                for end in range(start + len(best) + 1, len(text) + 1):
                    piece = text[start:end]
                    if piece == piece[::-1]:
                        best = piece
            return best
        """,
        wrong=[
            """
            best = ""
            for middle in range(len(text)):
                reach = 0
                while 0 <= middle - reach and middle + reach < len(text) and text[middle - reach] == text[middle + reach]:
                    reach += 1
                piece = text[middle - reach + 1 : middle + reach]
                if len(piece) > len(best):
                    best = piece
            return best
            """,
            (
                "range(start + len(best) + 1, len(text) + 1)",
                "range(start + max(len(best), 1), len(text) + 1)",
            ),
        ],
        edges=[("abacus",), ("foot",), ("z",), ("abcd",), ("aabb",), ("abbaxyzzy",)],
        draw=lambda r: (letters(r, (5, 16), "abc"),),
    ),
    # --- patterns ---
    function(
        "caesar-shift",
        "strings/patterns",
        2,
        "shift_letters(text: str, steps: int) -> str",
        """
        Write a function {f} that moves every small letter `steps` places forward in the alphabet,
        going on at a after z. Other characters stay. `steps` may be negative.
        """,
        reference="""
            result = ""
            for letter in text:
                if "a" <= letter <= "z":
                    letter = chr((ord(letter) - ord("a") + steps) % 26 + ord("a"))
                result += letter
            return result
        """,
        wrong=[
            ('chr((ord(letter) - ord("a") + steps) % 26 + ord("a"))', "chr(ord(letter) + steps)"),
            ('if "a" <= letter <= "z"', "if letter"),
        ],
        edges=[("abc", 1), ("xyz!", 3), ("", 5), ("b", -3), ("Tea", 26), ("go on", 13)],
        draw=lambda r: (sentence(r, (1, 3)), r.randint(-30, 60)),
    ),
    function(
        "shared-beginning",
        "strings/patterns",
        2,
        "shared_beginning(words: list[str]) -> str",
        """
        Write a function {f} that returns the longest text with which every one of the words
        begins. The list is not empty.
        """,
        reference="""
            shared = words[0]
            for word in words:
                while not word.startswith(shared):
                    shared = shared[:-1]
            return shared
        """,
        wrong=[
            "return words[0][0] if all(word[:1] == words[0][:1] for word in words) else ''",
            'return "".join(a for a, b in zip(words[0], words[-1]) if a == b)',
        ],
        edges=[
            (["stone", "storm", "story"],),
            (["apple", "bread"],),
            (["alone"],),
            (["", "abc"],),
            (["ab", "abc", "a"],),
            (["tool", "tail"],),
        ],
        draw=lambda r: (
            [
                r.choice(["inter", "int", "in"]) + letters(r, (0, 3), "ertx")
                for _ in range(r.randint(2, 4))
            ],
        ),
    ),
    function(
        "squeeze-runs",
        "strings/patterns",
        3,
        "squeeze(text: str) -> str",
        """
        Write a function {f} that replaces each run of equal letters by the letter and the length
        of the run; a run of one keeps just its letter. "aaabcc" becomes "a3bc2". `text` holds
        letters only.
        """,
        reference="""
            result = ""
            i = 0
            while i < len(text):
                j = i
                while j < len(text) and text[j] == text[i]:
                    j += 1
                result += text[i] + (str(j - i) if j - i > 1 else "")
                i = j
            return result
        """,
        wrong=[
            ('(str(j - i) if j - i > 1 else "")', "str(j - i)"),
            'return "".join(c + (str(text.count(c)) if text.count(c) > 1 else "") for c in dict.fromkeys(text))',
        ],
        edges=[("aaabcc",), ("abc",), ("",), ("zzzzzzzzzzzz",), ("aabaa",)],
        draw=lambda r: (
            "".join(r.choice("abc") * r.choice([1, 1, 2, 3, 11]) for _ in range(r.randint(2, 6))),
        ),
    ),
    function(
        "unpack-runs",
        "strings/patterns",
        3,
        "unpack(text: str) -> str",
        """
        Write a function {f} that undoes a packing in which a letter may be followed by a whole
        number telling how often it stands in a row: "a3bc12" means three a, one b and twelve c.
        """,
        reference="""
            result = ""
            i = 0
            while i < len(text):
                j = i + 1
                while j < len(text) and text[j].isdigit():
                    j += 1
                result += text[i] * int(text[i + 1 : j] or "1")
                i = j
            return result
        """,
        wrong=[
            ("while j < len(text) and text[j].isdigit()", "if j < len(text) and text[j].isdigit()"),
            'return "".join(a * int(b) if b.isdigit() else a for a, b in zip(text, text[1:] + "x") if a.isalpha())',
        ],
        edges=[("a3bc2",), ("xyz",), ("",), ("a12",), ("b1c0d2",)],
        draw=lambda r: (
            "".join(
                r.choice("pqrs") + r.choice(["", "2", "3", "10", "14"])
                for _ in range(r.randint(2, 5))
            ),
        ),
    ),
    function(
        "matching-brackets",
        "strings/patterns",
        3,
        "brackets_match(text: str) -> bool",
        """
        Write a function {f} that tells whether the brackets `()`, `[]` and `{}` in `text` are
        closed in the right order, each by its own kind. Other characters do not matter.
        """,
        reference="""
            partner = {")": "(", "]": "[", "}": "{"}
            waiting = []
            for character in text:
                if character in "([{":
                    waiting.append(character)
                elif character in partner:
                    if not waiting or waiting.pop() != partner[character]:
                        return False
            return not waiting
        """,
        wrong=[
            ("return not waiting", "return True"),
            'return all(text.count(a) == text.count(b) for a, b in ["()", "[]", "{}"])',
        ],
        edges=[("f(a[1])",), ("(]",), ("",), ("((",), (")(",), ("{[()]}x()",), ("([)]",)],
        draw=lambda r: (
            r.choice(["({[]})", "[()]()", "{}[](x)", "(())[]"])
            + letters(r, (0, 3), "()[]")
            + r.choice(["", "{a}"]),
        ),
    ),
    function(
        "letter-groups",
        "strings/patterns",
        3,
        "largest_anagram_group(words: list[str]) -> int",
        """
        Two words belong together when one can be made from the other by moving its letters. Write
        a function {f} that returns the size of the largest group of words belonging together; a
        word that is listed twice counts twice. An empty list gives 0.
        """,
        reference="""
            groups = {}
            for word in words:
                key = "".join(sorted(word))
                groups[key] = groups.get(key, 0) + 1
            return max(groups.values(), default=0)
        """,
        wrong=[
            ('"".join(sorted(word))', "frozenset(word)"),
            """
            words = list(set(words))
            return max((sum(sorted(a) == sorted(b) for b in words) for a in words), default=0)
            """,
        ],
        edges=[
            (["tea", "eat", "tree", "ate"],),
            (["sun", "moon"],),
            ([],),
            (["see", "ese", "es"],),
            (["owl", "owl", "low"],),
        ],
        draw=lambda r: ([letters(r, (2, 3), "aab") for _ in range(r.randint(4, 9))],),
    ),
    function(
        "longest-without-repeat",
        "strings/patterns",
        4,
        "longest_without_repeat(text: str) -> int",
        """
        Write a function {f} that returns the length of the longest stretch of neighbouring
        characters in which no character occurs twice. `text` may have 100000 characters.
        """,
        reference="""
            last_seen = {}
            start = best = 0
            for i, character in enumerate(text):
                if last_seen.get(character, -1) >= start:
                    start = last_seen[character] + 1
                last_seen[character] = i
                best = max(best, i - start + 1)
            return best
        """,
        wrong=[
            "return len(set(text))",
            ("last_seen.get(character, -1) >= start", "character in last_seen"),
            ("start = last_seen[character] + 1", "start = i"),
        ],
        edges=[("abcab",), ("zzz",), ("",), ("abba",), ("noonday",), ("river",)],
        draw=lambda r: (letters(r, (6, 30), "abcdef"),),
    ),
    # --- edits ---
    function(
        "is-hidden-in",
        "strings/edits",
        2,
        "is_hidden(word: str, text: str) -> bool",
        """
        A word is hidden in a text when its letters occur there in the same order, with any number
        of other letters in between. Write a function {f} that tells whether that is so. The empty
        word is hidden in every text.
        """,
        reference="""
            rest = iter(text)
            return all(letter in rest for letter in word)
        """,
        wrong=["return word in text", "return all(letter in text for letter in word)"],
        edges=[("ace", "abcde"), ("tea", "eat"), ("", ""), ("aa", "a"), ("abc", "")],
        draw=lambda r: (letters(r, (1, 3), "abc"), letters(r, (3, 7), "abc")),
    ),
    function(
        "one-change-apart",
        "strings/edits",
        4,
        "one_change_apart(a: str, b: str) -> bool",
        """
        Write a function {f} that tells whether `a` can be turned into `b` by exactly one change:
        replacing a letter by another one, inserting a letter, or deleting a letter.
        """,
        reference="""
            if len(a) > len(b):
                a, b = b, a
            if a == b or len(b) - len(a) > 1:
                return False
            i = 0
            while i < len(a) and a[i] == b[i]:
                i += 1
            if len(a) == len(b):
                return a[i + 1 :] == b[i + 1 :]
            return a[i:] == b[i + 1 :]
        """,
        wrong=[
            ("a == b or ", ""),
            "return abs(len(a) - len(b)) <= 1 and sum(x != y for x, y in zip(a, b)) == 1",
            "return len(set(a) ^ set(b)) == 1",
        ],
        edges=[
            ("cat", "cart"),
            ("stone", "stave"),
            ("", ""),
            ("", "x"),
            ("same", "same"),
            ("ab", "ba"),
            ("abc", "bc"),
        ],
        draw=lambda r: (
            lambda w, k: (
                w,
                r.choice(
                    [w[:k] + "q" + w[k:], w[:k] + w[k + 1 :], w[:k] + "z" + w[k + 1 :], w[::-1], w]
                ),
            )
        )(letters(r, (3, 6), "abcd"), r.randint(0, 2)),
    ),
    function(
        "edit-distance",
        "strings/edits",
        5,
        "edit_distance(a: str, b: str) -> int",
        """
        A change inserts one letter, deletes one letter or replaces one letter by another. Write a
        function {f} that returns the smallest number of changes that turn `a` into `b`. Each has
        at most 200 letters.
        """,
        reference="""
            row = list(range(len(b) + 1))
            for i, x in enumerate(a, 1):
                corner, row[0] = row[0], i
                for j, y in enumerate(b, 1):
                    corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (x != y))
            return row[-1]
        """,
        wrong=[
            "return abs(len(a) - len(b)) + sum(x != y for x, y in zip(a, b))",
            ("corner + (x != y)", "corner + 2 * (x != y)"),
        ],
        edges=[
            ("stone", "tones"),
            ("tea", "ten"),
            ("", ""),
            ("", "abc"),
            ("candle", "handler"),
            ("same", "same"),
        ],
        draw=lambda r: (letters(r, (3, 12), "abcd"), letters(r, (3, 12), "abcd")),
    ),
    function(
        "pattern-with-stars",
        "strings/edits",
        5,
        "matches(pattern: str, text: str) -> bool",
        """
        In a pattern, `?` stands for any one letter and `*` for any number of letters, also none;
        every other letter stands for itself. Write a function {f} that tells whether the pattern
        fits the whole text.
        """,
        reference="""
            fits = [True] + [False] * len(text)
            for mark in pattern:
                row = [fits[0] and mark == "*"]
                for i, letter in enumerate(text):
                    if mark == "*":
                        row.append(row[-1] or fits[i + 1])
                    else:
                        row.append(fits[i] and mark in ("?", letter))
                fits = row
            return fits[-1]
        """,
        wrong=[
            ("row.append(row[-1] or fits[i + 1])", "row.append(row[-1] or fits[i])"),
            """
            position = 0
            for mark in pattern:
                if mark == "*":
                    return True
                if position == len(text) or mark not in ("?", text[position]):
                    return False
                position += 1
            return position == len(text)
            """,
        ],
        edges=[
            ("a*c", "abbc"),
            ("?at", "at"),
            ("", ""),
            ("*", ""),
            ("**a", "a"),
            ("a*b*c", "aXbYbZ"),
            ("*ab", "aab"),
            ("a?", "a"),
        ],
        draw=lambda r: (letters(r, (2, 6), "ab*?*"), letters(r, (1, 7), "ab")),
    ),
)

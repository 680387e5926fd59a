"""What a program means here is what ``python3 solution.py`` means, and answers are data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from microcoder.judge import Judge, Judgement, Verdict
from microcoder.judge.values import MalformedValue, SetValue, decode
from microcoder.problem import Checker, Problem, Submission, TestCase

if TYPE_CHECKING:
    from conftest import Ask


def call(ask: Ask, code: str, given: Any, output: Any, entry_point: str = "f") -> Judgement:
    return ask(code, (given, output), kind="function", entry_point=entry_point)


@pytest.mark.parametrize(
    "code",
    [
        "import atexit; atexit.register(print, 1)",
        "import threading; threading.Thread(target=print, args=(1,)).start()",
        "import threading, time\n"
        "threading.Thread(target=time.sleep, args=(9,), daemon=True).start()\nprint(1)",
        "f = open(1, 'w'); f.write('1')",
        "import sys; sys.stdout = open('/dev/stdout', 'w'); print(1)",
        "class A:\n  def __del__(self): print(1)\na = A()",
        "print(1); exit()",
        "print(1); quit(0)",
        "print(1); raise SystemExit",
        "import sys; print(1); sys.stdout.close()",
        "import os; print(1, flush=True); os._exit(0)",
        "import __main__; print(int(__main__.__dict__ is globals()))",
        "import sys; print(int(__name__ == '__main__' and sys.argv == [__file__]))",
        "print(len(open(__file__).readlines()))",
        "import subprocess as s; print(s.run(['echo', '1'], stdout=s.PIPE).stdout.decode())",
        "import subprocess as s, sys; s.run([sys.executable, '-c', 'print(1)'])",
        "from multiprocessing import Pool\nif __name__ == '__main__':\n"
        "  with Pool(2) as p: print(p.map(abs, [-1])[0])",
        "import asyncio\nasync def main(): print(1)\nasyncio.run(main())",
        "import pickle, dataclasses as d\n@d.dataclass\nclass A:\n  x: int\n"
        "print(pickle.loads(pickle.dumps(A(1))).x)",
        "import sys; print(int(sys.getrecursionlimit() < 1100))",
        "def g(n): return n and g(n - 1)\ng(990); print(1)",
        "import gc; print(int(gc.isenabled()))",
        "print(1) if True else (yield_ := 2)",
        "# -*- coding: utf-8 -*-\ns = 'é'; print(len(s))",
        "import random; a = random.random(); print(int(a != 0))",
    ],
)
def test_it_runs_as_a_script(ask: Ask, code: str) -> None:
    judged = ask(code)
    assert judged.verdict is Verdict.AC, judged.detail


@pytest.mark.parametrize(
    "code",
    [
        "print(1); exit(1)",
        "print(1); exit('why')",
        "print(1); raise KeyboardInterrupt",
        "print(1); 1 / 0",
        "import sys\nsys.excepthook = lambda *a: None\nprint(1); 1 / 0",
        "def f(n): return 1 + f(n - 1) if n else 0\nf(5000); print(1)",
        "import numpy_is_not_here; print(1)",
        "import signal, os; print(1, flush=True); os.kill(os.getpid(), signal.SIGTERM)",
        "print('\\ud800')",
    ],
)
def test_a_status_other_than_zero_is_rte_whatever_was_printed(ask: Ask, code: str) -> None:
    assert ask(code).verdict is Verdict.RTE


def test_every_run_draws_the_same_random_numbers(ask: Ask) -> None:
    code = "import random; print(random.random())"
    drawn = {c.detail for _ in range(2) for c in ask(code, ("", "x"), ("", "x")).cases}
    assert len(drawn) == 1


def test_but_not_after_a_fork_of_its_own(ask: Ask) -> None:
    code = (
        "import random, os\nr, w = os.pipe()\nif os.fork() == 0:\n"
        "  os.write(w, str(random.random()).encode()); os._exit(0)\n"
        "os.wait(); print(float(os.read(r, 99)) != random.random())"
    )
    assert ask(code, ("", "True")).verdict is Verdict.AC


def test_a_set_of_strings_has_the_same_order_in_every_run(judge: Judge, ask: Ask) -> None:
    code = "print(*{'ab', 'cd', 'ef', 'gh', 'ij', 'kl'})"
    assert len({ask(code, ("", "x")).cases[0].detail for _ in range(4)}) == 1


@pytest.mark.parametrize(
    ("code", "output"),
    [
        ("def f(x): return [x, (x, None)]", [2, [2, None]]),
        ("def f(x): return [{'k': 1.5}, 'é', True]", [{"k": 1.5}, "é", True]),
        ("def f(x): return (i for i in range(x))", [0, 1]),
        ("def f(x): return map(str, range(x))", ["0", "1"]),
        ("import itertools\ndef f(x): return itertools.accumulate([1, x])", [1, 3]),
        ("def f(x): return deque(range(x))", [0, 1]),
        ("def f(x): return {1: 0}.keys()", [1]),
        ("class L(list): pass\ndef f(x): return L([x])", [2]),
        ("import enum\nclass E(enum.IntEnum):\n  A = 2\ndef f(x): return E.A", 2),
        ("def f(x): return Counter('aab')", {"a": 2, "b": 1}),
        ("class P(NamedTuple):\n  a: int\ndef f(x): return P(x)", [2]),
        ("def f(x): return 10 ** 4000", 10**4000),
        ("def f(x): return pow(x, 5, 7)", 4),
        ("class Solution:\n  def f(self, x): return x", 2),
        ("f = lambda x: x", 2),
        ("def f(x):\n  print('noise')\n  return x", 2),
        ("def f(x): return x\nif __name__ == '__main__': raise SystemExit(f(int(input())))", 2),
    ],
)  # fmt: skip
def test_a_returned_value_is_judged_as_data(ask: Ask, code: str, output: Any) -> None:
    judged = call(ask, code, [2], output)
    assert judged.verdict is Verdict.AC, judged.detail


def test_arguments_may_go_by_name(ask: Ask) -> None:
    assert call(ask, "def f(a, b=2): return a - b", {"b": 1, "a": 5}, 4).accepted


def test_a_method_is_called_on_a_new_instance_per_test(ask: Ask) -> None:
    code = "class Solution:\n  seen = []\n  def f(self, x): self.seen.append(x); return self.seen"
    judged = ask(code, ([1], [1]), ([2], [2]), kind="function", entry_point="Solution.f")
    assert judged.accepted


@pytest.mark.parametrize(
    ("signature", "body", "given", "output"),
    [
        ("head: Optional[ListNode]", "return head.next", [[1, 2, 3]], [2, 3]),
        ("head: 'ListNode | None'", "return head", [[]], None),
        ("lists: List[Optional[ListNode]]", "return lists[1]", [[[1], [2, 4]]], [2, 4]),
        ("root: Optional[TreeNode]", "return root.right", [[1, 2, 3, None, None, 4]], [3, 4]),
        ("root: TreeNode", "return root", [[1, None, 2]], [1, None, 2]),
    ],
)
def test_annotations_make_lists_into_nodes(
    ask: Ask, signature: str, body: str, given: list[Any], output: Any
) -> None:
    code = f"class Solution:\n  def f(self, {signature}):\n    {body}"
    judged = call(ask, code, given, output, "Solution.f")
    assert judged.accepted, judged.detail


@pytest.mark.parametrize(
    "code",
    [
        "def f(x): return object()",
        "def f(x): return f",
        "def f(x): return 1j",
        "class A:\n  def __eq__(self, other): return True\ndef f(x): return A()",
        "def f(x): raise ValueError",
        "def f(x): raise SystemExit(0)",
        "import os\ndef f(x): os._exit(0)",
        "import sys\nsys.exit(0)\ndef f(x): return 1",
        "def g(x): return 1",
        "def f(): return 1",
        "f = 1",
        "def f(x):\n  a = []\n  a.append(a)\n  return a",
        "class Solution:\n  def __init__(self, y): pass\n  def f(self, x): return 1",
    ],
)
def test_no_value_is_rte(ask: Ask, code: str) -> None:
    assert call(ask, code, [1], 1).verdict is Verdict.RTE


def test_an_endless_generator_meets_a_limit(ask: Ask) -> None:
    judged = call(ask, "def f(x):\n  while True: yield 1", [1], [1])
    assert judged.verdict in (Verdict.TLE, Verdict.MLE)


@pytest.mark.parametrize(
    "lie",
    [
        "class S(str):\n  def __str__(self): return 'ok'\n  __eq__ = lambda s, o: True\n"
        "  encode = lambda s, *a: b'ok'\ndef f(x): return S('bad')",
        "class L(list):\n  def __iter__(self): return iter(['ok'])\n  __len__ = lambda s: 1\n"
        "def f(x): return L(['bad'])",
        "class D(dict):\n  def items(self): return [('ok', 1)]\ndef f(x): return D(bad=1)",
        "import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.type = lambda x: str\n"
        "builtins.str = lambda *a: 'ok'\ndef f(x): return 'bad'",
        "import json, marshal\njson.dumps = marshal.dumps = lambda *a, **k: b'S2:ok'\n"
        "def f(x): return 'bad'",
    ],
)
def test_a_lying_value_is_read_for_what_it_holds(ask: Ask, lie: str) -> None:
    for wanted in ("ok", ["ok"], {"ok": 1}):
        assert not call(ask, lie, [1], wanted).accepted


def test_a_forged_result_needs_the_nonce(ask: Ask) -> None:
    forge = "import os\nos.write(3, b'I1;')\ndef f(x): os._exit(0)"
    assert call(ask, forge, [1], 1).verdict is Verdict.RTE


def test_a_script_decides_by_reaching_its_end(ask: Ask) -> None:
    def judged(code: str, script: str = "assert add(1, 2) == 3") -> Verdict:
        return ask(code, ({"script": script}, None), kind="script").verdict

    assert judged("def add(a, b): return a + b") is Verdict.AC
    assert judged("def add(a, b): return a - b") is Verdict.RTE
    assert judged("import os; os._exit(0)") is Verdict.RTE
    assert judged("import sys; sys.exit(0)") is Verdict.RTE
    assert judged("def add(a, b): raise SystemExit(0)") is Verdict.RTE


def test_a_checker_decides_where_many_answers_are_right(ask: Ask) -> None:
    checker = "def check(input, output, expected):\n  return sum(map(int, output.split())) == 10"
    assert ask("print(3, 7)", ("", "1 9"), checker=checker).cases[0].by == "checker"
    assert ask("print(3, 8)", ("", "1 9"), checker=checker).verdict is Verdict.WA


def test_an_answer_that_a_checker_cannot_read_is_wrong(ask: Ask) -> None:
    checker = "def check(input, output, expected):\n  return int(output) > 0"
    assert ask("print('x')", ("", "1"), checker=checker).verdict is Verdict.WA


@pytest.mark.parametrize(
    "checker",
    [
        "def check(input, output, expected): return 1 / 0",
        "def check(input, output, expected): return (False, 'no')",
        "def check(input, output, expected): return None",
        "def other(): pass",
        "def check(",
        "import os\ndef check(input, output, expected): os._exit(0)",
    ],
)
def test_a_broken_checker_is_our_failure(ask: Ask, checker: str) -> None:
    judged = ask("print(1)", checker=checker)
    assert (judged.verdict, judged.reward) == (Verdict.JE, None)
    assert "checker" in judged.detail


def test_a_program_never_shares_a_process_with_the_expected_output(ask: Ask) -> None:
    checker = "def check(input, output, expected):\n  return output.strip() == expected"
    search = (
        "import sys\ndef look():\n  word = ''.join(['secret', '-', '4711'])\n"
        "  frame = sys._getframe(2)\n"
        "  while frame:\n    if word in repr(frame.f_locals): return word\n"
        "    frame = frame.f_back\nprint(look())"
    )
    judged = ask(search, ("", "secret-4711"), ("", "secret-4711"), checker=checker)
    assert judged.passed == 0


def test_an_icpc_validator_is_asked_as_its_manual_says(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "validate.py").write_text(
        "import sys\n_, given, answer, folder = sys.argv\n"
        "right = int(open(given).read()) < int(input()) < int(open(answer).read())\n"
        "sys.exit(42 if right else 43)\n"
    )
    checker = Checker("icpc", path=str(tmp_path))
    problem = Problem("p", "", "stdin", (TestCase("3", "9"),), checker=checker)
    with Judge(workers=1) as judge:
        verdicts = [
            judge.judge(Submission("s", "p", code=f"print({n})"), problem).verdict for n in (5, 2)
        ]
    assert verdicts == [Verdict.AC, Verdict.WA]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"X",
        b"I",
        b"Izz;",
        b"S9:ab",
        b"L2;N",
        b"NN",
        b"L-1;N",
        b"L1;" * 1000 + b"N",
        b"M1;L0;N",
    ],
)
def test_malformed_bytes_from_the_other_side_are_refused(data: bytes) -> None:
    with pytest.raises(MalformedValue):
        decode(data)


def test_each_kind_of_value_has_its_letters() -> None:
    assert decode(b"L3;U1;I-ff;E1;S2:\xc3\xa9M1;I1;D0x1.8p+0;") == [
        (-255,), SetValue(["é"]), {1: 1.5},
    ]  # fmt: skip
    assert decode(b"A6:1,-a,2") == [1, -10, 2]

"""Tests of a submission share a process; what each sees and gets must be as if they did not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from microcoder.judge import Verdict
from microcoder.judge.sandbox import Run, Sandbox
from microcoder.problem import Limits

if TYPE_CHECKING:
    from conftest import Ask

SMALL = Limits(cpu_seconds=1.0, wall_seconds=2.0, memory_bytes=512 * 1024**2)

# Each looks at some state of the interpreter or the system, then changes it.
LEAKS = {
    "module attribute": "import math; print(math.pi); math.pi = 3",
    "module attribute by another name": "import math as m; print(m.e); m.e += 1",
    "deleted attribute": "import math; print(hasattr(math, 'tau')); del math.tau",
    "setattr": "import math; print(math.inf); setattr(math, 'inf', 1)",
    "import of a module": "print(__import__('math').pi); __import__('math').pi = 3",
    "class attribute": "import collections as c; print(hasattr(c.Counter, 'z')); c.Counter.z = 1",
    "method": "import fractions as f; print(callable(f.Fraction.limit_denominator)); "
    "f.Fraction.limit_denominator = 0",
    "new module": "import calendar; print(hasattr(calendar, 'zz')); calendar.zz = 1",
    "builtins": "import builtins; print(hasattr(builtins, 'zz')); builtins.zz = 1",
    "sys attribute": "import sys; print(hasattr(sys, 'zz')); sys.zz = 1",
    "module table": "import sys; print('zz' in sys.modules); sys.modules['zz'] = sys",
    "import path": "import sys; print(len(sys.path)); sys.path.append('x')",
    "arguments": "import sys; print(sys.argv); sys.argv.append('x')",
    "recursion limit": "import sys; sys.setrecursionlimit(5000)\n"
    "def f(n): return n and 1 + f(n - 1)\nprint(f(3000))",
    "digit limit": "import sys; print(sys.get_int_max_str_digits()); "
    "sys.set_int_max_str_digits(1000)",
    "stack size": "import threading; print(threading.stack_size(1 << 20))",
    "environment": "import os; print(os.environ.get('ZZ')); os.environ['ZZ'] = '1'",
    "folder": "import os; print(os.getcwd()); os.chdir('/')",
    "file": "import os; print(sorted(os.listdir('.'))); open('left', 'w').close()",
    "umask": "import os; print(os.umask(0))",
    "decimal context": "import decimal; print(decimal.getcontext().prec); "
    "decimal.getcontext().prec = 5",
    "decimal default": "import decimal; print(decimal.getcontext().prec); "
    "decimal.DefaultContext.prec = 5",
    "random state": "import random; random.seed(1); print(random.random())",
    "thread": "import threading, time; print(threading.active_count()); "
    "threading.Thread(target=time.sleep, args=(0.02,)).start()",
    "daemon thread": "import threading, time; print(threading.active_count()); "
    "threading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
    "exit function": "import atexit; atexit.register(print, 'bye'); print('hello')",
    "collector": "import gc; print(gc.isenabled()); gc.disable()",
    "signal handler": "import signal; print(signal.getsignal(15)); signal.signal(15, print)",
    "kept descriptor": "import os, string; print(os.dup(0)); string.zz = open('/dev/null')",
    "leaked descriptor": "import os; print(os.dup(0))",
    "own stdout": "import sys; sys.stdout = open(1, 'w'); print('x')",
    "unflushed wrapper": "w = open(1, 'w', closefd=False); w.write('tail'); w.me = w",
    "unflushed wrapper in a cycle": "class W:\n  def __init__(s): s.f = open(1, 'w'); s.me = s\n"
    "w = W(); w.f.write('tail')",
    "both stdouts": "import sys, io; print('a'); old = sys.stdout; sys.stdout = io.StringIO(); "
    "old.write('b')",
    "closed stdin": "import os; print(os.read(0, 3)); os.close(0)",
    "closed stdout": "import os; os.write(1, b'x'); os.close(1); os.close(2)",
    "input position": "import os; print(os.lseek(0, 0, 1)); os.read(0, 2)",
    "stdin by number": "print(open(0).read())",
    "destructor": "class D:\n  def __del__(s): print('gone')\nd = D()",
    "cycle with a destructor": "class D:\n  def __del__(s): print('gone')\nd = D(); d.d = d",
    "child": "import os\nif os.fork() == 0: os._exit(0)\nprint(os.wait()[1])",
    "orphan": "import os, time\nif os.fork() == 0:\n  if os.fork() == 0: time.sleep(9)\n"
    "  os._exit(0)\nos.wait(); print('left')",
    "exit with status 0": "import sys; print('x'); sys.exit(0)",
    "exit at once": "import os; os.write(1, b'x'); os._exit(0)",
    "all descriptors closed": "import os; os.closerange(3, 300); print('x')",
    "written to all descriptors": "import os\nfor d in range(3, 300):\n"
    "  try: os.write(d, b'D' + bytes(8))\n  except OSError: pass\nprint('x')",
    "read from all descriptors": "import os\nfor d in range(3, 300):\n"
    "  try: os.set_blocking(d, False); os.read(d, 99)\n  except OSError: pass\nprint('x')",
    "a registry": "import collections.abc as a\nclass L: pass\nprint(issubclass(int, a.Sized)); "
    "a.Sized.register(int)",
    "globals": "print('seen' in globals()); seen = 1",
}  # fmt: skip


def outcomes(sandbox: Sandbox, code: str, inputs: list[str], share: bool) -> list[Run]:
    assert sandbox.load(code) is None
    runs = []
    for number, text in enumerate(inputs, 1):
        last = number == len(inputs)
        run = sandbox.run("stdin", text.encode(), SMALL, fresh=not share, last=last or not share)
        runs.append(run)
    return runs


def assert_alike(sandbox: Sandbox, code: str) -> None:
    inputs = ["abc\n", "defgh\n", "abc\n"]
    shared = outcomes(sandbox, code, inputs, share=True)
    alone = outcomes(sandbox, code, inputs, share=False)
    assert [(r.exit_status, r.stdout) for r in shared] == [(r.exit_status, r.stdout) for r in alone]


@pytest.mark.parametrize("kind", LEAKS)
def test_what_one_test_changes_the_next_does_not_see(sandbox: Sandbox, kind: str) -> None:
    assert_alike(sandbox, LEAKS[kind])


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(sorted(LEAKS)), min_size=2, max_size=4))
def test_nor_what_several_changes_in_a_row_leave(sandbox: Sandbox, kinds: list[str]) -> None:
    assert_alike(sandbox, "\n".join(LEAKS[kind] for kind in kinds))


@pytest.mark.parametrize(
    "code",
    [
        "print(sum(map(int, input().split())))",
        "class A:\n  def __init__(s): s.x = int(input())\nprint(A().x)",
        "import sys\nsys.setrecursionlimit(10**6)\ninput = sys.stdin.readline\nprint(int(input()))",
        "from collections import *\nfrom heapq import *\nprint(Counter(input()))",
    ],
)
def test_an_ordinary_program_keeps_its_process(sandbox: Sandbox, code: str) -> None:
    runs = outcomes(sandbox, code, ["1\n", "2\n", "3\n"], share=True)
    assert [run.first for run in runs] == [True, False, False]


def test_a_function_keeps_its_process(sandbox: Sandbox) -> None:
    sandbox.load("class Solution:\n  def f(self, x):\n    self.x = x\n    return [x]")
    runs = [
        sandbox.run("function", b"[%d]" % i, SMALL, "f", fresh=False, last=False) for i in range(3)
    ]
    assert [(run.first, run.result) for run in runs] == [
        (True, b"A1:0"), (False, b"A1:1"), (False, b"A1:2"),
    ]  # fmt: skip
    sandbox.unload()


def test_a_failure_in_a_used_process_is_judged_again_in_a_fresh_one(ask: Ask) -> None:
    wrong_twice = "n = int(input())\nprint(1 // n if n != 2 else 0)"
    judged = ask(wrong_twice, ("1", "1"), ("2", "1"), ("0", "1"), ("1", "1"))
    assert [case.verdict.value for case in judged.cases] == ["AC", "WA", "RTE", "AC"]


def test_an_endless_second_test_is_tle_and_the_third_is_judged(ask: Ask) -> None:
    code = "n = int(input())\nwhile n == 2: pass\nprint(n)"
    judged = ask(code, ("1", "1"), ("2", "2"), ("3", "3"))
    assert [case.verdict.value for case in judged.cases] == ["AC", "TLE", "AC"]


def test_time_is_counted_for_each_test_by_itself(ask: Ask) -> None:
    code = "import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end: pass\n"
    judged = ask(code + "print(1)", *[("", "1")] * 5)
    assert judged.verdict is Verdict.AC
    assert all(0.3 < case.cpu_seconds < 0.7 for case in judged.cases)


def test_a_high_number_for_the_socket_does_no_harm() -> None:
    taken = [os.open(os.devnull, os.O_RDONLY) for _ in range(60)]
    try:
        with Sandbox() as sandbox:
            assert sandbox.load("print(1)") is None
            assert sandbox.run("stdin", b"", SMALL).stdout == b"1\n"
    finally:
        for descriptor in taken:
            os.close(descriptor)


@pytest.mark.parametrize("kind", LEAKS)
def test_nor_in_a_batch(sandbox: Sandbox, ask: Ask, kind: str) -> None:
    inputs = ["abc\n", "defgh\n", "abc\n", "x\n"]
    alone = outcomes(sandbox, LEAKS[kind], inputs, share=False)
    assert all(run.exit_status == 0 for run in alone)
    expected = [(text, r.stdout.decode()) for text, r in zip(inputs, alone, strict=True)]
    assert ask(LEAKS[kind], *expected).verdict is Verdict.AC
    spoilt = [*expected[:3], (expected[3][0], expected[3][1] + "more")]
    assert [c.verdict.value for c in ask(LEAKS[kind], *spoilt).cases] == ["AC", "AC", "AC", "WA"]

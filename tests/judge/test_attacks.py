"""Attack programs: whatever one does, the next in the same sandbox and its neighbours go on as if
it had never been, and nothing stays behind."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import descendants
from test_sandbox import needs_walls

from microcoder.judge import Judge, Verdict, harness
from microcoder.judge.sandbox import Sandbox
from microcoder.problem import Limits, Problem, Submission, TestCase

LIMITS = Limits(
    cpu_seconds=1.0, wall_seconds=2.0, memory_bytes=512 * 1024**2, output_bytes=4 * 1024**2
)
ECHO = Problem("echo", "", "stdin", (TestCase("1\n", "1\n"), TestCase("2\n", "2\n")), limits=LIMITS)
DOUBLE = Problem(
    "double", "", "function", (TestCase([1], 2), TestCase([2], 4)), entry_point="f", limits=LIMITS
)
VICTIMS = {
    "right": ("import os\nn = input()\nassert os.listdir('.') == ['solution.py']\nprint(n)", ECHO),
    "wrong": ("print(1)", ECHO),
    "crash": ("print(1 // (2 - int(input())))", ECHO),
    "function": ("def f(x): return x + x", DOUBLE),
    "wrong function": ("def f(x): return 2", DOUBLE),
}
EXPECTED = {
    "right": "AC", "wrong": "WA", "crash": "RTE", "function": "AC", "wrong function": "WA",
}  # fmt: skip

KEEP_ON = "import os, sys, time, signal, threading\ndef tried(f, *a):\n  try: return f(*a)\n"
KEEP_ON += "  except BaseException: return None\n"

# name: (program, the verdicts it may get on a problem whose answer it cannot know)
ATTACKS = {
    "thread bomb": (
        "def work(): time.sleep(99)\n"
        "while True: tried(lambda: threading.Thread(target=work, daemon=True).start())",
        "TLE MLE RTE",
    ),
    "fork bomb": ("while True: tried(os.fork)", "TLE MLE RTE"),
    # the processor's time may run out first, where pages come slowly
    "memory bomb": ("hoard = []\nwhile True: hoard.append(bytearray(1 << 24))", "MLE TLE"),
    "memory bomb in children": (
        "for _ in range(8):\n  if os.fork() == 0:\n    a = bytearray(b'x') * (200 << 20)\n"
        "    time.sleep(99)\ntime.sleep(99)",
        "MLE TLE",
    ),
    "descriptor hoard": ("while True: tried(os.dup, 0) or tried(os.open, '/dev/null', 0)", "TLE"),
    "pipes filled and held": (
        "ends = []\nwhile (p := tried(os.pipe)):\n  ends.append(p)\n"
        "  os.set_blocking(p[1], False); tried(os.write, p[1], bytes(1 << 20))\nprint(len(ends))",
        "WA",
    ),
    "a gigabyte of output": ("while True: os.write(1, bytes(1 << 20))", "OLE"),
    "a gigabyte of errors": ("while True: os.write(2, bytes(1 << 20))", "OLE"),
    "disk fill": (
        "n = 0\nwhile True:\n  n += 1\n"
        "  with open(f'{n}', 'wb') as f: f.write(bytes(4 << 20))",
        "RTE",
    ),
    "a million files": ("n = 0\nwhile True:\n  n += 1; open(f'{n}', 'w').close()", "RTE TLE"),
    "sleep": ("time.sleep(99)", "TLE"),
    "spin, exceptions swallowed, alarms off": (
        "signal.alarm(0)\nfor s in range(1, 65): tried(signal.signal, s, signal.SIG_IGN)\n"
        "while True:\n  try:\n    while True: pass\n  except BaseException: pass",
        "TLE",
    ),
    "one long call": ("print(len(str(7 ** (1 << 27))))", "TLE"),
    "catastrophic expression": ("import re\nre.match('(a*)*$', 'a' * 99 + 'b')", "TLE"),
    "it stops itself": ("os.kill(os.getpid(), signal.SIGSTOP)", "TLE"),
    "it kills itself": ("os.kill(os.getpid(), signal.SIGKILL)", "MLE RTE"),
    "grandchildren hold the pipes": (
        "if os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0: time.sleep(99)\n  os._exit(0)\n"
        "print('x')",
        "WA",
    ),
    "grandchildren that write later": (
        "if os.fork() == 0:\n  os.setsid()\n  for i in range(99):\n"
        "    time.sleep(.01); os.write(1, b'1')\nprint('x')",
        "WA",
    ),
    "signals to everyone": (
        "for s in (signal.SIGTERM, signal.SIGINT, signal.SIGSTOP, signal.SIGUSR1):\n"
        "  for p in (-1, 0, 1, os.getppid()):\n"
        "    if p not in (0, -1) or s == signal.SIGUSR1: tried(os.kill, p, s)",
        "RTE WA",
    ),
    "kill everyone": (
        "signal.signal(15, signal.SIG_IGN); os.kill(-1, 9); time.sleep(9)",
        "TLE RTE MLE",
    ),
    "a process group of its own": (
        "tried(os.setpgid, 0, 0); tried(os.setsid); os.killpg(0, 9)",
        "MLE RTE",
    ),
    "limits raised": (
        "import resource as r\n"
        "for name in dir(r):\n  if name.startswith('RLIMIT_'):\n"
        "    tried(r.setrlimit, getattr(r, name), (r.RLIM_INFINITY, r.RLIM_INFINITY))\n"
        "hoard = []\nwhile True: hoard.append(bytearray(1 << 24))",
        "MLE TLE",
    ),
    "core dump": (
        "import resource\ntried(resource.setrlimit, resource.RLIMIT_CORE, (1 << 30, 1 << 30))\n"
        "os.abort()",
        "RTE",
    ),
    "links to elsewhere": (
        "for i, p in enumerate(('/', '/proc/1/environ', '/etc/passwd', '..', '/dev/zero')):\n"
        "  os.symlink(p, f'link{i}'); tried(os.link, p, f'hard{i}')\n"
        "os.rename('solution.py', 'gone'); os.symlink('gone', 'solution.py')",
        "WA",
    ),
    "its own source replaced": (
        "open('solution.py', 'w').write('print(input())')\nos.chmod('.', 0)", "WA RTE",
    ),
    "modules to be found by the next": (
        "for n in ('json', 'heapq', 'sitecustomize'): open(n + '.py', 'w').write('print(1)')", "WA",
    ),
    "a deep tree": ("for _ in range(900): os.mkdir('d'); os.chdir('d')\nos.chmod('.', 0)", "WA"),
    "builtins replaced": (
        "import builtins, json\nfor n in ('print', 'len', 'exec', 'isinstance', 'bytes', 'open'):\n"
        "  setattr(builtins, n, lambda *a, **k: True)\n"
        "for m in (os, sys, json, time, threading):\n  for n in list(vars(m)):\n"
        "    if n[:1] != '_': tried(setattr, m, n, lambda *a, **k: b'')",
        "WA RTE TLE",
    ),
    "every descriptor written to": (
        "for d in range(300):\n  if d != 2: tried(os.write, d, b'D' + bytes(24)); "
        "tried(os.write, d, b'AC')",
        "WA RTE",
    ),
    "every descriptor closed": ("os.closerange(0, 300)", "WA RTE"),
    "exit functions that never end": (
        "import atexit\natexit.register(lambda: time.sleep(99))", "TLE",
    ),
    "a destructor that never ends": (
        "class D:\n  def __del__(self):\n    while True: pass\nd = D()", "TLE",
    ),
    "the process's own memory spoilt": (
        "import ctypes\nfor a in range(0x1000, 1 << 47, 1 << 36): ctypes.memset(a, 0, 8)", "RTE",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def one() -> Iterator[Judge]:
    """One worker: the victim runs where the attack ran."""
    with Judge(workers=1) as judge:
        yield judge


def verdicts(judge: Judge) -> dict[str, str]:
    pairs = [(Submission(name, p.id, code=code), p) for name, (code, p) in VICTIMS.items()]
    return {judged.id: judged.verdict.value for judged in judge.many(pairs)}


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_gets_its_verdict_and_changes_no_other(one: Judge, attack: str) -> None:
    code, allowed = ATTACKS[attack]
    assert verdicts(one) == EXPECTED
    standing, open_before = descendants(os.getpid()), descriptors()
    problem = Problem("p", "", "stdin", (TestCase("", "42\n"),), limits=LIMITS)
    judged = one.judge(Submission("a", "p", code=KEEP_ON + code), problem)
    assert judged.verdict.value in allowed.split(), judged
    assert verdicts(one) == EXPECTED
    assert (descendants(os.getpid()), descriptors()) == (standing, open_before)
    assert one.stats().restarts == 0


SEARCH = """
import gc, re
pattern = re.compile({half!r}.encode() + b'[0-9a-f]{{20}}')
def search():
  for thing in gc.get_objects() + [v for f in sys._current_frames().values() for v in f.f_locals]:
    if found := pattern.search(repr(thing).encode('utf-8', 'replace')): return found[0].decode()
  with open('/proc/self/maps') as maps, open('/proc/self/mem', 'rb', 0) as memory:
    for row in list(maps):
      low, high = (int(x, 16) for x in row.split()[0].split('-'))
      tried(memory.seek, low)
      if found := pattern.search(tried(memory.read, min(high - low, 1 << 28)) or b''):
        return found[0].decode()
"""


@pytest.mark.parametrize("kind", ["stdin", "function"])
@pytest.mark.parametrize("told", [False, True])
def test_the_expected_output_is_in_no_memory_a_program_can_read(
    one: Judge, kind: str, told: bool
) -> None:
    """It knows half of the answer and looks for the rest; it finds it where its input tells."""
    half, token = "5eed" * 5, "5eed" * 5 + os.urandom(10).hex()
    code = KEEP_ON + SEARCH.format(half=half)
    limits = Limits(cpu_seconds=10.0)
    if kind == "stdin":
        code += "kept = sys.stdin.read()\nprint(search())"
        test = TestCase(token if told else "", token)
        problem = Problem("p", "", "stdin", (test,), limits=limits)
    else:
        code += "def f(kept): return search()"
        test = TestCase([token if told else ""], token)
        problem = Problem("p", "", "function", (test,), entry_point="f", limits=limits)
    judged = one.judge(Submission("a", "p", code=code), problem)
    assert judged.verdict is (Verdict.AC if told else Verdict.WA), judged
    assert told or "None" in judged.cases[0].detail


@pytest.mark.parametrize("kind", ["stdin", "function", "script"])
def test_what_others_were_given_and_answered_is_in_no_memory_either(one: Judge, kind: str) -> None:
    """Every place that a submission's data passes through, the failed ones' too."""
    half = "cafe" * 5

    def token() -> str:
        return half + os.urandom(10).hex()

    problems = {
        "stdin": Problem("i", "", "stdin", (TestCase(token(), token()),) * 3, limits=LIMITS),
        "function": Problem(
            "f", "", "function", (TestCase([token()], token()),) * 3, entry_point="f", limits=LIMITS
        ),
        "script": Problem(
            "s", "", "script", (TestCase({"script": f"x = '{token()}'"}, None),) * 3, limits=LIMITS
        ),
    }
    asked = problems[kind]
    for code in (
        f"x = '{token()}'\ndef f(a):\n  print(a)\n  return a + x\n"
        "if __name__ == '__main__':\n  import sys\n  print(sys.stdin.read(), x)",
        f"def f(a): raise KeyError('{token()}')\n"
        f"if __name__ == '__main__': raise KeyError('{token()}')",
        f"syntax '{token()}",
    ):
        one.judge(Submission("a", asked.id, code=code), asked)
        look = Problem("l", "", "stdin", (TestCase("", "None"),) * 2, limits=Limits(10.0))
        search = KEEP_ON + SEARCH.format(half=half) + "print(search())"
        judged = one.judge(Submission("l", "l", code=search), look)
        assert judged.verdict is Verdict.AC, judged.cases[0].detail


@needs_walls
def test_other_submissions_cannot_be_found_running() -> None:
    look = (
        "import os, time\ntime.sleep(0.2)\n"
        "found = [p for p in os.listdir('/proc') if p.isdecimal()]\n"
        "for p in {*found} - {str(os.getpid())}:\n"
        "  for n in ('cmdline', 'environ', 'cwd/solution.py', 'root/tmp/solution.py'):\n"
        "    try:\n      if b'1111' in open(f'/proc/{p}/{n}', 'rb').read(): print(n)\n"
        "    except OSError: pass\nprint(len(found))"
    )
    sleeper = Problem("s", "", "stdin", (TestCase("", "1" * 40),), limits=LIMITS)
    looker = Problem("l", "", "stdin", (TestCase("", "2"),), limits=LIMITS)
    sleep = f"import time; time.sleep(0.5)\nprint('{'1' * 40}')"
    with Judge(workers=2) as judge:
        pairs = [
            (Submission("s", "s", code=sleep), sleeper),
            (Submission("l", "l", code=look), looker),
        ]
        assert [j.verdict for j in judge.many(pairs)] == [Verdict.AC, Verdict.AC]


REFUSED = {
    "unix socket of the host": "s = socket.socket(socket.AF_UNIX); s.connect(chr(0) + {name!r})",
    "tcp": "socket.socket(socket.AF_INET, socket.SOCK_STREAM)",
    "udp": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 53))",
    "tcp over ip 6": "socket.socket(socket.AF_INET6, socket.SOCK_STREAM)",
    "netlink": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "packets": "socket.socket(17, socket.SOCK_RAW)",
    "vsock": "socket.socket(40, socket.SOCK_STREAM)",
    "names": "socket.getaddrinfo('example.com', 80)",
    "the clock": "time.clock_settime(time.CLOCK_REALTIME, 0)",
    "priority": "os.nice(-1)",
    "real-time scheduling": "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
    "another user": "os.setuid(0)",
    "a device": "os.mknod('d', 0o020666, os.makedev(1, 1))",
    "a mount": "call(libc.mount, b'none', b'/tmp', b'tmpfs', 0, None)",
    "chroot": "os.chroot('.')",
    "user namespace": "call(libc.unshare, 0x10000000)",
    "ptrace": "call(libc.ptrace, 16, os.getppid(), 0, 0)",
    "process_vm_readv": "call(libc.process_vm_readv, os.getppid(), 0, 0, 0, 0, 0)",
    "io_uring": "call(libc.syscall, 425, 8, bytes(120))",
    "userfaultfd": "call(libc.syscall, {userfaultfd}, 0)",
    "bpf": "call(libc.syscall, {bpf}, 0, bytes(120), 120)",
    "performance counters": "call(libc.syscall, {perf_event_open}, bytes(120), 0, -1, -1, 0)",
    "keys": "call(libc.syscall, {add_key}, b'user', b'x', b'x', 1, -3)",
    "shared memory that stays": "call(libc.shmget, 7, 4096, 0o1666)",
    "semaphores that stay": "call(libc.semget, 7, 1, 0o1666)",
    "messages that stay": "call(libc.msgget, 7, 0o1666)",
    "a mark on its folder": "os.setxattr('.', 'user.x', b'1')",
    "a flag on its folder": "fcntl.ioctl(os.open('.', 0), 0x40086602, bytes(8))",
    "a call that is not yet known": "call(libc.syscall, 500)",
    "a handle to a file": "call(libc.syscall, {open_by_handle_at}, -100, bytes(99), 0)",
    "a new kind of clone": "call(libc.syscall, {clone3}, bytes(88), 88)",
    "core dumps": "resource.setrlimit(resource.RLIMIT_CORE, (1, 1))",
    "more processes": "resource.setrlimit(resource.RLIMIT_NPROC, (1 << 20, 1 << 20))",
    "more descriptors": "resource.setrlimit(resource.RLIMIT_NOFILE, (1 << 20, 1 << 20))",
    "locked memory": "call(libc.mlock, libc.malloc(1 << 24), 1 << 24)",
    "the host's files": "open({here!r})",
    "a file beside the interpreter": "open(os.__file__ + 'x', 'w')",
    "the supervisor's memory": "open('/proc/1/mem', 'rb')",
    "the supervisor's arguments": "os.readlink('/proc/1/exe')",
    "the kernel's settings": "open('/proc/sys/kernel/core_pattern', 'w').write('x')",
}


@needs_walls
@pytest.mark.parametrize("wish", REFUSED)
def test_what_no_solution_needs_is_refused(sandbox: Sandbox, wish: str) -> None:
    name = f"microcoder-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as host:
        host.bind("\0" + name)
        host.listen()
        attempt = REFUSED[wish].format(name=name, here=__file__, **harness.NUMBERS)
        code = (
            "import ctypes, fcntl, os, resource, socket, time\n"
            "libc = ctypes.CDLL(None, use_errno=True)\nlibc.malloc.restype = ctypes.c_void_p\n"
            "def call(f, *a):\n"
            "  a = [ctypes.c_long(x) if isinstance(x, int) else x for x in a]\n"
            "  if f(*a) < 0: raise OSError(ctypes.get_errno(), 'refused')\n"
            f"try: {attempt}\n"
            "except (OSError, ValueError) as error: print('refused')\nelse: print('done')"
        )
        assert sandbox.load(code) is None
        assert sandbox.run("stdin", b"", LIMITS).stdout.decode() == "refused\n"


@pytest.mark.parametrize("bomb", ["fork bomb", "thread bomb", "memory bomb", "one long call"])
def test_neighbours_keep_their_verdicts(bomb: str) -> None:
    problem = Problem("p", "", "stdin", (TestCase("", "42\n"),), limits=LIMITS)
    bad = (Submission("bomb", "p", code=KEEP_ON + ATTACKS[bomb][0]), problem)
    with Judge(workers=4) as judge:
        for number in range(3):
            good = [
                (Submission(f"{name} {i}", p.id, code=f"{code}\n# {number} {i}"), p)
                for i in range(4)
                for name, (code, p) in VICTIMS.items()
            ]
            judged = list(judge.many([bad, *good]))
            assert judged[0].verdict.value in ATTACKS[bomb][1].split()
            assert {j.id: j.verdict.value for j in judged[1:]} == {
                s.id: EXPECTED[s.id.rpartition(" ")[0]] for s, _ in good
            }


CONTAINER = """
import os, sys
sys.path[:0] = {path!r}
from microcoder.judge import Judge, harness
from microcoder.problem import *
from test_attacks import ATTACKS, EXPECTED, KEEP_ON, LIMITS, verdicts
harness._filter_system_calls(harness.build_filter())  # no namespaces, no mounts
if {nobody!r}:
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
problem = Problem("p", "", "stdin", (TestCase("", "42"),), limits=LIMITS)
with Judge(workers=1) as judge:
    print(sorted(name for name, state in judge.isolation().items() if state != "on"))
    for name in {names!r}:
        code, allowed = ATTACKS[name]
        judged = judge.judge(Submission("a", "p", code=KEEP_ON + code), problem)
        got = verdicts(judge)
        if judged.verdict.value not in allowed.split() or got != EXPECTED or judge.stats().restarts:
            print(name, judged.verdict, judged.detail, got, judge.stats())
    for wish in {wishes!r}:
        code = "import os, signal\\ntry: print(bool(" + wish + "))\\n"
        code += "except OSError: print('refused')"
        asked = Problem("w", "", "stdin", (TestCase("", "refused"),), limits=LIMITS)
        judged = judge.judge(Submission("w", "w", code=code), asked)
        if judged.verdict.value != "AC":
            print(wish, judged.detail)
"""


def for_everyone(*paths: Path) -> bool:
    """Whether another user may read these."""
    above = {folder for path in paths for folder in path.resolve().parents}
    return all(folder.stat().st_mode & 0o001 for folder in above)


def test_an_ordinary_user_without_namespaces_is_still_held(tmp_path: Path) -> None:
    """As in a container that grants nothing: no namespace, no mount, no root."""
    answers = tmp_path / "answers.txt"
    answers.write_text("42")
    answers.chmod(0o644)
    wishes = [
        f"open({str(answers)!r})",
        f"open({str(tmp_path / 'new')!r}, 'w')",
        "os.kill(os.getppid(), signal.SIGKILL)",
        "open(f'/proc/{os.getppid()}/environ')",
        "open(f'/proc/{os.getppid()}/cmdline')",
        "os.listdir('/home')",
    ]
    # those that are stopped by namespaces alone are left out
    names = [n for n in ATTACKS if n not in {"fork bomb", "thread bomb"}]
    script = CONTAINER.format(
        path=[str(Path(__file__).parent), *sys.path],
        names=names,
        wishes=wishes,
        nobody=os.getuid() == 0 and for_everyone(Path(sys.base_prefix), Path(harness.__file__)),
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stderr == ""
    missing, *trouble = done.stdout.splitlines()
    assert "'user namespace'" in missing
    assert not trouble, "\n".join(trouble)

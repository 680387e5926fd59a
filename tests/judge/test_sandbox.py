"""Programs that attack, flood, hang or hide: one attack a test."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import descendants

from microcoder.judge import Verdict, isolation
from microcoder.judge.sandbox import FULL_ISOLATION, Sandbox, SandboxDied
from microcoder.problem import Limits

if TYPE_CHECKING:
    from conftest import Ask

needs_walls = pytest.mark.skipif(
    any(isolation().get(layer) != "on" for layer in FULL_ISOLATION),
    reason="this kernel refuses a layer of isolation; see: microcoder judge isolation",
)
SMALL = Limits(cpu_seconds=1.0, wall_seconds=2.0, memory_bytes=512 * 1024**2)


def run(sandbox: Sandbox, code: str, given: str = "") -> str:
    """What the program prints, stripped."""
    assert sandbox.load(code) is None
    return sandbox.run("stdin", given.encode(), SMALL).stdout.decode().strip()


@needs_walls
def test_a_fork_bomb_is_bounded_and_leaves_no_process(sandbox: Sandbox) -> None:
    standing = descendants(sandbox._process.pid)
    sandbox.load("import os\nwhile True:\n  try: os.fork()\n  except OSError: pass")
    outcome = sandbox.run("stdin", b"", SMALL)
    assert outcome.stopped in ("cpu", "wall")
    assert descendants(sandbox._process.pid) == standing


def test_a_grandchild_in_its_own_session_is_killed(sandbox: Sandbox) -> None:
    standing = descendants(sandbox._process.pid)
    daemonise = (
        "import os, time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n"
        "    time.sleep(30)\n  os._exit(0)\nos.wait()\nprint(1)"
    )
    assert run(sandbox, daemonise) == "1"
    assert descendants(sandbox._process.pid) == standing


def test_the_processor_time_of_all_descendants_counts(ask: Ask) -> None:
    spin = "import os\nfor _ in range(3):\n  if os.fork() == 0:\n    while True: pass\nos.wait()"
    assert ask(spin).verdict is Verdict.TLE


def test_the_memory_of_all_descendants_counts(ask: Ask) -> None:
    hoard = (
        "import os, time\nfor _ in range(8):\n  if os.fork() == 0:\n"
        "    a = bytearray(b'x') * (100 << 20)\n    time.sleep(9)\n    os._exit(0)\n"
        "for _ in range(8): os.wait()\nprint(1)"
    )
    limits = Limits(cpu_seconds=20, memory_bytes=512 * 1024**2)
    assert ask(hoard, limits=limits).verdict is Verdict.MLE


def test_an_allocation_beyond_the_limit_is_mle(ask: Ask) -> None:
    assert ask("a = bytearray(1 << 33)").verdict is Verdict.MLE


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_flood_is_cut_off(ask: Ask, stream: str) -> None:
    assert ask(f"import sys\nwhile True: sys.{stream}.write('x' * 999)").verdict is Verdict.OLE


def test_a_sparse_output_is_as_large_as_it_says(ask: Ask) -> None:
    assert ask("import os; os.ftruncate(1, 1 << 50)").verdict is Verdict.OLE


def test_output_just_within_the_limit_arrives_whole(ask: Ask) -> None:
    size = 4 * 1024**2
    assert ask(f"print('x' * {size - 1})", ("", "x" * (size - 1))).verdict is Verdict.AC


def test_a_sleeper_is_woken_by_the_wall_limit(ask: Ask) -> None:
    case = ask("import time; time.sleep(60)").cases[0]
    assert case.verdict is Verdict.TLE
    assert case.cpu_seconds < 0.5


def test_a_program_that_ignores_every_signal_still_ends(ask: Ask) -> None:
    deaf = (
        "import signal\nfor s in range(1, 65):\n"
        "  try: signal.signal(s, signal.SIG_IGN)\n  except (OSError, ValueError): pass\n"
        "while True: pass"
    )
    assert ask(deaf).verdict is Verdict.TLE


def test_a_fraction_of_a_second_is_a_limit_too(ask: Ask) -> None:
    case = ask("while True: pass", limits=Limits(cpu_seconds=0.2)).cases[0]
    assert case.verdict is Verdict.TLE
    assert 0.2 < case.cpu_seconds < 0.9


def test_waiting_for_a_processor_is_not_held_against_a_program() -> None:
    spin = [sys.executable, "-c", "while True: pass"]
    hogs = [subprocess.Popen(spin) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        with Sandbox(niceness=19) as sandbox:
            sandbox.load("sum(range(1_000_000)); print(1)")
            outcome = sandbox.run("stdin", b"", Limits(cpu_seconds=4, wall_seconds=0.3))
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()
    assert outcome.stopped is None
    assert outcome.stdout == b"1\n"


@needs_walls
def test_there_is_no_network(sandbox: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect = (
            "import socket\ntry:\n"
            f"  socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 1)\n"
            "  print('connected')\nexcept OSError: print('refused')"
        )
        assert run(sandbox, connect) == "refused"


@needs_walls
def test_the_files_of_the_host_are_not_there(sandbox: Sandbox, tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    answers.write_text("secret")
    look = "import os\nprint([p for p in {} if os.path.exists(p)])"
    hidden = [str(answers), str(Path(__file__)), "/etc/shadow", "/sys", "/home", "/var"]
    assert run(sandbox, look.format(hidden)) == "[]"


@needs_walls
def test_the_interpreter_cannot_be_changed(sandbox: Sandbox) -> None:
    spoil = (
        "import os\nfor p in (os.__file__, os.path.dirname(os.__file__) + '/new.py', '/new'):\n"
        "  try: open(p, 'a'); print('opened', p)\n  except OSError: pass"
    )
    assert run(sandbox, spoil) == ""


@needs_walls
def test_installed_packages_are_not_there(sandbox: Sandbox) -> None:
    look = "import glob, sys\nprint(glob.glob(sys.prefix + '/lib/python3*/site-packages/*'))"
    assert run(sandbox, look) == "[]"


@needs_walls
def test_the_supervisor_can_neither_be_read_nor_killed(sandbox: Sandbox) -> None:
    snoop = (
        "import os, signal\n"
        "for name in ('environ', 'mem', 'maps', 'fd', 'cwd', 'root'):\n"
        "  path = f'/proc/1/{name}'\n"
        "  try:\n"
        "    os.listdir(path) if name in ('fd', 'cwd', 'root') else open(path, 'rb').read(1)\n"
        "    print('read', path)\n"
        "  except OSError: pass\n"
        "for pid in (1, os.getppid()):\n"
        "  try: os.kill(pid, signal.SIGKILL); print('killed')\n"
        "  except OSError: pass\n"
        "print(sorted(p for p in os.listdir('/proc') if p.isdecimal()) == ['1', str(os.getpid())])"
    )
    assert run(sandbox, snoop) == "True"


@needs_walls
def test_the_environment_holds_nothing_of_ours(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "x")
    look = "import os\nprint(sorted(os.environ), 'SECRET' in open('/proc/self/environ').read())"
    with Sandbox() as fresh:
        assert run(fresh, look) == "['HOME', 'LANG', 'PATH', 'TMPDIR'] False"


@needs_walls
def test_programs_have_no_privilege_to_use(sandbox: Sandbox) -> None:
    look = (
        "import ctypes, os\nl = ctypes.CDLL(None)\n"
        "print(os.getuid() == 0, l.unshare(0x10000000), l.ptrace(16, 1, 0, 0), l.setuid(0))\n"
        "print([r.split()[1] for r in open('/proc/self/status') if r.startswith(('CapEff', 'NoNew'"
        ", 'Seccomp:'))])"
    )
    expected = "False -1 -1 -1\n['0000000000000000', '1', '2']"
    assert run(sandbox, look) == expected


def test_only_the_three_streams_are_open(sandbox: Sandbox) -> None:
    look = (
        "import os\nfor fd in range(3, 300):\n"
        "  try: os.fstat(fd); print(fd)\n  except OSError: pass\nprint('end')"
    )
    assert run(sandbox, look) == "end"


@pytest.mark.parametrize(
    "leave", ["open('left', 'w')", "os.makedirs('left/d')", "os.mkfifo('left')"]
)
def test_nothing_is_left_for_the_next_run_to_find(sandbox: Sandbox, leave: str) -> None:
    code = f"import os\nprint(sorted(os.listdir('.')))\n{leave}"
    assert run(sandbox, code) == run(sandbox, code) == "['solution.py']"


def test_a_folder_a_thousand_deep_is_cleared(sandbox: Sandbox) -> None:
    deep = (
        "import os\nfor _ in range(1000): os.mkdir('d'); os.chdir('d')\n"
        "os.mkdir('locked'); os.mkdir('locked/d'); os.chmod('locked', 0)\nprint(1)"
    )
    assert run(sandbox, deep) == run(sandbox, deep) == "1"


@pytest.mark.parametrize(
    "source",
    ["x = " + "(" * 100_000, "x = " + "-" * 1_000_000 + "1", "x = a" + ".b" * 300_000, "x = '\0'"],
    ids=["brackets", "signs", "attributes", "nul"],
)
def test_a_source_that_breaks_the_compiler_is_ce(ask: Ask, source: str) -> None:
    assert ask(source).verdict is Verdict.CE


@pytest.mark.parametrize("death", ["import os; os.abort()", "import ctypes; ctypes.string_at(0)"])
def test_a_crash_is_rte_and_the_next_program_runs(ask: Ask, death: str) -> None:
    assert ask(death).verdict is Verdict.RTE
    assert ask("print(1)").verdict is Verdict.AC


def test_a_dead_harness_is_noticed() -> None:
    with Sandbox() as sandbox:
        for pid in descendants(sandbox._process.pid):
            os.kill(pid, 9)
        with pytest.raises(SandboxDied):
            sandbox.load("print(1)")


def test_a_closed_sandbox_leaves_no_process_and_no_folder() -> None:
    sandbox = Sandbox()
    sandbox.load("import time\ntime.sleep(60)")
    processes = [sandbox._process.pid, *descendants(sandbox._process.pid)]
    sandbox.close()
    deadline = time.monotonic() + 5
    while any(Path(f"/proc/{pid}").exists() for pid in processes):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert not Path(sandbox._scratch).exists()

"""The other side of the wall: starts bare, builds the sandbox, runs one program per fork.

Run as a script of its own (``python -S -s -P -B harness.py FD``), never imported by the judge: it
needs the standard library and knows no expected output. Three processes stand between the judge
and a program:

    judge ── outer ── middle ── supervisor (process 1 of its own namespaces) ── program, per test

The outer one writes the id maps of the new user namespace, the middle one enters the others, the
supervisor answers requests over one socket. It compiles a program once and forks per test, with
stdin, stdout and stderr as memory files: nothing has to be drained, nothing can deadlock, a file's
size is known and RLIMIT_FSIZE caps it. Each layer that the kernel refuses is left out and said so.
"""

from __future__ import annotations

import _sitebuiltins
import atexit
import builtins
import collections
import contextlib
import ctypes
import errno
import fcntl
import gc
import glob
import importlib
import io
import json
import marshal
import os
import platform
import resource
import select
import signal
import socket
import stat
import struct
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

WARM_MODULES = (
    "math", "cmath", "collections", "heapq", "bisect", "itertools", "functools", "operator",
    "re", "string", "random", "copy", "typing", "dataclasses", "decimal", "fractions",
    "statistics", "datetime", "time", "array", "queue", "struct", "io", "sys", "os", "json",
    "enum", "abc", "textwrap", "numbers", "contextlib", "types", "threading", "traceback",
    "inspect", "ast",
)  # fmt: skip
"""Imported once, so that a program's own import of them costs nothing."""

STAR_MODULES = (
    "string", "itertools", "functools", "operator", "math", "bisect", "heapq", "collections",
    "typing",
)  # fmt: skip
"""Their public names are global in function problems, as LeetCode has them."""

NOBODY = 65534
HIGHEST_DESCRIPTOR = 64
PROGRAM_DESCRIPTORS = 256
COMPILE_CPU_SECONDS = 10
SCRATCH_BYTES = 256 * 1024 * 1024
STACK_BYTES = 112 * 1024 * 1024  # Linux keeps 128 MiB below the main stack free, whatever the limit
STDERR_TAIL_BYTES = 4000
TICK_SECONDS = 0.05

# --- messages: a length, a JSON header, raw blobs whose lengths stand in the header --------------


def send(wire: socket.socket, header: dict[str, Any], *blobs: bytes) -> None:
    """Write one message."""
    text = json.dumps(header | {"blobs": [len(b) for b in blobs]}).encode()
    wire.sendall(b"".join((struct.pack(">I", len(text)), text, *blobs)))


def receive(wire: socket.socket) -> tuple[dict[str, Any], list[bytes]]:
    """Read one message; EOFError when the other side is gone."""
    (length,) = struct.unpack(">I", _exactly(wire, 4))
    header: dict[str, Any] = json.loads(_exactly(wire, length))
    return header, [_exactly(wire, n) for n in header.pop("blobs")]


def _exactly(wire: socket.socket, length: int) -> bytes:
    buffer = bytearray(length)
    view = memoryview(buffer)
    while view:
        count = wire.recv_into(view)
        if not count:
            raise EOFError("the other side closed the connection")
        view = view[count:]
    return bytes(buffer)


# --- the kernel, through ctypes ----------------------------------------------------------------

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_NAMESPACES = {
    "mount": 0x00020000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "cgroup": 0x02000000,
}
NEW_USER = 0x10000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = (
    1, 2, 4, 32, 4096, 16384, 1 << 18,
)  # fmt: skip
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP = 1, 4, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38

SYSCALLS: dict[str, dict[str, int]] = {
    "x86_64": {
        "pivot_root": 155, "seccomp": 317, "mount_setattr": 442, "audit_arch": 0xC000003E,
        "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "mount": 165,
        "umount2": 166, "unshare": 272, "setns": 308, "bpf": 321, "perf_event_open": 298,
        "keyctl": 250, "add_key": 248, "request_key": 249, "userfaultfd": 323,
        "io_uring_setup": 425, "kexec_load": 246, "init_module": 175, "finit_module": 313,
        "open_by_handle_at": 304, "pidfd_getfd": 438, "swapon": 167, "reboot": 169,
        "clone": 56, "clone3": 435, "socket": 41, "fsopen": 430, "move_mount": 429,
        "open_tree": 428, "quotactl": 179, "acct": 163, "settimeofday": 164,
    },
    "aarch64": {
        "pivot_root": 41, "seccomp": 277, "mount_setattr": 442, "audit_arch": 0xC00000B7,
        "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "mount": 40,
        "umount2": 39, "unshare": 97, "setns": 268, "bpf": 280, "perf_event_open": 241,
        "keyctl": 219, "add_key": 217, "request_key": 218, "userfaultfd": 282,
        "io_uring_setup": 425, "kexec_load": 104, "init_module": 105, "finit_module": 273,
        "open_by_handle_at": 265, "pidfd_getfd": 438, "swapon": 224, "reboot": 142,
        "clone": 220, "clone3": 435, "socket": 198, "fsopen": 430, "move_mount": 429,
        "open_tree": 428, "quotactl": 60, "acct": 89, "settimeofday": 170,
    },
}  # fmt: skip
NUMBERS = SYSCALLS.get(platform.machine(), {})


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _prctl(option: int, *arguments: int) -> None:
    padded = (*arguments, 0, 0, 0, 0)[:4]
    _checked(LIBC.prctl(option, *map(ctypes.c_ulong, padded)), f"prctl {option}")


def _unshare(flags: int) -> None:
    _checked(LIBC.unshare(ctypes.c_int(flags)), "unshare")


def _mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    _checked(
        LIBC.mount(
            source.encode(), target.encode(), kind and kind.encode(), ctypes.c_ulong(flags),
            data.encode() or None,
        ),
        f"mount {target}",
    )  # fmt: skip


def _syscall(name: str, *arguments: Any) -> int:
    if name not in NUMBERS:
        raise OSError(errno.ENOSYS, f"{name}: unknown on {platform.machine()}")
    return _checked(LIBC.syscall(ctypes.c_long(NUMBERS[name]), *arguments), name)


def _drop_capabilities() -> None:
    class Header(ctypes.Structure):
        _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))

    header, none = Header(0x20080522, 0), (ctypes.c_uint32 * 6)()
    _checked(LIBC.capset(ctypes.byref(header), none), "capset")


# --- system call filter ------------------------------------------------------------------------

DENIED = (
    "ptrace", "process_vm_readv", "process_vm_writev", "mount", "umount2", "pivot_root",
    "unshare", "setns", "bpf", "perf_event_open", "keyctl", "add_key", "request_key",
    "userfaultfd", "io_uring_setup", "kexec_load", "init_module", "finit_module",
    "open_by_handle_at", "pidfd_getfd", "swapon", "reboot", "fsopen", "move_mount", "open_tree",
    "quotactl", "acct", "settimeofday", "mount_setattr",
)  # fmt: skip


def build_filter() -> Any:
    """A seccomp program: refuses what no solution needs, other address families, new namespaces.

    Anything refused fails with EPERM, so a program that merely tries goes on. ``clone3`` hides its
    flags behind a pointer: it is said not to exist, and the C library falls back to ``clone``.
    """
    if not NUMBERS:
        return None
    load, equal, masked, give = 0x20, 0x15, 0x45, 0x06
    allow, refuse, absent = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
    new_anything = sum(NEW_NAMESPACES.values()) | NEW_USER
    code: list[tuple[int, int, int, int]] = [
        (load, 0, 0, 4),  # the architecture: another one numbers its calls differently
        (equal, 1, 0, NUMBERS["audit_arch"]),
        (give, 0, 0, refuse),
        (load, 0, 0, 0),
        (equal, 0, 1, NUMBERS["clone3"]),
        (give, 0, 0, absent),
    ]
    for name in DENIED:
        code += [(equal, 0, 1, NUMBERS[name]), (give, 0, 0, refuse)]
    if platform.machine() == "x86_64":  # the x32 numbers would pass the list above
        code += [(0x35, 0, 1, 0x40000000), (give, 0, 0, refuse)]
    code += [
        (equal, 0, 3, NUMBERS["clone"]),
        (load, 0, 0, 16),
        (masked, 0, 5, new_anything),
        (give, 0, 0, refuse),
        (equal, 0, 3, NUMBERS["socket"]),
        (load, 0, 0, 16),
        (equal, 1, 0, socket.AF_UNIX),
        (give, 0, 0, refuse),
        (give, 0, 0, allow),
    ]

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))

    return Program(len(code), b"".join(struct.pack("HBBI", *step) for step in code))


def _filter_system_calls(program: Any) -> None:
    _prctl(PR_SET_NO_NEW_PRIVS, 1)  # the kernel wants it first
    set_mode_filter, spec_allow = 1, 4
    _syscall(
        "seccomp", ctypes.c_uint(set_mode_filter), ctypes.c_uint(spec_allow), ctypes.byref(program)
    )


# --- building the sandbox, once per worker -----------------------------------------------------


class Sandbox:
    """What the supervisor knows of the walls around it."""

    def __init__(self, wire: socket.socket, niceness: int, packages: list[str]) -> None:
        self.wire = wire
        self.layers: dict[str, str] = {}
        """Layer to "on", or to the reason why it is off."""
        self.scratch = ""
        self.scratch_is_mount = False
        self.may_become_nobody = False
        self.own_processes = False
        self.filter: Any = None
        self.packages = packages
        self.package_path: str | None = None
        with contextlib.suppress(OSError):
            os.nice(niceness)

    @contextlib.contextmanager
    def layer(self, name: str) -> Iterator[None]:
        """Note whether the layer built inside came to stand."""
        try:
            yield
            self.layers[name] = "on"
        except OSError as error:
            self.layers[name] = str(error) or type(error).__name__


def enter_namespaces(box: Sandbox) -> None:
    """Return in the supervisor alone; the outer and middle processes wait here and exit with it."""
    uid, gid = os.geteuid(), os.getegid()
    ready_in, ready_out = os.pipe()
    mapped_in, mapped_out = os.pipe()
    middle = os.fork()
    if middle:
        os.close(ready_out)
        os.close(mapped_in)
        box.wire.close()
        if os.read(ready_in, 1):
            os.write(mapped_out, b"1" if _write_maps(middle, uid, gid) else b"0")
        _wait_and_leave(middle)
    os.close(ready_in)
    os.close(mapped_out)
    both_mapped = False
    with box.layer("user namespace"):
        _unshare(NEW_USER)
        os.write(ready_out, b"1")
        both_mapped = os.read(mapped_in, 1) == b"1"
        if not both_mapped:
            _write("/proc/self/setgroups", "deny")
            _write("/proc/self/uid_map", f"{uid} {uid} 1")
            _write("/proc/self/gid_map", f"{gid} {gid} 1")
    os.close(ready_out)
    os.close(mapped_in)
    with contextlib.suppress(OSError):
        os.setgroups([])
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if uid == 0:
        box.may_become_nobody = both_mapped or box.layers["user namespace"] != "on"
    for name, flag in NEW_NAMESPACES.items():
        with box.layer(f"{name} namespace"):
            _unshare(flag)
    supervisor = os.fork()
    if supervisor:
        box.wire.close()
        _wait_and_leave(supervisor)
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    box.own_processes = box.layers["pid namespace"] == "on"


def _write_maps(pid: int, uid: int, gid: int) -> bool:
    """Map ourselves and nobody; only a privileged process may, from outside."""
    if uid != 0:
        return False
    try:
        _write(f"/proc/{pid}/uid_map", f"0 0 1\n{NOBODY} {NOBODY} 1")
        _write(f"/proc/{pid}/gid_map", f"{gid} {gid} 1\n{NOBODY} {NOBODY} 1")
    except OSError:
        return False
    return True


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _wait_and_leave(pid: int) -> NoReturn:
    _, status = os.waitpid(pid, 0)
    os._exit(os.waitstatus_to_exitcode(status) & 255)


def build_root(box: Sandbox, root: str) -> None:
    """Give the programs a file system of their own: the interpreter and system libraries read-only,
    a fresh /proc, a handful of devices, one scratch folder; nothing else exists."""
    os.umask(0o022)
    _mount("none", "/", None, MS_REC | MS_PRIVATE)
    _mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    base = os.path.realpath(sys.base_prefix)
    shown = ["/usr/lib", "/usr/lib64", "/usr/bin", "/lib", "/lib64", "/bin"]
    shown += ["/usr/share/zoneinfo", "/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives"]
    if base != "/usr":
        shown.append(base)
    for path in shown:
        if os.path.islink(path):
            _make_parents(root + path)
            os.symlink(os.readlink(path), root + path)
        elif os.path.exists(path):
            _bind(path, root + path)
            _make_read_only(root + path)
    # Installed packages may hold data sets, answers included.
    for packages in _site_folders(base):
        if os.path.isdir(root + packages) and not os.path.islink(root + packages):
            _mount("tmpfs", root + packages, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "mode=755")
    if box.packages:
        box.package_path = "/packages"
        for path in box.packages:
            target = f"{root}/packages/{os.path.basename(path)}"
            _bind(path, target)
            _make_read_only(target)
    for device in ("null", "zero", "full", "random", "urandom"):
        _bind(f"/dev/{device}", f"{root}/dev/{device}")
    for link, target in (
        ("dev/fd", "/proc/self/fd"), ("dev/stdin", "/proc/self/fd/0"), ("dev/shm", "/tmp"),
        ("dev/stdout", "/proc/self/fd/1"), ("dev/stderr", "/proc/self/fd/2"),
    ):  # fmt: skip
        os.symlink(target, f"{root}/{link}")
    for folder in ("proc", "tmp", "old"):
        os.mkdir(f"{root}/{folder}", 0o755)
    _write_file(f"{root}/etc/passwd", f"nobody:x:{NOBODY}:{NOBODY}:nobody:/tmp:/bin/sh\n")
    _mount("proc", f"{root}/proc", "proc", MS_NOSUID | MS_NODEV | 8)
    os.chdir(root)
    _syscall("pivot_root", b".", b"old")
    os.chdir("/")
    _checked(LIBC.umount2(b"/old", 2), "umount /old")
    os.rmdir("/old")
    _mount("none", "/", None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)
    box.scratch, box.scratch_is_mount = "/tmp", True
    _mount_scratch(box)


def _mount_scratch(box: Sandbox) -> None:
    _mount(
        "tmpfs", box.scratch, "tmpfs", MS_NOSUID | MS_NODEV,
        f"mode=1777,size={SCRATCH_BYTES},nr_inodes=4096",
    )  # fmt: skip


def _site_folders(base: str) -> Iterator[str]:
    for prefix in dict.fromkeys((base, "/usr", "/usr/local")):
        for library in ("lib", "lib64"):
            for folder in ("site-packages", "dist-packages"):
                yield from glob.glob(f"{prefix}/{library}/python3*/{folder}")


def _make_parents(path: str) -> None:
    os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)


def _write_file(path: str, text: str) -> None:
    _make_parents(path)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _bind(source: str, target: str) -> None:
    _make_parents(target)
    if os.path.isdir(source):
        os.makedirs(target, mode=0o755, exist_ok=True)
    else:
        _write_file(target, "")
    _mount(source, target, None, MS_BIND | MS_REC)


def _make_read_only(target: str) -> None:
    """Every mount below too; older kernels can change the topmost alone."""
    attributes = struct.pack("QQQQ", 0x1 | 0x2 | 0x4, 0, 0, 0)  # rdonly, nosuid, nodev
    try:
        _syscall(
            "mount_setattr", ctypes.c_int(-100), target.encode(), ctypes.c_uint(0x8000),
            attributes, ctypes.c_size_t(len(attributes)),
        )  # fmt: skip
    except OSError:
        kept = os.statvfs(target).f_flag & (8 | 1024 | 2048)  # locked flags must be repeated
        _mount("none", target, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | kept)


def raise_walls(box: Sandbox, scratch: str) -> None:
    """Everything of the sandbox that lasts for the life of the supervisor."""
    if box.layers["mount namespace"] == "on" and box.own_processes:
        with box.layer("private files"):
            build_root(box, scratch)
    else:
        box.layers["private files"] = "needs mount and pid namespaces"
    if not box.scratch:
        box.scratch = scratch
        os.chdir("/")
        if box.packages:
            box.package_path = os.path.dirname(box.packages[0])
        if box.may_become_nobody and not _all_may_read(sys.base_prefix):
            box.may_become_nobody = False
        if box.may_become_nobody:
            os.chown(scratch, NOBODY, NOBODY)
    if not box.own_processes:
        with box.layer("orphans adopted"):
            _prctl(PR_SET_CHILD_SUBREAPER, 1)
    else:
        box.layers["orphans adopted"] = "on"
    box.layers["unprivileged user"] = (
        "on" if box.may_become_nobody or os.geteuid() != 0 else "programs run as root"
    )
    with contextlib.suppress(OSError):
        for capability in range(64):
            _prctl(PR_CAPBSET_DROP, capability)
    box.filter = build_filter()
    with box.layer("no new privileges"):
        _try_in_child(lambda: _prctl(PR_SET_NO_NEW_PRIVS, 1))
    with box.layer("capabilities dropped"):
        _try_in_child(_drop_capabilities)
    with box.layer("system call filter"):
        if box.filter is None:
            raise OSError(errno.ENOSYS, f"no table for {platform.machine()}")
        _try_in_child(lambda: _filter_system_calls(box.filter))
    if box.layers["system call filter"] != "on":
        box.filter = None
    with box.layer("memory unreadable"):
        _prctl(PR_SET_DUMPABLE, 0)


def _all_may_read(path: str) -> bool:
    path = os.path.realpath(path)
    while path != "/":
        if not os.stat(path).st_mode & stat.S_IXOTH:
            return False
        path = os.path.dirname(path)
    return True


def _try_in_child(action: Callable[[], object]) -> None:
    """Do the one-way action in a child, and raise here what it raised there."""
    pid = os.fork()
    if not pid:
        number = 0
        try:
            action()
        except OSError as error:
            number = error.errno or errno.EPERM
        finally:
            os._exit(number & 255)
    _, status = os.waitpid(pid, 0)
    if number := os.waitstatus_to_exitcode(status):
        raise OSError(number, os.strerror(abs(number)))


# --- the supervisor ----------------------------------------------------------------------------


def serve(box: Sandbox) -> None:
    """Answer requests until the judge hangs up."""
    source, compiled = b"", b""
    while True:
        try:
            request, blobs = receive(box.wire)
        except (EOFError, ConnectionError):
            return
        if request["op"] == "load":
            source = blobs[0]
            compiled, error = compile_apart(box, source)
            send(box.wire, {"error": error})
        else:
            answer, out = run_test(box, source, compiled, request, blobs)
            send(box.wire, answer, *out)


def compile_apart(box: Sandbox, source: bytes) -> tuple[bytes, str | None]:
    """Compile in a child: a source may exhaust or crash the compiler, and must not take us along.

    Returns:
        The marshalled code object and None, or nothing and the error as one text.
    """
    result = os.memfd_create("code")
    try:
        pid = os.fork()
        if not pid:
            _compile_and_leave(box, source, result)
        ended = watch(box, pid, cpu=COMPILE_CPU_SECONDS, wall=4.0 * COMPILE_CPU_SECONDS)
        answer = _contents(result)
        if ended["status"] == 0 and answer[:1] == b"C":
            return answer[1:], None
        if answer[:1] == b"E":
            return b"", answer[1:].decode("utf-8", "replace")
        return b"", "the compiler gave up on this program (too large or too deeply nested)"
    finally:
        os.close(result)


def _compile_and_leave(box: Sandbox, source: bytes, result: int) -> NoReturn:
    try:
        _limit(resource.RLIMIT_CPU, COMPILE_CPU_SECONDS)
        _limit(resource.RLIMIT_AS, _address_space() + (1 << 30))
        _limit(resource.RLIMIT_CORE, 0)
        import warnings

        warnings.simplefilter("ignore")
        path = os.path.join(box.scratch, "solution.py")
        code = compile(source, path, "exec", dont_inherit=True)
        os.write(result, b"C")
        _write_all(result, marshal.dumps(code))
        os._exit(0)
    except BaseException as error:
        lines = traceback.format_exception_only(type(error), error)
        os.ftruncate(result, 0)
        os.lseek(result, 0, 0)
        os.write(result, b"E" + "".join(lines)[-STDERR_TAIL_BYTES:].encode("utf-8", "replace"))
    finally:
        os._exit(0)


def run_test(
    box: Sandbox, source: bytes, compiled: bytes, request: dict[str, Any], blobs: list[bytes]
) -> tuple[dict[str, Any], list[bytes]]:
    """One test: fork, wait, kill whatever is left, collect."""
    limits = request["limits"]
    kind = request["kind"]
    stdin, stdout, stderr = (os.memfd_create(name) for name in ("stdin", "stdout", "stderr"))
    result = os.memfd_create("result") if kind != "stdin" else None
    started_in, started_out = os.pipe()
    try:
        if kind == "stdin":
            _write_all(stdin, blobs[0])
            os.lseek(stdin, 0, 0)
        pid = os.fork()
        if not pid:
            become_program(
                box, source, compiled, request, blobs, (stdin, stdout, stderr, result), started_out
            )
        os.close(started_out)
        started_out = -1
        ended = watch(
            box, pid, limits["cpu_seconds"], limits["wall_seconds"], limits["memory_bytes"]
        )
        ended["started"] = os.read(started_in, 1) == b"1"
        clean_scratch(box)
        size = os.fstat(stdout).st_size
        error_size = os.fstat(stderr).st_size
        allowed = limits["output_bytes"]
        result_size = os.fstat(result).st_size if result is not None else 0
        ended["too_much"] = max(size, error_size, result_size) > allowed
        # A program that failed is not compared, so its output need not travel.
        wanted = ended["status"] == 0 and not ended["too_much"] and kind == "stdin"
        tail = os.pread(stderr, STDERR_TAIL_BYTES, max(0, error_size - STDERR_TAIL_BYTES))
        return ended, [
            _contents(stdout) if wanted else b"",
            tail,
            _contents(result) if result is not None and not ended["too_much"] else b"",
        ]
    finally:
        for descriptor in (stdin, stdout, stderr, result, started_in, started_out):
            if descriptor is not None and descriptor >= 0:
                os.close(descriptor)


def _contents(descriptor: int) -> bytes:
    pieces, offset = [], 0
    while piece := os.pread(descriptor, 1 << 24, offset):
        pieces.append(piece)
        offset += len(piece)
    return b"".join(pieces)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def watch(
    box: Sandbox, pid: int, cpu: float, wall: float, memory: int | None = None
) -> dict[str, Any]:
    """Wait for a program to end or to use up a limit; leave no descendant alive.

    The wall limit is there for sleepers: time that a program spent ready to run but waiting for a
    processor is not held against it, so a busy machine makes no verdict.
    """
    began = time.monotonic()
    patience = began + 20 * wall + 120
    deadline = began + wall
    stopped: str | None = None
    peak = 0
    poller = select.poll()
    poller.register(box.wire, select.POLLRDHUP | select.POLLHUP)
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        handle = -1
    try:
        if handle >= 0:
            poller.register(handle, select.POLLIN)
        while stopped is None:
            now = time.monotonic()
            pause = max(0.0, min(TICK_SECONDS if handle >= 0 else 0.002, deadline - now))
            events = poller.poll(pause * 1000 + 0.5)
            if any(descriptor == box.wire.fileno() for descriptor, _ in events):
                os.kill(pid, signal.SIGKILL)  # nobody is left to tell
                list(_kill_descendants(box))
                os._exit(0)
            if events or (handle < 0 and _has_ended(pid)):
                break
            now = time.monotonic()
            used = _survey(box, pid, memory)
            peak = max(peak, used[1])
            if used[0] > cpu + 0.02:
                stopped = "cpu"
            elif memory is not None and used[1] > memory:
                stopped = "memory"
            elif now >= deadline:
                ready = used[2]
                if now - began - ready >= wall:
                    stopped = "wall"
                elif now >= patience:
                    stopped = "starved"
                else:
                    deadline = now + max(TICK_SECONDS, wall - (now - began - ready))
    finally:
        if handle >= 0:
            os.close(handle)
    elapsed = time.monotonic() - began
    if stopped:
        os.kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    total = usage.ru_utime + usage.ru_stime
    largest = usage.ru_maxrss
    for other in _kill_descendants(box):
        total += other.ru_utime + other.ru_stime
        largest = max(largest, other.ru_maxrss)
    return {
        "status": status,
        "stopped": stopped,
        "cpu_seconds": total,
        "wall_seconds": elapsed,
        "memory_bytes": max(0, largest * 1024 - BASE["resident"], peak),
    }


def _has_ended(pid: int) -> bool:
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    return os.waitid(os.P_PID, pid, flags) is not None


def _kill_descendants(box: Sandbox) -> Iterator[resource.struct_rusage]:
    """Kill and reap until no child is left: orphans have become ours."""
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid:
            yield usage
            continue
        if box.own_processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        else:
            ours = list(_descendants(os.getpid()))
            for wanted in (signal.SIGSTOP, signal.SIGKILL):  # stopped first, none can fork on
                for other in ours:
                    with contextlib.suppress(OSError):
                        os.kill(other, wanted)
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return
        yield usage


def _descendants(pid: int) -> Iterator[int]:
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for task in tasks:
        for child in _read(f"/proc/{pid}/task/{task}/children").split():
            yield int(child)
            yield from _descendants(int(child))


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
BASE = {"resident": 0, "address_space": 0}


def _survey(box: Sandbox, pid: int, memory: int | None) -> tuple[float, int, float]:
    """What the program and its descendants use now.

    Returns:
        CPU seconds, bytes (shared pages counted once), the longest wait for a processor (seconds).
    """
    if box.own_processes:
        everyone = [int(name) for name in os.listdir("/proc") if name.isdecimal() and name != "1"]
    else:
        everyone = [pid, *_descendants(pid)]
    used, resident, waited = 0.0, 0, 0.0
    for one in everyone:
        fields = _read(f"/proc/{one}/stat").rpartition(")")[2].split()
        if len(fields) > 21:
            used += sum(map(int, fields[11:15])) / TICKS
            resident += max(0, int(fields[21]) * PAGE - BASE["resident"])
        try:
            tasks = os.listdir(f"/proc/{one}/task")
        except OSError:
            continue
        for task in tasks:
            numbers = _read(f"/proc/{one}/task/{task}/schedstat").split()
            if len(numbers) == 3:
                waited = max(waited, int(numbers[1]) / 1e9)
    if memory is not None and resident > memory and len(everyone) > 1:
        resident = sum(_proportional(one) for one in everyone)
    return used, resident, waited


def _proportional(pid: int) -> int:
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def clean_scratch(box: Sandbox) -> None:
    """Leave nothing for the next test to find."""
    try:
        entries = list(os.scandir(box.scratch))
        for entry in entries:
            if len(entries) > 256 or entry.is_dir(follow_symlinks=False):
                raise IsADirectoryError
            os.unlink(entry.path)
        return
    except OSError:
        pass
    if box.scratch_is_mount:
        os.chdir("/")
        _checked(LIBC.umount2(box.scratch.encode(), 2), "umount scratch")
        _mount_scratch(box)
        return
    _empty(box.scratch)


def _empty(folder: str) -> None:
    """Delete what a folder holds, however deep: each level is moved up before it is entered."""
    while entries := [os.path.join(folder, name) for name in os.listdir(folder)]:
        for path in entries:
            if os.path.islink(path) or not os.path.isdir(path):
                os.unlink(path)
                continue
            os.chmod(path, 0o700)
            for name in os.listdir(path):
                inner = os.path.join(path, name)
                if not os.path.islink(inner) and os.path.isdir(inner):
                    os.chmod(inner, 0o700)  # else its parent could not be changed
                os.rename(inner, os.path.join(folder, os.urandom(12).hex()))
            os.rmdir(path)


# --- inside the fork: becoming the program -----------------------------------------------------


def become_program(
    box: Sandbox,
    source: bytes,
    compiled: bytes,
    request: dict[str, Any],
    blobs: list[bytes],
    streams: tuple[int, int, int, int | None],
    started: int,
) -> NoReturn:
    """Confine ourselves, then be what ``python3 solution.py`` would be. Never returns."""
    kind = request["kind"]
    try:
        result = _arrange_descriptors(streams, started)
        path = _arrange_scratch(box, source, request)
        _confine(box, request["limits"])
        _arrange_interpreter(path, request)
        code = marshal.loads(compiled)
        work: Callable[[], None]
        if kind == "stdin":
            work = _program_runner(code, path)
        elif kind == "function":
            work = _function_caller(code, path, request, blobs[0], result)
        else:
            work = _script_runner(code, path, request, blobs[0], result)
        os.write(result + 1, b"1")
        os.close(result + 1)
        if kind == "stdin":
            os.close(result)
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(99)
    gc.enable()
    status = _call(work, path)
    _finish(status)


def _arrange_descriptors(streams: tuple[int, int, int, int | None], started: int) -> int:
    """0, 1, 2, then the result file (closed at once in stdin problems), then the start signal."""
    stdin, stdout, stderr, result = streams
    wanted = (stdin, stdout, stderr, stdin if result is None else result, started)
    for target, descriptor in enumerate([_move_up(d) for d in wanted]):
        os.dup2(descriptor, target, inheritable=target < 3)
    os.closerange(5, HIGHEST_DESCRIPTOR)
    os.setsid()
    return 3


def _move_up(descriptor: int) -> int:
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 40)


def _arrange_scratch(box: Sandbox, source: bytes, request: dict[str, Any]) -> str:
    os.umask(0o022)
    os.chdir(box.scratch)
    path = os.path.join(box.scratch, "solution.py")
    files = {"solution.py": source}
    for name, text in request.get("files", {}).items():
        files[name] = text.encode("utf-8", "surrogatepass")
    for name, data in files.items():
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        _write_all(descriptor, data)
        if box.may_become_nobody:
            os.fchown(descriptor, NOBODY, NOBODY)
        os.close(descriptor)
    return path


def _limit(what: int, soft: int, hard: int | None = None) -> None:
    ceiling = resource.getrlimit(what)[1]
    if ceiling == resource.RLIM_INFINITY:
        ceiling = 1 << 62
    resource.setrlimit(what, (min(soft, ceiling), min(soft if hard is None else hard, ceiling)))


def _address_space() -> int:
    return int(_read("/proc/self/statm").split()[0] or 0) * PAGE


def _confine(box: Sandbox, limits: dict[str, Any]) -> None:
    # The backstop: this clock ticks coarsely and may run fast. The supervisor's decides.
    whole_seconds = int(limits["cpu_seconds"]) + 2
    _limit(resource.RLIMIT_CPU, whole_seconds, whole_seconds + 1)
    _limit(resource.RLIMIT_AS, BASE["address_space"] + limits["memory_bytes"])
    _limit(resource.RLIMIT_STACK, STACK_BYTES)
    _limit(resource.RLIMIT_FSIZE, limits["output_bytes"] + 1)
    _limit(resource.RLIMIT_NOFILE, PROGRAM_DESCRIPTORS)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_MEMLOCK, 1 << 16)
    with contextlib.suppress(OSError):
        _write("/proc/self/oom_score_adj", "1000")
    if box.may_become_nobody:
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    # Counted per user and user namespace; without one it would count the caller's other processes.
    if box.layers["user namespace"] == "on":
        _limit(resource.RLIMIT_NPROC, 64)
    if box.layers["capabilities dropped"] == "on":
        _drop_capabilities()
    if box.layers["no new privileges"] == "on":
        _prctl(PR_SET_NO_NEW_PRIVS, 1)
    if box.layers["memory unreadable"] == "on":
        _prctl(PR_SET_DUMPABLE, 1)  # our own: /dev/stdin is a link through /proc/self
    if box.filter is not None:
        _filter_system_calls(box.filter)


def _arrange_interpreter(path: str, request: dict[str, Any]) -> None:
    sys.argv = [path, *request.get("arguments", ())]
    sys.orig_argv = [sys.executable, *sys.argv]
    sys.path.insert(0, os.path.dirname(path))
    for name, descriptor, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        stream = _open_stream(name, descriptor, mode)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it; we want to see the flood end


def _open_stream(name: str, descriptor: int, mode: str) -> io.TextIOWrapper:
    raw = io.FileIO(descriptor, mode, closefd=False)
    raw.name = f"<{name}>"
    binary: Any = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    text = io.TextIOWrapper(
        binary,
        encoding="utf-8",
        errors="backslashreplace" if name == "stderr" else "strict",
        newline="\n",
        line_buffering=name == "stderr",
    )
    text.mode = mode  # type: ignore[misc]
    return text


def _new_module(name: str, path: str) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__file__ = path
    module.__builtins__ = builtins  # type: ignore[attr-defined]
    module.__dict__["__cached__"] = None
    module.__annotations__ = {}
    sys.modules[name] = sys.modules["__main__"] = module
    MAIN.append(module)
    return module


MAIN: list[types.ModuleType] = []


def _program_runner(code: types.CodeType, path: str) -> Callable[[], None]:
    names = _new_module("__main__", path).__dict__
    run = exec

    def work() -> None:
        run(code, names)

    return work


def _call(work: Callable[[], None], path: str) -> int:
    """Run to the end; the exit status python3 would have had before its shutdown."""
    # Our own frames must not use up the program's recursion depth.
    sys.setrecursionlimit(1000 + _depth())
    try:
        work()
    except SystemExit as leaving:
        return _status_of(leaving)
    except BaseException as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != path:
            trace = trace.tb_next
        try:
            sys.excepthook(type(error), error, trace or error.__traceback__)
        except BaseException:
            sys.__excepthook__(type(error), error, trace)
        return 1
    return 0


def _depth() -> int:
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


def _status_of(leaving: SystemExit) -> int:
    if leaving.code is None:
        return 0
    if isinstance(leaving.code, int):
        return leaving.code & 255
    print(leaving.code, file=sys.stderr)
    return 1


def _finish(status: int) -> NoReturn:
    """Shut down as the interpreter does, without its costly dismantling of every module.

    Threads are joined, exit functions run, streams flushed; then the program's own globals go, so
    that destructors run and files left open are written. Daemon threads would see their globals
    vanish: with one alive, the files are written and the globals stay.
    """
    for last in (threading._shutdown, atexit._run_exitfuncs):  # type: ignore[attr-defined]
        try:
            last()
        except BaseException:
            with contextlib.suppress(BaseException):
                traceback.print_exc()
    status = _flush_streams() or status
    for module in MAIN if threading.active_count() == 1 else ():
        names = module.__dict__
        for private in (True, False):
            for name in list(names):
                if not isinstance(name, str) or name == "__builtins__":
                    continue
                if (name[:1] == "_" != name[1:2]) == private:
                    names[name] = None
    gc.collect()
    kinds = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)
    for thing in gc.get_objects():
        if isinstance(thing, kinds):
            with contextlib.suppress(BaseException):
                thing.flush()
    os._exit(_flush_streams() or status)


def _flush_streams() -> int:
    failed = 0
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()
        except BaseException:
            failed = 120 if stream is sys.stdout else failed
    return failed


# --- function problems -------------------------------------------------------------------------


class ListNode:
    """A cell of a linked list, as LeetCode defines it."""

    def __init__(self, val: Any = 0, next: Any = None) -> None:
        self.val, self.next = val, next


class TreeNode:
    """A node of a binary tree, as LeetCode defines it."""

    def __init__(self, val: Any = 0, left: Any = None, right: Any = None) -> None:
        self.val, self.left, self.right = val, left, right


ListNode.__module__ = TreeNode.__module__ = "solution"
PRELUDE: dict[str, Any] = {}


def build_prelude() -> None:
    """The names LeetCode puts in scope, never over a builtin (``math.pow`` is not ``pow``)."""
    for module_name in STAR_MODULES:
        module = importlib.import_module(module_name)
        public = getattr(module, "__all__", [n for n in vars(module) if not n.startswith("_")])
        for name in public:
            if not hasattr(builtins, name):
                PRELUDE[name] = getattr(module, name)
    for module_name in WARM_MODULES:
        PRELUDE[module_name] = importlib.import_module(module_name)
    PRELUDE.update(inf=float("inf"), nan=float("nan"), ListNode=ListNode, TreeNode=TreeNode)


def _function_caller(
    code: types.CodeType, path: str, request: dict[str, Any], given: bytes, result: int
) -> Callable[[], None]:
    arguments = json.loads(given)
    nonce, entry_point = request["nonce"].encode(), request["entry_point"]
    allowed = request["limits"]["output_bytes"]
    names = _new_module("solution", path).__dict__
    names.update(PRELUDE)
    # Taken before the program is loaded: it may replace whatever it can name.
    run, encode, write, leave = exec, Encoder(names).encode, os.write, os._exit
    size, flush = len, sys.stdout.flush

    def work() -> None:
        run(code, names)
        function = _find(names, entry_point)
        positional, keywords = _with_nodes(function, arguments, names)
        value = function(*positional, **keywords)
        message = nonce + encode(value, allowed)
        while size(message):
            message = message[write(result, message) :]
        flush()
        leave(0)

    return work


def _find(names: dict[str, Any], entry_point: str) -> Any:
    """``f`` (or a method of that name in ``class Solution``), ``Solution.f``."""
    first, _, rest = entry_point.partition(".")
    if first in names:
        found = names[first]
    elif not rest and isinstance(names.get("Solution"), type):
        found = getattr(names["Solution"](), first, None)
    else:
        found = None
    for name in rest.split(".") if rest else ():
        found = getattr(found() if isinstance(found, type) else found, name, None)
    if not callable(found) or found is PRELUDE.get(first, PRELUDE):
        raise NameError(f"function '{entry_point}' is not defined")
    return found


def _with_nodes(
    function: Any, arguments: Any, names: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Lists become linked lists or trees where the annotations say so."""
    hints = getattr(function, "__annotations__", None)
    keywords = arguments if isinstance(arguments, dict) else {}
    positional = [] if keywords or isinstance(arguments, dict) else arguments
    if not hints or "Node" not in repr(hints):
        return positional, keywords
    keys = [name for name in hints if name != "return"]
    made = [
        _to_nodes(value, repr(hints[key]), names)
        for value, key in zip(positional, keys, strict=False)
    ]
    return (
        made + positional[len(made) :],
        {k: _to_nodes(v, repr(hints.get(k, "")), names) for k, v in keywords.items()},
    )


def _to_nodes(value: Any, hint: str, names: dict[str, Any]) -> Any:
    if not isinstance(value, list) or "Node" not in hint:
        return value
    if "List[" in hint or "list[" in hint:
        inner = hint.replace("List[", "", 1).replace("list[", "", 1)
        return [_to_nodes(item, inner, names) for item in value]
    if "ListNode" in hint:
        head = None
        for item in reversed(value):
            head = names["ListNode"](item, head)
        return head
    if "TreeNode" in hint:
        return _to_tree(value, names["TreeNode"])
    return value


def _to_tree(values: list[Any], node: Any) -> Any:
    if not values or values[0] is None:
        return None
    root = node(values[0])
    queue, rest = [root], iter(values[1:])
    for parent in queue:
        for side in ("left", "right"):
            item = next(rest, None)
            if item is not None:
                child = node(item)
                setattr(parent, side, child)
                queue.append(child)
    return root


class Encoder:
    """Turns a returned value into bytes, without calling a method the program could have written.

    One letter per value, then what it holds: N T F, I hex; D hex-float; S and B length:bytes,
    L U E count; for list, tuple and set, A length:hex,hex for a list of nothing but integers,
    M count; for a dict (key, value, key, ...). Subclasses of
    a builtin are read through the builtin's own methods; iterators, ranges and deques become
    lists; anything else is refused.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self.lists: tuple[type, ...] = (
            range, collections.deque, types.GeneratorType, map, zip, filter, reversed, enumerate,
            type(iter([])), type(reversed([])), type(iter(())), type({}.keys()),
            type({}.values()), type({}.items()),
        )  # fmt: skip
        self.iterators = tuple(
            kind for kind in vars(importlib.import_module("itertools")).values()
            if isinstance(kind, type)
        )  # fmt: skip
        self.names = names
        self.kind_of = type
        self.is_a = isinstance
        self.mro_of = type.__dict__["__mro__"].__get__

    def encode(self, value: Any, allowed: int) -> bytes:
        """The bytes of a value.

        Raises:
            TypeError: the value, or one inside it, is no plain data.
            OverflowError: more than ``allowed`` bytes.
        """
        out: list[bytes] = []
        size = 0
        stack: list[Any] = [iter((value,))]
        while stack:
            try:
                item = next(stack[-1])
            except StopIteration:
                stack.pop()
                continue
            piece, inside = self._one(item)
            out.append(piece)
            size += len(piece)
            if size > allowed:
                raise OverflowError(f"the returned value takes more than {allowed} bytes")
            if inside is not None:
                stack.append(iter(inside))
                if len(stack) > 400:
                    raise TypeError("the returned value is nested more than 400 deep")
        return b"".join(out)

    def _one(self, item: Any) -> tuple[bytes, Any]:
        kind = self.kind_of(item)
        if item is None:
            return b"N", None
        if kind is bool:
            return (b"T" if item else b"F"), None
        for base in self.mro_of(kind):
            if base is int:
                return b"I%x;" % int.__int__(item), None
            if base is float:
                return b"D" + float.hex(float.__float__(item)).encode() + b";", None
            if base is str:
                data = str.__str__(item).encode("utf-8", "surrogatepass")
                return b"S%d:" % len(data) + data, None
            if base is list:
                items = list(list.__iter__(item))
                if set(map(self.kind_of, items)) == {int}:  # the common large value
                    data = b",".join(map(b"%x".__mod__, items))
                    return b"A%d:" % len(data) + data, None
                return self._many(b"L", items)
            if base is tuple:
                return self._many(b"U", list(tuple.__iter__(item)))
            if base is dict:
                pairs = list(dict.items(item))
                return b"M%d;" % len(pairs), [part for pair in pairs for part in pair]
            if base is set:
                return self._many(b"E", list(set.__iter__(item)))
            if base is frozenset:
                return self._many(b"E", list(frozenset.__iter__(item)))
            if base is bytes or base is bytearray:
                data = b"".join((item,))
                return b"B%d:" % len(data) + data, None
            if base in self.lists or base in self.iterators:
                return self._many(b"L", list(item))
        name = getattr(kind, "__name__", "?")
        if name == "ListNode":
            return self._many(b"L", _linked(item))
        if name == "TreeNode":
            return self._many(b"L", _levels(item))
        raise TypeError(f"the function returned a value of type {name!r}, which is no plain data")

    def _many(self, tag: bytes, items: list[Any]) -> tuple[bytes, list[Any]]:
        return tag + b"%d;" % len(items), items


def _linked(node: Any) -> list[Any]:
    values, seen = [], set()
    while node is not None and id(node) not in seen:
        seen.add(id(node))
        values.append(node.val)
        node = node.next
    return values


def _levels(root: Any) -> list[Any]:
    values: list[Any] = []
    queue, seen = [root], set()
    for node in queue:
        if node is None:
            values.append(None)
        elif id(node) not in seen:
            seen.add(id(node))
            values.append(node.val)
            queue += [node.left, node.right]
    while values and values[-1] is None:
        values.pop()
    return values


# --- script problems and checkers --------------------------------------------------------------


def _script_runner(
    code: types.CodeType, path: str, request: dict[str, Any], script: bytes, result: int
) -> Callable[[], None]:
    names = _new_module("__main__", path).__dict__
    then = compile(script, "<test script>", "exec", dont_inherit=True)
    nonce = request["nonce"].encode()
    run, write = exec, os.write

    def work() -> None:
        run(code, names)
        run(then, names)
        write(result, nonce)  # an early exit with status 0 never comes here

    return work


# --- start -------------------------------------------------------------------------------------


def main(arguments: list[str]) -> None:
    """``harness.py FD OPTIONS``: the connected socket, and a JSON object of options."""
    options = json.loads(arguments[1])
    box = Sandbox(socket.socket(fileno=int(arguments[0])), options["niceness"], options["packages"])
    os.set_inheritable(box.wire.fileno(), False)
    _limit(resource.RLIMIT_NOFILE, HIGHEST_DESCRIPTOR, PROGRAM_DESCRIPTORS)
    os.environ.clear()
    os.environ.update(
        PATH="/usr/local/bin:/usr/bin:/bin", LANG="C.UTF-8", HOME="/tmp", TMPDIR=options["scratch"]
    )
    enter_namespaces(box)
    raise_walls(box, options["scratch"])
    if box.scratch_is_mount:
        os.environ["TMPDIR"] = box.scratch
    builtins.quit = _sitebuiltins.Quitter("quit", "Ctrl-D (i.e. EOF)")
    builtins.exit = _sitebuiltins.Quitter("exit", "Ctrl-D (i.e. EOF)")
    builtins.help = _sitebuiltins._Helper()
    sys.set_int_max_str_digits(0)
    if box.package_path:
        sys.path.append(box.package_path)
    for name in WARM_MODULES:
        importlib.import_module(name)
    build_prelude()
    gc.collect()
    gc.disable()
    gc.freeze()
    BASE["address_space"] = _address_space()
    BASE["resident"] = int(_read("/proc/self/statm").split()[1]) * PAGE
    send(box.wire, {"layers": box.layers, "python": platform.python_version()})
    serve(box)


if __name__ == "__main__":
    main(sys.argv[1:])

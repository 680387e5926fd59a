"""The other side of the wall: starts bare, builds the sandbox, runs one submission per fork.

Run as a script of its own (``python -S -s -P -B harness.py FD``), never imported by the judge: it
needs the standard library and knows no expected output. Three processes stand between the judge
and a program:

    judge ── outer ── middle ── supervisor (process 1 of its own namespaces) ── program

The outer one writes the id maps of the new user namespace, the middle one enters the others, the
supervisor answers requests over one socket. It compiles a program once and forks for it, with
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
import mmap
import opcode
import os
import platform
import resource
import select
import signal
import socket
import stat
import struct
import sys
import time
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
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
HIGHEST_DESCRIPTOR = 80
PROGRAM_DESCRIPTORS = 256
COMPILE_CPU_SECONDS = 10
SCRATCH_BYTES = 256 * 1024 * 1024
SCRATCH_ENTRIES = 4096
STACK_BYTES = 112 * 1024 * 1024  # Linux keeps 128 MiB below the main stack free, whatever the limit
STDERR_TAIL_BYTES = 4000
TICK_SECONDS = 0.05


def _import_quietly(names: Sequence[str]) -> list[types.ModuleType]:
    """Import modules that would have each fork run code of theirs, without their asking for it.

    What they do there (new locks, a new seed) is for parents with threads and for forks that must
    differ: the supervisor has no thread, and its forks are to be alike. It costs a third of a fork.
    """
    register = os.register_at_fork
    if __name__ == "__main__":  # not in the judge's process, who has threads
        os.register_at_fork = lambda **_: None
    try:
        return [importlib.import_module(name) for name in names]
    finally:
        os.register_at_fork = register


threading, RANDOM = _import_quietly(("threading", "random"))

# --- messages: a length, a JSON header, raw blobs whose lengths stand in the header --------------


def send(wire: socket.socket, header: dict[str, Any], *blobs: bytes) -> None:
    """Write one message."""
    text = json.dumps(header | {"blobs": [len(b) for b in blobs]}).encode()
    wire.sendall(b"".join((struct.pack(">I", len(text)), text, *blobs)))


def receive(wire: socket.socket) -> tuple[dict[str, Any], list[bytes]]:
    """Read one message; EOFError when the other side is gone."""
    header, sizes = receive_header(wire)
    return header, [_exactly(wire, n) for n in sizes]


def receive_header(wire: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Read the head of a message, and the sizes of the blobs that are still to come."""
    (length,) = struct.unpack(">I", _exactly(wire, 4))
    header: dict[str, Any] = json.loads(_exactly(wire, length))
    return header, header.pop("blobs")


def _exactly(wire: socket.socket, length: int) -> bytes:
    buffer = bytearray(length)
    view = memoryview(buffer)
    while view:
        count = wire.recv_into(view)
        if not count:
            raise EOFError("the other side closed the connection")
        view = view[count:]
    return bytes(buffer)


class Mover:
    """Moves blobs between the wire and files, and never keeps a byte of them.

    What once lay on the supervisor's heap, freed or not, lies in the memory of every later fork,
    whose program may look through it: another submission's code, input or answer. So blobs pass
    through one buffer that no fork inherits.
    """

    def __init__(self, wire: socket.socket) -> None:
        self.wire = wire
        self.buffer = mmap.mmap(-1, 1 << 20)
        self.buffer.madvise(MADV_DONTFORK)
        self.view = memoryview(self.buffer)

    def pour(self, size: int, descriptor: int | None) -> None:
        """The next ``size`` bytes of the wire into a file, or nowhere."""
        while size:
            count = self.wire.recv_into(self.view[: min(size, len(self.view))])
            if not count:
                raise EOFError("the other side closed the connection")
            size -= count
            if descriptor is not None:
                _write_all(descriptor, self.view[:count])

    def send(self, header: dict[str, Any], *parts: tuple[int, int, int]) -> None:
        """One message whose blobs are parts of files: (descriptor, offset, size)."""
        text = json.dumps(header | {"blobs": [size for _, _, size in parts]}).encode()
        self.wire.sendall(struct.pack(">I", len(text)) + text)
        for descriptor, offset, size in parts:
            while size:
                count = os.preadv(descriptor, [self.view[: min(size, len(self.view))]], offset)
                if not count:  # a survivor cut it short: what was promised must come
                    count = min(size, len(self.view))
                    self.view[:count] = bytes(count)
                self.wire.sendall(self.view[:count])
                offset, size = offset + count, size - count


MADV_DONTFORK = 10

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
        "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240, "ioctl": 16,
        "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190,
        "landlock_create_ruleset": 444, "landlock_add_rule": 445, "landlock_restrict_self": 446,
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
        "shmget": 194, "semget": 190, "msgget": 186, "mq_open": 180, "ioctl": 29,
        "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7,
        "landlock_create_ruleset": 444, "landlock_add_rule": 445, "landlock_restrict_self": 446,
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


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


NO_CAPABILITIES = (ctypes.c_uint32 * 6)()


def _drop_capabilities() -> None:
    header, none = _CapabilityHeader(0x20080522, 0), NO_CAPABILITIES
    _checked(LIBC.capset(ctypes.byref(header), none), "capset")


# --- system call filter ------------------------------------------------------------------------

DENIED = (
    "ptrace", "process_vm_readv", "process_vm_writev", "mount", "umount2", "pivot_root",
    "unshare", "setns", "bpf", "perf_event_open", "keyctl", "add_key", "request_key",
    "userfaultfd", "io_uring_setup", "kexec_load", "init_module", "finit_module",
    "open_by_handle_at", "pidfd_getfd", "swapon", "reboot", "fsopen", "move_mount", "open_tree",
    "quotactl", "acct", "settimeofday", "mount_setattr",
    # what these make outlives its maker
    "shmget", "semget", "msgget", "mq_open", "setxattr", "lsetxattr", "fsetxattr",
)  # fmt: skip
NEWEST_CALL = 462
"""mseal, Linux 6.10. What came later has the same number everywhere and was never looked at."""
FLAG_REQUESTS = (0x40086602, 0x401C5820)
"""FS_IOC_SETFLAGS and FS_IOC_FSSETXATTR: marks on a folder that the next program could read."""


def build_filter() -> Any:
    """A seccomp program: refuses what no solution needs, other address families, new namespaces.

    Anything refused fails with EPERM, so a program that merely tries goes on. ``clone3`` hides its
    flags behind a pointer: it is said not to exist, as are calls newer than this list, and the C
    library falls back on older ones.
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
    at_least = 0x35
    code += [(at_least, 0, 1, NEWEST_CALL + 1), (give, 0, 0, absent)]  # and x86's x32 numbers
    code += [(equal, 0, 4, NUMBERS["ioctl"]), (load, 0, 0, 24)]
    code += [(equal, 1, 0, FLAG_REQUESTS[0]), (equal, 0, 1, FLAG_REQUESTS[1])]
    code += [(give, 0, 0, refuse), (load, 0, 0, 0)]
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


# --- landlock: what may be opened, and who may be signalled --------------------------------------

LOCK_EXECUTE, LOCK_WRITE, LOCK_READ, LOCK_LIST = 1, 2, 4, 8
LOCK_READING = LOCK_EXECUTE | LOCK_READ | LOCK_LIST
LOCK_MAKE_DEVICES = 1 << 6 | 1 << 11
LOCK_RIGHTS = (0, (1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1)
"""All rights over files that each version of landlock knows; from the sixth on as in the fifth."""
LOCK_TCP, LOCK_SCOPES = 3, 3
"""Binding and connecting (version 4); abstract sockets and signals of others (version 6)."""


def landlock_version() -> int:
    """What the kernel offers.

    Raises:
        OSError: nothing.
    """
    return _syscall("landlock_create_ruleset", None, ctypes.c_size_t(0), ctypes.c_uint(1))


def build_rules(allowed: dict[str, int], scopes: bool = True) -> int:
    """A descriptor of a landlock ruleset: below each path only these rights, elsewhere none."""
    version = landlock_version()
    files = LOCK_RIGHTS[min(version, 5)]
    attributes = struct.pack(
        "QQQ",
        files,
        LOCK_TCP if version >= 4 else 0,
        LOCK_SCOPES if scopes and version >= 6 else 0,
    )[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = _syscall(
        "landlock_create_ruleset", attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint(0)
    )
    try:
        for path, rights in allowed.items():
            try:
                place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            try:
                if not stat.S_ISDIR(os.fstat(place).st_mode):
                    rights &= LOCK_EXECUTE | LOCK_WRITE | LOCK_READ | 1 << 14 | 1 << 15
                rule = struct.pack("=Qi", rights & files, place)
                _syscall(
                    "landlock_add_rule", ctypes.c_int(rules), ctypes.c_uint(1), rule,
                    ctypes.c_uint(0),
                )  # fmt: skip
            finally:
                os.close(place)
    except BaseException:
        os.close(rules)
        raise
    return rules


def restrict_to(rules: int) -> None:
    """Hold this process and all it starts to a ruleset, for good."""
    _prctl(PR_SET_NO_NEW_PRIVS, 1)  # the kernel wants it first
    _syscall("landlock_restrict_self", ctypes.c_int(rules), ctypes.c_uint(0))


def file_rules(box: Sandbox) -> int:
    """What every program may open: what ``build_root`` shows, wherever it cannot build too."""
    hidden = [] if box.scratch_is_mount else [os.path.realpath(p) for p in _site_folders(_base())]
    allowed: dict[str, int] = {}
    for path in dict.fromkeys(os.path.realpath(p) for p in _shown()):
        allowed.update(_all_but(path, hidden))
    allowed |= dict.fromkeys([*box.package_paths, "/proc"], LOCK_READING)
    allowed |= dict.fromkeys((f"/dev/{name}" for name in DEVICES), LOCK_READ | LOCK_WRITE)
    allowed[box.scratch] = LOCK_RIGHTS[-1] & ~LOCK_MAKE_DEVICES
    return build_rules(allowed)


def _all_but(path: str, hidden: list[str]) -> Iterator[tuple[str, int]]:
    """Rights that let everything below a path be read, except what is hidden; a right holds for
    all below, so the way to a hidden folder may only be listed."""
    if path in hidden or not os.path.exists(path):
        return
    if not any(one.startswith(path + "/") for one in hidden):
        yield path, LOCK_READING
        return
    yield path, LOCK_LIST
    for name in os.listdir(path):
        if not os.path.islink(f"{path}/{name}"):
            yield from _all_but(f"{path}/{name}", hidden)


def own_process_rules() -> int:
    """Where processes have no namespace: of /proc only what is the program's own."""
    everything = LOCK_RIGHTS[-1]
    allowed = {f"/{name}": everything for name in os.listdir("/") if name != "proc"}
    return build_rules(allowed | {f"/proc/{os.getpid()}": everything}, scopes=False)


# --- building the sandbox, once per worker -----------------------------------------------------


class Sandbox:
    """What the supervisor knows of the walls around it."""

    def __init__(self, wire: socket.socket, niceness: int, packages: list[str]) -> None:
        self.wire = wire
        self.mover: Mover
        """The supervisor's own: made once no fork of ours is to come, since no fork has it."""
        self.layers: dict[str, str] = {}
        """Layer to "on", or to the reason why it is off."""
        self.scratch = ""
        self.scratch_is_mount = False
        self.may_become_nobody = False
        self.own_processes = False
        self.filter: Any = None
        self.rules = -1
        """The landlock ruleset; -1 where there is none."""
        self.packages = packages
        self.package_paths: list[str] = []
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


DEVICES = ("null", "zero", "full", "random", "urandom")


def _base() -> str:
    return os.path.realpath(sys.base_prefix)


def _shown() -> list[str]:
    """What programs may read: the interpreter and the system's libraries."""
    shown = ["/usr/lib", "/usr/lib64", "/usr/bin", "/lib", "/lib64", "/bin"]
    shown += ["/usr/share/zoneinfo", "/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives"]
    return shown if _base() == "/usr" else [*shown, _base()]


def build_root(box: Sandbox, root: str) -> None:
    """Give the programs a file system of their own: the interpreter and system libraries read-only,
    a fresh /proc, a handful of devices, one scratch folder; nothing else exists."""
    os.umask(0o022)
    _mount("none", "/", None, MS_REC | MS_PRIVATE)
    _mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    base = _base()
    for path in _shown():
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
        box.package_paths = [box.package_path]
        for path in box.packages:
            target = f"{root}/packages/{os.path.basename(path)}"
            _bind(path, target)
            _make_read_only(target)
    for device in DEVICES:
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
        f"mode=1777,size={SCRATCH_BYTES},nr_inodes={SCRATCH_ENTRIES}",
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
            box.package_paths = box.packages
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
    with box.layer("landlock"):
        box.rules = file_rules(box)
        _try_in_child(lambda: restrict_to(box.rules))
        if (version := landlock_version()) < 6:
            raise OSError(errno.ENOSYS, f"version {version}: files, not signals (Linux 6.12)")
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

MESSAGE = struct.Struct(">c16sQ")
"""What a program's process says: a tag, the nonce of the run, a number.

C compiled, E does not compile, S the program starts, D done and nothing is changed, T done but the
interpreter is no longer as it was; with D and T the peak memory in KiB.
"""
OUR_FAILURE = 99
"""Exit status of a process that could not be made ready."""
RECYCLE_CPU_SECONDS = 0.5
RECYCLE_BYTES = 64 * 1024 * 1024


class Loaded:
    """A submission's source and what it compiled to."""

    def __init__(self) -> None:
        self.source, self.compiled = os.memfd_create("source"), os.memfd_create("compiled")

    def close(self) -> None:
        """Give back the descriptors."""
        os.close(self.source)
        os.close(self.compiled)


Parts = tuple[tuple[int, int, int], ...]
"""Pieces of files: (descriptor, offset, size)."""


class Process:
    """A fork that runs a program's tests one after another, for as long as it stays clean.

    Nothing it says is trusted beyond its own verdict: times, threads and descendants are read from
    the kernel, outputs from the memory files, and a wrong message ends it.
    """

    def __init__(self, box: Sandbox, loaded: Loaded) -> None:
        self.files = [
            os.memfd_create(name) for name in ("given", "stdout", "stderr", "result", "marks")
        ]
        self.given, self.stdout, self.stderr, self.result, self.marks = self.files
        go_in, self.go = os.pipe()
        self.done, done_out = os.pipe()
        self.tests = 0
        self.inbox = b""
        self.nonce = bytes(16)
        self.started = False
        self.peak_kib = 0
        self.pid = os.fork()
        if not self.pid:
            own = [*self.files, go_in, done_out, loaded.source, loaded.compiled]
            become_program(box, [*own, box.rules] if box.rules >= 0 else own)
        os.close(go_in)
        os.close(done_out)
        self.clock = (~self.pid << 3) | 2  # the kernel's number for this process's CPU clock
        try:
            self.handle = os.pidfd_open(self.pid)
        except OSError:
            self.handle = -1

    def cpu_seconds(self) -> float:
        """CPU time of the process's own threads, those that ended included."""
        return time.clock_gettime(self.clock)

    def read(self, finals: bytes) -> bytes:
        """The final tag if it has come; b"?" for a message that is none."""
        self.inbox += os.read(self.done, 4096)
        while len(self.inbox) >= MESSAGE.size:
            tag, nonce, number = MESSAGE.unpack_from(self.inbox)
            self.inbox = self.inbox[MESSAGE.size :]
            if nonce != self.nonce:
                return b"?"
            if tag == b"S" and not self.started:
                self.started = True
            elif tag in finals and not self.inbox and (self.started or tag in b"CE"):
                self.peak_kib = number
                return bytes(tag)
            else:
                return b"?"
        return b""

    def ask(self, request: dict[str, Any], mover: Mover, size: int) -> None:
        """Hand over what to run next, with empty files to answer in."""
        for descriptor in self.files:
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, 0)
        mover.pour(size, self.given)
        os.lseek(self.given, 0, 0)
        self.nonce = bytes.fromhex(request["nonce"])
        message = json.dumps(request).encode()
        with contextlib.suppress(BrokenPipeError):
            _write_all(self.go, struct.pack(">I", len(message)) + message)

    def close(self) -> None:
        """Give back the descriptors; the process must have been reaped."""
        for descriptor in (*self.files, self.go, self.done, self.handle):
            if descriptor >= 0:
                os.close(descriptor)


def serve(box: Sandbox) -> None:
    """Answer requests until the judge hangs up."""
    loaded = Loaded()
    process: Process | None = None
    try:
        while True:
            request, sizes = receive_header(box.wire)
            if request["op"] == "load":
                end(box, process)
                loaded.close()
                loaded = Loaded()
                box.mover.pour(sizes[0], loaded.source)
                process = Process(box, loaded)
                answer, parts = await_compiled(box, process)
                box.mover.send(answer, *parts)
                if answer["outcome"] != "compiled":
                    end(box, process)
                    process = None
            elif request["op"] == "unload":
                end(box, process)
                process = None
            elif request["op"] == "batch":
                if process is None:
                    box.mover.pour(sizes[0], None)
                    box.mover.send({"done": False}, *NOTHING)
                    continue
                done = run_batch(box, process, request, sizes[0])
                if not done or request["last"]:
                    end(box, process)
                    process = None
            else:
                if process is not None and (request["fresh"] or request["files"]):
                    end(box, process)
                    process = None
                if process is None:
                    process = Process(box, loaded)
                if not run_test(box, process, request, sizes[0]):
                    process = None
    except (EOFError, ConnectionError):
        end(box, process)


def end(box: Sandbox, process: Process | None) -> None:
    """Kill a process and whatever it left."""
    if process is not None:
        finish(box, process, None)
        process.close()
        clean_scratch(box)


def await_compiled(box: Sandbox, process: Process) -> tuple[dict[str, Any], Parts]:
    """Whether a program compiled, and the text of the error in it or of what failed of ours.

    A source may exhaust or crash the compiler: that happens in the fork, and takes no one along.
    """
    tag, stopped, _, _ = watch(
        box, process, b"CE", COMPILE_CPU_SECONDS, 4.0 * COMPILE_CPU_SECONDS, None
    )
    if tag == b"C":
        return {"outcome": "compiled"}, ()
    said = ((process.stderr, 0, min(os.fstat(process.stderr).st_size, STDERR_TAIL_BYTES)),)
    if tag == b"E":
        return {"outcome": "error"}, said
    ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if stopped == "starved" or (ended is not None and ended.si_status == OUR_FAILURE):
        return {"outcome": "failure"}, said
    return {"outcome": "gave up"}, ()


def run_test(box: Sandbox, process: Process, request: dict[str, Any], size: int) -> bool:
    """One test in the process: start it, wait, look whether the process may go on, answer.

    Returns:
        Whether the process is clean and waits for a further test; else it is gone.
    """
    limits = request["limits"]
    first = process.tests == 0
    process.tests += 1
    before = process.cpu_seconds()
    process.ask(request, box.mover, size)
    tag, stopped, peak, elapsed = watch(
        box, process, b"DT", limits["cpu_seconds"], limits["wall_seconds"], limits["memory_bytes"]
    )
    goes_on = (
        tag == b"D"
        and not request["last"]
        and not disturbed(box, process)
        and not worn_out(process)
    )
    if goes_on:
        status, used, largest = 0, process.cpu_seconds() - before, process.peak_kib
    else:
        status, total, largest = finish(box, process, stopped)
        used = total - before
        if tag in (b"D", b"T"):  # it had ended well; the signal was ours
            status = 0
    out_size, error_size, result_size = (
        os.fstat(file).st_size for file in (process.stdout, process.stderr, process.result)
    )
    too_much = max(out_size, error_size, result_size) > limits["output_bytes"]
    answer = {
        "status": status,
        "stopped": stopped,
        "cpu_seconds": used,
        "wall_seconds": elapsed,
        "memory_bytes": max(0, largest * 1024 - BASE["resident"], peak),
        "started": process.started,
        "too_much": too_much,
        "first": first,
        "again": tag == b"?",
        "goes_on": goes_on,
    }
    # A program that failed is not compared, so its output need not travel unless it is asked for.
    wanted = not too_much and (status == 0 or request.get("keep_output", False))
    tail = min(error_size, STDERR_TAIL_BYTES)
    box.mover.send(
        answer,
        (process.stdout, 0, out_size if wanted and request["kind"] == "stdin" else 0),
        (process.stderr, error_size - tail, tail),
        (process.result, 0, 0 if too_much else result_size),
    )
    if not goes_on:
        process.close()
        clean_scratch(box)
    return goes_on


NOTHING: Parts = ((-1, 0, 0),) * 3
MARK = struct.Struct(">dQQ")
"""Of each test in a batch: CPU seconds, where its standard output ends, where its result ends."""


def run_batch(box: Sandbox, process: Process, request: dict[str, Any], size: int) -> bool:
    """Several tests without a word in between. They count only if the whole batch used less than
    one test may, every test of it ended well, and the process is clean at the end."""
    limits = request["limits"]
    before = process.cpu_seconds()
    process.ask(request, box.mover, size)
    tag, _, peak, elapsed = watch(
        box, process, b"DT", limits["cpu_seconds"], limits["wall_seconds"], limits["memory_bytes"]
    )
    out, result, marks = (
        os.fstat(file).st_size for file in (process.stdout, process.result, process.marks)
    )
    whole = tag == b"D" and marks == MARK.size * len(request["sizes"])
    if not whole or disturbed(box, process) or max(out, result) > limits["output_bytes"]:
        box.mover.send({"done": False}, *NOTHING)
        return False
    answer = {
        "done": True,
        "cpu_seconds": process.cpu_seconds() - before,
        "wall_seconds": elapsed,
        "memory_bytes": max(0, process.peak_kib * 1024 - BASE["resident"], peak),
    }
    box.mover.send(
        answer, (process.stdout, 0, out), (process.result, 0, result), (process.marks, 0, marks)
    )
    return True


def disturbed(box: Sandbox, process: Process) -> bool:
    """Whether the kernel sees traces that the next test could meet: threads, processes, files."""
    fields = _status_fields(process)
    if len(fields) < 22 or fields[13] != "0" or fields[14] != "0" or fields[17] != "1":
        return True
    if _read(f"/proc/{process.pid}/task/{process.pid}/children"):
        return True
    own = os.getpid()
    if _read(f"/proc/{own}/task/{own}/children").split() != [str(process.pid)]:
        return True
    return os.listdir(box.scratch) != ["solution.py"]


def worn_out(process: Process) -> bool:
    """Whether it has used so much that a fresh process costs little beside it."""
    fields = _status_fields(process)
    used = int(fields[11]) + int(fields[12])
    resident = int(fields[21]) * PAGE
    return used > RECYCLE_CPU_SECONDS * TICKS or resident > BASE["resident"] + RECYCLE_BYTES


def _status_fields(process: Process) -> list[str]:
    return _read(f"/proc/{process.pid}/stat").rpartition(")")[2].split()


def _contents(descriptor: int) -> bytes:
    pieces, offset = [], 0
    while piece := os.pread(descriptor, 1 << 24, offset):
        pieces.append(piece)
        offset += len(piece)
    return b"".join(pieces)


def _write_all(descriptor: int, data: bytes | memoryview) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def watch(
    box: Sandbox, process: Process, finals: bytes, cpu: float, wall: float, memory: int | None
) -> tuple[bytes, str | None, int, float]:
    """Wait for a final message, the process's end, or the use of a limit up.

    The wall limit is there for sleepers: time that a program spent ready to run but waiting for a
    processor is not held against it, so a busy machine makes no verdict.

    Returns:
        The final tag (empty where the process ended, "?" where it said what it must not), why it
        has to be stopped, the most memory seen, the time it took.
    """
    began = time.monotonic()
    used_before = process.cpu_seconds()
    patience = began + 20 * wall + 120
    deadline = began + wall
    peak = 0
    poller = select.poll()
    poller.register(box.wire, select.POLLRDHUP | select.POLLHUP)
    poller.register(process.done, select.POLLIN)
    hung_up = False
    if process.handle >= 0:
        poller.register(process.handle, select.POLLIN)
    while True:
        now = time.monotonic()
        tick = TICK_SECONDS if process.handle >= 0 else 0.002
        events = dict(poller.poll(max(0.0, min(tick, deadline - now)) * 1000 + 0.5))
        if box.wire.fileno() in events:
            os.kill(process.pid, signal.SIGKILL)  # nobody is left to tell
            list(_kill_descendants(box))
            os._exit(0)
        if events.get(process.done, 0) & select.POLLIN:
            if tag := process.read(finals):
                return tag, None, peak, time.monotonic() - began
            continue
        if process.done in events and not hung_up:
            # Nobody is left to say anything: the program runs to its end alone.
            poller.unregister(process.done)
            hung_up = True
        if process.handle in events or (process.handle < 0 and _has_ended(process.pid)):
            return (b"?" if process.inbox else b""), None, peak, time.monotonic() - began
        now = time.monotonic()
        if now - began < tick and now < deadline:
            continue
        used = _survey(box, process.pid, memory)
        peak = max(peak, used[1])
        if used[0] - used_before > cpu + 0.02:
            return b"", "cpu", peak, now - began
        if memory is not None and used[1] > memory:
            return b"", "memory", peak, now - began
        if not box.scratch_is_mount and _stored(box.scratch) > SCRATCH_BYTES:
            return b"", "files", peak, now - began
        if now >= deadline:
            ready = used[2]
            if now - began - ready >= wall:
                return b"", "wall", peak, now - began
            if now >= patience:
                return b"", "starved", peak, now - began
            deadline = now + max(TICK_SECONDS, wall - (now - began - ready))


def finish(box: Sandbox, process: Process, stopped: str | None) -> tuple[int, float, int]:
    """Reap the process and every descendant, killing what still runs.

    Returns:
        Exit status as wait has it, CPU seconds of the whole family, its largest peak in KiB.
    """
    if stopped or not _has_ended(process.pid):
        os.kill(process.pid, signal.SIGKILL)
    _, status, usage = os.wait4(process.pid, 0)
    total = usage.ru_utime + usage.ru_stime
    largest = usage.ru_maxrss
    for other in _kill_descendants(box):
        total += other.ru_utime + other.ru_stime
        largest = max(largest, other.ru_maxrss)
    return status, total, largest


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
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return ""
    try:
        data = b""
        while piece := os.read(descriptor, 65536):
            data += piece
        return data.decode("ascii", "replace")
    except OSError:
        return ""
    finally:
        os.close(descriptor)


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


def _stored(folder: str) -> int:
    """Bytes of the files in a folder and those below, as far as a short look can tell."""
    total, entries, folders = 0, 0, [folder]
    while folders:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as items:
            for item in items:
                found = item.stat(follow_symlinks=False)
                total += found.st_blocks * 512
                entries += 1
                if entries > SCRATCH_ENTRIES:
                    return sys.maxsize
                if stat.S_ISDIR(found.st_mode):
                    folders.append(item.path)
    return total


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
        _renew(box)
        return
    except OSError:
        pass
    if box.scratch_is_mount:
        os.chdir("/")
        _checked(LIBC.umount2(box.scratch.encode(), 2), "umount scratch")
        _mount_scratch(box)
        if box.rules >= 0:
            os.close(box.rules)
            box.rules = file_rules(box)
        return
    _renew(box)
    _empty(box.scratch)
    _renew(box)


def _renew(box: Sandbox) -> None:
    """The folder itself as it was: where it is the program's own, it could be changed."""
    if not (box.scratch_is_mount and box.may_become_nobody):
        os.chmod(box.scratch, 0o1777 if box.scratch_is_mount else 0o700)
        os.utime(box.scratch, (0, 0))


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

GIVEN, STDOUT, STDERR, RESULT, MARKS, GO, DONE, SOURCE, COMPILED, RULES = range(50, 60)
"""Where a program's process keeps its own ends. Closed, but for the result, before a program's
last test and before any test of one whose names say that it may look."""


def become_program(box: Sandbox, descriptors: list[int]) -> NoReturn:
    """Confine ourselves, compile, then be what ``python3 solution.py`` would be, test by test."""
    try:
        _arrange_descriptors(descriptors)
        source, compiled = _contents(SOURCE), _contents(COMPILED)
        path = _arrange_scratch(box, source)
        _confine(box)
        code = marshal.loads(compiled) if compiled else _compile(source, path)
        os.close(SOURCE)
        os.close(COMPILED)
        warnings.filters[:] = WARNING_FILTERS  # type: ignore[index]
        program = Program(code, path)
    except BaseException:
        _explain_and_leave()
    while True:
        request = _next_request()
        if request["op"] == "batch":
            program.run_batch(request)
        else:
            program.run(request)


def _explain_and_leave() -> NoReturn:
    os.write(2, traceback.format_exc().encode("utf-8", "replace"))
    os._exit(OUR_FAILURE)


def _arrange_descriptors(descriptors: list[int]) -> None:
    # out of one another's way first: numbers may overlap
    for target, descriptor in enumerate([_move_up(d) for d in descriptors], GIVEN):
        os.dup2(descriptor, target, inheritable=False)
    for target in range(3):
        os.dup2(GIVEN + target, target)
    os.closerange(3, GIVEN)
    os.closerange(GIVEN + len(descriptors), HIGHEST_DESCRIPTOR)
    os.setsid()


def _move_up(descriptor: int) -> int:
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, RULES + 1)


def _arrange_scratch(box: Sandbox, source: bytes) -> str:
    os.umask(0o022)
    os.chdir(box.scratch)
    descriptor = os.open("solution.py", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    _write_all(descriptor, source)
    if box.may_become_nobody:
        os.fchown(descriptor, NOBODY, NOBODY)
    os.close(descriptor)
    return os.path.join(box.scratch, "solution.py")


def _compile(source: bytes, path: str) -> types.CodeType:
    _limit(resource.RLIMIT_CPU, COMPILE_CPU_SECONDS, 1 << 62)
    _limit(resource.RLIMIT_AS, BASE["address_space"] + (1 << 30), 1 << 62)
    try:
        code = compile(source, path, "exec", dont_inherit=True)
        _write_all(COMPILED, marshal.dumps(code))
    except BaseException as error:
        lines = traceback.format_exception_only(type(error), error)
        os.write(STDERR, "".join(lines)[-STDERR_TAIL_BYTES:].encode("utf-8", "replace"))
        _say(b"E")
        os._exit(0)
    _say(b"C")
    return code


def _say(
    tag: bytes,
    nonce: bytes = bytes(16),
    number: int = 0,
    write: Callable[[int, bytes], int] = os.write,
) -> None:
    write(DONE, MESSAGE.pack(tag, nonce, number))


def _next_request(read: Callable[[int, int], bytes] = os.read) -> dict[str, Any]:
    (length,) = struct.unpack(">I", _read_exactly(read, 4))
    request: dict[str, Any] = json.loads(_read_exactly(read, length))
    return request


def _read_exactly(read: Callable[[int, int], bytes], length: int) -> bytes:
    data = b""
    while len(data) < length:
        piece = read(GO, length - len(data))
        if not piece:
            os._exit(98)  # the supervisor is gone
        data += piece
    return data


RISKY_NAMES = frozenset(
    """
    __builtins__ __class__ __closure__ __code__ __defaults__ __del__ __delattr__ __dict__
    __func__ __globals__ __import__ __kwdefaults__ __loader__ __mro__ __bases__ __base__
    __self__ __setattr__ __spec__ __subclasses__ __wrapped__ __getattribute__ _getframe
    _current_frames _exit BasicContext DefaultContext ExtendedContext alarm addaudithook atexit
    breakpoint builtins chdir chroot ctypes delattr environ eval exec exec_module faulthandler
    fchdir finalize fork forkpty gc getattr globals import_module importlib inspect kill killpg
    linecache load_module locals locale meta_path modules monitoring multiprocessing nice
    path_hooks path_importer_cache popen Popen posix_spawn posix_spawnp pthread_sigmask putenv
    register reload resource set_asyncgen_hooks set_blocking set_coroutine_origin_tracking_depth
    setattr setcheckinterval setdefaulttimeout setdlopenflags setegid seteuid setgid setgroups
    setitimer setlocale setpgid setpriority setprofile setregid setresgid setresuid setreuid
    setrlimit setsid setswitchinterval settrace setuid shutil signal sigaltstack socket
    subprocess system tempfile tracemalloc tzset umask unsetenv vars warnings weakref
    """.split()  # noqa: SIM905
)
"""A program that names one of these may change what outlives a fresh namespace, or look for it:
each of its tests gets a process. The rest is found out by looking (see ``_is_untouched``)."""


OPENING_NAMES = frozenset({"open", "fdopen", "FileIO", "TextIOWrapper", "BufferedWriter"})


STREAM_NAMES = frozenset(
    {"sys", "stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__"}
)
"""A program that names none can at most read and print, which leaves a stream as it was."""


class Program:
    """The program of this process, and what the interpreter was like before it first ran."""

    def __init__(self, code: types.CodeType, path: str) -> None:
        self.code, self.path = code, path
        names: set[str] = set()
        self.stores_attributes = False
        stack = [code]
        while stack:
            one = stack.pop()
            names.update(one.co_names)
            operations = one.co_code[::2]
            if STORE_ATTR in operations or DELETE_ATTR in operations:
                self.stores_attributes = True
            stack += [c for c in one.co_consts if isinstance(c, types.CodeType)]
        self.names = names
        self.opens_files = not names.isdisjoint(OPENING_NAMES)
        self.runs_alone = not names.isdisjoint(RISKY_NAMES) or (
            self.stores_attributes and not VERSIONS
        )
        if self.runs_alone:  # it may fork
            os.register_at_fork(after_in_child=threading._after_fork)
            os.register_at_fork(after_in_child=RANDOM.seed)
        self.knows_streams = not names.isdisjoint(STREAM_NAMES)
        self.first = True

    def run(self, request: dict[str, Any]) -> None:
        """One test. Returns when another may follow; else the process ends here."""
        kind, nonce = request["kind"], bytes.fromhex(request["nonce"])
        alone = self.runs_alone or request["last"]
        try:
            if self.first:
                self._arrange_process(request)
            else:
                self._restore_process()
            data = b""
            if kind != "stdin":
                data = _contents(GIVEN)
                os.lseek(GIVEN, 0, os.SEEK_END)  # its standard input is empty
            streams = _arrange_streams()
            work = self._work(request, data)
            if self.first:
                _say(b"S", nonce)
            self.first = False
            if alone:
                for descriptor in range(GIVEN, DONE + 1):
                    if descriptor != RESULT or kind == "stdin":
                        with contextlib.suppress(OSError):
                            os.close(descriptor)
        except BaseException:
            _explain_and_leave()
        gc.enable()
        status = _call(work, self.path)
        if kind == "function" and status == 0 and (alone or not _may_settle()):
            LEAVE(0)
        if status or alone or not _may_settle():
            _finish(status)
        try:
            clean = self._settle(streams)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            _say(b"D" if clean else b"T", nonce, peak)
        except BaseException:
            _finish(status)

    def run_batch(self, request: dict[str, Any]) -> None:
        """Several tests in a row. Any trouble ends the process: then each is run by itself."""
        data, at, marks = _contents(GIVEN), 0, b""
        streams: tuple[Any, ...] = ()
        os.lseek(GIVEN, 0, os.SEEK_END)
        try:
            for size in request["sizes"]:
                given, at, before = data[at : at + size], at + size, CPU_CLOCK()
                self._restore_process()
                if request["kind"] == "stdin":
                    own = os.memfd_create("stdin")
                    _write_all(own, given)
                    os.lseek(own, 0, 0)
                    os.dup2(own, 0)
                    os.close(own)
                if self.knows_streams or request["kind"] != "function" or not _are_open(streams):
                    streams = _arrange_streams()
                gc.enable()
                if _call(self._work(request, given), self.path) or not _may_settle():
                    LEAVE(1)
                self._end_test(streams, self.opens_files)
                ends = os.fstat(STDOUT).st_size, os.fstat(RESULT).st_size
                marks += MARK.pack(CPU_CLOCK() - before, *ends)
            clean = self._settle(streams)
            _write_all(MARKS, marks)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            _say(b"D" if clean else b"T", bytes.fromhex(request["nonce"]), peak)
        except BaseException:
            LEAVE(1)

    def _work(self, request: dict[str, Any], given: bytes) -> Callable[[], None]:
        if request["kind"] == "stdin":
            return _program_runner(self.code, self.path)
        if request["kind"] == "function":
            return _function_caller(self.code, self.path, request, given)
        return _script_runner(self.code, self.path, request, given)

    def _arrange_process(self, request: dict[str, Any]) -> None:
        _limit_use(request["limits"])
        for name, text in request["files"].items():
            with open(name, "xb") as file:
                file.write(text.encode("utf-8", "surrogatepass"))
        sys.argv[:] = [self.path, *request["arguments"]]
        sys.orig_argv[:] = [sys.executable, *sys.argv]
        sys.path.insert(0, os.path.dirname(self.path))
        # Python ignores it; we want to see the flood end
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        self.path_entries, self.arguments = list(sys.path), list(sys.argv)
        self.module_count = len(sys.modules)
        if self.stores_attributes and not self.runs_alone:
            _drop_streams()
            self.fingerprint = _fingerprint()
        if "random" in self.names:
            self.random_state = RANDOM.getstate()

    def _restore_process(self) -> None:
        """What a program may change with good reason, and no next test may see."""
        for target in range(3):
            os.dup2(GIVEN + target, target)
        if "random" in self.names:
            RANDOM.setstate(self.random_state)
        if "decimal" in self.names:
            DECIMAL.setcontext(DECIMAL.DefaultContext.copy())
        if "stack_size" in self.names:
            threading.stack_size(0)
        sys.set_int_max_str_digits(0)

    def _settle(self, streams: tuple[Any, ...]) -> bool:
        """End the test as the interpreter would; then whether all is as it was before."""
        self._end_test(streams, collect=True)
        _drop_streams()
        return self._is_untouched()

    def _end_test(self, streams: tuple[Any, ...], collect: bool) -> None:
        if _flush_streams():
            raise OSError("a stream cannot be written")
        for name in ("__main__", "solution"):
            sys.modules.pop(name, None)
        while MAIN:
            MAIN.pop().__dict__.clear()
        gc.disable()
        if collect:  # files left open in cycles are written
            gc.collect()
        for stream in streams:
            if not stream.closed and stream.writable():
                stream.flush()

    def _is_untouched(self) -> bool:
        if len(sys.modules) != self.module_count - 1:  # __main__ is away
            return False
        if sys.path != self.path_entries or sys.argv != self.arguments:
            return False
        if self.stores_attributes and _fingerprint() != self.fingerprint:
            return False
        lowest = os.dup(1)  # a descriptor kept open somewhere would take the number
        os.close(lowest)
        return lowest == 3


LEAVE = os._exit
WARNING_FILTERS = list(warnings.filters)
"""The interpreter's own; while programs are compiled, none is wanted."""
CPU_CLOCK = time.thread_time
"""The whole process's clock goes by ticks of milliseconds once a CPU limit is set."""
DECIMAL = importlib.import_module("decimal")
STORE_ATTR, DELETE_ATTR = opcode.opmap["STORE_ATTR"], opcode.opmap["DELETE_ATTR"]
NAMESPACES: list[dict[str, Any]] = []  # kept alive, or their addresses would mean nothing
VERSIONS: list[ctypes.c_uint64] = []
"""Of the dictionary of every module but ``sys``, and of every class that can be changed: the field
in which CPython counts its changes. Reading it touches no reference count, so no page is copied."""
VERSION_OFFSET = 24
HEAP_TYPE, IMMUTABLE_TYPE = 1 << 9, 1 << 8


def remember_namespaces() -> None:
    """Find the namespaces that programs share with us, where this interpreter counts changes."""
    trial = {"a": 1}
    version = ctypes.c_uint64.from_address(id(trial) + VERSION_OFFSET)
    before = version.value
    trial["a"] = 2
    if platform.python_implementation() != "CPython" or version.value == before:
        return
    shared = NAMESPACES
    shared += [vars(module) for name, module in sys.modules.items() if name not in APART]
    shared.append(vars(PRELUDE))
    for thing in gc.get_objects():
        if isinstance(thing, type) and thing.__module__ != "__main__":
            changeable = thing.__flags__ & (HEAP_TYPE | IMMUTABLE_TYPE) == HEAP_TYPE
            shared += [d for d in gc.get_referents(vars(thing)) if changeable and type(d) is dict]
    VERSIONS.extend(ctypes.c_uint64.from_address(id(names) + VERSION_OFFSET) for names in shared)


APART = frozenset({"__main__", "sys"})


def _fingerprint() -> list[int]:
    """Changes with whatever is set in a module or class: ``sys``, where we set things too, by the
    identities of what it holds, the others by their versions."""
    return [version.value for version in VERSIONS] + [id(thing) for thing in vars(sys).values()]


def _drop_streams() -> None:
    for name in ("stdin", "stdout", "stderr"):
        setattr(sys, name, None)
        setattr(sys, f"__{name}__", None)


def _may_settle() -> bool:
    return threading.active_count() == 1 and atexit._ncallbacks() == 0


def _limit(what: int, soft: int, hard: int | None = None) -> None:
    ceiling = resource.getrlimit(what)[1]
    if ceiling == resource.RLIM_INFINITY:
        ceiling = 1 << 62
    resource.setrlimit(what, (min(soft, ceiling), min(soft if hard is None else hard, ceiling)))


def _address_space() -> int:
    return int(_read("/proc/self/statm").split()[0] or 0) * PAGE


def _limit_use(limits: dict[str, Any]) -> None:
    # The backstop: this clock ticks coarsely and may run fast. The supervisor's decides.
    whole_seconds = int(time.process_time() + RECYCLE_CPU_SECONDS + limits["cpu_seconds"]) + 2
    _limit(resource.RLIMIT_CPU, whole_seconds, whole_seconds + 1)
    _limit(resource.RLIMIT_AS, BASE["address_space"] + limits["memory_bytes"])
    _limit(resource.RLIMIT_STACK, STACK_BYTES)
    _limit(resource.RLIMIT_FSIZE, limits["output_bytes"] + 1)


def _confine(box: Sandbox) -> None:
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
    if box.rules >= 0:
        if not box.own_processes:
            own = own_process_rules()
            restrict_to(own)
            os.close(own)
        restrict_to(RULES)
        os.close(RULES)
    if box.filter is not None:
        _filter_system_calls(box.filter)


def _arrange_streams() -> tuple[Any, ...]:
    streams = []
    for name, descriptor, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        stream = _open_stream(name, descriptor, mode)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
        streams.append(stream)
    return tuple(streams)


def _are_open(streams: tuple[Any, ...]) -> bool:
    """Whether these are still what the program reads and writes."""
    current = sys.stdin, sys.stdout, sys.stderr
    return streams == current and not any(stream.closed for stream in streams)


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


def _new_module(name: str, path: str, scope: types.ModuleType = builtins) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__file__ = path
    module.__builtins__ = scope  # type: ignore[attr-defined]
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
        error.__traceback__ = trace or error.__traceback__  # our own frames are not shown
        try:
            sys.excepthook(type(error), error, error.__traceback__)
        except BaseException:
            sys.__excepthook__(type(error), error, error.__traceback__)
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
    for last in (threading._shutdown, atexit._run_exitfuncs):
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
PRELUDE = types.ModuleType("builtins")


def build_prelude() -> None:
    """The names LeetCode puts in scope, never over a builtin (``math.pow`` is not ``pow``).

    A function problem's module finds them where others find the builtins: nothing is copied.
    """
    names = vars(PRELUDE)
    for module_name in STAR_MODULES:
        module = importlib.import_module(module_name)
        public = getattr(module, "__all__", [n for n in vars(module) if not n.startswith("_")])
        names.update({name: getattr(module, name) for name in public})
    names.update({name: importlib.import_module(name) for name in WARM_MODULES})
    names.update(inf=float("inf"), nan=float("nan"), ListNode=ListNode, TreeNode=TreeNode)
    names.update(vars(builtins))


def _function_caller(
    code: types.CodeType, path: str, request: dict[str, Any], given: bytes
) -> Callable[[], None]:
    arguments = json.loads(given)
    nonce, entry_point = request["nonce"].encode(), request["entry_point"]
    allowed = request["limits"]["output_bytes"]
    names = _new_module("solution", path, PRELUDE).__dict__
    # Taken before the program is loaded: it may replace whatever it can name.
    run, encode, write, result = exec, Encoder().encode, os.write, RESULT
    size, flush = len, sys.stdout.flush

    def work() -> None:
        run(code, names)
        function = _find(names, entry_point)
        positional, keywords = _with_nodes(function, arguments, names)
        value = function(*positional, **keywords)
        if value is None and _gives_nodes(function):
            value = []  # an empty linked list or tree
        message = nonce + encode(value, allowed)
        while size(message):
            message = message[write(result, message) :]
        flush()

    return work


def _find(names: dict[str, Any], entry_point: str) -> Any:
    """``f`` (or a method of that name in ``class Solution``), ``Solution.f``."""
    first, _, rest = entry_point.partition(".")
    lent = vars(PRELUDE).get(first)  # "from heapq import *" does not make "merge" the answer
    found = names.get(first)
    if found is not None and found is not lent:
        pass
    elif not rest and isinstance(names.get("Solution"), type):
        found = getattr(names["Solution"](), first, None)
    else:
        found = None
    for name in rest.split(".") if rest else ():
        found = getattr(found() if isinstance(found, type) else found, name, None)
    if not callable(found):
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


def _gives_nodes(function: Any) -> bool:
    """Whether the annotations say that a linked list or a tree comes back."""
    hint = repr((getattr(function, "__annotations__", None) or {}).get("return", ""))
    return ("ListNode" in hint or "TreeNode" in hint) and "ist[" not in hint


def _to_nodes(value: Any, hint: str, names: dict[str, Any]) -> Any:
    if not isinstance(value, list) or "Node" not in hint:
        return value
    if "List[" in hint or "list[" in hint:
        inner = hint.replace("List[", "", 1).replace("list[", "", 1)
        return [_to_nodes(item, inner, names) for item in value]
    if "ListNode" in hint:
        head = None
        for item in reversed(value):
            head = names.get("ListNode", ListNode)(item, head)
        return head
    if "TreeNode" in hint:
        return _to_tree(value, names.get("TreeNode", TreeNode))
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


LISTS = frozenset(
    (
        range, collections.deque, types.GeneratorType, map, zip, filter, reversed, enumerate,
        type(iter([])), type(reversed([])), type(iter(())), type({}.keys()),
        type({}.values()), type({}.items()),
        *(kind for kind in vars(importlib.import_module("itertools")).values()
          if isinstance(kind, type)),
    )
)  # fmt: skip
"""What comes back as a list."""


class Encoder:
    """Turns a returned value into bytes, without calling a method the program could have written.

    One letter per value, then what it holds: N T F, I hex; D hex-float; S and B length:bytes,
    L U E count; for list, tuple and set, A length:hex,hex for a list of nothing but integers,
    M count; for a dict (key, value, key, ...). Subclasses of
    a builtin are read through the builtin's own methods; iterators, ranges and deques become
    lists; anything else is refused.
    """

    def __init__(self) -> None:
        self.lists = LISTS
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
            if base in self.lists:
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
    code: types.CodeType, path: str, request: dict[str, Any], script: bytes
) -> Callable[[], None]:
    names = _new_module("__main__", path).__dict__
    then = compile(script, "<test script>", "exec", dont_inherit=True)
    nonce = request["nonce"].encode()
    run, write = exec, os.write

    def work() -> None:
        run(code, names)
        run(then, names)
        write(RESULT, nonce)  # an early exit with status 0 never comes here

    return work


# --- start -------------------------------------------------------------------------------------


def main(arguments: list[str]) -> None:
    """``harness.py FD OPTIONS``: the connected socket, and a JSON object of options."""
    options = json.loads(arguments[1])
    # To a low number: a judge with many workers hands over high ones, where programs keep theirs.
    given = int(arguments[0])
    wire = socket.socket(fileno=fcntl.fcntl(given, fcntl.F_DUPFD_CLOEXEC, 3))
    os.close(given)
    box = Sandbox(wire, options["niceness"], options["packages"])
    _limit(resource.RLIMIT_NOFILE, HIGHEST_DESCRIPTOR, PROGRAM_DESCRIPTORS)
    os.environ.clear()
    os.environ.update(
        PATH="/usr/local/bin:/usr/bin:/bin", LANG="C.UTF-8", HOME="/tmp", TMPDIR=options["scratch"]
    )
    enter_namespaces(box)
    raise_walls(box, options["scratch"])
    box.mover = Mover(wire)
    if box.scratch_is_mount:
        os.environ["TMPDIR"] = box.scratch
    builtins.quit = _sitebuiltins.Quitter("quit", "Ctrl-D (i.e. EOF)")
    builtins.exit = _sitebuiltins.Quitter("exit", "Ctrl-D (i.e. EOF)")
    builtins.help = _sitebuiltins._Helper()
    sys.set_int_max_str_digits(0)
    warnings.simplefilter("ignore")
    RANDOM.seed(0)
    for name in ("prctl", "capset", "syscall"):
        getattr(LIBC, name)  # looked up once, here
    if box.package_path:
        sys.path.append(box.package_path)
    for name in WARM_MODULES:
        importlib.import_module(name)
    build_prelude()
    _address_space()  # loads a codec
    remember_namespaces()
    gc.collect()
    gc.disable()
    gc.freeze()
    BASE["address_space"] = _address_space()
    BASE["resident"] = int(_read("/proc/self/statm").split()[1]) * PAGE
    send(box.wire, {"layers": box.layers, "python": platform.python_version()})
    serve(box)


if __name__ == "__main__":
    main(sys.argv[1:])

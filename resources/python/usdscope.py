# SPDX-License-Identifier: Apache-2.0
"""Starts usdscope and speaks with it: for notebooks, scripts and asset managers.

The module needs Python 3.9 and nothing else. A viewer is a window with a local socket:

    with Viewer("shot.usda") as viewer:
        viewer.set_frame(24)
        viewer.select("/World/Hero")
        viewer.screenshot("hero.png")
        print(viewer.explain("/World/Hero.visibility"))

Other programs of the same user may use a window that is open already: start it with
`usdscope view --listen PATH` and connect with `Viewer.connect(PATH)`. Functions without a window,
such as `check`, run a verb and return its result.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from typing import Any, Dict, List, Optional, Sequence, Union

__all__ = ["UsdscopeError", "Viewer", "action", "check", "explain", "find", "stats"]

PathText = Union[str, "os.PathLike[str]"]
Answer = Dict[str, Any]

# The program reads no longer line, and closes the connection of a client that sends one.
_MOST_LINE_BYTES = 1 << 20


class UsdscopeError(Exception):
    """The program refused an action or could not read a file. The text says why."""


def action(name: str, *arguments: object) -> str:
    """Returns a line of a script: the name of an action and its arguments, quoted where necessary.

    >>> action("frame", 24)
    'frame 24'
    >>> action("screenshot", "my pictures/a.png")
    'screenshot "my pictures/a.png"'
    >>> action("select", "/World/Hero", "/World/Ground")
    'select /World/Hero /World/Ground'
    >>> action("screenshot", 'a"b.png')
    Traceback (most recent call last):
        ...
    ValueError: An argument cannot have a quotation mark or a line end: 'a"b.png'
    """
    words = [name]
    for argument in arguments:
        text = os.fspath(argument) if isinstance(argument, os.PathLike) else str(argument)
        if '"' in text or "\n" in text or "\r" in text:
            raise ValueError(f"An argument cannot have a quotation mark or a line end: {text!r}")
        plain = text and not any(c.isspace() or c in ";#" for c in text)
        words.append(text if plain else f'"{text}"')
    return " ".join(words)


def find_program(program: Optional[PathText] = None) -> str:
    """Returns the program: the given one, that of the variable USDSCOPE, or that of PATH.

    >>> find_program("/opt/usdscope/bin/usdscope")
    '/opt/usdscope/bin/usdscope'
    """
    chosen = program or os.environ.get("USDSCOPE") or shutil.which("usdscope")
    if not chosen:
        raise UsdscopeError("The program usdscope was not found in PATH.")
    return os.fspath(chosen)


def _start(line: Sequence[str], **streams: Any) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(line, **streams)
    except OSError as error:
        raise UsdscopeError(f"{line[0]} cannot be started: {error.strerror}.") from error


def _parsed(text: Union[str, bytes], whole: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as problem:
        raise UsdscopeError(f"{whole} is not JSON: {problem}") from problem


def _run_json(options: Sequence[str], words: Sequence[str], program: Optional[PathText]) -> Any:
    pipe = subprocess.PIPE
    # Files after `--` may begin with a dash.
    line = [find_program(program), *options, "--", *words]
    with _start(line, stdout=pipe, stderr=pipe) as process:
        out, err = process.communicate()
    # 1 means findings; they are in the result.
    if process.returncode not in (0, 1) or not out:
        reason = err.decode(errors="replace").strip()
        raise UsdscopeError(reason or f"The status is {process.returncode}.")
    return _parsed(out, f"The answer of {line[0]}")


def check(file: PathText, *, program: Optional[PathText] = None) -> List[Answer]:
    """Returns the findings of the verb `check`, each with validator, severity, sites and message."""
    findings: List[Answer] = _run_json(["check", "--json"], [os.fspath(file)], program)
    return findings


def explain(
    file: PathText, path: str, at: Optional[object] = None, *, program: Optional[PathText] = None
) -> Answer:
    """Returns why a value or a prim is as it is. `at` is a time; without it the earliest."""
    times = [] if at is None else ["--time", str(at)]
    reasons: Answer = _run_json(["explain", "--json", *times], [os.fspath(file), path], program)
    return reasons


def stats(file: PathText, *, program: Optional[PathText] = None) -> Answer:
    """Returns the contents of a scene in numbers."""
    numbers: Answer = _run_json(["stats", "--json"], [os.fspath(file)], program)
    return numbers


def find(file: PathText, query: str, *, program: Optional[PathText] = None) -> List[str]:
    """Returns the paths of the prims that match a search of the prim tree: `type:Mesh`."""
    if not query.strip():
        raise ValueError("A search needs a word.")
    found = _run_json(["find", "--json"], [os.fspath(file), query], program)
    return [prim["path"] for prim in found]


class Viewer:
    """A window of usdscope. Close it, or use it in a `with` statement."""

    def __init__(
        self,
        file: Optional[PathText] = None,
        *,
        program: Optional[PathText] = None,
        arguments: Sequence[str] = (),
        timeout: float = 60.0,
    ) -> None:
        """Starts the program, and opens `file` if it is given.

        `arguments` are further options of `usdscope view`, such as `["--camera", "Hero"]`. Nothing
        waits longer than `timeout` seconds. The window has settings of its own, which are
        forgotten.
        """
        self._timeout = timeout
        found = find_program(program)
        self._folder: Optional[str] = tempfile.mkdtemp(prefix="usdscope-")
        path = os.path.join(self._folder, "socket")
        line = [found, "view", "--defaultsettings", "--listen", path, *arguments]
        # Options about the scene need it on the command line.
        opens_at_start = file is not None and len(arguments) > 0
        if file is not None and opens_at_start:
            line += ["--", os.path.abspath(os.fspath(file))]
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._socket: Optional[socket.socket] = None
        self._path: Optional[str] = None  # Of the socket, from the first connection to close().
        try:
            self._process = _start(line)
            self._open_socket(path)
            if opens_at_start:
                self._raise_failure()
            elif file is not None:
                self.open(file)
        except BaseException:
            self.close()
            raise

    @classmethod
    def connect(cls, path: PathText, *, timeout: float = 60.0) -> "Viewer":
        """Returns a viewer for a window that listens already. Closing it leaves the window open."""
        viewer = cls.__new__(cls)
        viewer._timeout = timeout
        viewer._folder = None
        viewer._process = None
        viewer._socket = None
        viewer._path = None
        viewer._open_socket(os.fspath(path))
        return viewer

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open_socket(self, path: str) -> socket.socket:
        end = time.monotonic() + self._timeout
        while True:
            candidate = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            candidate.settimeout(self._timeout)
            try:
                candidate.connect(path)
            except OSError as problem:
                candidate.close()
                if self._process is not None and self._process.poll() is not None:
                    status = self._process.returncode
                    raise UsdscopeError(f"The program has ended with status {status}.") from problem
                if self._process is None or time.monotonic() > end:
                    raise UsdscopeError(f"{path}: {problem}") from problem
                time.sleep(0.05)
                continue
            self._path = path
            self._socket = candidate
            self._answers = candidate.makefile("r", encoding="utf-8", newline="\n")
            return candidate

    def _close_socket(self) -> None:
        if self._socket is not None:
            self._answers.close()
            self._socket.close()
            self._socket = None

    def send(self, line: str) -> Answer:
        """Sends a line of actions and returns the answer, when the window is up to date.

        Raises UsdscopeError with the reason if an action is refused or not answered in time. After
        a time-out the connection is closed, because an answer that comes late would be taken for
        that of the next line. The next call connects anew.
        """
        if "\n" in line:
            raise ValueError("A line cannot have line ends.")
        data = line.encode("utf-8")
        if len(data) > _MOST_LINE_BYTES:
            raise UsdscopeError("A line has more than 1 MiB.")
        if self._path is None:
            raise UsdscopeError("The viewer is closed.")
        connection = self._socket or self._open_socket(self._path)
        try:
            connection.sendall(data + b"\n")
            text = self._answers.readline()
        except socket.timeout as problem:
            self._close_socket()
            raise UsdscopeError(f"There is no answer within {self._timeout:g} s.") from problem
        except UnicodeDecodeError as problem:
            self._close_socket()
            raise UsdscopeError("The answer is not UTF-8.") from problem
        except OSError as problem:
            self._close_socket()
            raise UsdscopeError(f"The window was closed: {problem}") from problem
        # A window that ends while it answers leaves half a line.
        if not text.endswith("\n"):
            self._close_socket()
            raise UsdscopeError("The window was closed.")
        answer: Answer = _parsed(text, "The answer")
        if not answer.get("ok"):
            raise UsdscopeError(str(answer.get("error", "The action was refused.")))
        return answer

    def open(self, file: PathText) -> None:
        """Opens a scene. Returns when it is shown."""
        self.send(action("open", os.path.abspath(os.fspath(file))))
        self._raise_failure()

    def _raise_failure(self) -> None:
        failure = self.state().get("failure")
        if failure:
            raise UsdscopeError(f"{failure['file']}: {failure['message']}")

    def set_frame(self, frame: object) -> None:
        """Moves the playhead: `24`, `"24-"` (the left limit) or `"default"`."""
        self.send(action("frame", frame))

    def select(self, *paths: str) -> None:
        """Selects prims or a property."""
        self.send(action("select", *paths))

    def screenshot(self, file: PathText) -> None:
        """Saves the picture as PNG."""
        self.send(action("screenshot", os.path.abspath(os.fspath(file))))

    def explain(self, path: str, at: Optional[object] = None) -> Answer:
        """Returns why a value or a prim is as it is, at the playhead or at a time."""
        times = () if at is None else (at,)
        reasons: Answer = self.send(action("explain", path, *times))["explanation"]
        return reasons

    def value(self, path: str, at: Optional[object] = None) -> Any:
        """Returns the value of an attribute, at the playhead or at a time."""
        times = () if at is None else (at,)
        return self.send(action("value", path, *times))["value"]

    def state(self) -> Answer:
        """Returns the open file, frame, ranges, selection, camera and readiness."""
        return self.send("state")

    def check(self, *, program: Optional[PathText] = None) -> List[Answer]:
        """Returns the findings of `check` for the file that is open, as it is on disk."""
        file = self.state()["file"]
        if file is None:
            raise UsdscopeError("Open a scene first.")
        return check(file, program=program)

    def close(self) -> None:
        """Closes the connection, and the window if this object has started it."""
        if self._process is not None and self._path is not None:
            try:
                connection = self._socket or self._open_socket(self._path)
                connection.sendall(b"quit\n")
            except (OSError, UsdscopeError):
                pass
        self._close_socket()
        self._path = None
        if self._process is not None:
            try:
                self._process.wait(10 if self._process.poll() is None else 0)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

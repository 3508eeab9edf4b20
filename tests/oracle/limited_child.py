# SPDX-License-Identifier: Apache-2.0
"""Runs the reference in a child process with a time limit, since a scene may make it hang or crash."""

import os
import signal

TIMEOUT_SECONDS = 20


def exit_status(ask):
    """Calls `ask()` in a child process without output. Returns its result (None is 0), 1 after an exception, and another
    non-zero status if the child crashed or took too long."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(TIMEOUT_SECONDS)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        status = 1
        try:
            status = ask() or 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1]

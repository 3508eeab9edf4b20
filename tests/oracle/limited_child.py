# SPDX-License-Identifier: Apache-2.0
"""Asks the reference in a process of its own, which ends when its time is over: a scene may make it hang or crash."""

import os
import signal

TIMEOUT_SECONDS = 20


def exit_status(ask):
    """What `ask()` returned (None is 0) in a child without messages; 1 after an exception, and something else than 0 too
    when the child crashed or took too long."""
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

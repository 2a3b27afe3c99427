"""Runs commands of Sandtable one after the other, each as a process forked from this one, which has loaded everything once.

Asked by a line of JSON (the words, and the files that its three streams are); answers with a line: the exit code."""

from __future__ import annotations

import json
import os
import sys
import traceback


def run(words: list[str], streams: list[str]) -> None:
    """In the new process, until its end."""
    from sandtable.cli import main

    code = 1
    try:
        for number, path in enumerate(streams):
            os.dup2(os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT), number)
        sys.argv = ["sandtable", *words]
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    import tests.preloaded  # noqa: F401

    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            run(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)

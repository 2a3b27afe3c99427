"""Programs that tests need and Python does not bring: Debian's packages, installed where they are missing."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class Missing(Exception):
    """Why a program could not be had."""


def program(package: str, *names: str) -> str:
    """The path of a program (by default named as its package); where it is missing the package is installed, as root or with sudo."""
    names = names or (package,)
    if found := found_program(*names):
        return found
    with (Path(tempfile.gettempdir()) / f"sandtable-tests-apt-{os.getuid()}.lock").open("a") as lock:  # both workers miss it at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        return found_program(*names) or _install(package, names)


def found_program(*names: str) -> str | None:
    """The path of the first of these programs that is here."""
    return next((path for name in names if (path := shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin"))), None)


def _install(package: str, names: tuple[str, ...]) -> str:
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    if apt is None:
        raise Missing("There is no apt-get here to do it for you.")
    root = os.geteuid() == 0
    if not root and sudo is None:
        raise Missing("That needs root or sudo, and there is neither here.")
    before = [] if root else [str(sudo), "-n"]
    for step in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", package]):
        command = [*before, apt, "-o", "DPkg::Lock::Timeout=300", *step]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"`apt-get {step[0]}` said: {done.stderr.strip()[-400:]}")
    found = found_program(*names)
    if found is None:
        raise Missing(f"apt-get ended well, but there is still no {package} on the path.")
    return found

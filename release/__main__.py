"""``make release``: builds sdist and wheels, checks them, tries them on every Python, and lists what was checked.

python -m release                  all of it
python -m release check            all but building: what lies in dist/
python -m release version 0.2.0    names a version, in the program and in the changelog
python -m release notes 0.2.0      what the changelog says about it
python -m release try WHEEL PYTHON what is tried on one Python, on its own
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from release import contents, version
from release.version import ROOT

DIST = ROOT / "dist"


def say(line: str) -> None:
    print(f"✓ {line}", flush=True)


def build() -> None:
    """The sdist, and a plain wheel made from it: what is missing in the one is missing in the other."""
    for old in [*DIST.glob("*.tar.gz"), *DIST.glob("*-none-any.whl")]:
        old.unlink()
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT)], check=True, stdout=subprocess.DEVNULL)


def main(building: bool) -> None:
    from release import trying

    browser = os.environ.get("BROWSER", "yes") != "no"
    say(version.check())
    if building:
        build()
    wheels, packs = sorted(DIST.glob(f"sandtable-{version.version()}-*.whl")), sorted(DIST.glob("*.tar.gz"))
    for path in [*packs, *wheels]:
        say(f"built {path.name}: {path.stat().st_size / 1e6:.1f} MB")
        wrong = contents.faults(path)
        if wrong:
            raise SystemExit(f"{path.name}:\n  " + "\n  ".join(wrong[:40]))
        say(f"{path.name}: complete, nothing that does not belong there, no trace of this machine")
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *map(str, [*packs, *wheels])], check=True)
    say("twine: descriptions can be shown on PyPI")
    for number, python in trying.interpreters().items():
        for wheel in trying.fitting(wheels, python):
            for seen in trying.one(wheel, python, browser):
                say(f"Python {number}, {wheel.name}: {seen}")
    plain = next(wheel for wheel in wheels if wheel.name.endswith("-none-any.whl"))
    for seen in trying.as_told_in_the_readme(plain):
        say(seen)
    print(f"\n{version.version()} can be published: {', '.join(path.name for path in [*packs, *wheels])}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            main(building=True)
        case ["check"]:
            main(building=False)
        case ["version", new]:
            version.set_version(new)
        case ["notes", of]:
            print(version.notes(of))
        case ["try", wheel, python]:
            from release import trying

            for seen in trying.one(Path(wheel).resolve(), shutil.which(python) or python, browser=True):
                say(seen)
        case _:
            raise SystemExit(__doc__)

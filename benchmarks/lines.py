"""Counts the lines of the program, room by room, so that a change of the house can be weighed: what grew, what shrank.

    python benchmarks/lines.py                              the working tree
    python benchmarks/lines.py --rev 3bd1997 --rev now      side by side, with the change; ``now`` is the working tree

Counted are Python, TypeScript, Svelte, CSS and HTML under src/ and web/src/, without blank lines. Not counted: words, puzzles and
other data (JSON), drawings (SVG), generated types, tests and examples. The characters beside them (without indentation) tell what merely
broke longer or shorter lines.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
COUNTED = {".py", ".ts", ".svelte", ".css", ".html"}
SOURCES = ("src/sandtable/", "web/src/")
GENERATED = {"web/src/api.d.ts"}
NOW = "now"


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def files(rev: str) -> dict[str, str]:
    """The counted files of a revision, by path."""
    if rev == NOW:
        listed = git("ls-files", "--cached", "--others", "--exclude-standard")
    else:
        listed = git("ls-tree", "-r", "--name-only", rev)
    paths = [path for path in listed.splitlines() if counted(path)]
    if rev == NOW:
        return {path: (ROOT / path).read_text("utf-8") for path in paths if (ROOT / path).is_file()}
    return {path: git("show", f"{rev}:{path}") for path in paths}


def counted(path: str) -> bool:
    test = ".test." in path or ".spec." in path
    return path.startswith(SOURCES) and PurePosixPath(path).suffix in COUNTED and path not in GENERATED and not test


def room(path: str) -> str:
    """The folder a reader would name: ``kernel``, ``games/<game>``, ``web/table``."""
    side = "web/" if path.startswith("web/") else ""
    parts = path.removeprefix("web/src/").removeprefix("src/sandtable/").split("/")
    if len(parts) == 1:
        return f"{side}(top)"
    deep = parts[0] in ("games", "boards") and len(parts) > 2
    return side + "/".join(parts[: 2 if deep else 1])


def count(rev: str) -> dict[str, Counter[str]]:
    """Lines, characters and files by room."""
    found: dict[str, Counter[str]] = {what: Counter() for what in ("lines", "characters", "files")}
    for path, content in files(rev).items():
        lines = [line.strip() for line in content.splitlines() if line.strip()]
        for place in (room(path), "web/src" if path.startswith("web/") else "src", "all"):
            found["lines"][place] += len(lines)
            found["characters"][place] += sum(map(len, lines))
            found["files"][place] += 1
    return found


def changed(before: int, after: int) -> str:
    return f"{after - before:+,}" + (f" ({(after - before) / before:+.1%})" if before else "")


def main() -> None:
    parser = argparse.ArgumentParser(description="Lines of code by room.")
    parser.add_argument("--rev", action="append", help="a git revision, or now; may be given several times")
    revs = parser.parse_args().rev or [NOW]
    counts = [count(rev) for rev in revs]
    totals = ["src", "web/src", "all"]
    rooms = sorted({place for found in counts for place in found["lines"]} - set(totals), key=lambda place: ("web/" in place, place))
    head = ["room", *(f"{rev}: lines, kB, files" for rev in revs)] + ["change of lines", "of characters"] * (len(revs) == 2)
    print("| " + " | ".join(head) + " |\n|---|" + "---:|" * (len(head) - 1))
    for place in [*rooms, *totals]:
        cells = [f"{found['lines'][place]:,} · {found['characters'][place] / 1000:.0f} · {found['files'][place]}" for found in counts]
        if len(revs) == 2:
            cells += [changed(counts[0][what][place], counts[1][what][place]) for what in ("lines", "characters")]
        print("| " + " | ".join([place, *cells]) + " |")


if __name__ == "__main__":
    main()

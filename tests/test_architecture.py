"""The plan of the house (docs/1-architecture.md) as a test: imports point down, and only a game's own folders name a game."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import sandtable

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "sandtable"

BELOW: dict[str, set[str]] = {
    "jit": {"jit_cache", "jit_inner", "machine_code"},
    "jit_atomic": {"jit"},
    "jit_borrowed": {"jit"},
    "jit_rows": {"jit"},
    "jit_cache": set(),
    "jit_inner": set(),
    "loading": set(),
    "machine_code": set(),
    "kernel": {"jit", "jit_rows"},
    "games": {"kernel", "jit"},
    "search": {"encodings", "kernel", "jit"},
    "encodings": {"kernel", "jit", "jit_atomic", "jit_borrowed"},
    "bots": {"search", "encodings", "kernel"},
    "coach": {"bots", "search", "kernel"},
    "arena": {"coach", "bots", "search", "kernel"},
    "research": {"coach", "bots", "search", "encodings", "kernel", "jit"},
    "server": {"coach", "bots", "search", "kernel"},
    "networks": {"search", "kernel"},
    "training": {"networks", "arena", "research", "search", "encodings", "kernel", "jit"},
    "registration": {"kernel"},
    "show": {"server", "kernel"},
    "cli": {"loading", "show", "training", "arena", "research", "server", "coach", "bots", "search", "encodings", "kernel", "jit"},
    "__init__": {"games", "kernel", "loading", "registration", "show"},
    "__main__": {"cli"},
}
"""What each room may import besides itself."""

FINDS_GAMES = "kernel/registry.py"
"""The one file that loads games, by their ids."""

GAMES_MAY_BE_NAMED = ("tests/", "web/test/", "docs/", "benchmarks/", "examples/")
NAMED_ON_PURPOSE = {
    "README.md": "tells newcomers what can be played",
    "CHANGELOG.md": "tells what came when",
    "CONTRIBUTING.md": "shows the way with an example",
    "pyproject.toml": "the description on a package index",
}
TEXT = {".py", ".ts", ".js", ".svelte", ".css", ".json", ".svg", ".html", ".md", ".toml", ".yaml", ".cjs", ""}

LONGEST_LINE = 140
GENERATED = {"web/package-lock.json", "web/src/api.d.ts"}


@cache
def sources() -> list[str]:
    """All text files of the repository, new ones included, by their path from its root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return sorted({path for path in listed if Path(path).suffix in TEXT and (ROOT / path).is_file()})


@cache
def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def modules() -> list[str]:
    """The modules of the package, as ``kernel/state.py``."""
    inside = "src/sandtable/"
    return [path.removeprefix(inside) for path in sources() if path.startswith(inside) and path.endswith(".py")]


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(text(f"src/sandtable/{module}"))


def listed(faults: list[str]) -> str:
    return f"{len(faults)}:\n" + "\n".join(faults)


# ---- imports point down -----------------------------------------------------------------------------------------------------------


@cache
def imported(module: str) -> list[tuple[int, str]]:
    """The line and the first two parts of everything of our own that a module imports: ``kernel.state``, ``games.<folder>``."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{origin(module, node)}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and called(node).endswith("import_module") and node.args:
            names = [beginning(node.args[0])]
        else:
            continue
        ours = (name.removeprefix("sandtable.") for name in names if f"{name}.".startswith("sandtable."))
        found += ((node.lineno, name) for name in dict.fromkeys(".".join(name.split(".")[:2]) for name in ours))
    return found


def called(node: ast.Call) -> str:
    """The last part of the name of what is called."""
    return str(getattr(node.func, "attr", "") or getattr(node.func, "id", ""))


def origin(module: str, node: ast.ImportFrom) -> str:
    """The dotted name that a ``from`` imports from."""
    if not node.level:
        return node.module or ""
    folder = ["sandtable", *Path(module).parts[:-1]]
    return ".".join([*folder[: len(folder) - node.level + 1], *filter(None, [node.module])])


def beginning(argument: ast.expr) -> str:
    """The text of a string as far as it is written out."""
    if isinstance(argument, ast.JoinedStr) and argument.values:
        argument = argument.values[0]
    return str(argument.value) if isinstance(argument, ast.Constant) else ""


def room(name: str) -> str:
    """The room of a module or of a dotted name; what the package exports itself counts as the kernel's."""
    first = re.split(r"[./]", name)[0]
    return "kernel" if first in {*sandtable.__all__, "sandtable", "__version__"} and first != "games" else first


def test_every_room_has_its_place() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders == {name for name in BELOW if (PACKAGE / name).is_dir()}


def test_imports_point_down() -> None:
    """cli, server, research, arena → coach → bots → search → kernel ← games; search → encodings."""
    faults = []
    for module in modules():
        if module != FINDS_GAMES:
            allowed = {room(module), *BELOW[room(module)]}
            faults += [f"{module}, line {line}: {name}" for line, name in imported(module) if room(name) not in allowed]
    assert faults == [], listed(faults)


def test_nobody_imports_a_particular_game() -> None:
    """Games are asked for by their id; the files of a game import each other, not those of another game."""
    folders = {path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").is_file()}
    faults = []
    for module in modules():
        parts = Path(module).parts
        others = folders - {parts[1] if parts[0] == "games" and len(parts) > 2 else None}
        met = ((line, name.split(".")) for line, name in imported(module))
        faults += [f"{module}, line {line}: {'.'.join(at)}" for line, at in met if at[0] == "games" and at[1:2] and at[1] in others]
    assert faults == [], listed(faults)


# ---- only a game's folders name it ------------------------------------------------------------------------------------------------


@cache
def own_games() -> tuple[sandtable.Game, ...]:
    """The games of this repository; another package may have registered more."""
    found = (sandtable.load(name) for name in sandtable.games())
    return tuple(game for game in found if (PACKAGE / "games" / folder(game)).is_dir() or (ROOT / "examples" / game.id).is_dir())


def folder(game: sandtable.Game) -> str:
    return game.id.replace("-", "_")


@cache
def names() -> re.Pattern[str]:
    """Every id and name, with anything or nothing between their words: five-tribes, five_tribes, FiveTribes."""
    every = {".?".join(re.findall(r"\w+", words)) for game in own_games() for words in (game.id, game.name)}
    return re.compile("|".join(sorted(every)), re.IGNORECASE)


@cache
def homes() -> tuple[str, ...]:
    """The folders in which a game is at home."""
    return tuple(home for game in own_games() for home in (f"src/sandtable/games/{folder(game)}/", f"web/src/games/{game.id}/"))


def test_no_file_outside_a_games_folders_names_a_game() -> None:
    faults = []
    for path in sources():
        if path.startswith((*GAMES_MAY_BE_NAMED, *homes())) or path in NAMED_ON_PURPOSE:
            continue
        lines = [number for number, line in enumerate(text(path).splitlines(), 1) if names().search(line)]
        if lines or names().search(path):
            faults.append(f"{path}: {'its name' if not lines else 'lines ' + ', '.join(map(str, lines[:8]))}")
    assert faults == [], listed(faults)


def test_whoever_names_games_on_purpose_does_so() -> None:
    assert [path for path in NAMED_ON_PURPOSE if path != "CONTRIBUTING.md" and not names().search(text(path))] == []


# ---- the protocol is asked, not probed --------------------------------------------------------------------------------------------

A_GAME = re.compile(r"(^|[._])(game|rules|coaching|heuristics|encoding|scorepad|pad)$|\bGAME$|\bload\([^()]*\)$")
"""A game, or a part of one."""
AN_ID = re.compile(r"(^|[._])game(\.id)?$|\bgame_id$|\bload\([^()]*\)\.id$|\.setup\.game$")


def literal(node: ast.expr) -> bool:
    """A text, or a collection with one."""
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return any(literal(item) for item in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def branches(module: str) -> Iterator[str]:
    """Where a module asks which game it has, instead of asking the game."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and called(node) in ("getattr", "hasattr") and A_GAME.search(ast.unparse(node.args[0])):
            yield f"line {node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(literal, sides)) and any(AN_ID.search(ast.unparse(side)) for side in sides):
                yield f"line {node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.Match) and AN_ID.search(ast.unparse(node.subject)):
            yield f"line {node.lineno}: match {ast.unparse(node.subject)}"


def test_no_caller_probes_a_game_or_branches_on_its_id() -> None:
    faults = [f"{module}, {fault}" for module in modules() for fault in branches(module)]
    assert faults == [], listed(faults)


def test_no_caller_in_the_browser_branches_on_a_games_id() -> None:
    ids = "|".join(game.id for game in own_games())
    branch = re.compile(rf"""\bgame(\.(id|game))?\s*[!=]==?\s*['"`]|\bcase\s*(['"`])({ids})\2""")
    faults = []
    for path in sources():
        if path.startswith("web/src/") and not path.startswith(homes()) and path.endswith((".ts", ".svelte")):
            lines = enumerate(text(path).splitlines(), 1)
            found = ((number, line) for number, line in lines if branch.search(re.sub(r"typeof [\w.?]+", "", line)))
            faults += [f"{path}, line {number}: {line.strip()[:100]}" for number, line in found]
    assert faults == [], listed(faults)


# ---- lines fit a screen -----------------------------------------------------------------------------------------------------------


PROGRAM_TEXT = (".ts", ".svelte", ".js", ".css", ".html", ".md")
"""Drawings and data are not read line by line."""


def test_lines_of_the_web_app_fit_a_screen() -> None:
    faults = []
    for path in sources():
        if path.startswith("web/") and path.endswith(PROGRAM_TEXT) and path not in GENERATED:
            long = [number for number, line in enumerate(text(path).splitlines(), 1) if len(line) > LONGEST_LINE]
            faults += [f"{path}: {len(long)}, first in line {long[0]}"] if long else []
    assert faults == [], listed(faults)

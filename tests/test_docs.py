"""The README and the docs tell the truth: every block of code in them runs as it stands, page by page in one folder.

What would run for ever or for hours (servers, long arena runs) stands in blocks without a language: there every command and option must
exist. `10-a-game-of-your-own.md` and `11-a-fair-deal.md` are held by `tests/kalah` and `tests/fair_deal`."""

from __future__ import annotations

import io
import json
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import sandtable
from sandtable.cli import app
from sandtable.kernel.words import LANGUAGES
from tests.commands import good

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"]
BLOCK = re.compile(r"^```(\w*)(?: [^\n]*)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIRST_WORDS = re.compile(r"sandtable (record )?1\b")
"""How a record, and the protocol of bots, begin: no commands."""
ELSEWHERE = ("10-a-game-of-your-own.md", "11-a-fair-deal.md")


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text("utf-8"))


def pages_with(*languages: str) -> list[Path]:
    return [page for page in PAGES if page.name not in ELSEWHERE and any(language in languages for language, _ in blocks(page))]


@pytest.mark.slow
def test_the_readme_under_plain_doctest() -> None:
    done = subprocess.run([sys.executable, "-m", "doctest", "README.md"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with("python", "sh"), ids=lambda page: page.name)
def test_the_blocks_of_a_page_run_one_after_the_other(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In an empty folder, each with names of its own; a program that talks to its standard input finds it at its end."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for number, (language, text) in enumerate(blocks(page)):
        if language == "python":
            (tmp_path / f"block{number}.py").write_text(text, "utf-8")
            runpy.run_path(str(tmp_path / f"block{number}.py"), run_name="__main__")
        if language == "sh":
            for words in commands(text):
                good(*words)


def commands(text: str) -> list[list[str]]:
    """The lines that call ``sandtable``, as words without its name; what stands two or more spaces behind is a remark."""
    lines = [re.split(r"\s{2,}", line.strip())[0] for line in text.splitlines() if line.startswith("sandtable ")]
    return [shlex.split(line, comments=True)[1:] for line in lines if not FIRST_WORDS.match(line)]


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_every_command_and_option_exists(page: Path) -> None:
    whole: Any = typer.main.get_command(app)
    told = [words for language, text in blocks(page) if language in ("", "sh") for words in commands(text)]
    listed = re.findall(r"^\| `(sandtable [^`/,|]+)`", page.read_text("utf-8"), re.MULTILINE)
    told += [shlex.split(one)[1:] for one in listed if not FIRST_WORDS.match(one)]
    for words in told:
        command, rest = whole, words
        while hasattr(command, "get_command") and not rest[0].startswith("-"):
            command, rest = command.get_command(None, rest[0]), rest[1:]
            assert command is not None, f"{page.name}: no such command: {words}"
        options = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        for word in rest:
            if word.startswith("--"):
                assert word.partition("=")[0] in options, f"{page.name}: {word} in {words}"


@pytest.mark.parametrize("page", pages_with("json"), ids=lambda page: page.name)
def test_examples_of_answers_are_json_with_decisions_of_the_game(page: Path) -> None:
    """An ellipsis stands for what is left out; what is written about a decision or a game is true."""
    for language, text in blocks(page):
        if language != "json":
            continue
        whole = re.sub(r",\s*…\s*([}\]])", r"\1", text.replace("{…}", "{}").replace("[…]", "[]"))
        found = json.loads(whole if whole.lstrip()[0] in "{[" else "{" + whole + "}")
        for thing in things(found):
            if "text" in thing and "id" in thing:
                action = sandtable.load("tuareg").actions[thing["id"]]
                assert (action.kind, action.args, action.text) == (thing["kind"], thing["args"], thing["text"])
            if "rules" in thing and "name" in thing:
                game = sandtable.load(thing["game"])
                assert (thing["name"], thing["players"], thing["rules"]) == (game.name, list(game.players), game.rules_version)
                assert {option["name"] for option in thing["options"]} <= {option.name for option in game.options}


def things(found: Any) -> list[dict[str, Any]]:
    """All objects in it."""
    inside = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return ([found] if isinstance(found, dict) else []) + [thing for part in inside for thing in things(part)]


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_blocks_of_code_begin_as_the_site_reads_them(page: Path) -> None:
    """Anything else behind the language makes running text of the code, and code of the text after it; no warning says so."""
    fences = re.findall(r"^```.*$", page.read_text("utf-8"), re.MULTILINE)
    assert [fence for fence in fences if not re.fullmatch(r'```(\w+( title="[^"]+")?)?', fence)] == []


def test_links_exist() -> None:
    """Those to rulebooks, which are made for the site (`docs/hooks.py`), and all others on it are checked by `make docs`."""
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\((?!http|#|rulebook/)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_figures_of_the_rulebooks_are_drawn_in_every_language() -> None:
    drawn = {path.name for path in (ROOT / "docs" / "images" / "rulebook").glob("*.webp")}
    english = {name for name in drawn if "-en-" in name}
    assert english
    assert drawn == {name.replace("-en-", f"-{language}-") for name in english for language in LANGUAGES}

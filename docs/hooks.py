"""For the site: pages that lie elsewhere in the repository, the rulebooks of the app, and links that fit there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "sandtable" / "games"
FROM_ROOT = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./|docs/)[^)\s]+)\)")
WORDS = {
    "en": ("The same rules as they are implemented and tested: [specification]({path}).", "From the rulebook of the app"),
    "de": ("Dieselben Regeln, wie sie umgesetzt und geprüft sind: [Spezifikation]({path}) (englisch).", "Aus dem Regelbuch der App"),
    "fr": (
        "Les mêmes règles, telles qu’elles sont programmées et testées : [spécification]({path}) (en anglais).",
        "Du livret de l’application",
    ),
    "es": (
        "Las mismas reglas, tal como están programadas y probadas: [especificación]({path}) (en inglés).",
        "Del reglamento de la aplicación",
    ),
}


def on_config(config: Any) -> Any:
    """A numbered page that the plan of the site does not name yet stands at its end."""
    named = str(config["nav"])
    new = [page.name for page in sorted((ROOT / "docs").glob("[0-9]*.md")) if page.name not in named]
    if new:
        config["nav"].append({"More": new})
    return config


def on_files(files: Files, config: Any) -> Files:
    for name in FROM_ROOT:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    for book in sorted(GAMES.glob("*/words/rulebook-*.json")):
        game, language = book.parents[1].name.replace("_", "-"), book.stem.rpartition("-")[2]
        if language in WORDS:
            name = f"rulebook/{game}{'' if language == 'en' else f'.{language}'}.md"
            files.append(File.generated(config, name, content=rulebook(game, language, json.loads(book.read_text("utf-8")))))
    return files


def rulebook(game: str, language: str, book: dict[str, Any]) -> str:
    """The rulebook of the app as a page; every rule can be linked to by its id."""
    lines = [f"# {book['title']}", "", book["lead"], "", WORDS[language][0].format(path=f"../rules/{game}.md"), ""]
    for section in book["sections"]:
        lines += [f"## {section['title']} {{ #{section['id']} }}", "", f"*{section['lead']}*", ""]
        for figure in sorted((ROOT / "docs" / "images" / "rulebook").glob(f"{game}-{section['id']}-{language}-*.webp")):
            lines += [f"![{WORDS[language][1]}: {section['title']}](../images/rulebook/{figure.name})", ""]
        for number, words in section["rules"].items():
            same = " " if number == section["id"] else f'<a id="{number}"></a>'
            lines += [f"{same}**{number}**  {words}".strip(), ""]
    return "\n".join(lines)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    return LINK.sub(_fitting, markdown)


def _fitting(found: re.Match[str]) -> str:
    """A link as the site needs it; to a file that is not on the site: its name."""
    words, path = found[1], found[2].removeprefix("../").removeprefix("docs/")
    if path.partition("#")[0] in FROM_ROOT or not found[2].startswith("../"):
        return f"[{words}]({path})"
    if path.startswith(("examples/", "LICENSE")):
        return f"{words} (`{path}`)" if words.strip("`") != path else f"`{path}`"
    return found[0]

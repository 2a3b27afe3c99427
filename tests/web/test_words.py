"""Every word of the web app exists in both languages, and every rule is in the rulebook."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOCALES = ROOT / "src" / "sandtable" / "locales"
SOURCES = sorted(path for ending in ("ts", "svelte") for path in (ROOT / "web" / "src").rglob(f"*.{ending}"))
PREFIX = {"five-tribes": "FT", "targui": "TG", "tuareg": "TU"}


def flat(tree: Any, at: str = "") -> dict[str, str]:
    if isinstance(tree, str):
        return {at: tree}
    return {key: text for name, part in tree.items() for key, text in flat(part, f"{at}.{name}" if at else name).items()}


def words(language: str, name: str = "web") -> dict[str, str]:
    return flat(json.loads((LOCALES / language / f"{name}.json").read_text("utf-8")))


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def test_both_languages_have_the_same_words() -> None:
    english, german = words("en"), words("de")
    assert english.keys() == german.keys()
    different = {key for key in english if fields(english[key]) != fields(german[key])}
    assert not different


def test_every_word_that_is_asked_for_exists() -> None:
    known = words("en")
    missing = []
    for path in SOURCES:
        for key in re.findall(r"[^\w.]t\(\s*'([\w.-]+)'", path.read_text("utf-8")):
            if key not in known:
                missing.append(f"{path.name}: {key}")
    assert not missing


@pytest.mark.parametrize("game", PREFIX)
def test_every_step_of_a_lesson_has_words_and_a_rule_that_exists(game: str) -> None:
    source = (ROOT / "web" / "src" / "learn" / f"{game}.ts").read_text("utf-8")
    known = {key.removeprefix(f"learn.{game}.") for key in words("en") if key.startswith(f"learn.{game}.")}
    said = set(re.findall(r"say: '(\w+)'", source))
    begun = tuple(re.findall(r"`(\w+_)\$\{", source))
    assert said <= known
    assert all(key in said or key.startswith(begun) or f": '{key}')" in source for key in known)
    assert set(re.findall(r"rule: '([\w.-]+)'", source)) <= defined_ids(game)


def defined_ids(game: str) -> set[str]:
    """The ids the specification defines, as in tests/kernel/test_rule_ids.py."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    one = rf"{PREFIX[game]}-[A-Z]?\d+(?:\.\d+)*"
    found = re.findall(rf"^(?:\| *|- \*\*|\*\*|#+ )({one})\b", text, re.MULTILINE)
    return set(found) | {f"{PREFIX[game]}-{number}" for number in re.findall(r"^\| (R\d+) \|", text, re.MULTILINE)}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", PREFIX)
def test_the_rulebook_has_every_rule(game: str, language: str) -> None:
    book = json.loads((LOCALES / language / f"rules-{game}.json").read_text("utf-8"))
    listed = [rule for section in book["sections"] for rule in section["rules"]]
    assert set(listed) == defined_ids(game)
    assert len(set(listed)) == len(listed)
    assert all(text.strip() for section in book["sections"] for text in section["rules"].values())


@pytest.mark.parametrize("game", PREFIX)
def test_rules_name_only_rules_that_exist(game: str) -> None:
    for language in ("en", "de"):
        book = (LOCALES / language / f"rules-{game}.json").read_text("utf-8")
        sections = {section["id"] for section in json.loads(book)["sections"]}
        named = set(re.findall(rf"{PREFIX[game]}-[A-Z]?\d+(?:\.\d+)*", book))
        assert named <= defined_ids(game) | sections

"""Every word of the web app and of the games exists in every language, and every rule is in the rulebook."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.bots.levels import LEVELS
from sandtable.kernel.words import FORMS, LANGUAGES, fill

ROOT = Path(__file__).parents[2]
LOCALES = ROOT / "src" / "sandtable" / "locales"
WEB = ROOT / "web" / "src"
SOURCES = sorted(path for ending in ("ts", "svelte") for path in WEB.rglob(f"*.{ending}"))
OF_THE_HOUSE = sorted(path.stem for path in (LOCALES / "en").glob("*.json"))


def flat(tree: Any, at: str = "") -> dict[str, str]:
    if isinstance(tree, str):
        return {at: tree}
    parts = tree.items() if isinstance(tree, dict) else enumerate(tree)
    return {key: text for name, part in parts for key, text in flat(part, f"{at}.{name}" if at else str(name)).items()}


def words(language: str, name: str = "web") -> dict[str, str]:
    return flat(json.loads((LOCALES / language / f"{name}.json").read_text("utf-8")))


def fields(text: str) -> set[str]:
    """The names a message is filled with: a brace opens a field where text is, and a form where a field is."""
    found, inside = set(), []
    for at, sign in enumerate(text):
        if sign == "{":
            in_text = not inside or inside[-1] == "form"
            inside.append("field" if in_text else "form")
            if in_text:
                found.update(re.findall(r"^\w+", text[at + 1 :]))
        elif sign == "}":
            inside.pop()
    return found


@pytest.mark.parametrize("name", OF_THE_HOUSE)
def test_all_languages_have_the_same_words(name: str) -> None:
    english = words("en", name)
    for language in LANGUAGES:
        other = words(language, name)
        assert english.keys() == other.keys()
        assert not {key for key in english if fields(english[key]) != fields(other[key])}


@pytest.mark.parametrize("name", sandtable.games())
def test_games_have_the_same_words_in_all_languages(name: str) -> None:
    game = sandtable.load(name)
    english = {key: text for key, text in flat(game.words("en")).items() if not key.startswith("edition.")}
    forms = {form for language in LANGUAGES for form in flat(game.words(language).get("edition", {}))}
    forms = {form.rpartition(".")[2] for form in forms}
    for language in LANGUAGES:
        other = flat(game.words(language))
        assert english.keys() == {key for key in other if not key.startswith("edition.")}
        assert not {key for key in english if fields(english[key]) - forms != fields(other[key]) - forms}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_read(language: str) -> None:
    """ICU reads each; what is quoted by accident or written as a form of an earlier version is found here."""
    texts = {f"{part}.{key}": text for part in OF_THE_HOUSE for key, text in words(language, part).items()}
    for name in sandtable.games():
        texts |= {f"{name}.{key}": text for key, text in flat(sandtable.load(name).words(language)).items()}
    for key, text in texts.items():
        assert not re.search(r"\{\w+\|", text), key
        assert "'{" not in text or not FORMS.search(text), key
        if FORMS.search(text):
            assert fill(text, language, **dict.fromkeys(fields(text), 1)), key


SIGNS = {
    "fr": r"[^\u202f\d/][;!?»]|[^\u202f]:(?=\s|$)|«[^\u202f]|'",
    "es": r"^[^¿]*\?|^[^¡]*!",
}
"""What is not written so: French with another space before its signs or a straight apostrophe, Spanish without the sign that opens."""


@pytest.mark.parametrize("language", SIGNS)
def test_signs_are_those_of_the_language(language: str) -> None:
    texts = {f"{part}.{key}": text for part in OF_THE_HOUSE for key, text in words(language, part).items()}
    for name in sandtable.games():
        game = sandtable.load(name)
        texts |= {f"{name}.{key}": text for key, text in (flat(game.words(language)) | flat(game.rulebook(language))).items()}
    wrong = re.compile(SIGNS[language])
    assert not {key: text for key, text in texts.items() if wrong.search(re.sub(r"`[^`]*`|\{\w+:[^}]*\}", "", text))}


PEOPLE = "name|names|seat|victim|owner|by|colour|defender|who|winner|winners|player|game"


def test_french_asks_for_no_elision_before_a_name() -> None:
    """“de Ann” would have to be “d’Ann”: sentences are built so that no word before a name is ever cut short."""
    texts = {f"{part}.{key}": text for part in OF_THE_HOUSE for key, text in words("fr", part).items()}
    for name in sandtable.games():
        texts |= {f"{name}.{key}": text for key, text in flat(sandtable.load(name).words("fr")).items()}
    cut = re.compile(rf"\b(?:de|que|jusque|lorsque|si|le|la|ce) \{{(?:{PEOPLE})\}}", re.IGNORECASE)
    assert not {key: text for key, text in texts.items() if cut.search(text)}


def test_every_word_that_is_asked_for_exists() -> None:
    known = words("en")
    missing = []
    for path in SOURCES:
        for key in re.findall(r"[^\w.]t\(\s*'([\w.-]+)'", path.read_text("utf-8")):
            if key not in known:
                missing.append(f"{path.name}: {key}")
    assert not missing


def test_every_word_about_people_that_is_asked_for_exists() -> None:
    known = words("en", "people")
    asked = {key for path in SOURCES for key in re.findall(r"[^\w.]p\(\s*'([\w.]+)'", path.read_text("utf-8"))}
    assert len(asked) > 40
    assert not asked - known.keys()


@pytest.mark.parametrize(("folder", "asked", "name"), [("", "d", "deals"), ("telling", "w", "notices")])
def test_every_word_of_pages_with_a_file_of_their_own_exists(folder: str, asked: str, name: str) -> None:
    known = words("en", name)
    found = {
        (path.name, key)
        for path in SOURCES
        if path.is_relative_to(WEB / folder)
        for call in re.findall(rf"[^\w.]{asked}\(([^()]*)", path.read_text("utf-8"))
        for key in re.findall(r"(?:^|[?:]) *'([\w-]+)'", call)
    }
    assert len(found) > 5
    assert not {(page, key) for page, key in found if key not in known}


@pytest.mark.parametrize("name", sandtable.games())
def test_every_word_a_board_asks_its_game_for_exists(name: str) -> None:
    known = flat(sandtable.load(name).words("en"))
    asked = {}
    for path in SOURCES:
        if path.is_relative_to(WEB / "games" / name):
            for key in re.findall(r"t\.game\(\s*(?:GAME|'[\w-]+'),\s*'([\w.-]+)'", path.read_text("utf-8")):
                asked[key] = path.name
    assert len(asked) > 20
    assert not {key: where for key, where in asked.items() if key not in known}


@pytest.mark.parametrize("name", sandtable.games())
def test_every_step_of_a_lesson_has_words_and_a_rule_that_exists(name: str) -> None:
    source = (WEB / "games" / name / "lesson.ts").read_text("utf-8")
    known = sandtable.load(name).words("en")["lesson"].keys()
    said = set(re.findall(r"say: '(\w+)'", source))
    begun = tuple(re.findall(r"`(\w+_)\$\{", source))
    assert said <= known
    assert all(key in said or key.startswith(begun) or f": '{key}')" in source for key in known)
    assert set(re.findall(r"rule: '([\w.-]+)'", source)) <= defined_ids(name)


def defined_ids(name: str) -> set[str]:
    """The ids the specification defines, as in tests/kernel/test_rule_ids.py."""
    prefix = sandtable.load(name).prefix
    text = (ROOT / "docs" / "rules" / f"{name}.md").read_text("utf-8")
    one = rf"{prefix}-[A-Z]?\d+(?:\.\d+)*"
    found = re.findall(rf"^(?:\| *|- \*\*|\*\*|#+ )({one})\b", text, re.MULTILINE)
    return set(found) | {f"{prefix}-{number}" for number in re.findall(r"^\| (R\d+) \|", text, re.MULTILINE)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sandtable.games())
def test_the_rulebook_has_every_rule(name: str, language: str) -> None:
    book = sandtable.load(name).rulebook(language)
    assert book is not None
    listed = [rule for section in book["sections"] for rule in section["rules"]]
    assert set(listed) == defined_ids(name)
    assert len(set(listed)) == len(listed)
    assert all(text.strip() for section in book["sections"] for text in section["rules"].values())


@pytest.mark.parametrize("name", sandtable.games())
def test_rules_name_only_rules_that_exist(name: str) -> None:
    game = sandtable.load(name)
    for language in LANGUAGES:
        book = game.rulebook(language)
        assert book is not None
        named = set(re.findall(rf"{game.prefix}-[A-Z]?\d+(?:\.\d+)*", json.dumps(book)))
        assert named <= defined_ids(name) | {section["id"] for section in book["sections"]}


UNWANTED = {
    "": r"\bFührer(s|n)?\b|Das gilt dann|\bCoach\b|\bRasse",
    "tuareg": r"\bLager\b|(?<!Stein)\bSalz\b|Kamele kaufen",
    "targui": r"Einkommen|Kartenstoß|\bMarker\b",
    "five-tribes": r"\bSatz\b|\bSätze|Zugstein|Zugmarker|\bWaren\b|Rohstoff|Sippen von",
}
"""German words that mislead or name one thing twice: of the house, and of each game."""


@pytest.mark.parametrize("name", UNWANTED)
def test_german_has_one_word_for_one_thing_and_none_by_accident(name: str) -> None:
    texts: dict[str, str] = {}
    if name:
        game = sandtable.load(name)
        texts |= flat(game.words("de")) | flat(game.rulebook("de"))
    else:
        for part in OF_THE_HOUSE:
            texts |= words("de", part)
        texts |= {f"bot.{level.id}": level.names["de"] for level in LEVELS}
        texts |= {f"{other}.{key}": text for other in sandtable.games() for key, text in flat(sandtable.load(other).words("de")).items()}
    pattern = re.compile(UNWANTED[name])
    assert not {key: text for key, text in texts.items() if pattern.search(text)}


def test_points_are_not_spoken_of_where_there_are_none() -> None:
    """Targui is decided by conquest, income or capital: nothing its results are told with names points."""
    for language in LANGUAGES:
        told = sandtable.load("targui").words(language)
        ends = {key: text for key, text in told["events"].items() if key.startswith("game_over")}
        assert not [
            text for text in flat([told["verdict"], told["score"], told["board"]["score"], ends]).values() if re.search("Punkt|point", text)
        ]

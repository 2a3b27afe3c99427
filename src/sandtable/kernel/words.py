"""Words in every language: those of a game lie in its folder, those that belong to no game under ``locales``.

Sentences are ICU messages: ``{name}`` is filled in, ``{n, plural, one {# card} other {# cards}}`` goes by number and
``{who, select, …}`` by name. Which languages there are is what folders there are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from icu4py.messageformat import MessageFormat

FIRST = "en"
"""The language that is complete by definition: what another one lacks is said in it."""


def _spoken() -> tuple[str, ...]:
    return tuple(sorted((place.name for place in files("sandtable").joinpath("locales").iterdir() if place.is_dir()), key=_rank))


def _rank(language: str) -> tuple[bool, str]:
    return language != FIRST, language


LANGUAGES = _spoken()

FORMS = re.compile(r"\{\w+, (plural|select|selectordinal),")


@cache
def catalogue(language: str, name: str) -> Any:
    """The texts of one part of the house (``kernel``, ``coach``, ``server`` …) in one language."""
    return json.loads(files("sandtable").joinpath("locales", language, f"{name}.json").read_text("utf-8"))


@cache
def read_json(package: str, path: str) -> Any:
    """A JSON file of a package, read once; None if there is none."""
    place = files(package).joinpath(path)
    return json.loads(place.read_text("utf-8")) if place.is_file() else None


def words_of(package: str | None, language: str) -> Any:
    """The words of the game in this package; in English where it does not speak the language."""
    found = read_json(str(package), f"words/{language}.json")
    return words_of(package, FIRST) if found is None and language != FIRST else found or {}


def said_in(words: Mapping[str, str], language: str) -> str:
    """The right one of a text in several languages: what was written before a language was known is said in English."""
    return words[language] if language in words else words[FIRST]


def fill(text: str, language: str, /, **values: Any) -> str:
    """A sentence of a catalogue with its values. Most only have ``{name}`` fields and never reach ICU."""
    message = _message(text, language)
    return text.format(**values) if message is None else message.format({name: _plain(value) for name, value in values.items()})


@lru_cache(4096)
def _message(text: str, language: str) -> MessageFormat | None:
    return MessageFormat(text, language) if FORMS.search(text) else None


def _plain(value: Any) -> int | float | str:
    """What ICU can take: numbers of arrays become plain ones."""
    if isinstance(value, (str, int, float)):
        return value
    return int(value) if hasattr(value, "__index__") else str(value)

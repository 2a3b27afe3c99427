"""Words in every language: those of a game lie in its folder, those that belong to no game under ``locales``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de")


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
    return words_of(package, "en") if found is None and language != "en" else found or {}

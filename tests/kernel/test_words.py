"""Words: the languages there are, and sentences with forms."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.kernel.verdict import joined
from sandtable.kernel.words import LANGUAGES, fill, said_in, words_of

CARDS = "{who} takes {n, plural, one {# card} other {# cards}}."


def test_languages_are_those_there_are_folders_of() -> None:
    assert LANGUAGES[0] == "en"
    assert list(LANGUAGES[1:]) == sorted(LANGUAGES[1:])
    assert "de" in LANGUAGES


@pytest.mark.parametrize(("language", "n", "told"), [("en", 0, "0 cards"), ("en", 1, "1 card"), ("en", 2, "2 cards"), ("fr", 0, "0 card")])
def test_a_number_picks_the_form_by_the_rules_of_the_language(language: str, n: int, told: str) -> None:
    assert fill(CARDS, language, who="{Ann}", n=n) == f"{{Ann}} takes {told}."
    assert fill(CARDS, language, who="{Ann}", n=np.int16(n)) == f"{{Ann}} takes {told}."


def test_a_name_picks_the_form() -> None:
    text = "{good, select, gold {l\u2019or} other {le sel}} de {who}"
    assert fill(text, "fr", good="gold", who="Ann") == "l\u2019or de Ann"
    assert fill(text, "fr", good="salt", who="Ann") == "le sel de Ann"


@pytest.mark.parametrize("last", ["Inés", "Íñigo", "Hilda", "Luis", "Ian", "Hielo", "Yago"])
def test_names_are_joined_as_the_language_speaks(last: str) -> None:
    assert joined(["Ann", "Ben", last], "en") == f"Ann, Ben and {last}"
    assert joined(["Ana", last], "es") == f"Ana {'e' if last in ('Inés', 'Íñigo', 'Hilda') else 'y'} {last}"
    assert joined([last], "es") == last


def test_plain_fields_are_filled_in() -> None:
    assert fill("{a} and {b}", "en", a=1, b="{c}") == "1 and {c}"


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert said_in({"en": "yes", "de": "ja"}, "de") == "ja"
    assert said_in({"en": "yes", "de": "ja"}, "xx") == "yes"
    assert words_of("sandtable.games.tuareg", "xx") == words_of("sandtable.games.tuareg", "en")

"""Names are safe to show, whatever is sent."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.server import keys, names
from sandtable.server.errors import Denied


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("Ann", "Ann"),
        ("  Zoë \t van  Dyk ", "Zoë van Dyk"),
        ("<script>alert(1)</script>", "scriptalert(1)/script"),
        ("\u202enimdA", "nimdA"),
        ("A\u200bn\u0000n", "Ann"),
        ("O'Neil", "O'Neil"),
        ("Zoe\u0301", "Zoé"),
        ("مريم", "مريم"),
        ("a" + "\u0336" * 30, "a\u0336\u0336"),
    ],
)
def test_names_are_cleaned(sent: str, shown: str) -> None:
    assert names.safe(sent) == shown


@pytest.mark.parametrize("sent", ["", "   ", "\u200b", "<>", "x" * 25, "\u0301", "\ufeff\u2066"])
def test_names_of_nothing_or_too_much_are_refused(sent: str) -> None:
    with pytest.raises(Denied, match="BAD_NAME"):
        names.safe(sent)


@given(st.text(max_size=80))
def test_every_name_shown_is_harmless_and_stays_as_it_is(sent: str) -> None:
    try:
        shown = names.safe(sent)
    except Denied:
        return
    assert 1 <= len(shown) <= names.LONGEST
    assert not set(shown) & set('<>&"`')
    assert all(unicodedata.category(c)[0] != "C" for c in shown)
    assert names.safe(shown) == shown


def test_secrets_are_long_and_kept_as_hashes() -> None:
    token, table = keys.new_secret(), keys.new_table()
    assert keys.TOKEN.fullmatch(token)
    assert len(table) == 16
    assert len({keys.new_table() for _ in range(1000)}) == 1000
    assert token not in keys.hashed(token)

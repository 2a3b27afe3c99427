"""Contrast by WCAG 2.2 (1.4.3, 1.4.11), computed from the tokens for both themes: what is read, and what must be seen to be used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "web" / "src" / "look" / "tokens.css").read_text("utf-8")
READ, SEEN = 4.5, 3.0
SURFACES = ("bg", "bg-2", "surface", "surface-2", "sunk")
TEXTS = [(ink, ground) for ink in ("text", "text-2", "text-3") for ground in SURFACES]
ACCENTS = [(ink, ground) for ink in ("indigo", "terra", "palm", "amber", "refuse") for ground in ("surface", "surface-2", "bg")]
SOFT = [(ink, f"{ink}-soft") for ink in ("indigo", "terra", "palm", "amber", "refuse")] + [
    ("text", f"{name}-soft") for name in ("indigo", "terra")
]
ON = [(f"on-{name}", name) for name in ("indigo", "terra", "palm", "refuse")]
SEATS = [(f"seat-{n}-ink", f"seat-{n}") for n in range(5)]
MARKS = [(f"ring-{name}", "halo") for name in ("legal", "selected", "preview", "refused", "attack", "best", "hint")]
EDGES = [(mark, ground) for mark in ("focus", "line-strong") for ground in ("bg", "surface", "surface-2")]


def block(selector: str) -> dict[str, str]:
    """The tokens that a selector sets."""
    found = re.search(re.escape(selector) + r"\s*\{([^{}]*)\}", TOKENS)
    assert found is not None, selector
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", found[1]))


LIGHT = block(":root")
THEMES = {"light": LIGHT, "dark": LIGHT | block(":root[data-theme='dark']")}


def colour(theme: dict[str, str], name: str) -> str:
    value = theme[name]
    inner = re.fullmatch(r"var\(--([\w-]+)\)", value)
    return colour(theme, inner[1]) if inner else value


def brightness(hexadecimal: str) -> float:
    """Relative luminance."""
    digits = hexadecimal.removeprefix("#")
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(theme: dict[str, str], ink: str, ground: str) -> float:
    lighter, darker = sorted((brightness(colour(theme, ink)), brightness(colour(theme, ground))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("pairs", "least"), [(TEXTS + ACCENTS + SOFT + ON + SEATS, READ), (MARKS + EDGES, SEEN)], ids=["read", "seen"])
def test_contrast(theme: str, pairs: list[tuple[str, str]], least: float) -> None:
    faint = {pair: round(value, 2) for pair in pairs if (value := contrast(THEMES[theme], *pair)) < least}
    assert not faint


def test_a_chosen_dark_theme_is_the_one_of_the_system() -> None:
    assert block(":root:not([data-theme='light'])") == block(":root[data-theme='dark']")

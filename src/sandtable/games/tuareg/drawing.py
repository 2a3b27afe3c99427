"""The table as text with rich markup, drawn from a view or a position."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.words import words_of

from .components import GOODS, LOAD_LIMIT, SPECIALS

JSON = dict[str, Any]

WIDTH = 96
COLOURS = {"water": "white on blue", "gold": "black on yellow", "salt": "black on white", "millet": "white on green"}
BACK = "[white on grey37] ? [/]"
GAP = "[dim] · [/]"


class Painter:
    """Knows the words of one language."""

    def __init__(self, language: str) -> None:
        self.texts = words_of(__package__, language)
        self.terms: dict[str, str] = self.texts["terms"]
        self.words: dict[str, str] = self.texts["table"]

    def card(self, good: str | None) -> str:
        """A card by letter and colour; a card back if it is not known."""
        return f"[{COLOURS[good]}] {self.terms['letter_' + good]} [/]" if good else BACK

    def pile(self, counts: dict[str, int]) -> str:
        """Goods sorted by kind."""
        kinds = [f"{self.card(good)}[bold]×{n}[/]" for good, n in counts.items() if n]
        return "  ".join(kinds) or f"[dim]{self.terms['nothing']}[/]"

    def hand(self, hand: dict[str, int] | int) -> str:
        if isinstance(hand, int):
            return " ".join([BACK] * hand) or f"[dim]{self.terms['nothing']}[/]"
        return " ".join(self.card(good) for good, n in hand.items() for _ in range(n)) or f"[dim]{self.terms['nothing']}[/]"

    def head(self, view: JSON) -> list[str]:
        pile = view["pile"] if isinstance(view["pile"], int) else len(view["pile"])
        words = self.words
        title = f"[bold]TUAREG[/]  {words['stage']} {view['stage']}/2"
        if view["lap"]:
            title += f"  [bold red]{words['lap'].format(n=view['lap'])}[/]"
        legend = "  ".join(f"{self.card(good)} {self.terms[good]}" for good in GOODS)
        supply = "   ".join(f"{self.terms[special]} [bold]{view['supply'][special]}[/]" for special in SPECIALS)
        return [
            f"{title}   {legend}",
            "─" * WIDTH,
            f" {words['pile']:<10}[white on grey37] {pile:>2} [/]",
            f" {words['market']:<10}{self.pile(view['market'])}",
            f" {words['discard']:<10}{self.pile(view['discard'])}",
            f" {words['supply']:<10}{supply}",
        ]

    def animals(self, animals: dict[str, list[str]]) -> list[str]:
        """Stacks from bottom to top, three animals a line."""
        cells = []
        for name, stack in animals.items():
            cards = "".join(self.card(good) for good in stack) + GAP * (LOAD_LIMIT - len(stack))
            cells.append(f"{self.terms[name]:>9} {cards}")
        return ["   " + "    ".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]

    def specials(self, seat: JSON) -> str:
        parts = []
        for number, cave in enumerate(seat["caves"], 1):
            used = "*" if seat["cave_used"][number - 1] else ""
            cards = "".join(self.card(card["good"]) for card in cave) + GAP * (2 - len(cave))
            parts.append(f"{self.terms['cave']} {number}{used} {cards}")
        for thief in seat["thieves"]:
            parts.append(f"{self.terms['thief']} {self.card(thief['good']) if thief else GAP}")
        if seat["maps"]:
            parts.append(f"{self.terms['map']} [bold]×{seat['maps']}[/]")
        return "   ".join(parts)

    def points(self, vp: JSON) -> int:
        return int(sum(vp["goods1"].values()) + sum(vp["goods2"].values()) + vp["maps1"] + vp["maps2"] + vp["unused"])

    def seat(self, number: int, view: JSON) -> list[str]:
        seat = view["seats"][number]
        acting = view["map_queue"][0] if view["map_queue"] else view["current"]
        mark = "[bold cyan]▶[/]" if view["phase"] != "over" and number == acting else " "
        you = f" ({self.words['you']})" if view.get("viewer") == number else ""
        title = f"{mark}[bold]{self.words['seat']} {number}{you}[/]   {self.points(seat['vp'])} {self.words['vp']}"
        lines = ["─" * WIDTH, f"{title}   {self.words['hand']} {self.hand(seat['hand'])}", *self.animals(seat["animals"])]
        parts = self.specials(seat)
        return [*lines, "   " + parts] if parts else lines

    def turn(self, view: JSON) -> list[str]:
        """What the turn under way is about."""
        turn, words = view["turn"], self.words
        if view["phase"] == "pay":
            paid = " ".join(self.card(card["good"]) for card in turn["paid"]) or f"[dim]{self.terms['nothing']}[/]"
            return [words["paying"].format(special=self.terms[turn["special"]]) + " " + paid]
        if view["phase"] == "maps":
            return [words["maps"]]
        if view["phase"] == "over":
            return [f"[bold]{words['over']}[/]"]
        if turn["owed"]:
            return [words["owed"]]
        if turn["loading"]:
            return [words["loading"].format(animal=self.terms[turn["animal"]])]
        return []


def draw(view: JSON, language: str = "en") -> str:
    """Pile, market and supply above, then every seat with its animals, caves, thieves and maps."""
    painter = Painter(language)
    lines = painter.head(view)
    for number in range(view["players"]):
        lines += painter.seat(number, view)
    lines.append("─" * WIDTH)
    return "\n".join(lines + [" " + line for line in painter.turn(view)])

"""The table as text: the board of 7 x 7 fields, the tribes, the round and its cards."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import JSON
from sandtable.kernel.words import words_of

from .components import DOUBLE_TURNS, SPIRAL
from .helps import ev, incomes, sv

WIDTH = 11
STYLES = {"blue": "bright_blue", "red": "bright_red", "green": "bright_green", "yellow": "bright_yellow"}
GROUND = {
    "salt_works": "bold white",
    "oasis": "green",
    "dunes": "yellow",
    "hills": "cyan",
    "mountains": "magenta",
    "sand_plain": "bright_black",
    "salt_lake": "dim",
}


def letters(language: str, colour: str) -> str:
    return str(words_of(__package__, language)["terms"]["letters"][colour])


def painted(colour: str, text: str) -> str:
    return f"[bold {STYLES[colour]}]{text}[/]"


def padded(text: str, width: int, style: str = "") -> str:
    """Fills up to the width, so that markup does not count."""
    return (f"[{style}]{text}[/]" if style and text else text) + " " * max(0, width - len(text))


def pointed(view: JSON, field: int) -> str:
    """Marks the fields of an open march, fight or purchase."""
    pending = view["pending"] or {}
    if field == pending.get("from"):
        return "▸"
    return "◂" if field in (pending.get("to"), pending.get("field")) else " "


def cell(view: JSON, field: int, language: str) -> list[str]:
    """Three lines of one field: number and terrain, values, marker and camels."""
    card, owner, camels = view["card"][field], view["owner"][field], view["camels"][field]
    terms = words_of(__package__, language)["terms"]
    style = f"bold {STYLES[card.removeprefix('settlement_')]}" if card.startswith("settlement") else GROUND[card]
    name = padded(terms["short"][card], WIDTH - 3, style)
    marks = "" if card == "salt_lake" else f"   ▲{sv(view, field)} ■{ev(view, field)}"
    troop = f" {letters(language, owner)} {camels}" if owner else ""
    standing = painted(owner, f"●{troop}") if owner else ""
    return [
        f"{padded(str(field), 2, 'bold')}{pointed(view, field)}{name}",
        padded(marks, WIDTH, "dim"),
        "   " + standing + " " * (WIDTH - 3 - (len(troop) + 1 if owner else 0)),
    ]


def board(view: JSON, language: str) -> list[str]:
    bar = "─" * WIDTH
    lines = ["┌" + "┬".join([bar] * 7) + "┐"]
    for r, row in enumerate(SPIRAL):
        cells = [cell(view, field, language) for field in row]
        lines += ["│" + "│".join(part[line] for part in cells) + "│" for line in range(3)]
        lines.append(("├" + "┼".join([bar] * 7) + "┤") if r < 6 else ("└" + "┴".join([bar] * 7) + "┘"))
    return lines


def players(view: JSON, language: str) -> list[str]:
    terms, rows = words_of(__package__, language)["terms"], incomes(view, view["owner"])
    lines = []
    for seat, colour in enumerate(view["colours"]):
        fields = view["owner"].count(colour)
        camels = sum(n for n, owner in zip(view["camels"], view["owner"], strict=True) if owner == colour)
        name = f"{letters(language, colour)} {terms['colours'][colour]} · {terms['tribes'][colour]}"
        arrow = "▶" if view["turn"] == colour else " "
        if colour in view["out"]:
            told = terms["is_out"]
        else:
            told = terms["player_line"].format(money=view["money"][colour], income=rows[seat]["income"], fields=fields, camels=camels)
        if view["result"]:
            told += "  " + terms["rank"].format(rank=view["result"]["table"][colour]["rank"])
        lines.append(f"{arrow} {seat} {painted(colour, f'{name:<24}')} {told}")
    return lines


def shown(card: Any, language: str) -> str:
    """A revealed card: the letter of a tribe, or the number of a fate card."""
    if isinstance(card, str):
        return painted(card, letters(language, card))
    return f"[bold reverse]{card}[/]"


def round_lines(view: JSON, language: str) -> list[str]:
    terms = words_of(__package__, language)["terms"]
    lines = []
    if view["round"]:
        die = "⚀⚁⚂⚃⚄⚅"[view["die"] - 1]
        limit = f"/{view['rounds']}" if view["rounds"] else ""
        lines.append(terms["round_line"].format(round=f"{view['round']}{limit}", die=f"{die} {view['die']}"))
        pack = view["pack"]
        if isinstance(pack, list):
            pack = {**{colour: pack.count(colour) for colour in view["colours"]}, "fate": sum(isinstance(c, int) for c in pack)}
        left = " ".join(painted(colour, f"{letters(language, colour)}×{pack[colour]}") for colour in view["colours"])
        left += f" + {terms['fate_card']}" if pack["fate"] else ""
        lines.append(f"{terms['revealed']} {' '.join(shown(card, language) for card in view['revealed'])}")
        lines.append(f"{terms['in_pack']} {left}")
    if view["fate_now"]:
        fate = terms["fates"][str(view["fate_now"])]
        lines.append(f"[bold reverse] {view['fate_now']} [/] [bold]{fate['name']}[/]: {fate['text']}")
    unseen = sorted(set(view["options"]["fates"]) - set(view["fate_seen"]))
    lines.append(f"{terms['unseen']} {' '.join(map(str, unseen)) or '–'}")
    supply = "∞" if view["supply"] is None else view["supply"]
    bank = "" if view["bank"] is None else terms["bank_line"].format(bank=view["bank"])
    lines.append(terms["supply_line"].format(supply=supply) + bank)
    return lines


def turn_line(view: JSON, language: str) -> str:
    """Whose decision it is, and about what."""
    texts = words_of(__package__, language)
    terms = texts["terms"]
    if view["result"]:
        winners = terms["and"].join(terms["colours"][colour] for colour in view["result"]["winners"])
        return f"[bold]{terms['won'].format(winners=winners)}[/]"
    told = terms["phases"][view["phase"]].format(**(view["pending"] or {}))
    double = terms["two_turns"] if view["turns_left"] == DOUBLE_TURNS else ""
    return f"{painted(view['turn'], terms['colours'][view['turn']])}: {told}{double}"


def draw(view: JSON, language: str) -> str:
    """From a view or a position."""
    legend = f"[dim]{words_of(__package__, language)['terms']['legend']}[/]"
    parts = [round_lines(view, language), board(view, language), [legend], players(view, language), [turn_line(view, language)]]
    return "\n".join(line for part in parts for line in part)

"""What happens at the table, as numbers on the tape (TG-D8): the events, the facts each carries, and names that facts stand for.

Rules write them; ``sentences`` turns them into objects and words."""

from __future__ import annotations

PER_FACT = 17
"""The layout event carries 17 cards of 3 bits in each of three facts."""

FACTS: dict[str, tuple[str, ...]] = {
    "layout": ("cards",),
    "settled": ("colour", "field", "replaced"),
    "fates_reshuffled": (),
    "round_start": ("round", "die", "cards_each", "turns_per_card", "pack_size"),
    "card": ("colour", "turns"),
    "card_skipped": ("colour",),
    "fate": ("number",),
    "fate_camels": ("number", "field", "change"),
    "fate_money": ("number", "colour", "change"),
    "marched": ("colour", "origin", "target", "n", "taken_from"),
    "attack": ("colour", "origin", "target", "defender"),
    "strike": ("side", "field", "sv", "die", "hits", "lost", "left"),
    "fight_end": ("outcome",),
    "advanced": ("colour", "origin", "target", "n", "taken_from"),
    "bought": ("colour", "field", "n"),
    "eliminated": ("colour", "by"),
    "turn_end": ("colour", "turns_left"),
    "income": ("colour", "land", "due", "paid"),
    "round_end": ("round",),
    "game_over": ("reason", "winners"),
}
EVENTS = tuple(FACTS)
(
    E_LAYOUT,
    E_SETTLED,
    E_FATES_RESHUFFLED,
    E_ROUND_START,
    E_CARD,
    E_CARD_SKIPPED,
    E_FATE,
    E_FATE_CAMELS,
    E_FATE_MONEY,
    E_MARCHED,
    E_ATTACK,
    E_STRIKE,
    E_FIGHT_END,
    E_ADVANCED,
    E_BOUGHT,
    E_ELIMINATED,
    E_TURN_END,
    E_INCOME,
    E_ROUND_END,
    E_GAME_OVER,
) = range(len(EVENTS))

ATTACKER, DEFENDER = range(2)
SIDES = ("attacker", "defender")
ATTACKER_WON, DEFENDER_WON, BROKEN_OFF = range(3)
OUTCOMES = ("attacker_won", "defender_won", "broken_off")
CONQUEST, ROUNDS = range(2)
REASONS = ("conquest", "rounds")

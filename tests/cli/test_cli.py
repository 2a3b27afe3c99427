"""The command line on real processes: every command, every kind of bad input."""

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable import Record
from sandtable.kernel import seeds
from tests.commands import good, run


@pytest.fixture(scope="module")
def position(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "position.json"
    path.write_text(json.dumps(sandtable.load("tuareg").new(2, 1, start=0).position()))
    return path


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "game.record"
    state = sandtable.load("tuareg").new(3, 4)
    while not state.over:
        state.play(state.legal[-1] if state.number % 3 else state.legal[0])
    Record.of(state, ["Ann", "Ben", "Cleo"]).save(path)
    return path


def test_games() -> None:
    command = [sys.executable, "-m", "sandtable", "games", "--json"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    listed = {game["game"]: game for game in json.loads(told)}
    assert set(listed) == set(sandtable.games())
    assert listed["tuareg"]["players"] == [2, 3, 4, 5]
    assert "overpay" in good("games")


def test_version() -> None:
    """Written once, in the package itself; the distribution, the server and the command line read it there."""
    assert good("--version") == f"sandtable {sandtable.__version__}\n"
    root = Path(__file__).parents[2]
    assert 'dynamic = ["version"]' in (root / "pyproject.toml").read_text("utf-8")


def test_new_play_verify(tmp_path: Path) -> None:
    """A game is dealt into a file, played from there, left, continued, and verified against the published hash."""
    path = tmp_path / "g.record"
    commitment = good("new", "tuareg", path, "--players", "2", "--seats", "human,random", "--option", "start=0").split()[-1]
    out = good("play", "--record", path, typed="?\nend_turn\ndr\nlog\nquit\n")
    assert "TU-3.6" in out
    assert "draw" in out
    assert json.loads(good("verify", path, "--commitment", commitment, "--json"))["decisions"] == 1
    wrong = run("verify", path, "--commitment", "00")
    assert (wrong.returncode, "another seed" in wrong.stderr) == (2, True)
    out = good("play", "--record", path, "--lang", "de", typed="undo\nq\n")
    assert "lässt sich nicht zurücknehmen" in out


def test_verify_compares_the_parts_of_the_deal(tmp_path: Path) -> None:
    game, seed, part = sandtable.load("tuareg"), bytes(range(32)), "ab" * 32
    record = Record(game, 2, game.check_options(2, {}), seed, seeds.commitment(seed), ["Ann", "Bot"], parts=[part, None])
    path = tmp_path / "g.record"
    record.save(path)
    shown = seeds.part_commitment(part)
    out = good("verify", path, "--commitment", record.commitment, "--part", shown)
    assert f"Ann added the part with the fingerprint {shown}." in out
    assert "Bot added nothing to the deal." in out
    assert json.loads(good("verify", path, "--json"))["parts"] == [shown, None]
    wrong = run("verify", path, "--part", "00" * 32)
    assert (wrong.returncode, "no seat of the record added" in wrong.stderr) == (2, True)
    known = sandtable.load("tuareg").position(sandtable.load("tuareg").new(2, 1).position())
    Record.of(known).save(path)
    assert "its maker may know every card" in good("verify", path)


def test_play_against_random_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "g.record"
    for game in sandtable.games():
        out = good("play", game, "--seats", "random,random", "--seed", "5", "--record", tmp_path / f"{game}.record")
        assert "Won:" in out
    assert not path.exists()
    assert Record.load(tmp_path / "tuareg.record").result is not None


def test_hot_seat_hands_over(tmp_path: Path) -> None:
    out = good("play", "tuareg", "--seats", "human,human", "--seed", "1", "-o", "start=0", typed="draw\nto_market\n1\n1\nend_turn\n\nq\n")
    assert "Hand over to Seat 1" in out or "That fits several" in out


def test_show_legal_why(position: Path) -> None:
    assert json.loads(good("show", position, "--seat", "0", "--json"))["viewer"] == 0
    assert json.loads(good("show", position, "--json"))["game"] == "tuareg"
    assert good("show", position, "--seat", "spectator", "--lang", "de")
    assert "draw" in good("legal", position)
    legal = json.loads(good("legal", position, "--json"))
    assert legal["seat"] == 0
    assert legal["legal"][0] == {"id": 0, "kind": "draw", "args": {}, "text": "draw", "reveals": True}
    assert "TU-3.6" in good("why", position, "end_turn")
    assert "Mache eine Aktion" in good("why", position, "end_turn", "--lang", "de")
    assert json.loads(good("why", position, "draw", "--json")) == {"legal": True}
    assert json.loads(good("why", position, "draw", "--seat", "1", "--json"))["code"] == "NOT_YOUR_DECISION"


def test_replay(record: Path) -> None:
    out = good("replay", record, "--lang", "de")
    assert "Ann" in out
    told = json.loads(good("replay", record, "--to", "5", "--seat", "1", "--json"))
    assert told["decisions"] == 5
    assert told["view"]["viewer"] == 1


def test_perft_counts_from_a_position(position: Path) -> None:
    counted = json.loads(good("perft", "tuareg", "--position", position, "--depth", "3", "--json"))
    assert counted["depth"] == 3
    assert len(counted["counts"]) == 3
    assert counted["counts"][0] == len(json.loads(good("legal", position, "--json"))["legal"])


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five Tribes after the first bidding."""
    path = tmp_path_factory.mktemp("cli") / "opening.json"
    state = sandtable.load("five-tribes").new(2, 1)
    while not any(action.kind == "lift" for action in state.legal):
        state.play(state.legal[0])
    path.write_text(json.dumps(state.position()))
    return path


def test_perft_of_five_tribes_counts_sowing_moves(opening: Path) -> None:
    counted = json.loads(good("perft", "five-tribes", "--position", opening, "--json"))
    assert 800 < counted["outcomes"] <= counted["moves"] < 1800
    capped = json.loads(good("perft", "five-tribes", "--position", opening, "--cap", "2", "--json"))
    assert capped["moves"] == 0
    assert len(capped["left_out"]) == 30


def test_moves_are_listed_by_gain(opening: Path) -> None:
    listed = json.loads(good("moves", "--position", opening, "--top", "20", "--json"))
    assert len(listed) == 20
    assert [move["gain"] for move in listed] == sorted((move["gain"] for move in listed), reverse=True)
    assert listed[0]["decisions"][0].startswith("lift ")
    assert "lift" in good("moves", "--position", opening, "--top", "3")


def test_odds_of_a_fight() -> None:
    found = json.loads(good("odds", "--attackers", "8", "--defenders", "7", "--from", "settlement", "--to", "sand_plain", "--json"))
    assert 0.5 < found["win"] < 1
    assert found["win"] + found["lose"] == pytest.approx(1)
    assert "to win" in good("odds", "--attackers", "2", "--defenders", "9", "--to", "5")


def test_simulate_is_the_same_on_any_number_of_threads() -> None:
    facts = [json.loads(good("simulate", "tuareg", "--games", "300", "--players", "4", "--threads", t, "--json")) for t in ("1", "2")]
    for key in ("mean_scores", "decisions_per_game", "decisions_range", "win_rates", "games"):
        assert facts[0][key] == facts[1][key]
    for key in ("games_per_s", "decisions_per_s", "threads"):
        assert facts[0][key] > 0


def test_warm_says_when_ready() -> None:
    assert "ready: tuareg" in good("warm", "tuareg")


BAD = [
    ("play", "chess"),
    ("play", "tuareg", "--seats", "human,wizard"),
    ("play", "tuareg", "--seats", "random"),
    ("play", "tuareg", "--seats", "random,random", "--players", "3"),
    ("play", "tuareg", "--players", "2", "--seed", "xyz"),
    ("play", "tuareg", "--option", "goods"),
    ("play", "tuareg", "--option", "goods=Z"),
    ("show", "missing.json"),
    ("show", "{folder}"),
    ("show", "{text}"),
    ("show", "{list}"),
    ("show", "{nameless}"),
    ("show", "{position}", "--seat", "9"),
    ("legal", "{impossible}"),
    ("why", "{position}", "draw", "--seat", "7"),
    ("replay", "{position}"),
    ("replay", "{damaged}"),
    ("replay", "{record}", "--to", "9999"),
    ("verify", "{damaged}"),
    ("perft", "tuareg", "--depth", "0"),
    ("perft", "tuareg", "--position", "{text}"),
    ("simulate", "tuareg", "--games", "0"),
    ("simulate", "tuareg", "--players", "9"),
    ("simulate", "tuareg", "--threads", "0"),
    ("simulate", "nothing"),
    ("warm", "nothing"),
    ("new", "tuareg", "{record}"),
    ("new", "tuareg", "{folder}/x/y.record"),
    ("new", "tuareg", "{folder}/y.record", "--seats", "a,b,c"),
    ("moves", "--position", "{position}"),
    ("odds", "--attackers", "0", "--defenders", "1"),
    ("odds", "--attackers", "1", "--defenders", "1", "--from", "sea"),
    ("fly",),
    ("play", "tuareg", "--players", "1000000000"),
    ("play", "tuareg", "--players", "-1"),
    ("play", "--record", "{hidden}"),
    ("replay", "{hidden}"),
    ("show", "{deep}"),
    ("new", "tuareg", "{folder}/y.record", "--option", "players=3"),
    ("new", "tuareg", "{folder}/y.record", "--option", "self=3"),
    ("new", "tuareg", "{folder}/y.record", "--option", "chance=[[]]"),
    ("new", "tuareg", "{folder}/y.record", "--option", "start=" + "[" * 50_000),
    ("new", "tuareg", "{folder}/y.record", "--seats", "\udcff,b"),
    ("perft", "tuareg", "--option", "seed=3"),
    ("simulate", "tuareg", "--games", "1" + "0" * 30),
    ("odds", "--attackers", "1", "--defenders", "1", "--worth", "nan"),
    ("odds", "--attackers", "1", "--defenders", "1", "--worth", "inf"),
]


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    """Brackets in a name are letters, not colours."""
    path = tmp_path / "[red]g.record"
    state = sandtable.load("tuareg").new(2, 1, start=0)
    Record.of(state.play("draw"), ["[/]", "[red]Ben"]).save(path)
    told = good("replay", path)
    assert "[/] draws" in told
    out = good("play", "--record", path, typed="q\n")
    assert "([/])" in out
    assert path.name in out.replace("\n", "")


def test_what_is_played_after_an_undo_is_told(tmp_path: Path) -> None:
    out = good(
        *("play", "tuareg", "--seats", "human,human", "--seed", "1", "-o", "start=0"),
        typed="draw\n1\nundo\n1\nend_turn\n\nq\n",
    )
    assert out.split("Hand over")[1].count("into the market") == 1


@pytest.mark.parametrize("arguments", BAD, ids=lambda words: " ".join(words)[:60].encode(errors="replace").decode())
def test_bad_input_gets_one_sentence_and_exit_code_2(arguments: tuple[str, ...], position: Path, record: Path, tmp_path: Path) -> None:
    """Never a traceback; nothing is lost."""
    files = {"text": "hello", "list": "[]", "nameless": "{}", "impossible": '{"game": "tuareg"}'}
    files["damaged"] = record.read_text().replace("draw", "drow", 1)
    files["hidden"] = str(dataclasses.replace(Record.load(record), seed=None))
    files["deep"] = "[" * 100_000
    places = {name: tmp_path / name for name in files}
    for name, content in files.items():
        places[name].write_text(content)
    before = record.read_text()
    done = run(*[argument.format(position=position, record=record, folder=tmp_path, **places) for argument in arguments])
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip()) > 20
    assert record.read_text() == before

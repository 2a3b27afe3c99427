"""Sandtable beside its peers: random full games, decisions per second, in one interleaved run (`make bench`).

Every peer is installed from PyPI into its own environment under `.peers/`. All subjects are measured in turn, round after round, pinned to
one core and then on two, so that a busy machine slows all of them alike; ratios are taken within a round. Writes `docs/benchmark.md` and
`docs/images/benchmark.svg`, adds its ratios to `benchmarks/history.jsonl` and says what has become slower since earlier runs. `--rounds`,
`--seconds` and `--only` shorten a run; `--install` only installs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import history

ROOT = Path(__file__).parents[1]
HOME = ROOT / ".peers"
WORKER = Path(__file__).with_name("peers_worker.py")
REPORT = ROOT / "docs" / "benchmark.md"
PLOT = ROOT / "docs" / "images" / "benchmark.svg"

PEERS = {
    "sandtable": [],
    "catanatron": ["catanatron==3.2.1"],
    "open_spiel": ["open_spiel==2.0.2"],
    "rlcard": ["rlcard==1.2.0"],
    "pettingzoo": ["pettingzoo[classic]==1.27.0"],
    "pgx": ["pgx==2.6.0"],
}
SUBJECTS = {  # subject: what is measured; subjects of one library share its environment
    "sandtable five-tribes loop": "Five Tribes, 4 players: compiled loop",
    "sandtable targui loop": "Targui, 4 players: compiled loop",
    "sandtable tuareg loop": "Tuareg, 4 players: compiled loop",
    "sandtable five-tribes vector": "Five Tribes: vector environment, 1024 games, observation and mask",
    "sandtable targui vector": "Targui: vector environment, 1024 games, observation and mask",
    "sandtable tuareg vector": "Tuareg: vector environment, 1024 games, observation and mask",
    "sandtable five-tribes pettingzoo": "Five Tribes: PettingZoo `last` and `step`",
    "sandtable targui pettingzoo": "Targui: PettingZoo `last` and `step`",
    "sandtable tuareg pettingzoo": "Tuareg: PettingZoo `last` and `step`",
    "sandtable five-tribes python": "Five Tribes: `State.legal` and `State.play` from Python",
    "sandtable targui python": "Targui: `State.legal` and `State.play` from Python",
    "sandtable tuareg python": "Tuareg: `State.legal` and `State.play` from Python",
    "sandtable five-tribes play": "Five Tribes: `State.play` alone from Python",
    "sandtable targui play": "Targui: `State.play` alone from Python",
    "sandtable tuareg play": "Tuareg: `State.play` alone from Python",
    "sandtable five-tribes table": "Five Tribes: a table on the server, written to disk and told to two seats and a spectator",
    "sandtable targui table": "Targui: a table on the server, written to disk and told to two seats and a spectator",
    "sandtable tuareg table": "Tuareg: a table on the server, written to disk and told to two seats and a spectator",
    "catanatron": "Catan, 4 players: its own random game",
    "open_spiel backgammon loop": "Backgammon: its C++ loop with uniform bots",
    "open_spiel gin_rummy loop": "Gin rummy: its C++ loop with uniform bots",
    "open_spiel hearts loop": "Hearts: its C++ loop with uniform bots",
    "open_spiel backgammon python": "Backgammon from Python",
    "open_spiel gin_rummy python": "Gin rummy from Python",
    "open_spiel hearts python": "Hearts from Python",
    "rlcard uno": "Uno: its own random game",
    "rlcard doudizhu": "Dou dizhu: its own random game",
    "pettingzoo connect_four_v3": "Connect four: `last` and `step`",
    "pettingzoo texas_holdem_v4": "Texas hold'em: `last` and `step`",
    "pettingzoo hanabi_v5": "Hanabi: `last` and `step`",
    "pettingzoo chess_v6": "Chess: `last` and `step`",
    "pgx backgammon": "Backgammon: compiled batch of 1024, observation and mask",
    "pgx connect_four": "Connect four: compiled batch of 1024, observation and mask",
    "pgx go_9x9": "Go 9x9: compiled batch of 1024, observation and mask",
}
REFERENCE = "catanatron"
IN_ONE_PROCESS = ("loop", "vector", "pgx")
"""Subjects that use two cores by themselves; all others run as two processes."""


@dataclass
class Found:
    """Rates of one subject, one number per round."""

    one: list[float] = field(default_factory=list)
    two: list[float] = field(default_factory=list)
    error: str = ""


def in_one_process(subject: str) -> bool:
    return any(word in subject.split() for word in IN_ONE_PROCESS)


def python_of(library: str) -> str:
    return sys.executable if library == "sandtable" else str(HOME / library / "bin" / "python")


def install(library: str) -> str:
    """Creates the peer's environment; returns what went wrong, if anything."""
    if library == "sandtable" or (HOME / library / ".ready").exists():
        return ""
    print(f"installing {library} …", flush=True)
    place = HOME / library
    steps = ([sys.executable, "-m", "venv", str(place)], [python_of(library), "-m", "pip", "install", "--quiet", *PEERS[library]])
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        if done.returncode:
            return done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "installation failed"
    (place / ".ready").touch()
    return ""


class Worker:
    """A process of one environment, bound to some cores, that measures what it is told."""

    def __init__(self, library: str, cores: set[int]) -> None:
        def bind() -> None:
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, cores)

        environment = {**os.environ, "OMP_NUM_THREADS": str(len(cores)), "JAX_PLATFORMS": "cpu", "PYTHONWARNINGS": "ignore"}
        self.process = subprocess.Popen(
            [python_of(library), str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=bind,  # noqa: PLW1509 (there are no threads here)
            env=environment,
            cwd=ROOT,
        )

    def ask(self, subject: str, seconds: float, threads: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"subject": subject, "seconds": seconds, "threads": threads}) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                found: dict[str, Any] = json.loads(line)
                return found
        return {"error": "the process ended"}

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def rate(workers: list[Worker], subject: str, seconds: float, threads: int, clock: str) -> float | str:
    """Decisions per second (``clock``: wall clock or processor time) of all workers together, or what went wrong."""
    for worker in workers:
        worker.ask(subject, seconds, threads)
    answers = [worker.answer() for worker in workers]
    for answer in answers:
        if "error" in answer:
            return str(answer["error"])
    return float(sum(answer["decisions"] / answer[clock] for answer in answers))


def measure(subjects: list[str], rounds: int, seconds: float) -> dict[str, Found]:
    found = {subject: Found() for subject in subjects}
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0, 1]
    first, second = cores[0], cores[-1]
    libraries = {subject.split()[0] for subject in subjects}
    broken = {library: problem for library in sorted(libraries) if (problem := install(library))}
    workers = {lib: [Worker(lib, {first}), Worker(lib, {second}), Worker(lib, {first, second})] for lib in libraries - broken.keys()}
    try:
        for turn in range(rounds + 1):  # the first round only warms up
            for subject in subjects:
                library, note = subject.split()[0], found[subject]
                note.error = note.error or broken.get(library, "")
                if note.error:
                    continue
                shared = in_one_process(subject)
                one = rate(workers[library][:1], subject, seconds, 1, "cpu")
                two = rate(workers[library][2:] if shared else workers[library][:2], subject, seconds, 2 if shared else 1, "seconds")
                if isinstance(one, str) or isinstance(two, str):
                    note.error = one if isinstance(one, str) else str(two)
                elif turn:
                    note.one.append(one)
                    note.two.append(two)
                print(f"round {turn}/{rounds}  {subject:36} {note.error or f'{one:>14,.0f} {two:>14,.0f}'}", flush=True)
    finally:
        for group in workers.values():
            for worker in group:
                worker.close()
    return found


def machine() -> str:
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def versions() -> str:
    names = [requirement for requirements in PEERS.values() for requirement in requirements]
    return ", ".join(name.replace("==", " ") for name in names)


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):,.0f} ({min(values):,.0f}–{max(values):,.0f})"


def times_reference(found: dict[str, Found], subject: str) -> list[float]:
    """How many times the reference, round by round; nothing if either was not measured."""
    reference = found.get(REFERENCE)
    if reference is None or not reference.one or not found[subject].one:
        return []
    return [a / b for a, b in zip(found[subject].one, reference.one, strict=True)]


def times_one(note: Found) -> list[float]:
    """How many times one core two of them are, round by round."""
    return [two / one for one, two in zip(note.one, note.two, strict=True)]


def ratios(values: list[float]) -> str:
    return f"{statistics.median(values):,.3g} ({min(values):,.3g}–{max(values):,.3g})" if values else "–"


def our_ratios(found: dict[str, Found]) -> history.Ratios:
    """What the history keeps: times the reference; and what the second core gains where one process uses both (by the clock, so other work
    on the machine lowers it)."""
    ours = {subject: note for subject, note in found.items() if subject.startswith("sandtable")}
    values = {subject: times_reference(found, subject) for subject in ours}
    values |= {f"{subject} on two cores": times_one(note) for subject, note in ours.items() if in_one_process(subject)}
    return {name: statistics.median(known) for name, known in values.items() if known}


HEAD = "| library | what | one core, per s of processor time | two cores, per s by the clock | two ÷ one | × catanatron (one core) |"
NOTES = """
What differs, so read with care:

- The games differ: a decision in Five Tribes (sowing, djinns, markets) or Catan is more work than one in Connect four. Nobody else offers
  these three games, so the same unit of work is a decision of a random full game, the choice and all bookkeeping of rules included.
- A *compiled loop* never returns to Python between decisions; the peers' counterparts are OpenSpiel's C++ loop and Pgx's compiled batch.
  Rows "from Python", `last` and `step`, `play` return to Python after every decision. catanatron and RLCard are written in Python, so
  their own random game is their fastest loop.
- `State.play` alone replays random games whose decisions were chosen before; the row with `State.legal` also asks and chooses.
- Vector rows (ours, Pgx) include choosing random legal actions, observation, mask, rewards and dealing new games. Pgx is built for
  accelerators; on a GPU it is far faster than here.
- PettingZoo rows include the observation and the mask of every step; theirs run with their usual wrappers, ours checks actions itself.
- Rows of *a table on the server* play 20 games of two at once: refereed, written to SQLite, and encoded for everybody who watches, but not
  sent through a network (`benchmarks/load.py` does that, with `benchmarks/boardgame_io` beside it).
- *One core* is counted in processor time, so that other work on the machine does not count; *two cores* by the clock: two threads in one
  process for compiled loops, vector rows and Pgx, otherwise two processes, rates added.
- Medians over the rounds, smallest and largest in brackets. Other work on the machine shows as spread.
"""


def report(found: dict[str, Found], rounds: int, seconds: float, load: str, before: list[history.Ratios] | None = None) -> str:
    command = f"`make bench` ({rounds} rounds of {seconds:g} s, interleaved)"
    lines = [
        "# Benchmark: Sandtable beside its peers",
        "",
        f"{command}, {time.strftime('%Y-%m-%d')}. {machine()}. {load} {versions()}.",
        "",
    ]
    lines += ["Decisions per second of random full games.", ""]
    lines += [
        HEAD,
        "|---|---|---|---|---|---|",
    ]
    for subject, note in found.items():
        library = subject.split()[0]
        name = f"**{library}**" if library == "sandtable" else library
        if note.one:
            rates = f"{spread(note.one)} | {spread(note.two)} | {ratios(times_one(note))} | {ratios(times_reference(found, subject))}"
            lines.append(f"| {name} | {SUBJECTS[subject]} | {rates} |")
        else:
            lines.append(f"| {name} | {SUBJECTS[subject]} | not measured: {note.error} | | | |")
    if before:
        lost = history.slower(our_ratios(found), before)
        told = [f"**More than a tenth slower than in the last runs on this machine ({len(before)}):**", "", *(f"- {line}" for line in lost)]
        lines += ["", *(told if lost else [f"Nothing is more than a tenth slower than in the last runs on this machine ({len(before)})."])]
    return "\n".join([*lines, "", "![decisions per second](images/benchmark.svg)", NOTES.rstrip(), ""])


def plot(found: dict[str, Found]) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    rows = [(subject, note) for subject, note in found.items() if note.one][::-1]
    figure, axes = plt.subplots(figsize=(9, 0.28 * len(rows) + 1.2))
    for i, (subject, note) in enumerate(rows):
        ours = subject.startswith("sandtable")
        axes.barh(i, statistics.median(note.one), color="#c9772b" if ours else "#7a8b99", height=0.7)
        axes.plot([min(note.one), max(note.one)], [i, i], color="black", linewidth=1)
    axes.set_yticks(range(len(rows)), [subject for subject, _ in rows], fontsize=8)
    axes.set_xscale("log")
    axes.set_xlabel("decisions per second of processor time, one core (log scale; line: smallest to largest)")
    axes.grid(axis="x", alpha=0.3)
    figure.tight_layout()
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--only", default="", help="measure only subjects that contain this text")
    parser.add_argument("--install", action="store_true", help="only install the peers")
    chosen = parser.parse_args()
    if chosen.install:
        for library in PEERS:
            print(library, install(library) or "ready")
        return
    subjects = [subject for subject in SUBJECTS if chosen.only in subject or subject == REFERENCE]
    before = os.getloadavg()[0]
    found = measure(subjects, chosen.rounds, chosen.seconds)
    load = f"Load average {before:.1f} before, {os.getloadavg()[0]:.1f} after (the run itself makes 1 to 2)."
    text = report(found, chosen.rounds, chosen.seconds, load, history.earlier(machine()))
    print(text)
    if not chosen.only:
        history.keep(machine(), time.strftime("%Y-%m-%d"), our_ratios(found))
        REPORT.write_text(text, "utf-8")
        plot(found)


if __name__ == "__main__":
    main()

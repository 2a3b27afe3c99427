"""The files for hosts and for GitHub say things that exist: commands, options, make targets. Proxies: ``server/test_proxies.py``."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from release import contents, version
from sandtable.cli import app

ROOT = Path(__file__).parents[1]
UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def check_command(words: list[str]) -> None:
    """Is it a command of ours with options of ours? ``words``: without its name."""
    whole: Any = typer.main.get_command(app)
    command = whole.get_command(None, words[0])
    assert command is not None, words
    options = {name for parameter in command.params for name in parameter.opts}
    for word in words[1:]:
        if word.startswith("--"):
            assert word.partition("=")[0] in options, words


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_start_what_exists(unit: Path) -> None:
    for line in re.findall(r"^Exec\w+=(.+)$", unit.read_text("utf-8"), re.MULTILINE):
        for part in re.findall(r"/opt/sandtable/bin/sandtable ([^']+)", line):
            check_command(shlex.split(part))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """As far as it can without our folder under /opt."""
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/sandtable/bin/sandtable", "/bin/true")
        place = tmp_path / ("sandtable.service.d/postgresql.conf" if unit.suffix == ".conf" else unit.name)
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
    units = [str(path) for path in tmp_path.iterdir() if path.is_file()]
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], check=False, capture_output=True, text=True)
    own = [line for line in done.stderr.splitlines() if "sandtable" in line]
    assert own == []


def test_the_container_is_made_of_what_exists() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    entry, given = re.search(r"^ENTRYPOINT (.+)$", text, re.MULTILINE), re.search(r"^CMD (\[.+\])$", text, re.MULTILINE)
    assert entry is not None
    assert given is not None
    assert yaml.safe_load(entry[1]) == ["sandtable"]
    check_command(yaml.safe_load(given[1]))
    for line in re.findall(r"^RUN sandtable (.+)$", text, re.MULTILINE):
        check_command(shlex.split(line))
    for copied in re.findall(r"^COPY (?!--)(\S+) ", text, re.MULTILINE):
        assert (ROOT / copied).exists()


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.name)
def test_workflows_call_make_targets(workflow: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    jobs = yaml.safe_load(workflow.read_text("utf-8"))["jobs"]
    called = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    made = [word for run in called for line in run.splitlines() if line.startswith("make ") for word in line.split()[1:] if "=" not in word]
    assert made
    assert set(made) <= targets


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.name)
def test_workflows_hang_together(workflow: Path) -> None:
    """What GitHub would find fault with before it runs anything; and only Pythons that are declared."""
    text = workflow.read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    declared = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert re.findall(r"\b3\.\d\d\b", text)
    assert set(re.findall(r"\b3\.\d\d\b", text)) <= set(declared)
    for name, job in jobs.items():
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(jobs) - {name}
        known = job.get("strategy", {}).get("matrix", {})
        assert set(re.findall(r"\$\{\{ matrix\.(\w+) \}\}", str(job))) == set(known)
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), step
            assert "run" in step or re.fullmatch(r"[\w-]+/[\w-]+@[\w./]+", step["uses"]), step
        if any("pypi-publish" in step.get("uses", "") for step in job["steps"]):
            assert job["permissions"] == {"id-token": "write"}, "a trusted publisher needs no secret, and nothing else"
            assert "secrets." not in str(job)


def test_the_changelog_follows_the_version() -> None:
    assert version.version() in version.check()
    assert version.notes(version.version())


def test_a_wheel_with_something_foreign_is_found_out(tmp_path: Path) -> None:
    import zipfile

    somebody = "/".join(("", "home", "ann", ""))  # in pieces: this file is in the sdist itself
    wheel = tmp_path / "sandtable-9-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as pack:
        pack.writestr("sandtable/web/index.html", f"built in {ROOT}")
        pack.writestr("tests/test_x.py", "")
        pack.writestr("sandtable/tables.db", f"{somebody}tables")
    found = "\n".join(contents.faults(wheel))
    for fault in (
        "index.html names",
        "tests/test_x.py does not belong",
        "tables.db does not belong",
        f"names {somebody}",
        "py.typed is missing",
    ):
        assert fault in found

"""The layer of ``layer.c`` around a server: its switches, and the disk as a power cut would have left it."""

from __future__ import annotations

import mmap
import os
import random
import shutil
import struct
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

LINE = struct.Struct("=dqqqqq")
CONTROL = struct.Struct("=qqq")
WRITE, TRUNCATE, FLUSH, FLUSHED, UNLINK = range(1, 6)
SECTOR = 512


class Layer:
    """Files below ``folder`` go through it in every process that is started with ``environment``."""

    def __init__(self, folder: Path, beside: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if sys.platform != "linux" or compiler is None:
            pytest.skip("the layer needs Linux and a C compiler")
        beside.mkdir(parents=True, exist_ok=True)
        library, control = beside / "layer.so", beside / "control"
        source = Path(__file__).with_name("layer.c")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"], check=True)
        control.write_bytes(bytes(CONTROL.size))
        self.journal = beside / "journal"
        self.environment = {
            "LD_PRELOAD": str(library),
            "LAYER_FOLDER": os.path.realpath(folder),
            "LAYER_CONTROL": str(control),
            "LAYER_JOURNAL": str(self.journal),
        }
        with control.open("r+b") as file:
            self._control = mmap.mmap(file.fileno(), CONTROL.size)

    def set(self, full: bool = False, flush_seconds: float = 0.0, clock_seconds: float = 0.0) -> None:
        """How the disk and the clock are from now on."""
        self._control[: CONTROL.size] = CONTROL.pack(int(full), int(flush_seconds * 1e6), int(clock_seconds * 1e9))

    def lines(self) -> list[Line]:
        """What happened to the files."""
        data, at, found = self.journal.read_bytes(), 0, []
        while at + LINE.size <= len(data):
            time, kind, number, offset, length, name_length = LINE.unpack_from(data, at)
            at += LINE.size
            name = data[at : at + name_length].decode()
            at += name_length
            content = data[at : at + length] if kind == WRITE else b""
            at += len(content)
            found.append(Line(time, kind, number, name, offset, content))
        return found


@dataclass(frozen=True)
class Line:
    """One line of the journal."""

    time: float
    kind: int
    number: int
    name: str
    offset: int
    content: bytes


def after_power_cut(before: dict[str, bytes], lines: list[Line], rng: random.Random | None) -> dict[str, bytes]:
    """The files after the power went with the last of these lines: all that was flushed is there (of a removal: with its folder, whose name
    is empty). Of the rest nothing (no ``rng``), or
    any part of it in any order, some writes torn between two sectors."""
    begun: dict[int, int] = {}
    safe: defaultdict[str, int] = defaultdict(int)
    for at, line in enumerate(lines):
        if line.kind == FLUSH:
            begun[line.number] = at
        elif line.kind == FLUSHED:
            safe[line.name] = max(safe[line.name], begun[line.number])
    files = {name: bytearray(content) for name, content in before.items()}
    for at, line in enumerate(lines):
        if line.kind in (FLUSH, FLUSHED):
            continue
        content = line.content
        if at >= safe["" if line.kind == UNLINK else line.name]:
            if rng is None or rng.random() < 0.5:
                continue
            if content and rng.random() < 0.3:
                content = content[: SECTOR * rng.randrange(0, 1 + len(content) // SECTOR)]
        _do(files, line, content)
    return {name: bytes(content) for name, content in files.items()}


def _do(files: dict[str, bytearray], line: Line, content: bytes) -> None:
    if line.kind == UNLINK:
        files.pop(line.name, None)
        return
    file = files.setdefault(line.name, bytearray())
    if line.kind == TRUNCATE:
        del file[line.offset :]
        file.extend(bytes(line.offset - len(file)))
        return
    file.extend(bytes(max(0, line.offset + len(content) - len(file))))
    file[line.offset : line.offset + len(content)] = content

"""Somebody's program in a seat: starting it, asking it, and surviving whatever it does.

The protocol is lines of UTF-8 text, in the manner of UCI; a word, then for most one JSON object. The host writes to the program's standard
input and reads its standard output; standard error is the program's own.

=====================================================  ===============================================================================
the host says                                          the program answers
=====================================================  ===============================================================================
``sandtable 1``                                        ``id name My Bot`` (may be left out), ``want world`` (if it wants that), ``ready``
``newgame {"game", "players", "seat", "options"}``     ``ready``
``decide {"view", "legal", "milliseconds", "world"?}``  ``info …`` (any number, ignored), then ``play DECISION``: a text or id of ``legal``
``over {"scores", "winners"}``                         nothing
``quit``                                               nothing; it ends
=====================================================  ===============================================================================

``view`` is what a player in this seat would see; ``legal`` lists ``{"id", "text"}``; ``world`` is one complete position that fits the view
(not the true one). A program plays one game after another, each begun by ``newgame``; one that ends after ``over`` is started again. One
that ends, has not answered when its time is over, writes nonsense or decides something that is not legal loses by forfeit.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from time import monotonic

from sandtable.bots.base import Bot, Forfeit
from sandtable.kernel.game import JSON, Game
from sandtable.search import Knowledge
from sandtable.search.search import Progress

VERSION = 1
GREETING_SECONDS = 30.0
GRACE_SECONDS = 2.0
"""How long a program may take beyond the time it was told, for slow machines and slow pipes."""
LONGEST_LINE = 1 << 20
LONGEST_ID = 10
MOST_LINES = 10_000
"""Lines that may wait to be read."""
LAST_WORDS = 20


class ProgramBot(Bot):
    """A program behind two pipes."""

    lasting = True

    def __init__(self, command: Sequence[str], milliseconds: float, grace: float = GRACE_SECONDS) -> None:
        self.command = list(command)
        self.milliseconds = milliseconds
        self.grace = grace
        self.name = os.path.basename(self.command[0])
        self.wants_world = False
        self.process: subprocess.Popen[bytes] | None = None
        self.lines: queue.Queue[bytes | None] = queue.Queue()
        self.fault: str | None = None
        self.last_words: deque[bytes] = deque(maxlen=LAST_WORDS)

    # ---- what a bot does --------------------------------------------------------------------------------------------------------

    def start(self, game: Game, players: int, seat: int, seed: int) -> None:
        if self.process is not None and self.process.poll() is not None:
            self.close()
        self.stayed = self.process is not None
        if self.process is None:
            self._greet()
        self.game, self.players, self.seat = game, players, seat
        self.greeted = False

    def decide(self, knowledge: Knowledge, progress: Progress | None = None) -> str | int:
        if not self.greeted:
            options = knowledge.game.read_options(knowledge.world[0])
            self._begin({"game": self.game.id, "players": self.players, "seat": self.seat, "options": options})
            self.greeted = True
        question: JSON = {
            "view": knowledge.view,
            "legal": [{"id": action.id, "text": action.text} for action in knowledge.legal],
            "milliseconds": self.milliseconds,
        }
        if self.wants_world:
            question["world"] = knowledge.game.write_position(knowledge.world[0])
        seconds = self.milliseconds / 1000 + self.grace
        until = monotonic() + seconds
        self._say("decide", question)
        while True:
            word, rest = self._hear(until, seconds)
            if word == "play":
                return int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < LONGEST_ID else rest
            if word != "info":
                raise Forfeit(f"{self.name} answered {word!r} when asked to decide; expected `play DECISION`.")

    def over(self, result: JSON) -> None:
        if self.process is not None:
            with contextlib.suppress(Forfeit):
                self._say("over", result)

    def close(self) -> None:
        """Asks the program to end, and ends it if it does not."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.write(b"quit\n")
            process.stdin.flush()
        try:
            process.wait(self.grace)
        except subprocess.TimeoutExpired:
            self._kill(process)
            process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _greet(self) -> None:
        self._launch()
        self._say(f"sandtable {VERSION}")
        self._until_ready(greeting=True)

    def _begin(self, game: JSON) -> None:
        """Announces a game. A program that was still ending after the last one is started again."""
        try:
            self._say("newgame", game)
            self._until_ready(greeting=False)
        except Forfeit:
            if not (self.stayed and self._ended()):
                raise
            self.close()
            self._greet()
            self._say("newgame", game)
            self._until_ready(greeting=False)

    def _ended(self) -> bool:
        assert self.process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(self.grace)
        return self.process.poll() is not None

    # ---- pipes ------------------------------------------------------------------------------------------------------------------

    def _launch(self) -> None:
        try:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise Forfeit(f"{self.command[0]} cannot be started: {error.strerror}.") from None
        self.lines, self.fault = queue.Queue(), None
        self.last_words.clear()
        threading.Thread(target=self._listen, args=(self.process, self.lines), daemon=True).start()
        self.drain = threading.Thread(target=self._drain, args=(self.process,), daemon=True)
        self.drain.start()

    def _listen(self, process: subprocess.Popen[bytes], lines: queue.Queue[bytes | None]) -> None:
        """Passes lines on; None at the end. A line without end is the end."""
        assert process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while True:
                line = process.stdout.readline(LONGEST_LINE)
                if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                    self.fault = f"wrote a line of more than {LONGEST_LINE} bytes"
                elif lines.qsize() >= MOST_LINES:
                    self.fault = f"wrote more than {MOST_LINES} lines that nobody asked for"
                if self.fault:
                    self._kill(process)
                    break
                if not line.endswith(b"\n"):
                    break
                lines.put(line)
        lines.put(None)

    def _drain(self, process: subprocess.Popen[bytes]) -> None:
        """Keeps the end of what the program complains about, for the reason of a forfeit."""
        assert process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while line := process.stderr.readline(LONGEST_LINE):
                self.last_words.append(line.strip())

    def _say(self, word: str, content: JSON | None = None) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        line = word if content is None else f"{word} {json.dumps(content, separators=(',', ':'))}"
        unread = threading.Timer(GREETING_SECONDS, self._kill, [self.process])
        unread.start()
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise Forfeit(self._end()) from None
        finally:
            unread.cancel()

    @staticmethod
    def _kill(process: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)

    def _hear(self, until: float, seconds: float) -> tuple[str, str]:
        """The next line as its first word and the rest; ``until``: when all of the answer must be there."""
        try:
            line = self.lines.get(timeout=max(0.0, until - monotonic()))
        except queue.Empty:
            raise Forfeit(f"{self.name} gave no answer within {seconds:.1f} s.") from None
        if line is None:
            raise Forfeit(self._end())
        try:
            word, _, rest = line.decode().strip().partition(" ")
        except UnicodeDecodeError:
            raise Forfeit(f"{self.name} wrote something that is not text.") from None
        return word, rest

    def _until_ready(self, greeting: bool) -> None:
        until = monotonic() + GREETING_SECONDS
        while True:
            word, rest = self._hear(until, GREETING_SECONDS)
            if word == "ready":
                return
            if word == "id" and rest.startswith("name ") and greeting:
                self.name = rest.removeprefix("name ").strip()[:60] or self.name
            elif word == "want" and rest == "world" and greeting:
                self.wants_world = True
            elif word != "info" and word != "id":
                raise Forfeit(f"{self.name} answered {word!r}; expected `ready`.")

    def _end(self) -> str:
        assert self.process is not None
        if self.fault:
            return f"{self.name} was ended: it {self.fault}."
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
            self.drain.join(0.5)
        said = self.last_words[-1].decode(errors="replace")[:200] if self.last_words else "nothing on standard error"
        return f"{self.name} ended (exit code {self.process.returncode}); it last said: {said}"

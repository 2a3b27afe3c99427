"""Prints the fields of every game's observation as Markdown: ``python -m sandtable.encodings``."""

from sandtable.encodings import encoding
from sandtable.kernel.registry import games

for name in games():
    code = encoding(name)
    print(f"### {code.game.name}: {code.size} numbers, {code.num_actions} actions\n\n{code.table()}\n")

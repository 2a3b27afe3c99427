"""What the research tests run over: every game, with every number of players."""

import sandtable

GAMES = sandtable.games()
TABLES = [(name, players) for name in GAMES for players in sandtable.load(name).players]

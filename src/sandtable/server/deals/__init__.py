"""The same deal for several people: the deal of the day, beating somebody's game, events."""

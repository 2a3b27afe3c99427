"""Tables: their log, what it tells each seat, and what players do at them, one file for each kind of act."""

"""Training of the networks that games bring along: self-play, fitting, whole numbers, and a match against the best so far."""

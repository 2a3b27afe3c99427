"""A server among faults: a disk that is full, slow or loses what was not flushed; clocks that jump; clients that hang; little memory."""

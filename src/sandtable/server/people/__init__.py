"""People: names of one's own, the devices and passkeys that open them, and leaving again. Guests need nothing of it."""

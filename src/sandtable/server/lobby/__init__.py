"""The lobby: tables that are open to everybody, people who look for others, and how many are here."""

"""The table server: tables, seats and live play over HTTP and WebSocket, kept in SQLite or PostgreSQL."""

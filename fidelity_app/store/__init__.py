"""The only SQL: one SQLite file that explains itself, and pictures named by their sha256."""

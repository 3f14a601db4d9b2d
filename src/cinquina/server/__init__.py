"""The server: tables that never lose a move. The log of a table is the truth: see `room`."""

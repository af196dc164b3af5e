"""The program's end of the line to a board: ports, connection, session, recordings."""

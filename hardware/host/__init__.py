"""The program's end of the line: ports, connection, session, recordings."""

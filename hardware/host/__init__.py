"""The program's end of the line: port, conversation, session, recordings."""

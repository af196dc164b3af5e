"""The side of the program that has the match: it starts the server and judges proposals."""

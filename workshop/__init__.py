"""Tools for makers of boards; not part of the program, which only uses the files made here."""

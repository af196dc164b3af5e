"""The program as a cabinet that is left alone with people."""

"""Tools for makers of boards, which are not part of the program; it only uses their files."""

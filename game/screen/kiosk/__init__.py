"""The program as an unattended cabinet."""

"""`main.py board ...`: command line, configuration, flashing, templates, conformance."""

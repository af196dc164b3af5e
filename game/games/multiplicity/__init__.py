"""The game Multiplicity; `plugin.py` lists its parts."""

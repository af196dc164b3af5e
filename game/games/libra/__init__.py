"""The game Libra; `plugin.py` lists its parts."""

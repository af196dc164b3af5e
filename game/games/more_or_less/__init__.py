"""The game More or Less; `plugin.py` lists its parts."""

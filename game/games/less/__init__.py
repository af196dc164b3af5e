"""The game Less; `plugin.py` lists its parts."""

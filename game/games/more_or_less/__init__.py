"""Everything of More or Less; `plugin.py` says what there is."""

"""Paths, storage, settings, errors, processes, languages: what every part stands on."""

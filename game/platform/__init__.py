"""Paths, storage, settings, errors, processes, languages: what every other package builds on."""

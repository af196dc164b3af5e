"""What every part of the program stands on: paths, storage, settings, errors, processes, languages."""

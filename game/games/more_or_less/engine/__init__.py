"""Engine of More or Less: evaluation, move generation, settings of the search."""

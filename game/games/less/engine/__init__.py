"""Engine of Less: evaluation, experts, settings of the search."""

"""Engine of Multiplicity: evaluation, experts, settings of the search."""

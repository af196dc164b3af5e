"""Engine of Libra: evaluation, experts, settings of the search."""

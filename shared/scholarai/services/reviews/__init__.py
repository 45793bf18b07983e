"""Literature reviews: a chain of bounded steps, each stored before the next one is ordered."""

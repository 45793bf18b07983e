"""Papers of our own, set by a script, so that no test needs somebody else's."""

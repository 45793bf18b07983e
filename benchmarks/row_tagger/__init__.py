"""Labels of printed rows: the true ones, those of the reader's rules, and those that are learned from features."""

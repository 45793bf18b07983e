"""A small Cloud Storage of ours for tests: what the real one does with generations, signatures and events."""

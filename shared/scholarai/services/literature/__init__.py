"""Adding published works by identifier, title or reference file, and what became of them since."""

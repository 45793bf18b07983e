"""Language and embedding models: what all providers share, and a folder for each."""

"""PDFs that are made here, in confined processes: copies with highlights, and prints of exports."""

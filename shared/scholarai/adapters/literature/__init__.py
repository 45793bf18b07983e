"""Outside services that know published works: one polite HTTP client, one module per service."""

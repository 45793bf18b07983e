"""HTTP requests and CloudEvents translated to use cases and back."""

"""The use cases: frozen values that hold ports, one public method each."""

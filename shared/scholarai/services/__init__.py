"""The use cases: frozen dataclasses that hold ports, one public method each."""

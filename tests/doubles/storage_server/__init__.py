"""A small Cloud Storage for tests, with the generations, signatures and events of the real one."""

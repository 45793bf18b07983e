"""Copying a library from one backend's stores to another's, in steps that can be repeated after a crash at any point."""

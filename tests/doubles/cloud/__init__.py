"""The cloud on one machine: real bundles as processes, Google's emulators, our Cloud Storage, and a router of events."""

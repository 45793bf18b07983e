"""Fixtures that every tier may use."""

from emulators import firestore_emulator, pubsub_emulator, storage_server

__all__ = ["firestore_emulator", "pubsub_emulator", "storage_server"]

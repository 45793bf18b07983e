"""Fixtures that every tier may use."""

from emulators import firestore_emulator, pubsub_emulator

__all__ = ["firestore_emulator", "pubsub_emulator"]

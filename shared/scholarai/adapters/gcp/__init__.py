"""Firestore, Cloud Storage and Pub/Sub."""

"""Zotero: the program on this machine by its local API, and the service by its Web API, version 3."""

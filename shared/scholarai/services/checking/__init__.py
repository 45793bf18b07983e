"""Checks whole texts, such as an assistant's answer or a manuscript, against papers."""

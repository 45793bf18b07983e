"""Prompts made from evidence and questions, and the classes of models' JSON replies."""

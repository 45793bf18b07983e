"""Conversations: a question is saved, asked of papers, answered from their passages, and shown again."""

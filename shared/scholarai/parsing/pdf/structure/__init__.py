"""Classifies rows as paragraphs, headings, captions, tables, equations and footnotes."""

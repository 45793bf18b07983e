"""Turns spans into rows in reading order: visible text, rows, columns and gutters."""

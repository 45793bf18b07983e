"""From rows to what they are: paragraphs, headings, figures, tables, equations and footnotes."""

"""From painted spans to rows in reading order: what shows on a page, its rows, columns and gutters."""

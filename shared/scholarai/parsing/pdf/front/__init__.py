"""What a title page says of its paper: title, authors, abstract, keywords and identifiers."""

"""Items, notes and annotations of Zotero come in; highlights, notes and quotes go out; nothing is there twice."""

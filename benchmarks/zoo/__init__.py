"""Sets the papers of a JATS collection in the looks of many publishers, with gold; see ../make_zoo.py."""

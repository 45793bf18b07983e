"""Tables of papers by questions of one's own: asked for, filled in the background, changed, read."""

"""Announcing, showing, keeping and deleting papers, with everything made from them."""

"""Papers and conversations in the forms that other programs read: pure, from values to text and bytes."""

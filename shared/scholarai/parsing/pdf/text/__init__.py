"""What characters, names of people and titles of sections mean, wherever on a page they stand."""

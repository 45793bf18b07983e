"""What the use cases need from the outside world, one Protocol per need."""

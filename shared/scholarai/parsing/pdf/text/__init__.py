"""Rules for characters, names of people and section titles that do not depend on layout."""

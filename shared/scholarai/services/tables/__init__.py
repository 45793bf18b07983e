"""Tables of papers by the user's questions: starting, filling in the background, changing and reading them."""

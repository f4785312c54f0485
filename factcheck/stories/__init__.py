"""Files of stories, and finding the game that a story is about."""

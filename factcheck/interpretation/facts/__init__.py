"""Facts: claims that Python decides from the facts of the games, not a rule's SQL."""

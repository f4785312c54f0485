"""The course of the game: which plays a story tells of, and whether they were so."""

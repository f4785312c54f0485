"""Decision: which claims of a story count, which mistakes follow, and how sure each is."""

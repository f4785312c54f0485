"""Verification: claims go to the database, or to its rows in memory, a batch at once."""

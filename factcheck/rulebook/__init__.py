"""The rule language: patterns, vocabulary and rules as data."""

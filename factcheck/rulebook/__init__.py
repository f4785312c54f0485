"""The rule language: phrases, vocabulary and rules as data."""

"""Quantities: what the numbers of a sentence mean, read by a grammar of noun phrases."""

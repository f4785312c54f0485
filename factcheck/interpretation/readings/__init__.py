"""Readings: what else a number may mean, and what it costs to read it so."""

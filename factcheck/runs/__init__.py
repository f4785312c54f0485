"""Runs over many stories or rules: what cannot be checked is left out, the rest goes on."""

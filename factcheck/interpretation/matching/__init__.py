"""Matching: where the rules' patterns match, and the claims that follow."""

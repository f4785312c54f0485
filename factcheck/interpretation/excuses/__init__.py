"""Excuses: why a claim that the knowledge base contradicts may be no mistake."""

"""From a story's text to mentions, clauses and their context, as spaCy components."""

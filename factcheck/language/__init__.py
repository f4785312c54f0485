"""English without basketball: tokens, numbers in words, names in a lexicon."""

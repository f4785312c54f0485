"""Explanations: which of the words of a contradicted claim is the wrong one."""

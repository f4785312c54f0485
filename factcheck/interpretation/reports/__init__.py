"""Reports: from verified claims and mistakes to what a person or a program reads."""

"""``factcheck serve``: the review desk, a JSON API, the LanguageTool protocol."""

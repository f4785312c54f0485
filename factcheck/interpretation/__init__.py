"""From phrases that matched to mistakes: claims, their verification, the reading chosen."""

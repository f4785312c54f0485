"""Files written whole or not at all, progress bars, the folders that ship with the package."""

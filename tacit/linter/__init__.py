"""The linter: what instructions leave implicit, found in ordinary files."""

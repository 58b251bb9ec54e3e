"""A language server: the linter in any editor that speaks the language server protocol."""

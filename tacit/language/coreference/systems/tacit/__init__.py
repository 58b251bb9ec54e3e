"""Our own system: mentions ranked against their candidate antecedents, by networks run with numpy alone."""

"""What several systems share: mentions, how far they reach, and what can be said of each by itself."""

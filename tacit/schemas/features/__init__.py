"""What germinators share: counts of a corpus, scores of slots, and chains that grow."""

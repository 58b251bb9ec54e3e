"""What several systems share: scores of language models, and how a filler relates to its discourse."""

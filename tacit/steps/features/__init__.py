"""What several systems share: words as models read them, filling of blanks, drawing token by token."""

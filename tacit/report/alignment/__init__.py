"""Which abstract word each concrete one comes from."""

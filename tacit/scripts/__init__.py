"""What typically happens in an everyday scenario, in which order, and what a text leaves out of it."""

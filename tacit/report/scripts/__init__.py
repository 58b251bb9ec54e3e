"""Scripts drawn, and on the terminal."""

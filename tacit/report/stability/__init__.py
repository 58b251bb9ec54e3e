"""What a stability experiment found, as pages and plots."""

"""What systems learn with, whatever their task."""

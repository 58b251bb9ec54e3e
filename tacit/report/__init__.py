"""What people see: terminal layouts and self-contained pages. Knows sections, not how they were computed."""

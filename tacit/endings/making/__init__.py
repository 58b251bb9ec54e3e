"""Cases to learn from and to measure on: built by people, or wrong endings made up for whole stories."""

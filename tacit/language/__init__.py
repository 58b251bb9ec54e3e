"""What the words of a text do: sentences, events, participants and who is who."""

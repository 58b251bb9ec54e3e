"""What several formats share: cells and rows, encodings, texts put together from pieces, XML and the like."""

"""The networks of the paper, in PyTorch. Import them only where torch is at hand."""

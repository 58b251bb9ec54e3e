"""The pretrained parts that everything shares: found, checked and loaded lazily, once.

`parser.load()`, `encoder.load()`, `causal.load()` and `vectors.load()` each take a name or path, or nothing for
the default, and return the same object every time.
"""

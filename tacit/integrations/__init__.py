"""tacit as a part of other libraries: a component of spaCy, vectorisers of scikit-learn."""

"""What several systems look at: style, sentiment, events, coherence, vectors, language-model scores.

Each module turns a cloze into a matrix with one row a candidate ending and one named column a feature.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
"""One row a candidate, one column a feature."""
KEPT_CLOZES = 4096
"""Stories whose features are kept in memory, as folds and systems ask for the same again."""

"""Networks with random weights, for tests that need any network."""

from __future__ import annotations

import numpy as np

from tacit.language.coreference.features.mention_codes import Floats
from tacit.language.coreference.systems.tacit.learning import RankerRecipe, weight_shapes

SMALL = RankerRecipe(epochs=3, encoding=6, hidden=7, product=3, second_hidden=4)


def random_weights(seed: int = 0) -> dict[str, Floats]:
    """Weights of a small network."""
    generator = np.random.default_rng(seed)
    return {
        name: generator.normal(0, 0.3, shape).astype(np.float16).astype(np.float32)
        for name, shape in weight_shapes(SMALL).items()
    }

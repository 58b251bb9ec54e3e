"""The language-model baseline of section 3."""

from __future__ import annotations

from tacit.steps.networks.recurrent import LanguageModel
from tacit.steps.systems.neural import NeuralSystem


class Lm(NeuralSystem):
    """Concrete words from concrete words alone: what is said in kitchens, whatever the instruction."""

    name = "lm"
    network_class = LanguageModel

"""The sequence-to-sequence baselines of section 3: without attention, and with it."""

from __future__ import annotations

from tacit.steps.networks import recurrent
from tacit.steps.systems.neural import NeuralSystem


class Seq2Seq(NeuralSystem):
    """The abstract instruction as one vector from which the decoder starts (Sutskever et al. 2014)."""

    name = "seq2seq"
    network_class = recurrent.Seq2SeqNetwork


class Attention(NeuralSystem):
    """The same with global bilinear attention (Luong et al. 2015)."""

    name = "attention"
    network_class = recurrent.AttentionNetwork

"""Networks without alignments: a language model, a sequence-to-sequence model, and one with attention."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from tacit.steps.networks.base import Encoder, NetworkSizes, State, StepNetwork, gold_scores
from tacit.steps.networks.batches import Batch, length_mask


class LanguageModel(StepNetwork):
    """Predicts concrete words from concrete words alone."""

    def _initial(self, abstract: Tensor, lengths: Tensor) -> State:
        """Nothing is known of the input."""
        zeros = self._zeros(len(abstract))
        return State(zeros, zeros)

    def loss(self, batch: Batch, *, stage: str) -> Tensor:
        """Minus the log-probability of all target words, by weight."""
        state = self._initial(batch.abstract, batch.abstract_lengths)
        outputs, _ = self.decoder(self.vectors(batch.inputs), (state.output[None], state.cell[None]))
        mask = batch.mask
        hidden = self._hidden(outputs, state)[mask]
        return -(gold_scores(hidden, self.words, batch.targets[mask]) * batch.weights[mask]).sum()

    def next_words(self, state: State) -> Tensor:
        """Softmax of a layer over the decoder's state."""
        hidden = self._hidden(state.output[:, None], state)[:, 0]
        scores: Tensor = self.words(hidden).log_softmax(-1)
        return scores

    def _hidden(self, outputs: Tensor, state: State) -> Tensor:
        """The layer below the softmax, for several outputs a row."""
        hidden: Tensor = self.dropout(torch.relu(self.from_decoder(outputs)))
        return hidden


class Seq2SeqNetwork(LanguageModel):
    """The same, but the decoder starts in the state in which the encoder ends (Sutskever et al. 2014)."""

    def __init__(self, sizes: NetworkSizes) -> None:
        super().__init__(sizes)
        self.encoder = Encoder(sizes)

    def _initial(self, abstract: Tensor, lengths: Tensor) -> State:
        """The encoder's last state."""
        memory, (output, cell) = self.encoder(self.vectors(abstract), lengths)
        return State(output, cell, memory, length_mask(lengths, abstract.shape[1]))


class AttentionNetwork(Seq2SeqNetwork):
    """The same, and each prediction sees a weighted mean of all encoder states (Luong et al. 2015, bilinear)."""

    def __init__(self, sizes: NetworkSizes) -> None:
        super().__init__(sizes)
        self.query = nn.Linear(sizes.hidden, sizes.hidden)
        self.from_memory = nn.Linear(sizes.hidden, sizes.inner, bias=False)

    def _hidden(self, outputs: Tensor, state: State) -> Tensor:
        assert state.memory is not None and state.mask is not None
        scores = self.query(outputs) @ state.memory.transpose(1, 2)
        weights = scores.masked_fill(~state.mask[:, None], -torch.inf).softmax(-1)
        read = self.from_memory(weights @ state.memory)
        hidden: Tensor = self.dropout(torch.relu(self.from_decoder(outputs) + read))
        return hidden

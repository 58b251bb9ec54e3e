"""The neural transducer of appendix A (after Yu, Buys and Blunsom 2016).

Each concrete word is emitted at one place of the abstract instruction, chosen by shifts that never go back; the places
are a latent variable. The decoder does not see them, only the emission does (equation 3):

    p(y_j | a_j, …) = softmax(W relu(A e_{a_j} + B d_j + c))

A e and B d are computed once a word and added for all pairs of words, instead of joining the states of each pair.
"""

from __future__ import annotations

from math import log

import torch
from torch import Tensor, nn

from tacit.steps.networks import lattice
from tacit.steps.networks.base import Encoder, NetworkSizes, State, StepNetwork, gold_scores
from tacit.steps.networks.batches import Batch, length_mask
from tacit.steps.networks.lattice import IMPOSSIBLE, Transitions

DECODER, MARGINAL, VITERBI = "decoder", "marginal", "viterbi"
"""The stages of training: the likelihood over all alignments, then that of the best one (Viterbi EM). Before them the
decoder is warmed up as a language model, which costs a tenth and saves most epochs of the dearer stages."""

_HALF = log(0.5)


class TransducerNetwork(StepNetwork):
    """Transitions are fixed: a shift is as likely at every place, before every word.

    As a whole instruction ends at the last place, that probability is a constant factor in training; it matters where
    the end is not known yet.
    """

    def __init__(self, sizes: NetworkSizes) -> None:
        super().__init__(sizes)
        self.encoder = Encoder(sizes)
        self.from_memory = nn.Linear(sizes.hidden, sizes.inner, bias=False)
        self.shift_chance: Tensor
        self.register_buffer("shift_chance", torch.tensor(0.5))

    def _initial(self, abstract: Tensor, lengths: Tensor) -> State:
        """At the first place; the decoder knows nothing of the input."""
        zeros = self._zeros(len(abstract))
        memory, mask = self._memory(abstract, lengths)
        return State(zeros, zeros, memory, mask, lattice.start(len(abstract), abstract.shape[1], zeros))

    def advance(self, state: State, words: Tensor) -> State:
        """Take in a word: where it may have been emitted, and the decoder's state after it."""
        after = self._recurrent(state, words)
        places = self._arrived(state) + self._word_at_places(state, words)
        return State(after.output, after.cell, state.memory, state.mask, places - places.logsumexp(-1, keepdim=True))

    def next_words(self, state: State) -> Tensor:
        """The mean over places, weighted by how likely the next word is emitted at each."""
        assert state.memory is not None
        chances = self._arrived(state).log_softmax(-1)
        scores: Tensor = self.words(self._hidden(state.memory, state.output[:, None])).log_softmax(-1)
        return (chances[:, :, None] + scores).logsumexp(1)

    def emitted(self, state: State) -> Tensor:
        """Below 0, as equation 4 lets shifts run past the last place."""
        return self._arrived(state).logsumexp(-1)

    def follow(self, state: State, words: Tensor) -> State:
        """Take in a word as `advance` does, but keep the best way to each place instead of the sum of all (Viterbi)."""
        after = self._recurrent(state, words)
        assert state.places is not None and state.mask is not None
        reached = lattice.reach(state.places, self._transitions_now(state)) + self._word_at_places(state, words)
        places = reached.masked_fill(~state.mask, IMPOSSIBLE)
        return State(after.output, after.cell, state.memory, state.mask, places)

    def slot_places(self, state: State, places: Tensor) -> Tensor:
        """Where the next word of a slot comes from, given the place of the word before it (appendix A.4): the same."""
        return places

    def words_at(self, state: State, places: Tensor) -> Tensor:
        """Log-probabilities of all words to come next, each row's at its own place."""
        assert state.memory is not None
        read = state.memory[torch.arange(len(places)), places]
        scores: Tensor = self.words(self._hidden(read, state.output)).log_softmax(-1)
        return scores

    @torch.no_grad()
    def log_likelihood(self, batch: Batch) -> Tensor:
        """log p(y | x) of each row, over all alignments, without dropout."""
        self.eval()
        memory, outputs = self._states(batch)
        scores = self._scores(memory, outputs, batch)
        return lattice.marginal(scores, self._transitions(memory, outputs), batch.lengths)

    def _arrived(self, state: State) -> Tensor:
        assert state.places is not None and state.mask is not None
        arrived = lattice.arrive(state.places, self._transitions_now(state))
        return arrived.masked_fill(~state.mask, IMPOSSIBLE)

    def loss(self, batch: Batch, *, stage: str) -> Tensor:
        """Minus the log-likelihood of all alignments, of the best ones, or of the words without the input."""
        path = self.align(batch) if stage == VITERBI else None
        memory, outputs = self._states(batch)
        if stage == DECODER:
            return self._decoder_loss(outputs, batch)
        if path is None:
            scores = self._scores(memory, outputs, batch)
            return -lattice.marginal(scores, self._transitions(memory, outputs), batch.lengths).sum()
        return self._path_loss(path, memory, outputs, batch)

    def _decoder_loss(self, outputs: Tensor, batch: Batch) -> Tensor:
        mask = batch.mask
        hidden = self.dropout(torch.relu(self.from_decoder(outputs[mask])))
        return -(gold_scores(hidden, self.words, batch.targets[mask]) * batch.weights[mask]).sum()

    def _path_loss(self, path: Tensor, memory: Tensor, outputs: Tensor, batch: Batch) -> Tensor:
        aligned = memory.gather(1, path[:, :, None].expand(-1, -1, memory.shape[2]))
        mask = batch.mask
        hidden = self._hidden(aligned[mask], outputs[mask])
        emitted = torch.zeros(mask.shape).masked_scatter(mask, gold_scores(hidden, self.words, batch.targets[mask]))
        transitions = self._transitions(memory.detach(), outputs.detach())
        likelihood = lattice.along(path, emitted * batch.weights, transitions, batch.lengths).sum()
        return -likelihood - self._prior(path, transitions, mask)

    def _prior(self, path: Tensor, transitions: Transitions, mask: Tensor) -> Tensor:
        """Log-probability of the transitions themselves, without a constant: here they are given."""
        return transitions.shift.new_zeros(())

    @torch.no_grad()
    def align(self, batch: Batch) -> Tensor:
        """The most likely place of each target word; found without dropout, even in training."""
        training = self.training
        self.eval()
        memory, outputs = self._states(batch)
        best = lattice.viterbi(self._scores(memory, outputs, batch), self._transitions(memory, outputs), batch.lengths)
        self.train(training)
        return best.places

    def _memory(self, abstract: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        memory, _ = self.encoder(self.vectors(abstract), lengths)
        return memory, length_mask(lengths, abstract.shape[1])

    def _states(self, batch: Batch) -> tuple[Tensor, Tensor]:
        memory, _ = self._memory(batch.abstract, batch.abstract_lengths)
        outputs, _ = self.decoder(self.vectors(batch.inputs))
        return memory, outputs

    def _hidden(self, memory: Tensor, outputs: Tensor) -> Tensor:
        hidden: Tensor = self.dropout(torch.relu(self.from_memory(memory) + self.from_decoder(outputs)))
        return hidden

    def _scores(self, memory: Tensor, outputs: Tensor, batch: Batch) -> Tensor:
        """Log-probabilities of each target word at each place: B × T × K."""
        mask = batch.mask[:, :, None] & batch.abstract_mask[:, None, :]
        row, word, place = mask.nonzero(as_tuple=True)
        read, said = self.from_memory(memory), self.from_decoder(outputs)
        hidden = self.dropout(torch.relu(read[row, place] + said[row, word]))
        gold = gold_scores(hidden, self.words, batch.targets[row, word])
        scores = torch.full(mask.shape, IMPOSSIBLE, dtype=gold.dtype).masked_scatter(mask, gold)
        return scores.masked_fill(_too_early(batch), IMPOSSIBLE)

    def _word_at_places(self, state: State, words: Tensor) -> Tensor:
        assert state.memory is not None
        hidden = self._hidden(state.memory, state.output[:, None])
        gold = words[:, None].expand(hidden.shape[:2])
        return gold_scores(hidden.flatten(0, 1), self.words, gold.flatten()).view_as(gold)

    def _transitions_now(self, state: State) -> Transitions:
        assert state.memory is not None
        return self._transitions(state.memory, state.output[:, None])

    def _transitions(self, memory: Tensor, outputs: Tensor) -> Transitions:
        shape = (len(outputs), outputs.shape[1], memory.shape[1])
        return Transitions(self.shift_chance.log().expand(shape), (1 - self.shift_chance).log().expand(shape))


class ParameterisedTransducer(TransducerNetwork):
    """Transitions are learned: the probability of a shift depends on both states (equations 4 to 6).

    They start from the fixed probability. In Viterbi EM a `prior` above 0 holds them near it, as if each word had been
    seen so many times before; the paper has none. Learnt freely from the best alignments, which they choose themselves,
    they let all words come from the last place within an epoch.
    """

    prior = 0.0

    @property
    def settings(self) -> tuple[float, ...]:
        """The prior."""
        return (self.prior,)

    def __init__(self, sizes: NetworkSizes) -> None:
        super().__init__(sizes)
        self.shift_from_memory = nn.Linear(sizes.hidden, sizes.hidden)
        self.shift_from_decoder = nn.Linear(sizes.hidden, sizes.hidden, bias=False)
        self.shift = nn.Linear(sizes.hidden, 1, bias=False)
        nn.init.zeros_(self.shift.weight)

    def _transitions(self, memory: Tensor, outputs: Tensor) -> Transitions:
        joined = self.shift_from_memory(memory)[:, None] + self.shift_from_decoder(outputs)[:, :, None]
        logits = self.shift(self.dropout(torch.relu(joined)))[..., 0] + self.shift_chance.logit()
        return Transitions(nn.functional.logsigmoid(logits), nn.functional.logsigmoid(-logits))

    def slot_places(self, state: State, places: Tensor) -> Tensor:
        """Shift from the place of the word before while that is likelier than not."""
        assert state.mask is not None
        likely = self._transitions_now(state).shift[:, 0] > _HALF
        last = state.mask.sum(-1) - 1
        rows = torch.arange(len(places))
        for _ in range(state.mask.shape[1] - 1):
            places = torch.where(likely[rows, places] & (places < last), places + 1, places)
        return places

    def _prior(self, path: Tensor, transitions: Transitions, mask: Tensor) -> Tensor:
        shift, emit = (lattice.at_places(values, path) for values in (transitions.shift, transitions.emit))
        seen = self.shift_chance * shift + (1 - self.shift_chance) * emit
        return self.prior * (seen * mask).sum()


def _too_early(batch: Batch) -> Tensor:
    """Places where a whole instruction's last word and end sign may not stand: all before the last (appendix A.1)."""
    steps, places = batch.targets.shape[1], batch.abstract.shape[1]
    last_words = torch.arange(steps)[None, :] >= (batch.lengths - 2)[:, None]
    before_last = torch.arange(places)[None, :] < (batch.abstract_lengths - 1)[:, None]
    return (last_words & batch.whole[:, None])[:, :, None] & before_last[:, None, :]

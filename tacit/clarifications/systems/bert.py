"""The paper's encoder systems (section 5.1): BERT VANILLA, its two ablations, BERT + RANKING, BERT + FILLER MARKERS."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.clarifications.features.causal_scores import causal_scores, ranks
from tacit.clarifications.features.encoder_input import EncoderInput
from tacit.clarifications.systems.encoder_judge import EncoderJudge, Extra
from tacit.clarifications.task import Instruction


class BertVanilla(EncoderJudge):
    """Reads context, filled sentence and follow-up; all tokens are alike to it."""

    name = "bert_vanilla"
    reads = EncoderInput()


class BertNoContext(EncoderJudge):
    """The ablation −d: the filled sentence alone."""

    name = "bert_no_context"
    reads = EncoderInput(context=False)


class BertFillerOnly(EncoderJudge):
    """The ablation −d −s: the filler alone, which tells how universally applicable it is."""

    name = "bert_filler_only"
    reads = EncoderInput(context=False, sentence=False)


class BertMarkers(EncoderJudge):
    """Special tokens around the filler tell which words are to be judged."""

    name = "bert_markers"
    reads = EncoderInput(markers=True)


class BertRanking(EncoderJudge):
    """A frozen encoder with the filler's rank among its rivals, by the causal model's perplexity."""

    name = "bert_ranking"
    reads = EncoderInput()
    trained_layers = 0
    epochs = 20
    rate = 2e-3
    extras = 1

    def extra_features(self, instructions: Sequence[Instruction]) -> Extra:
        """Rank 1 is the most probable; spread over 0 to 1, so that any number of fillers fits."""
        found = [
            place / max(len(scores) - 1, 1) for scores in causal_scores(instructions) for place in ranks(scores.total)
        ]
        return np.array(found, dtype=np.float32).reshape(-1, 1)

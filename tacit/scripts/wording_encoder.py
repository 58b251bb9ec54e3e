"""The sentence encoder, tuned so that what words one event lies together and what words others apart.

Its low-rank adaptation (`tacit.backbones.lowrank`) learns from the wordings of all scripts: of each event two wordings
are drawn, and one must find the other among those of all events of the script and of two other scripts. Sentences in
which a reader found an event told may stand among its wordings. The adaptation is added to the encoder's weights when
it is read, so that nothing takes longer, and PyTorch is needed to learn only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tacit.backbones import encoder
from tacit.backbones.encoder import PlainEncoder
from tacit.errors import InputError
from tacit.learning.tensors import read_arrays, write_arrays
from tacit.progress import Progress, no_progress
from tacit.scripts.stories import Encode, JudgedStory
from tacit.scripts.task import Script
from tacit.seen import Seen

if TYPE_CHECKING:
    from torch import Tensor

KIND = "encoder of wordings"
RANK, SCALE = 16, 2.0
EPOCHS, DRAWS = 3, 4
"""How often all scripts are gone through, and how many pairs of each event are drawn each time."""
SCRIPTS = 3
"""Scripts whose events are told apart in one step."""
RATE, SHARPNESS, DROPOUT = 6e-4, 1 / 0.06, 0.05
TOLD = 0.6
"""How often a sentence that tells an event takes the place of one of its wordings, where there is one."""

Weights = Mapping[str, npt.NDArray[np.float32]]
Telling = Mapping[tuple[str, str], Sequence[str]]
"""For each scenario and event sentences that tell it."""


@dataclass(frozen=True)
class WordingEncoder:
    """An adaptation of the sentence encoder, and the stories that taught it; without weights the encoder as it is.

    By layer and map `weights` has the two thin matrices `down` and `up`.
    """

    weights: Weights
    seen: Seen | None = None

    @classmethod
    def learn(
        cls,
        scripts: Sequence[Script],
        stories: Sequence[JudgedStory] = (),
        *,
        epochs: int = EPOCHS,
        seed: int = 1,
        checkpoint: Path | None = None,
        progress: Progress = no_progress,
    ) -> WordingEncoder:
        """Tune the encoder by the wordings of scripts, and by the sentences of judged stories."""
        from tacit.backbones.learning import Learner, content_hash
        from tacit.extras import require
        from tacit.scripts.wording_network import WordingNetwork

        require("torch", extra="neural").manual_seed(seed)
        if sum(len(script.events) > 1 for script in scripts) < 2:
            raise InputError("wordings of at least two scripts with several events are needed to tell events apart")
        told = telling(stories)
        network = WordingNetwork(encoder.fresh(), rank=RANK, scale=SCALE, dropout=DROPOUT)
        steps = _steps(len(scripts), epochs * DRAWS, Random(seed))  # noqa: S311 (not for secrets)

        def loss_at(step: int) -> Tensor:
            draw = Random(f"{seed} {step}")  # noqa: S311
            return network.loss(*drawn([scripts[number] for number in steps[step]], told, draw), SHARPNESS)

        about = content_hash(seed, epochs, [_texts(script) for script in scripts], sorted(told.items()))
        learner = Learner(network, steps=len(steps), rate=RATE, about=about)
        learner.run(loss_at, checkpoint=checkpoint, what="telling events apart", progress=progress)
        return cls(network.adaptation(), Seen.of(story.text for story in stories) if stories else None)

    @cached_property
    def encode(self) -> Encode:
        """Sentences as unit vectors that can be compared with those of wordings."""
        if not self.weights:
            return encoder.load().encode
        plain = encoder.plain()
        return PlainEncoder(plain.bert.with_weights(_merged(plain.bert.weights, self.weights)), plain.tokenizer).encode

    def has_learnt_from(self, text: str) -> bool:
        """Is it one of the stories that taught it?"""
        return self.seen is not None and self.seen.is_copy(text)

    def save(self, folder: Path) -> None:
        """Write a model folder with the adaptation alone."""
        write_arrays(folder, KIND, {}, self.weights)
        if self.seen is not None:
            self.seen.save(folder)

    @classmethod
    def load(cls, folder: Path) -> WordingEncoder:
        """What `save` wrote."""
        return cls(read_arrays(folder, KIND)[1], Seen.load(folder))


def _steps(scripts: int, rounds: int, draw: Random) -> list[list[int]]:
    found = []
    for _ in range(rounds):
        order = list(range(scripts))
        draw.shuffle(order)
        found += [order[start : start + SCRIPTS] for start in range(0, scripts, SCRIPTS)]
    return found


def telling(stories: Iterable[JudgedStory]) -> dict[tuple[str, str], list[str]]:
    """The sentences of judged stories that tell an event."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for story in stories:
        for event, numbers in story.told.items():
            told = [story.sentences[number - 1] for number in numbers if 1 <= number <= len(story.sentences)]
            found[story.scenario, event] += told
    return dict(found)


def _texts(script: Script) -> list[tuple[str, ...]]:
    return [(event.name, *event.wordings) for event in script.events]


def drawn(scripts: Sequence[Script], told: Telling, draw: Random) -> tuple[list[str], list[int]]:
    """Two texts of each event of each script, and the number of the event that each is of."""
    texts, owners, number = [], [], 0
    for script in scripts:
        for event, wordings in zip(script.events, _texts(script), strict=True):
            pair = draw.sample(wordings, min(2, len(wordings)))
            sentences = told.get((script.scenario, event.id), ())
            if sentences and draw.random() < TOLD:
                pair[0] = draw.choice(sentences)
            texts += pair
            owners += [number] * len(pair)
            number += 1
    return texts, owners


def _merged(own: Weights, thin: Weights) -> dict[str, npt.NDArray[np.float32]]:
    """The weights of the maps that are adapted, with the adaptation added."""
    found = {}
    for place in sorted(name.removesuffix(".up") for name in thin if name.endswith(".up")):
        up, down = thin[f"{place}.up"], thin.get(f"{place}.down")
        layer, _, map_ = place.partition(".")
        name = f"encoder.layer.{layer}.{map_}.weight"
        whole = own.get(name)
        fits = (
            down is not None
            and whole is not None
            and up.ndim == down.ndim == 2
            and (len(up), up.shape[1], down.shape[1]) == (len(whole), len(down), whole.shape[1])
            and np.isfinite(up).all()
            and np.isfinite(down).all()
        )
        if not fits or down is None or whole is None:
            raise InputError(f"the scripts' encoder of wordings does not fit the sentence encoder at {place!r}")
        found[name] = (whole + np.float32(SCALE) * up @ down).astype(np.float32)
    return found

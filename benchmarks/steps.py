"""How fast the transducer trains: against equations 3 to 7 computed place by place, and how time grows.

    python benchmarks/steps.py [--pairs N] [--json]

Both implementations train the same network on the same made-up pairs (the lengths of KidsCook: 10 abstract and 36
concrete words, 2,000 words known) in one run with one thread; their losses must be the same. Times are those of the
processor, so that a busy machine does not matter. The straightforward one computes each emission by itself and sums
over all earlier places, as the equations are written. Then the time of a training step is measured for batches of 8 to
32 pairs and for 20 to 80 concrete words.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from tacit.steps.features.vocabulary import Vocabulary
from tacit.steps.networks.base import NetworkSizes
from tacit.steps.networks.batches import Batch, batch_of
from tacit.steps.networks.transducer import MARGINAL, VITERBI, ParameterisedTransducer, TransducerNetwork
from tacit.steps.task import Pair

WORDS, ABSTRACT, CONCRETE = 2000, 10, 36
VOCABULARY = Vocabulary(f"word{number}" for number in range(WORDS))


def made_batch(count: int, concrete: int = CONCRETE) -> Batch:
    draw = random.Random(count * 1000 + concrete)
    words = VOCABULARY.words[4:]
    pairs = [Pair(tuple(draw.choices(words, k=ABSTRACT)), tuple(draw.choices(words, k=concrete))) for _ in range(count)]
    return batch_of(pairs, VOCABULARY, max_abstract=ABSTRACT, max_concrete=concrete)


def one_row(batch: Batch, row: int) -> Batch:
    chosen = slice(row, row + 1)
    return Batch(
        batch.abstract[chosen],
        batch.abstract_lengths[chosen],
        batch.inputs[chosen],
        batch.targets[chosen],
        batch.lengths[chosen],
        batch.whole[chosen],
        batch.weights[chosen],
    )


def straightforward_loss(network: TransducerNetwork, batch: Batch) -> Tensor:
    """Equation 7 as it is written, pair by pair, word by word, place by place."""
    total = torch.zeros(())
    for row in range(len(batch.lengths)):
        one = one_row(batch, row)
        memory, outputs = network._states(one)
        steps, places = one.words, int(one.abstract_lengths[0])
        alpha: list[Tensor | None] = [torch.zeros(()), *[None] * (places - 1)]
        for word in range(steps):
            alpha = [
                None
                if word >= steps - 2 and place < places - 1
                else _reached(network, memory[0], outputs[0, word], alpha, place, int(one.targets[0, word]))
                for place in range(places)
            ]
        assert alpha[-1] is not None
        total = total - alpha[-1]
    return total


def _reached(
    network: TransducerNetwork, memory: Tensor, output: Tensor, alpha: list[Tensor | None], place: int, word: int
) -> Tensor:
    emitted = network.words(network._hidden(memory[place], output)).log_softmax(-1)[word]
    transitions = network._transitions(memory[None], output[None, None])
    shift, emit = transitions.shift[0, 0], transitions.emit[0, 0]
    ways = [before + shift[k:place].sum() for k, before in enumerate(alpha[: place + 1]) if before is not None]
    return emitted + emit[place] + torch.stack(ways).logsumexp(0)


def seconds(step: Callable[[], Tensor], network: TransducerNetwork, repeats: int = 3) -> tuple[float, float]:
    """The shortest processor time of a training step, and its loss."""
    times, loss = [], 0.0
    for _ in range(repeats):
        network.zero_grad()
        began = time.process_time()
        value = step()
        value.backward()
        times.append(time.process_time() - began)
        loss = value.item()
    return min(times), loss


def made_network(kind: type[TransducerNetwork] = TransducerNetwork) -> TransducerNetwork:
    torch.manual_seed(1)
    return kind(NetworkSizes(len(VOCABULARY), len(VOCABULARY), dropout=0.0))


def compare(kind: type[TransducerNetwork], pairs: int) -> dict[str, float]:
    network, batch = made_network(kind), made_batch(pairs)
    fast, loss = seconds(lambda: network.loss(batch, stage=MARGINAL), network)
    slow, expected = seconds(lambda: straightforward_loss(network, batch), network, repeats=1)
    if abs(loss - expected) > 1e-3 * abs(expected):
        raise SystemExit(f"the losses differ: {loss} and {expected}")
    return {
        "words_per_second": batch.words / fast,
        "straightforward_words_per_second": batch.words / slow,
        "times_faster": slow / fast,
    }


def growth(stage: str) -> Iterator[tuple[str, dict[int, float]]]:
    """Milliseconds a word for growing batches, and for growing outputs: constant where growth is linear."""
    network = made_network()

    def cost(batch: Batch) -> float:
        return 1000 * seconds(lambda: network.loss(batch, stage=stage), network, repeats=2)[0] / batch.words

    yield "batch", {count: cost(made_batch(count)) for count in (8, 16, 32)}
    yield "output", {length: cost(made_batch(8, length)) for length in (20, 40, 80)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=4, help="pairs of the comparison")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    torch.set_num_threads(1)
    kinds = {"transducer": TransducerNetwork, "transducer-param": ParameterisedTransducer}
    for name, kind in kinds.items():
        figures = compare(kind, options.pairs)
        shown = (
            f"{name}: {figures['words_per_second']:.0f} words/s, place by place"
            f" {figures['straightforward_words_per_second']:.0f}: {figures['times_faster']:.1f} times faster"
        )
        print(json.dumps({"system": name, **figures}) if options.json else shown, flush=True)
    for stage in (MARGINAL, VITERBI):
        for way, costs in growth(stage):
            shown = f"{stage}, ms a word by {way}: " + ", ".join(f"{size}: {cost:.3f}" for size, cost in costs.items())
            plain = {"stage": stage, "by": way, "milliseconds_per_word": costs}
            print(json.dumps(plain) if options.json else shown, flush=True)


if __name__ == "__main__":
    main()

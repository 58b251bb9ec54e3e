"""The systems that make instructions concrete."""

from __future__ import annotations

from tacit.systems import register

_PAPER = "Bisk, Buys, Pichotta and Choi 2019"
_COMMAND = "tacit steps cloze --system {} --train kidscook/train.tsv --test kidscook/valid.tsv"


def _figures(match: float, top5: float, greedy: float, greedy_top5: float, surprisal: float) -> dict[str, float]:
    return {
        "oracle_match": match,
        "oracle_top5": top5,
        "greedy_match": greedy,
        "greedy_top5": greedy_top5,
        "surprisal": surprisal,
    }


register(
    "steps",
    "lm",
    about="a recurrent language model that does not see the instruction",
    load="tacit.steps.systems.lm:Lm",
    paper=_PAPER,
    published=_figures(0.2159, 0.5232, 0.2172, 0.4333, 3.970),
    measured=_figures(0.3279, 0.5765, 0.2358, 0.4688, 3.348),
    command="tacit steps cloze --system lm --test kidscook/valid.tsv",
)
register(
    "steps",
    "seq2seq",
    about="an encoder whose last state starts the decoder",
    load="tacit.steps.systems.seq2seq:Seq2Seq",
    paper=_PAPER,
    published=_figures(0.2357, 0.5338, 0.2344, 0.4576, 3.755),
    measured=_figures(0.3348, 0.5888, 0.2587, 0.4957, 3.287),
    command="tacit steps cloze --system seq2seq --test kidscook/valid.tsv",
)
register(
    "steps",
    "attention",
    about="the same with global bilinear attention",
    load="tacit.steps.systems.seq2seq:Attention",
    paper=_PAPER,
    published=_figures(0.2452, 0.5398, 0.2457, 0.4734, 3.780),
    measured=_figures(0.3449, 0.5994, 0.2720, 0.5151, 3.265),
    command="tacit steps cloze --system attention --test kidscook/valid.tsv",
)
register(
    "steps",
    "transducer",
    about="a neural transducer with latent monotone alignments and fixed transitions",
    load="tacit.steps.systems.transducer:Transducer",
    paper=_PAPER,
    published={**_figures(0.2472, 0.5509, 0.2491, 0.4780, 4.780), "alignment_length": 6.18},
    measured={**_figures(0.3425, 0.5917, 0.2567, 0.4957, 3.414), "alignment_length": 5.09},
    command="tacit steps cloze --system transducer --test kidscook/valid.tsv",
)
register(
    "steps",
    "transducer-param",
    about="the same with learned transitions",
    load="tacit.steps.systems.transducer:TransducerParam",
    paper=_PAPER,
    published={**_figures(0.2381, 0.5398, 0.2400, 0.4619, 3.547), "alignment_length": 16.61},
    measured={**_figures(0.3548, 0.6039, 0.2649, 0.5093, 3.332), "alignment_length": 13.89},
    command="tacit steps cloze --system transducer-param --test kidscook/valid.tsv",
)
register(
    "steps",
    "gpt",
    about="the causal language model as it is; candidates share its probability",
    load="tacit.steps.systems.gpt:Gpt",
    paper=_PAPER,
    published=_figures(0.2319, 0.4243, 0.1555, 0.3286, 4.781),
    measured=_figures(0.3180, 0.5196, 0.1437, 0.2968, 3.571),
    replaces="OpenAI's GPT by SmolLM2-135M",
    command="tacit steps cloze --system gpt --test kidscook/valid.tsv",
)
register(
    "steps",
    "gpt-finetuned",
    about="the same with its upper layers fine-tuned by low-rank adaptation",
    load="tacit.steps.systems.gpt:GptFinetuned",
    paper=_PAPER,
    published=_figures(0.3801, 0.6369, 0.3105, 0.5705, 3.151),
    measured=_figures(0.4213, 0.6760, 0.2725, 0.5144, 2.689),
    replaces="OpenAI's GPT by SmolLM2-135M",
    command="tacit steps cloze --system gpt-finetuned --test kidscook/valid.tsv",
)
register(
    "steps",
    "tacit",
    about="a masked model that reads both sides of a blank; the fine-tuned causal model may join it",
    load="tacit.steps.systems.tacit:Tacit",
    measured={"oracle_match": 0.473, "oracle_top5": 0.722, "greedy_match": 0.427, "greedy_top5": 0.682},
    command=_COMMAND.format("tacit"),
)
register(
    "steps",
    "tacit-left",
    about="the same with the right side of each blank hidden, as the paper's models work",
    load="tacit.steps.systems.tacit:TacitLeft",
    measured=_figures(0.3299, 0.5731, 0.2572, 0.4960, 3.439),
    command="tacit steps cloze --system tacit-left --test kidscook/valid.tsv",
)

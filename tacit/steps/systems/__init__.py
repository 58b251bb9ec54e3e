"""The systems that make instructions concrete."""

from __future__ import annotations

from tacit.systems import register, register_llm, register_models, register_trial

_PAPER = "Bisk, Buys, Pichotta and Choi 2019"
_COMMAND = "tacit steps cloze --system {} --train kidscook/train.tsv --test kidscook/valid.tsv"
_DATA = "KidsCook (kidscook/train.tsv, 8,038 templates; kidscook/valid.tsv, 1,007)"
_PROTOCOL = (
    "KidsCook valid without the templates whose abstract instruction stands in train; one seed; blanks take only words "
    "that are blanked in training and not stated, while published figures are of an open vocabulary (--answers open)"
)
_OPEN = "--answers open"
"""Blanks take any word that the system knows, as in the paper; else only words that are blanked in training."""
_SEEN = 33
"""Of the 1,007 templates of KidsCook valid; `cloze` leaves them out."""


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
    measured=_figures(0.3275, 0.5759, 0.2361, 0.4677, 3.345),
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command="tacit steps cloze --system lm --test kidscook/valid.tsv",
    also_measured={_OPEN: _figures(0.2814, 0.5057, 0.1916, 0.3843, 3.859)},
)
register(
    "steps",
    "seq2seq",
    about="an encoder whose last state starts the decoder",
    load="tacit.steps.systems.seq2seq:Seq2Seq",
    paper=_PAPER,
    published=_figures(0.2357, 0.5338, 0.2344, 0.4576, 3.755),
    measured=_figures(0.3348, 0.5879, 0.2585, 0.4950, 3.288),
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command="tacit steps cloze --system seq2seq --test kidscook/valid.tsv",
    also_measured={_OPEN: _figures(0.2794, 0.5101, 0.1979, 0.4024, 3.808)},
)
register(
    "steps",
    "attention",
    about="the same with global bilinear attention",
    load="tacit.steps.systems.seq2seq:Attention",
    paper=_PAPER,
    published=_figures(0.2452, 0.5398, 0.2457, 0.4734, 3.780),
    measured=_figures(0.3426, 0.5980, 0.2700, 0.5130, 3.271),
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command="tacit steps cloze --system attention --test kidscook/valid.tsv",
    also_measured={_OPEN: _figures(0.2768, 0.5250, 0.2005, 0.4180, 3.846)},
)
register(
    "steps",
    "transducer",
    about="a neural transducer with latent monotone alignments and fixed transitions",
    load="tacit.steps.systems.transducer:Transducer",
    paper=_PAPER,
    published={**_figures(0.2472, 0.5509, 0.2491, 0.4780, 4.780), "alignment_length": 6.18},
    measured={**_figures(0.3409, 0.5903, 0.2550, 0.4951, 3.417), "alignment_length": 5.07},
    also_measured={_OPEN: _figures(0.2856, 0.5205, 0.2022, 0.4110, 3.925)},
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command="tacit steps cloze --system transducer --test kidscook/valid.tsv",
)
register(
    "steps",
    "transducer-param",
    about="the same with learned transitions",
    load="tacit.steps.systems.transducer:TransducerParam",
    paper=_PAPER,
    published={**_figures(0.2381, 0.5398, 0.2400, 0.4619, 3.547), "alignment_length": 16.61},
    measured={**_figures(0.3495, 0.6039, 0.2630, 0.5010, 3.319), "alignment_length": 34.72},
    also_measured={_OPEN: _figures(0.2924, 0.5306, 0.2080, 0.4215, 3.844)},
    seen_in_training=_SEEN,
    data=_DATA,
    protocol=_PROTOCOL,
    command=f"{_COMMAND.format('transducer-param')} --seed 1",
)
register(
    "steps",
    "transducer-param-prior",
    about="the same with a prior that holds transitions near the fixed ones, which the paper does not have",
    load="tacit.steps.systems.transducer:TransducerParamPrior",
    paper=_PAPER,
    measured={**_figures(0.3537, 0.6037, 0.2636, 0.5082, 3.335), "alignment_length": 13.81},
    also_measured={_OPEN: _figures(0.2917, 0.5311, 0.2054, 0.4237, 3.859)},
    data=_DATA,
    protocol=f"{_PROTOCOL}; the prior was chosen so that alignments come near the published length, so the length says "
    "nothing",
    seen_in_training=_SEEN,
    command="tacit steps cloze --system transducer-param-prior --test kidscook/valid.tsv",
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
    data=_DATA,
    protocol="all of KidsCook valid, with the 33 of its 1,007 templates whose abstract instruction stands in train; one"
    " seed",
    seen_in_training=_SEEN,
    command="tacit steps cloze --system gpt --keep-seen --test kidscook/valid.tsv",
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
    data=_DATA,
    protocol="all of KidsCook valid, with the 33 of its 1,007 templates whose abstract instruction stands in train; one"
    " seed",
    seen_in_training=_SEEN,
    command="tacit steps cloze --system gpt-finetuned --keep-seen --test kidscook/valid.tsv",
)
register(
    "steps",
    "tacit",
    about="a masked model that reads both sides of a blank; the fine-tuned causal model may join it",
    load="tacit.steps.systems.tacit:Tacit",
    measured={"oracle_match": 0.473, "oracle_top5": 0.722, "greedy_match": 0.426, "greedy_top5": 0.682},
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command=_COMMAND.format("tacit"),
)
register(
    "steps",
    "tacit-left",
    about="the same with the right side of each blank hidden, as the paper's models work",
    load="tacit.steps.systems.tacit:TacitLeft",
    measured=_figures(0.3282, 0.5716, 0.2545, 0.4946, 3.445),
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command="tacit steps cloze --system tacit-left --test kidscook/valid.tsv",
)
register_models(
    "steps",
    default="tacit",
    shipped={
        "lm": "steps-lm",
        "seq2seq": "steps-seq2seq",
        "attention": "steps-attention",
        "transducer": "transducer",
        "transducer-param": "transducer-param",
        "transducer-param-prior": "transducer-param-prior",
        "gpt": "steps/causal",
        "gpt-finetuned": "steps/causal",
        "tacit": "steps",
        "tacit-left": "steps",
    },
    trainer="tacit.steps.train:train",
    command="tacit steps train",
)
register_trial("steps", "tacit.steps.trial:trial", default="tacit")
register_llm(
    "steps",
    load="tacit.howto.asking:llm",
    about="a language model of yours tells how what the collection does not know is done",
    command="tacit steps elaborate INSTRUCTION --llm llm:MODEL@URL",
)

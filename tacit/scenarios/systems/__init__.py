"""The systems that detect scenarios."""

from __future__ import annotations

from tacit.systems import register

_PAPER = "Wanzare, Roth and Pinkal 2019"
_REPLACES = "CoreNLP by spaCy's tagger and lemmatiser; gensim's LDA by tomotopy's; the Spinn3r texts cannot be had"
_COMMAND = (
    "tacit scenarios evaluate --system {} --train mcscript/train.xml --train inscript/train --none none_train.tsv"
    " --test composed-1.jsonl --test composed-2.jsonl --test composed-3.jsonl"
)
"""On documents merged from MCScript's dev texts with passages about nothing: `tacit scenarios compose`, three seeds."""

register(
    "scenarios",
    "sent_maj",
    about="the most frequent scenario for every sentence",
    load="tacit.scenarios.systems.sent_maj:SentenceMajority",
    paper=_PAPER,
    published={"precision": 0.08, "recall": 0.05, "f1": 0.06},
    measured={"precision": 0.004, "recall": 0.006, "f1": 0.005},
    command=_COMMAND.format("sent_maj"),
)
register(
    "scenarios",
    "sent_tfidf",
    about="one tf.idf classifier a scenario, on single sentences",
    load="tacit.scenarios.systems.sent_tfidf:SentenceTfIdf",
    paper=_PAPER,
    published={"precision": 0.24, "recall": 0.28, "f1": 0.26},
    measured={"precision": 0.41, "recall": 0.343, "f1": 0.374},
    replaces=_REPLACES,
    command=_COMMAND.format("sent_tfidf"),
)
register(
    "scenarios",
    "random_tfidf",
    about="the same classifiers, on random segments",
    load="tacit.scenarios.systems.random_tfidf:RandomTfIdf",
    paper=_PAPER,
    published={"precision": 0.32, "recall": 0.45, "f1": 0.37},
    measured={"precision": 0.429, "recall": 0.502, "f1": 0.463},
    replaces=_REPLACES,
    command=_COMMAND.format("random_tfidf"),
)
register(
    "scenarios",
    "tt_tfidf",
    about="the same classifiers, on segments from TopicTiling",
    load="tacit.scenarios.systems.tt_tfidf:TopicTilingTfIdf",
    paper=_PAPER,
    published={"precision": 0.36, "recall": 0.54, "f1": 0.43, "pk": 0.28, "windowdiff": 0.28},
    measured={"precision": 0.599, "recall": 0.541, "f1": 0.569, "pk": 0.316, "windowdiff": 0.325},
    replaces=_REPLACES,
    command=_COMMAND.format("tt_tfidf"),
)
register(
    "scenarios",
    "tt_tfidf_gold",
    about="tt_tfidf judged only on sentences that are about some scenario: a bound, not a system of its own",
    load="tacit.scenarios.systems.tt_tfidf:TopicTilingTfIdf",
    paper=_PAPER,
    published={"precision": 0.54, "recall": 0.54, "f1": 0.54},
    measured={"precision": 0.733, "recall": 0.556, "f1": 0.632},
    replaces=_REPLACES,
    command=_COMMAND.format("tt_tfidf_gold"),
)
register(
    "scenarios",
    "tacit",
    about="segments and labels found together: sentence evidence decoded as a sequence of lasting scenarios",
    load="tacit.scenarios.systems.joint:Joint",
    measured={"precision": 0.880, "recall": 0.834, "f1": 0.856, "pk": 0.080, "windowdiff": 0.088},
    command=_COMMAND.format("tacit").replace("--none", "--train texts/narratives.jsonl --none"),
)

"""The systems that judge fillers."""

from __future__ import annotations

from tacit.systems import register, register_llm, register_models

_PAPER = "Anthonio, Sauer and Roth 2022"
_BERT = "bert-base-uncased by the shared encoder, which has learnt to tell replaced words (--model takes any other)"
_COMMAND = "tacit clarify evaluate --system {} --train claire/train --test claire/dev --keep-seen"
_AS_MEASURED = f"{_COMMAND} --context window"
_DATA = "CLAIRE (claire/train, 3,995 sentences; claire/dev, 500 sentences with 2,500 fillers)"
_PROTOCOL = "all of dev, 4 of whose sentences stand in train, too; one seed"
_CHOSEN = (
    f"{_PROTOCOL}; encoder, epochs, rate and the shares of the classes in training were chosen on dev, and the shares "
    "are those of dev's own labels, which the paper did not have (with --shares train each filler counts alike)"
)
_WINDOW = (
    f"{_CHOSEN}; measured with a window of the context (of the title 10 tokens, before the sentence 12, after it 8; of "
    "the sentence 14 before the blank and 12 after it); the default is now the whole context, to be measured"
)

register(
    "clarifications",
    "naive_bayes",
    about="tf.idf-weighted unigrams of the filled sentence and its context",
    load="tacit.clarifications.systems.naive_bayes:NaiveBayes",
    paper=_PAPER,
    published={"accuracy": 0.362},
    measured={"accuracy": 0.332, "spearman": 0.053},
    data=_DATA,
    protocol=f"{_PROTOCOL}; its smoothing (10) is the best of seven by five-fold cross-validation on train, so "
    "dev chose nothing",
    command=_COMMAND.format("naive_bayes"),
)
register(
    "clarifications",
    "bert_vanilla",
    about="an encoder reads context, filled sentence and follow-up",
    load="tacit.clarifications.systems.bert:BertVanilla",
    paper=_PAPER,
    published={"accuracy": 0.4451},
    measured={"accuracy": 0.526, "spearman": 0.429},
    replaces=_BERT,
    data=_DATA,
    protocol=_WINDOW,
    command=_AS_MEASURED.format("bert_vanilla"),
)
register(
    "clarifications",
    "bert_no_context",
    about="bert_vanilla without the context: the filled sentence alone",
    load="tacit.clarifications.systems.bert:BertNoContext",
    paper=_PAPER,
    published={"accuracy": 0.4307},
    measured={"accuracy": 0.500, "spearman": 0.349},
    replaces=_BERT,
    data=_DATA,
    protocol=_WINDOW,
    command=_AS_MEASURED.format("bert_no_context"),
)
register(
    "clarifications",
    "bert_filler_only",
    about="bert_vanilla without context and sentence: the filler alone",
    load="tacit.clarifications.systems.bert:BertFillerOnly",
    paper=_PAPER,
    published={"accuracy": 0.4236},
    measured={"accuracy": 0.490, "spearman": 0.326},
    replaces=_BERT,
    data=_DATA,
    protocol=_CHOSEN,
    command=_COMMAND.format("bert_filler_only"),
)
register(
    "clarifications",
    "bert_ranking",
    about="a frozen encoder, and the filler's rank among its rivals by a language model",
    load="tacit.clarifications.systems.bert:BertRanking",
    paper=_PAPER,
    published={"accuracy": 0.4853},
    measured={"accuracy": 0.576, "spearman": 0.558},
    replaces=f"{_BERT}; GPT by the shared causal model",
    data=_DATA,
    protocol=_WINDOW,
    command=_AS_MEASURED.format("bert_ranking"),
)
register(
    "clarifications",
    "bert_markers",
    about="bert_vanilla with special tokens around the filler",
    load="tacit.clarifications.systems.bert:BertMarkers",
    paper=_PAPER,
    published={"accuracy": 0.5139},
    measured={"accuracy": 0.557, "spearman": 0.510},
    replaces=_BERT,
    data=_DATA,
    protocol=_WINDOW,
    command=_AS_MEASURED.format("bert_markers"),
)
register(
    "clarifications",
    "tacit",
    about="a causal model adapted to compare fillers, their discourse, and bert_markers; calibrated",
    load="tacit.clarifications.systems.tacit.comparing:Comparing",
    measured={"accuracy": 0.670, "spearman": 0.741},
    data=_DATA,
    protocol=f"{_PROTOCOL}; calibrated anew on the other four fifths of dev; what it reads was chosen with these "
    "figures in view, which flatters: on a held-back test the shipped judge got an accuracy of 0.611 and a Spearman "
    "correlation of 0.692",
    command="tacit clarify evaluate --test claire/dev --folds 5 --keep-seen",
)
register_models(
    "clarifications",
    default="tacit",
    shipped={"tacit": "clarifications"},
    trainer="tacit.clarifications.train:train",
    command="tacit clarify train",
)
register_llm(
    "clarifications",
    load="tacit.linter.asking:llm",
    about="a language model of yours judges, alone or on top of another system",
    command="tacit clarify evaluate --system llm:MODEL@URL --test claire/dev",
)

"""The coreference systems in the registry."""

from tacit.systems import register, register_llm

COMMAND = "tacit language coreference evaluate --system {} --test ontogum/dev"
_DATA = "OntoGUM dev (coreference/ontogum/dev, 30 documents)"
_PROTOCOL = (
    "predicted mentions and predicted parses, definitions of the reference scorer, version 8; nothing was tuned on dev"
)
_SEEN = 0

register(
    "coreference",
    "sieve",
    about="precision-ranked rules over whole entities, ten passes",
    load="tacit.language.coreference.systems.sieve.system:Sieve",
    paper="Lee et al. 2013",
    replaces="spaCy's parse stands for Stanford's; role appositives, relative pronouns and demonyms are left out",
    measured={"conll_f1": 0.558},
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command=COMMAND.format("sieve"),
)
register(
    "coreference",
    "ranker",
    about="our mention-ranking networks, numpy only; the default",
    load="tacit.language.coreference.systems.tacit.ranker:Ranker.load",
    measured={"conll_f1": 0.604},
    data=_DATA,
    protocol=f"{_PROTOCOL}; learnt from OntoGUM train and LitBank, one seed",
    seen_in_training=_SEEN,
    command=COMMAND.format("ranker"),
)
register_llm(
    "coreference",
    load="tacit.language.coreference.asking:llm",
    about="a language model of yours picks among the ranker's antecedents of hard pronouns",
    command="tacit language coreference evaluate --system llm:MODEL@URL --test ontogum/dev",
)

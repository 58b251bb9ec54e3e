"""The coreference systems in the registry."""

from tacit.systems import register

COMMAND = "tacit language coreference evaluate --system {} --test ontogum/dev"

register(
    "coreference",
    "sieve",
    about="precision-ranked rules over whole entities, ten passes",
    load="tacit.language.coreference.sieve:Sieve",
    paper="Lee et al. 2013",
    replaces="spaCy's parse stands for Stanford's; role appositives, relative pronouns and demonyms are left out",
    measured={"conll_f1": 0.558},
    command=COMMAND.format("sieve"),
)
register(
    "coreference",
    "ranker",
    about="our mention-ranking networks, numpy only; the default",
    load="tacit.language.coreference.ranker:Ranker.load",
    measured={"conll_f1": 0.604},
    command=COMMAND.format("ranker"),
)

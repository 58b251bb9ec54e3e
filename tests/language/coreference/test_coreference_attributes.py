from __future__ import annotations

from language.coreference.hand_parses import ANN, parse_of

from tacit.language.coreference.features import lexicon
from tacit.language.coreference.features.attributes import Attributes, MentionKind, describe
from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.features.mentions import detect_mentions
from tacit.language.parse import Parse


def table_of(parse: Parse) -> Attributes:
    return describe(parse, detect_mentions(parse, Boundaries()))


def test_kinds_of_mentions() -> None:
    # Ann | the old key | She | it | her | her pocket | The key
    assert table_of(ANN).kinds == [
        MentionKind.PROPER,
        MentionKind.DEFINITE,
        MentionKind.PERSONAL_PRONOUN,
        MentionKind.PERSONAL_PRONOUN,
        MentionKind.PERSONAL_PRONOUN,
        MentionKind.DEFINITE,
        MentionKind.DEFINITE,
    ]


def test_gender_number_and_animacy() -> None:
    table = table_of(ANN)
    assert table.genders[0] == table.genders[2] == table.genders[4] == lexicon.FEMALE
    assert table.genders[3] == lexicon.NEUTER
    assert table.animacies[:2] == [lexicon.ANIMATE, lexicon.UNKNOWN]
    assert set(table.numbers) == {lexicon.SINGULAR}


def test_strings_leave_out_the_determiner_and_contents_all_small_words() -> None:
    table = table_of(ANN)
    assert table.strings[1] == "old key"
    assert table.contents[1] == {"old", "key"}
    assert table.strings[6] == table.heads[6] == "key"


def test_a_coordination_is_plural() -> None:
    parse = parse_of(
        "Ann/Ann/PROPN/NNP/4/nsubj and/and/CCONJ/CC/1/cc Bob/Bob/PROPN/NNP/1/conj slept/sleep/VERB/VBD/0/ROOT"
    )
    table = table_of(parse)
    assert table.kinds[1] == MentionKind.COORDINATION
    assert table.numbers == [lexicon.SINGULAR, lexicon.PLURAL, lexicon.SINGULAR]


def test_a_name_shares_a_word_with_its_acronym_and_a_country_with_its_alias() -> None:
    parse = parse_of(
        "the/the/DET/DT/4/det World/World/PROPN/NNP/4/compound Health/Health/PROPN/NNP/4/compound "
        "Organization/Organization/PROPN/NNP/5/nsubj met/meet/VERB/VBD/0/ROOT",
        "WHO/WHO/PROPN/NNP/2/nsubj left/leave/VERB/VBD/0/ROOT America/America/PROPN/NNP/2/dobj",
        "U.S./U.S./PROPN/NNP/2/nsubj slept/sleep/VERB/VBD/0/ROOT",
    )
    table = table_of(parse)
    contents = dict(zip((parse.words[mention.head] for mention in table.mentions), table.contents, strict=True))
    assert contents["Organization"] & contents["WHO"] == {"who"}
    assert contents["America"] & contents["U.S."] == {"america"}

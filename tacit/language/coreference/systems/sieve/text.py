"""What the rules of the sieve look up in a text: sentences, quotations, speakers, acronyms, idle pronouns."""

from __future__ import annotations

from collections import defaultdict

from tacit.language.coreference.features.attributes import Attributes, Determiner, EntityType, MentionKind
from tacit.language.coreference.features.lexicon import acronym
from tacit.language.coreference.features.mention_codes import quotation
from tacit.language.coreference.features.pleonastic import is_pleonastic
from tacit.language.english.wordlists import words
from tacit.language.parse import Parse

_SPEECH_VERBS = words(
    "say tell ask reply answer cry shout whisper add continue explain murmur exclaim remark call announce"
)
_GENERIC_HEADS = words("thing way time lot kind sort part one bit number day people everyone something")
_MEASURES = (EntityType.TIME, EntityType.QUANTITY)


class SieveText:
    """A parse and its mentions, with what several rules need to look up."""

    def __init__(self, parse: Parse, table: Attributes) -> None:
        self.parse = parse
        self.table = table
        self.sentence = [parse.sentence_of[mention.head] for mention in table.mentions]
        self.in_sentence: dict[int, list[int]] = defaultdict(list)
        for index, sentence in enumerate(self.sentence):
            self.in_sentence[sentence].append(index)
        self.quotes = quote_numbers(parse)
        self.speakers = _speakers(parse, self.quotes)
        self.spoken_by: dict[int, list[int]] = defaultdict(list)
        for quote, speaker in self.speakers.items():
            self.spoken_by[speaker].append(quote)
        self.in_quote: dict[int, list[int]] = defaultdict(list)  # only pronouns of the first and second person
        for index, kind in enumerate(table.kinds):
            if kind == MentionKind.SPEECH_PRONOUN:
                self.in_quote[self.quotes[self.head(index)]].append(index)
        self.may_corefer = [not self._is_idle(index) for index in range(len(table))]
        self.with_word: dict[str, list[int]] = defaultdict(list)
        for index, content in enumerate(table.contents):
            for word in content:
                self.with_word[word].append(index)
        self.with_head = {mention.head: index for index, mention in reversed(list(enumerate(table.mentions)))}
        self.strings = [parse.text_between(mention.start, mention.end) for mention in table.mentions]
        self.acronyms = [acronym(string) for string in self.strings]
        self.spelt: dict[str, list[int]] = defaultdict(list)
        for index in range(len(table)):
            for key in {self.strings[index], self.acronyms[index]} - {""}:
                self.spelt[key].append(index)
        self.predicated = {i for i, m in enumerate(table.mentions) if parse.deps[m.head] in ("attr", "appos")}

    def head(self, index: int) -> int:
        """The head token of a mention."""
        return self.table.mentions[index].head

    def nested(self, one: int, other: int) -> bool:
        """Is one mention inside the other? Then they cannot corefer (i-within-i)."""
        a, b = self.table.mentions[one], self.table.mentions[other]
        return (a.start <= b.start and b.end <= a.end) or (b.start <= a.start and a.end <= b.end)

    def _is_idle(self, index: int) -> bool:
        head = self.head(index)
        if self.table.heads[index] == "it":
            return is_pleonastic(self.parse, head)
        if self.table.kinds[index] == MentionKind.BARE and self.table.heads[index] in _GENERIC_HEADS:
            return True
        return self.table.determiners[index] == Determiner.NUMERAL and self.table.entities[index] in _MEASURES


def quote_numbers(parse: Parse) -> list[int]:
    """For each token the number of the quotation it stands in, 0 outside."""
    numbers, current, before = [], 0, 0
    for inside in quotation(parse):
        current += inside and not before
        numbers.append(current if inside else 0)
        before = inside
    return numbers


def _speakers(parse: Parse, quotes: list[int]) -> dict[int, int]:
    """For each quotation the head of the subject of the verb of saying next to it."""
    speakers: dict[int, int] = {}
    for token, lemma in enumerate(parse.lemmas):
        if lemma not in _SPEECH_VERBS or quotes[token]:
            continue
        subjects = parse.dependents(token, "nsubj")
        near = [q for q in quotes[max(0, token - 8) : token + 8] if q]
        if subjects and near:
            speakers.setdefault(near[0], subjects[0])
    return speakers

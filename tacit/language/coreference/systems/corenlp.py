"""Coreference by a Stanford CoreNLP server that runs somewhere, asked over HTTP."""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from tacit.errors import InputError, UsageError
from tacit.language.coreference.systems.spacy_component import mention_at
from tacit.language.coreference.task import Clusters, CoreferenceSystem, Mention, ordered
from tacit.language.parse import Parse

_ANNOTATORS = "tokenize,ssplit,pos,lemma,ner,parse,coref"
_MAX_ANSWER = 200 * 1024 * 1024


class CoreNLP(CoreferenceSystem):
    """Clusters of a CoreNLP server, placed on the tokens of the parse by their characters.

    `address` is that of the server, such as ``http://localhost:9000``; `seconds` how long to wait for one text.
    """

    def __init__(self, address: str, *, seconds: float = 120.0) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(f"{address!r} is no address of a CoreNLP server: give one like http://localhost:9000")
        self.address = parts.geturl().rstrip("/")
        self.seconds = seconds
        self.name = f"corenlp:{self.address}"

    def resolve(self, parse: Parse) -> Clusters:
        """The clusters of a text."""
        answer = self._ask(parse.text)
        try:
            offsets = _token_offsets(answer)
            chains = [[_mention(parse, offsets, row) for row in chain] for chain in answer["corefs"].values()]
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise InputError(
                f"the CoreNLP server at {self.address} answered without sentences and corefs ({error!r})"
            ) from None
        return ordered([[mention for mention in chain if mention is not None] for chain in chains])

    def _ask(self, text: str) -> dict[str, Any]:
        properties = json.dumps({"annotators": _ANNOTATORS, "outputFormat": "json", "tokenize.codepoint": "true"})
        request = Request(  # noqa: S310 (the scheme was checked)
            f"{self.address}/?{urlencode({'properties': properties})}",
            data=text.encode("utf-8"),
            headers={"Content-Type": "text/plain; charset=utf-8"},
        )
        try:
            with urlopen(request, timeout=self.seconds) as response:  # noqa: S310
                content = response.read(_MAX_ANSWER)
            answer = json.loads(content)
        except HTTPError as error:
            raise InputError(f"the CoreNLP server at {self.address} refused the text: {error.code}") from None
        except (URLError, TimeoutError, OSError) as error:
            raise InputError(
                f"the CoreNLP server at {self.address} does not answer within {self.seconds:g} seconds"
                f" ({getattr(error, 'reason', error)})"
            ) from None
        except (ValueError, RecursionError):
            raise InputError(f"the CoreNLP server at {self.address} answered with something that is no JSON") from None
        if not isinstance(answer, dict):
            raise InputError(f"the CoreNLP server at {self.address} answered with no JSON object")
        return answer


def _token_offsets(answer: dict[str, Any]) -> list[list[tuple[int, int]]]:
    """For each sentence the characters of its tokens; older servers count in UTF-16 units only."""
    return [[_offsets(token) for token in sentence["tokens"]] for sentence in answer["sentences"]]


def _offsets(token: dict[str, Any]) -> tuple[int, int]:
    unit = "codepoint" if "codepointOffsetBegin" in token else "character"
    return int(token[f"{unit}OffsetBegin"]), int(token[f"{unit}OffsetEnd"])


def _mention(parse: Parse, offsets: list[list[tuple[int, int]]], row: dict[str, Any]) -> Mention | None:
    """CoreNLP counts sentences and tokens from 1; the end is exclusive."""
    sentence = offsets[int(row["sentNum"]) - 1]
    start, _ = sentence[int(row["startIndex"]) - 1]
    _, end = sentence[int(row["endIndex"]) - 2]
    return mention_at(parse, start, end)

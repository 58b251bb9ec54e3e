"""What workers do for Label Studio: read the texts of tasks, and answer with regions for the tags of a project."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tacit import reader
from tacit.documents import Annotation, Document
from tacit.errors import InputError
from tacit.formats.label_studio import region
from tacit.version import __version__
from tacit.web.recommending import SOURCES
from tacit.web.worker import OnStep, Result

LABEL = "label"
VERSION = f"tacit {__version__}"
"""What predictions are called; another version of tacit may answer otherwise."""

Annotate: TypeAlias = Callable[[Document], Iterable[Annotation]]


@dataclass(frozen=True, slots=True)
class Tag:
    """Where regions go: the tag that holds labels, the text it marks, the key of the task with that text.

    `labels` are those that the project knows, by their names in lower case; none where they come with each task.
    """

    name: str
    text: str
    key: str
    labels: Mapping[str, str]

    def label_of(self, annotation: Annotation) -> str | None:
        """The label of an annotation as the project spells it; nothing where it has no such label."""
        if not self.labels:
            return annotation.label
        return self.labels.get(annotation.label.lower())


def label(request: bytes, on_step: OnStep) -> Result:
    """Predictions for the tasks of a request, as `{"results": […], "model_version": …}`."""
    asked = json.loads(request)
    capability, layer = SOURCES[asked["name"]]

    def annotate(document: Document) -> Iterable[Annotation]:
        return reader.read(document, only=[capability], on_step=on_step).document.layer(layer)

    return Result(json.dumps(predictions(asked, annotate)).encode())


def predictions(asked: Mapping[str, Any], annotate: Annotate) -> dict[str, Any]:
    """One prediction for each task, in their order."""
    tag = tag_of(asked["label_config"], asked["name"])
    results = []
    for place, task in enumerate(asked["tasks"], 1):
        text = task["data"].get(tag.key)
        if not isinstance(text, str):
            raise InputError(f"tasks: task {place} has no text under {tag.key!r}, which <Text> takes its value from")
        regions = _regions(text, tag, annotate) if text.strip() else []
        scores = [each["score"] for each in regions if "score" in each]
        score = sum(scores) / len(scores) if scores else 0.0
        results.append({"result": regions, "score": score, "model_version": VERSION})
    return {"results": results, "model_version": VERSION}


def _regions(text: str, tag: Tag, annotate: Annotate) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for annotation in annotate(Document(text, "task")):
        named = tag.label_of(annotation)
        if named is not None and len(annotation.span):
            shown = Annotation((annotation.span,), (named,), annotation.features)
            made.append(region(text, tag.name, shown, f"tacit-{len(made)}", to=tag.text))
    return made


def tag_of(config: str, name: str) -> Tag:
    """The tag for regions in a labelling configuration: the one with the recommender's name, or the first."""
    try:
        root = fromstring(config, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise InputError(f"label_config: not the XML of a labelling configuration ({error})") from None
    texts = {each.get("name", ""): each for each in root.iter("Text")}
    tags = [each for each in root.iter("Labels") if each.get("name") and each.get("toName") in texts]
    if not tags:
        raise InputError('label_config: there is no <Labels name="…" toName="text"> for a <Text name="text">')
    chosen = next((each for each in tags if each.get("name") == name), tags[0])
    text = texts[chosen.get("toName", "")]
    return Tag(chosen.get("name", ""), text.get("name", ""), text.get("value", "$text").lstrip("$"), _labels(chosen))


def _labels(tag: Element) -> dict[str, str]:
    values = [each.get("value") or "" for each in tag.iter("Label")]
    return {value.lower(): value for value in values if value}

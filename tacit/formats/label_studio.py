"""Label Studio's JSON: a list of tasks, as it exports and imports them.

A task holds its text in `data` and what people (`annotations`) or models (`predictions`) said of it. Each tag of the
labelling configuration that marks places (`<Labels name="scenarios" …>`) is a layer of its name; offsets count code
points on both sides. Where people have annotated a task, what they said counts and predictions are left out; each
annotation has its annotator as source (`annotator 3`). Relations become links, choices and answers metadata.

What tacit writes are predictions, to be accepted or corrected, unless the source is an annotator. Tokens and sentences,
and whatever else a region cannot say, are carried in `data.tacit`: features come back for all regions that are still
there, and what a person has removed stays removed.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TextIO

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Link, Span
from tacit.errors import DocumentError, InputError
from tacit.formats.parts.rows import TableRows
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.values import checked, thaw

PERSON = "annotator "
"""What the source of an annotation begins with that a person made."""
CARRIED = "tacit"
_HIDDEN = (TOKENS, SENTENCES)
_SCORES = ("probability", "confidence", "score")

Key = tuple[Span, tuple[str, ...]]


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """A document for each task."""
    try:
        tasks = json.loads(source.text(), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        source.fail(f"not JSON as Label Studio writes it ({error})")
    if not isinstance(tasks, list):
        source.fail("must be a list of tasks, as Label Studio exports them (JSON, not JSON-MIN)")
    for place, task in enumerate(tasks, 1):
        try:
            yield _document(task, place, source, options)
        except InputError as error:
            source.pass_over(error)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not a JSON number")


def _document(task: Any, place: int, source: Source, options: FormatOptions) -> Document:
    if not (isinstance(task, dict) and isinstance(task.get("data"), dict)):
        source.fail(f'task {place} must be an object with "data", such as {{"data": {{"text": …}}}}')
    data = {name: value for name, value in task["data"].items() if name != CARRIED}
    if data.get(options.id_column) is None:
        data[options.id_column] = task.get("id")
    try:
        said = _Said(task)
        plain = TableRows(source, options).document(data, place)
        native = Document(plain.text, plain.id, {**thaw(plain.metadata), **said.answers}, said.layers())
        return _whole(native, task["data"].get(CARRIED))
    except (DocumentError, KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        source.fail(f"task {place}: not as Label Studio writes it ({error})")


class _Said:
    """What people said of a task or, where nobody did, models."""

    def __init__(self, task: Mapping[str, Any]) -> None:
        people = [
            (f"{PERSON}{_name(each.get('completed_by'))}", each)
            for each in task.get("annotations") or task.get("completions") or ()
            if not each.get("was_cancelled")
        ]
        models = [(str(each.get("model_version") or ""), each) for each in task.get("predictions") or ()]
        self.answers: dict[str, Any] = {}
        self._regions: dict[str, list[Annotation]] = {}
        for who, each in people or models:
            self._add(who, each.get("result") or ())

    def layers(self) -> list[Layer]:
        return [Layer(name, regions) for name, regions in self._regions.items()]

    def _add(self, who: str, results: Iterable[Any]) -> None:
        links: dict[str, list[Link]] = defaultdict(list)
        for each in results:
            if each["type"] == "relation":
                role = checked((each.get("labels") or ["relation"])[0], "a relation", str)
                links[each["from_id"]].append(Link(role, checked(each["to_id"], "to_id", str)))
        named = {*links, *(link.target for group in links.values() for link in group)}
        for each in results:
            value = each.get("value") or {}
            if (place := _place(value)) is not None:
                id, score = each.get("id", ""), each.get("score")
                labels = value.get(each["type"]) or value.get("labels") or []
                plain: dict[str, Any] = {"spans": [place], "labels": labels, "source": who}
                plain |= {"features": {"score": score}} if isinstance(score, float) else {}
                plain |= {"id": id} if id in named else {}
                made = replace(Annotation.from_dict(plain), links=tuple(links[id]))
                self._regions.setdefault(checked(each["from_name"], "from_name", str), []).append(made)
            elif each["type"] in ("choices", "textarea", "rating", "number"):
                self.answers[each["from_name"]] = value[{"textarea": "text"}.get(each["type"], each["type"])]


def _place(value: Mapping[str, Any]) -> list[int] | None:
    """Where a region is in the text; nothing for what is said of the whole."""
    place = value.get("globalOffsets") or value
    start, end = place.get("start"), place.get("end")
    return [start, end] if isinstance(start, int) and isinstance(end, int) else None


def _name(who: Any) -> str:
    """An annotator: a number, or an object with an address."""
    return str(who.get("email") or who.get("id")) if isinstance(who, dict) else str(who)


def _whole(native: Document, carried: Any) -> Document:
    """The document with what regions cannot say, for those that are still there."""
    if not isinstance(carried, dict):
        return native
    layers = dict(native.layers)
    for name, rows in carried.get("layers", {}).items():
        now = list(layers.pop(name, ()))
        layers[name] = Layer(name, _merged(name, map(Annotation.from_dict, rows), now, carried.get("people", False)))
    order = [*carried.get("layers", {}), *layers]
    made = {name: layers[name] for name in dict.fromkeys(order)}
    return Document(native.text, carried.get("id", native.id), carried.get("metadata", native.metadata), made)


def _merged(name: str, carried: Iterable[Annotation], now: list[Annotation], people: bool) -> list[Annotation]:
    """Carried annotations whose regions are there still, or never were regions; and what is new."""
    there = Counter(map(_key, now))
    kept: list[Annotation] = []
    for each in carried:
        if not _is_region(name, each, people=people):
            kept.append(each)
        elif there[_key(each)]:
            there[_key(each)] -= 1
            match = next(place for place, region in enumerate(now) if _key(region) == _key(each))
            who = now.pop(match).source
            kept.append(replace(each, source=who) if who.startswith(PERSON) else each)
    return kept + now


def _key(annotation: Annotation) -> Key:
    return annotation.span, annotation.labels


def _is_region(layer: str, annotation: Annotation, *, people: bool) -> bool:
    """Is it written as a region? Beside what people said, what models said is not shown."""
    if people and not annotation.source.startswith(PERSON):
        return False
    return layer not in _HIDDEN and len(annotation.spans) == 1 and len(annotation.span) > 0


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """One list of tasks."""
    stream.write("[")
    for place, document in enumerate(documents):
        stream.write(("," if place else "") + "\n" + json.dumps(_task(document, place + 1), ensure_ascii=False))
    stream.write("\n]\n")


def _task(document: Document, place: int) -> dict[str, Any]:
    everything = [(name, each) for name, layer in document.layers.items() for each in layer]
    people = any(each.source.startswith(PERSON) for _, each in everything)
    by_source: dict[str, list[dict[str, Any]]] = {}
    for number, (name, each) in enumerate(everything):
        if _is_region(name, each, people=people):
            by_source.setdefault(each.source, []).append(region(document.text, name, each, f"r{number}"))
    said = [
        {"completed_by": source.removeprefix(PERSON), "result": results}
        if people
        else {"model_version": source, "result": results}
        for source, results in by_source.items()
    ]
    data = {name: value for name, value in thaw(document.metadata).items() if name not in ("text", "id", CARRIED)}
    rest: dict[str, Any] = {"id": document.id, "people": people, "metadata": thaw(document.metadata)}
    rest["layers"] = {name: [each.to_dict() for each in layer] for name, layer in document.layers.items()}
    data |= {"text": document.text, "id": document.id, CARRIED: rest}
    return {"id": place, "annotations": said if people else [], "predictions": [] if people else said, "data": data}


def region(text: str, layer: str, annotation: Annotation, id: str, *, to: str = "text") -> dict[str, Any]:
    """One region of a result, as Label Studio has them."""
    span = annotation.span
    value = {"start": span.start, "end": span.end, "text": text[span.start : span.end]}
    value["labels"] = list(annotation.labels)
    made = {"id": id, "from_name": layer, "to_name": to, "type": "labels", "value": value}
    scores = (annotation.features.get(name) for name in _SCORES)
    score = next((float(score) for score in scores if isinstance(score, int | float)), None)
    return made if score is None else {**made, "score": score}

"""A project for INCEpTION (and WebAnno): the layer to mark passages in, the scenarios as its tags, the guidelines.

The archive holds what these tools write when a project is exported: `exportedproject.json`, and guidelines below
`guideline/`. Annotations made with it are read back as the layer `scenarios`.
"""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

from tacit.errors import UsageError
from tacit.files import atomic_write
from tacit.formats.parts.uima import CUSTOM, SENTENCE, TOKEN
from tacit.scenarios.annotation.guideline_pages import pdf
from tacit.scenarios.inventory import Inventory, Scenario

GUIDELINES = Path(__file__).with_name("guidelines.md")
NAME = "Everyday scenarios"
LAYER = f"{CUSTOM}scenarios"
FEATURE = "label"
TAG_SET = "Scenarios"
_NAME = re.compile(r"\w[\w ().,-]{2,99}")
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of each file in the archive: the same project gives the same bytes."""


def write_project(inventory: Inventory, path: str | Path, *, name: str = NAME) -> None:
    """Write the archive that INCEpTION imports; `name` is that of the project."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot name a project: a name has 3 to 100 letters, digits, spaces and any of ( ) . , - _"
        )
    guidelines = f"{GUIDELINES.read_text('utf-8')}\n{_list(inventory)}"
    files = {
        "exportedproject.json": f"{json.dumps(project(inventory, name), indent=2, ensure_ascii=False)}\n".encode(),
        "guideline/scenarios.pdf": pdf(guidelines),
    }
    with atomic_write(path, "wb") as stream, zipfile.ZipFile(stream, "w") as archive:
        for file, content in files.items():
            entry = zipfile.ZipInfo(file, _EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # as on Unix, wherever it is made
            archive.writestr(entry, content)  # not compressed: compression differs between versions of zlib


def project(inventory: Inventory, name: str = NAME) -> dict[str, Any]:
    """What exportedproject.json says; what is left out has its default there."""
    tags = [
        {"tag_name": scenario.label, "tag_description": _description(scenario)}
        for scenario in sorted(inventory, key=lambda scenario: scenario.label)
    ]
    return {
        "name": name,
        "slug": None,
        "description": "Which passages are about which everyday scenario? The guidelines say what to mark.",
        "mode": "ANNOTATION",
        "version": 1,
        "source_documents": [],
        "annotation_documents": [],
        "project_permissions": [],
        "tag_sets": [{**_tag_set("One label for each scenario"), "language": "en", "tags": tags}],
        "layers": [_scenarios(), *_segmentation()],
        "disableExport": False,
        "script_direction": "LTR",
        "anonymous_curation": False,
    }


def _scenarios() -> dict[str, Any]:
    """Passages may cross sentences, overlap and have several labels: a passage each."""
    feature = {
        "name": FEATURE,
        "tag_set": {**_tag_set(None), "language": None, "tags": []},
        "uiName": FEATURE,
        "type": "uima.cas.String",
        "enabled": True,
        "visible": True,
        "include_in_hover": False,
        "required": True,
        "remember": False,
        "hideUnconstraintFeature": False,
        "description": "What the passage is about; mark it once more for another label",
        "multi_value_mode": "NONE",
        "link_mode": "NONE",
        "traits": None,
        "curatable": True,
        "rank": 0,
    }
    layer = _layer(LAYER, "Scenario", anchoring="TOKENS", overlap="ANY_OVERLAP", across=True)
    return {**layer, "features": [feature], "description": "A passage about one everyday scenario"}


def _segmentation() -> list[dict[str, Any]]:
    """The layers that every project has; nobody marks anything in them."""
    hidden = {"enabled": False, "built_in": True, "readonly": True}
    token = _layer(TOKEN, "Token", anchoring="CHARACTERS", overlap="NO_OVERLAP", across=False)
    sentence = _layer(SENTENCE, "Sentence", anchoring="TOKENS", overlap="NO_OVERLAP", across=True)
    return [{**token, **hidden}, {**sentence, **hidden}]


def _layer(name: str, shown: str, *, anchoring: str, overlap: str, across: bool) -> dict[str, Any]:
    return {
        "name": name,
        "features": [],
        "uiName": shown,
        "type": "span",
        "description": None,
        "enabled": True,
        "built_in": False,
        "readonly": False,
        "attach_type": None,
        "attach_feature": None,
        "allow_stacking": overlap == "ANY_OVERLAP",
        "cross_sentence": across,
        "show_hover": True,
        "anchoring_mode": anchoring,
        "overlap_mode": overlap,
        "validation_mode": "NEVER",
        "lock_to_token_offset": False,
        "multiple_tokens": anchoring == "TOKENS",
        "linked_list_behavior": False,
        "traits": None,
    }


def _tag_set(description: str | None) -> dict[str, Any]:
    return {"name": TAG_SET, "description": description, "create_tag": False}


def _description(scenario: Scenario) -> str | None:
    """What helps to choose the label: other names, and scenarios that it is a kind or a part of."""
    parts = {
        "also": scenario.aliases,
        "more specific than": scenario.more_specific_than,
        "part of": scenario.part_of,
        "often together with": scenario.often_together,
    }
    return "; ".join(f"{what} {', '.join(names)}" for what, names in parts.items() if names) or None


def _list(inventory: Inventory) -> str:
    items = "\n".join(f"- {label}" for label in sorted(inventory.labels))
    return f"\n## The {len(inventory)} scenarios\n\n{items}\n"

"""Household activities that nobody here wrote: are the things that they take named by `tacit steps elaborate`?

    python benchmarks/household.py virtualhome_eval-0.1.1-py3-none-any.whl

The package virtualhome-eval (MIT) is opened, never installed or run: each of its programs has a title (*Wash dishes by
hand*), a description and steps such as `[GRAB] <SOAP> (1)`. The things that at least a fifth of a title's programs use
are its key objects; rooms, and the character's own hands and feet, do not count.
"""

from __future__ import annotations

import argparse
import json
import re
import zipfile
from collections import Counter, defaultdict
from pathlib import Path

from tacit import howto
from tacit.language.english.wordlists import words

SHARE = 0.2
NOT_THINGS = words(
    "bathroom bedroom kitchen home_office dining_room livingroom living_room entrance_hall floor wall ceiling "
    "character hands_both hands_left hands_right feet_both feet_left feet_right face arms_both legs_both man woman "
    "child"
)
_STEP = re.compile(r"^\[\w+\](.*)$")
_THING = re.compile(r"<([^>]+)>")
_SAID_AS = {"computer": "computer|laptop", "television": "tv|television", "faucet": "tap|faucet", "couch": "sofa|couch"}


def programs(wheel: Path) -> dict[str, list[set[str]]]:
    """The things of each program, by title; one program for each file name, whatever the scene."""
    found: dict[str, dict[str, set[str]]] = defaultdict(dict)
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if "executable_programs" not in name or not name.endswith(".txt"):
                continue
            lines = archive.read(name).decode("utf-8", "replace").splitlines()
            steps = [match[1] for line in lines if (match := _STEP.match(line.strip()))]
            things = {thing.lower() for step in steps for thing in _THING.findall(step)} - NOT_THINGS
            found[lines[0].strip()][Path(name).name] = things
    return {title: list(own.values()) for title, own in found.items() if title}


def key_objects(own: list[set[str]]) -> list[str]:
    """The things that enough of a title's programs use."""
    counts = Counter(thing for things in own for thing in things)
    return sorted(thing for thing, count in counts.items() if count >= max(2, SHARE * len(own)))


def names(said: str, thing: str) -> bool:
    """Is a thing named, by its last word or another name?"""
    return any(
        re.search(rf"\b{re.escape(word)}", said) for word in _SAID_AS.get(thing, thing.split("_")[-1]).split("|")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    options = parser.parse_args()
    reader = howto.load()
    rows, named, wanted = [], 0, 0
    for title, own in sorted(programs(options.wheel).items()):
        answer = reader.answer(title)
        said = " ".join((*answer.steps, *answer.tools, *answer.materials)).lower()
        keys = key_objects(own)
        found = [thing for thing in keys if names(said, thing)]
        named, wanted = named + len(found), wanted + len(keys)
        rows.append({"title": title, "entry": answer.entry, "key_objects": keys, "named": found})
    answered = sum(bool(row["entry"]) for row in rows)
    print(
        json.dumps({"titles": len(rows), "answered": answered, "named": named / max(wanted, 1), "rows": rows}, indent=1)
    )


if __name__ == "__main__":
    main()

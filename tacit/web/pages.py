"""The page and its files, all from this package: nothing is asked of any other server."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response

from tacit.report.marking import PALETTE
from tacit.web import models

FOLDER = Path(__file__).with_name("page")
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_EXAMPLES = {
    "story": ("birthday.txt", "A birthday", "A story of three everyday activities: each passage gets a card."),
    "restaurant": (
        "restaurant.txt",
        "Dinner for two",
        "What everyone knows and nobody tells: who sits down, who pays?",
    ),
    "flight": ("flight.txt", "The first flight", "Open the script of a passage: what is told stands filled in."),
    "vet": ("vet.txt", "A sick cat", "Models err. Ask why, move the slider, and correct what is wrong."),
    "instructions": ("espresso-machine.md", "An espresso machine", "Rinse what? Which cable? Choose what is meant."),
    "grinder": ("grinder.md", "A coffee grinder", "Instructions whose readings exclude each other."),
}
"""The file of each example, its title, and what there is to see in it."""

router = APIRouter()


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """Every file of the page by name, read once: no name that a client sends reaches the file system."""
    found = {path.name: (path.read_bytes(), _TYPES[path.suffix]) for path in FOLDER.iterdir() if path.suffix in _TYPES}
    found["palette.css"] = (_palette().encode(), "text/css")
    return found


def _palette() -> str:
    """The colours of the reports as classes, since the policy forbids inline styles."""
    return "".join(f".hue-{number} {{ --hue: {colour}; }}\n" for number, colour in enumerate(PALETTE))


@router.get("/", include_in_schema=False)
async def page() -> Response:
    """The page."""
    return _file("index.html")


@router.get("/assets/{name}", include_in_schema=False)
async def asset(name: str) -> Response:
    """A file of the page."""
    return _file(name)


def _file(name: str) -> Response:
    if name not in _files():
        raise HTTPException(404, "there is no such file")
    content, media_type = _files()[name]
    return Response(content, media_type=media_type, headers={"Cache-Control": "no-cache"})


@router.get("/api/examples", tags=["reading"])
async def examples() -> list[models.Example]:
    """Texts to try."""
    return [
        models.Example(name=name, title=title, about=about, text=(FOLDER / "examples" / file).read_text("utf-8"))
        for name, (file, title, about) in _EXAMPLES.items()
    ]

"""For the docs site: the notebooks as pages, with what their cells showed when they were last run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

FOLDER = Path(__file__).parent / "tutorials"


def on_files(files: Files, *, config: Any) -> Files:
    """Add a page for each notebook; the notebook itself can be fetched from it."""
    for notebook in sorted(FOLDER.glob("*.ipynb")):
        page = "\n\n".join(shown(notebook))
        files.append(File.generated(config, f"tutorials/{notebook.stem}.md", content=page))
    return files


def shown(notebook: Path) -> Iterator[str]:
    """The cells of a notebook as Markdown."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    for number, cell in enumerate(cells):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
        else:
            yield f"```python\n{source}\n```"
            yield from map(_output, cell.get("outputs", ()))
        if number == 0:
            yield f"This page is the notebook [{notebook.name}]({notebook.name}): open it in Jupyter to run it."


def _output(output: Mapping[str, Any]) -> str:
    data = {kind: "".join(value) for kind, value in output.get("data", {}).items() if isinstance(value, str | list)}
    if "image/png" in data:
        return f'<img alt="what the cell draws" src="data:image/png;base64,{"".join(data["image/png"].split())}">'
    if "text/html" in data:
        return f'<div class="output">{" ".join(data["text/html"].split(chr(10)))}</div>'
    text = data.get("text/plain") or "".join(output.get("text", ()))
    return f"```text\n{text.rstrip()}\n```"

"""The server that is attacked: `tacit serve` as it is, but for models, which are not loaded.

python -m benchmarks.attack.target TOKEN
"""

from __future__ import annotations

import json
import sys

from tacit.web.exports import export
from tacit.web.tasks import open_file
from tacit.web.worker import OnStep, Result


def prepare() -> None:
    """Nothing is loaded."""


def _read(request: bytes, on_step: OnStep) -> Result:
    from tacit.documents import Document

    on_step("language")
    asked = json.loads(request)
    document = Document.from_dict(asked["document"]) if asked.get("document") else Document(asked["text"], "text")
    return Result(json.dumps({"kind": "", "document": document.to_dict(), "sections": []}).encode())


def _echo(request: bytes, on_step: OnStep) -> Result:
    return Result(request)


TASKS = {"read": _read, "open": open_file, "export": export, "endings": _echo, "steps": _echo}


def main(token: str) -> None:
    from tacit.web.app import create_app
    from tacit.web.limits import Limits
    from tacit.web.serving import Impatient, Server, listen, server

    app = create_app(Limits(workers=1, seconds=20, arrival=2), tasks="benchmarks.attack.target", token=token)
    Impatient.patience = 1.0
    Server.farewell = 2.0
    with listen("127.0.0.1", 0) as (socket, address):
        print(address, flush=True)
        server(app, "error").run(sockets=[socket])


if __name__ == "__main__":
    main(sys.argv[1])

"""The server as an editor meets it: over stdin and stdout, with the client of pygls."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from pygls.lsp.client import LanguageClient

pytestmark = [pytest.mark.models, pytest.mark.processes]

TEXT = "# Clean a pump\n\nTake off the valve and the lid (🔧🔧). Rinse before reassembling.\n"
PLAIN = TEXT.replace(" (🔧🔧)", "")
WAIT = 120


class Editor:
    """A client that keeps what the server says."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []

        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        def message(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
        self.client.feature(types.WINDOW_SHOW_MESSAGE)(message)

    async def __aenter__(self):
        await self.client.start_io(sys.executable, "-m", "tacit", "lsp", "--stdio")
        return self

    async def __aexit__(self, *_):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    async def initialize(self, **options):
        hover = types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown])
        documents = types.TextDocumentClientCapabilities(hover=hover)
        given = types.InitializeParams(
            capabilities=types.ClientCapabilities(text_document=documents), initialization_options=options or None
        )
        answer = await self.client.initialize_async(given)
        self.client.initialized(types.InitializedParams())
        return answer

    async def open(self, path, text, language="markdown"):
        uri = path.as_uri() if isinstance(path, Path) else path
        item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri, await self.found()

    def change(self, uri, version, text):
        whole = types.TextDocumentContentChangeWholeDocument(text)
        item = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(item, [whole]))

    async def found(self):
        return await asyncio.wait_for(self.published.get(), WAIT)

    async def actions(self, uri, diagnostic):
        context = types.CodeActionContext(diagnostics=[diagnostic])
        document = types.TextDocumentIdentifier(uri)
        return await self.client.text_document_code_action_async(
            types.CodeActionParams(document, diagnostic.range, context)
        )


def edited(text, action, uri):
    """The text with an action's edits, places counted in units of UTF-16."""
    lines = text.split("\n")
    for edit in reversed(action.edit.changes[uri]):
        start, end = edit.range.start, edit.range.end
        assert start.line == end.line
        line = lines[start.line].encode("utf-16-le")
        new = line[: 2 * start.character] + edit.new_text.encode("utf-16-le") + line[2 * end.character :]
        lines[start.line] = new.decode("utf-16-le")
    return "\n".join(lines)


def test_a_session(tmp_path):
    async def session():
        async with Editor() as editor:
            answer = await editor.initialize()
            assert answer.server_info.name == "tacit"
            path = tmp_path / "pump.md"
            uri, found = await editor.open(path, TEXT)
            [diagnostic] = found.diagnostics
            assert (diagnostic.code, diagnostic.source) == ("TAC101", "tacit")
            assert diagnostic.message.startswith("'Rinse' what?")
            assert diagnostic.range == types.Range(types.Position(2, 39), types.Position(2, 44))
            lid, valve, ignore = await editor.actions(uri, diagnostic)
            assert [each.title for each in (lid, valve, ignore)] == [
                "Write 'Rinse the lid'",
                "Write 'Rinse the valve'",
                "Ignore TAC101 here",
            ]
            assert edited(TEXT, valve, uri) == TEXT.replace("Rinse", "Rinse the valve")
            silent = edited(TEXT, ignore, uri)
            assert silent == TEXT.replace("reassembling.", "reassembling. <!-- tacit: ignore TAC101 -->")
            position = types.Position(2, 42)
            hover = await editor.client.text_document_hover_async(
                types.HoverParams(types.TextDocumentIdentifier(uri), position)
            )
            assert hover.contents.value.startswith("**TAC101 missing-object**\n\n'Rinse' what?")
            assert "mostly does not notice" in hover.contents.value

            for version, text in enumerate((PLAIN + "x", PLAIN + "xy", silent), 2):
                editor.change(uri, version, text)
            found = await editor.found()  # of the last change only
            assert (found.version, len(found.diagnostics)) == (4, 0)

            (tmp_path / ".tacit.toml").write_text('ignore = ["TAC9"]\n')
            editor.change(uri, 5, PLAIN)
            assert not (await editor.found()).diagnostics
            assert any("there is no code 'TAC9'" in each for each in editor.messages)
            (tmp_path / ".tacit.toml").write_text('exclude = ["other.md"]\n')
            editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([]))
            assert len((await editor.found()).diagnostics) == 1

            closed = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
            editor.client.text_document_did_close(closed)
            assert not (await editor.found()).diagnostics
            assert not (await editor.open(tmp_path / "other.md", PLAIN))[1].diagnostics
            assert (await editor.open("untitled:One", PLAIN))[1].diagnostics
            assert (await editor.open("file:///none/%00/three.md", PLAIN))[1].diagnostics
            assert not (await editor.open("untitled:Two", PLAIN, "python"))[1].diagnostics

    asyncio.run(session())


def test_options_of_the_editor(tmp_path):
    async def session():
        async with Editor() as editor:
            await editor.initialize(profile="manual", ignore=["TAC1"])
            _, found = await editor.open(tmp_path / "belt.md", "# Fit a belt\n\nTighten the belt properly.\n")
            assert [each.code for each in found.diagnostics] == ["TAC503"]

    asyncio.run(session())


ENDLESS = """
import sys
import time
from tacit.cli import main
from tacit.lsp.reading import EditorReader

EditorReader.warm_up = lambda self: time.sleep(3600)
sys.argv = ["tacit", "lsp"]
main()
"""


def test_a_check_that_nobody_waits_for_does_not_keep_the_server():
    def framed(message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n%b" % (len(content), content)

    with subprocess.Popen([sys.executable, "-c", ENDLESS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        server.stdin.write(framed({"id": 1, "method": "initialize", "params": {"capabilities": {}}}))
        server.stdin.write(framed({"method": "initialized", "params": {}}))
        server.stdin.write(framed({"id": 2, "method": "shutdown"}))
        server.stdin.flush()
        seen = b""
        while b'"id": 2' not in seen and b'"id":2' not in seen:
            some = server.stdout.read1()
            assert some, seen
            seen += some
        server.stdin.close()
        try:
            assert server.wait(120) == 0
        finally:
            server.kill()

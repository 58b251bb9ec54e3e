"""The language server: texts come from an editor, findings go back."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from tacit.errors import TacitError, UsageError
from tacit.linter.config import LinterSettings
from tacit.linter.wanted import Wanted
from tacit.lsp.reading import EditorReader, EditorText
from tacit.lsp.showing import Shown
from tacit.version import __version__

PAUSE = 0.3
"""Seconds without a change after which a text is checked."""
_OPTIONS = {"profile": str, "select": list, "ignore": list, "minConfidence": (int, float)}
_log = logging.getLogger(__name__)


class _Server(LanguageServer):
    """A server whose checks end with it."""

    linting: Linting | None = None

    def shutdown(self) -> None:
        """The editor has gone."""
        if self.linting is not None:
            self.linting.stop()
        super().shutdown()  # type: ignore[no-untyped-call]


def create_server(wanted: Wanted | None = None, *, pause: float = PAUSE) -> LanguageServer:
    """A server that is ready to start; `wanted` is put on top of the settings of files."""
    # Whole texts: pygls divides lines at more characters than the protocol does, so that places in a change may be off.
    server = _Server("tacit", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
    linting = Linting(server, wanted or Wanted(), pause)
    server.linting = linting

    def initialize(params: types.InitializeParams) -> None:
        linting.configure(params.initialization_options)

    def initialized(params: types.InitializedParams) -> None:
        linting.warm_up()

    def opened(params: types.DidOpenTextDocumentParams) -> None:
        linting.changed(params.text_document.uri, pause=0)

    def changed(params: types.DidChangeTextDocumentParams) -> None:
        linting.changed(params.text_document.uri)

    def closed(params: types.DidCloseTextDocumentParams) -> None:
        linting.closed(params.text_document.uri)

    def settings_changed(params: types.DidChangeWatchedFilesParams) -> None:
        linting.check_all()

    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        shown = linting.shown(params.text_document.uri)
        return shown.actions(params.range) if shown else []

    def hover(params: types.HoverParams) -> types.Hover | None:
        shown = linting.shown(params.text_document.uri)
        return shown.hover(params.position, markdown=linting.markdown) if shown else None

    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.INITIALIZED)(initialized)
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(opened)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(changed)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(closed)
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(settings_changed)
    kinds = types.CodeActionOptions([types.CodeActionKind.QuickFix])
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)(actions)
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)
    return server


class Linting:
    """The open texts of an editor: when each is checked, and what was found in it.

    Texts are checked in one thread, one after another; the editor is answered meanwhile.
    """

    def __init__(self, server: LanguageServer, wanted: Wanted, pause: float) -> None:
        self._server = server
        self._wanted = wanted
        self._pause = pause
        self._reader = EditorReader()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tacit")
        self._due: dict[str, asyncio.Task[None]] = {}
        self._shown: dict[str, tuple[int | None, Shown]] = {}
        self._told: set[str] = set()

    @property
    def markdown(self) -> bool:
        """Does the editor show Markdown?"""
        documents = self._server.client_capabilities.text_document
        formats = documents.hover.content_format if documents and documents.hover else None
        return types.MarkupKind.Markdown in (formats or ())

    def configure(self, options: Any) -> None:
        """Take the editor's own options: profile, select, ignore, minConfidence."""
        try:
            self._wanted = with_options(self._wanted, options)
        except UsageError as error:
            self._tell(str(error))

    def stop(self) -> None:
        """Begin no further check: the editor has gone."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def warm_up(self) -> None:
        """Load what a check needs before the first text comes."""
        self._thread.submit(self._reader.warm_up).add_done_callback(_forget)

    def changed(self, uri: str, *, pause: float | None = None) -> None:
        """Check a text once nobody has changed it for a while."""
        self._give_up(uri)
        wait = self._pause if pause is None else pause
        self._due[uri] = asyncio.get_running_loop().create_task(self._check(uri, wait))

    def check_all(self) -> None:
        """Check all texts again: settings may have changed."""
        self._told.clear()
        for uri in list(self._server.workspace.text_documents):
            self.changed(uri)

    def closed(self, uri: str) -> None:
        """Forget a text."""
        self._give_up(uri)
        self._shown.pop(uri, None)
        self._publish(uri, None, [])

    def shown(self, uri: str) -> Shown | None:
        """What was found in a text, if it has not been changed since: else places would be wrong."""
        version, shown = self._shown.get(uri, (None, None))
        return shown if version == self._server.workspace.get_text_document(uri).version else None

    def _give_up(self, uri: str) -> None:
        if (due := self._due.pop(uri, None)) is not None:
            due.cancel()

    async def _check(self, uri: str, wait: float) -> None:
        await asyncio.sleep(wait)
        document = self._server.workspace.get_text_document(uri)
        path = to_fs_path(uri)
        local = Path(path) if path and uri.startswith("file:") and "\0" not in path else None
        text = EditorText(document.source, local, document.language_id or "")
        version = document.version
        try:
            loop = asyncio.get_running_loop()
            checked = await loop.run_in_executor(self._thread, self._reader.check, text, self._wanted)
        except TacitError as error:
            self._tell(str(error))
            checked = None
        except Exception:
            _log.exception("an error inside tacit")
            checked = None
        if document.version != version:
            return
        diagnostics: list[types.Diagnostic] = []
        self._shown.pop(uri, None)
        if checked is not None:
            shown = Shown(uri, checked, document.position_codec.client_num_units)
            self._shown[uri] = (version, shown)
            diagnostics = shown.diagnostics
        self._publish(uri, version, diagnostics)

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        found = types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=diagnostics)
        self._server.text_document_publish_diagnostics(found)

    def _tell(self, message: str) -> None:
        """Show a message, each once."""
        if message not in self._told:
            self._told.add(message)
            shown = types.ShowMessageParams(type=types.MessageType.Warning, message=f"tacit: {message}")
            self._server.window_show_message(shown)


def _forget(future: Any) -> None:
    """What went wrong in warming up goes wrong again, and is told, when a text is checked."""
    with suppress(Exception):
        future.result()


def with_options(wanted: Wanted, options: Any) -> Wanted:
    """What is wanted, with the options that an editor sends on top."""
    if options is None:
        return wanted
    given = options if isinstance(options, dict) else getattr(options, "_asdict", dict)()
    for name, value in given.items():
        kind: Any = _OPTIONS.get(name)
        if kind is None:
            raise UsageError(f"there is no option {name!r}; there are {', '.join(_OPTIONS)}")
        texts = not isinstance(value, list) or all(isinstance(each, str) for each in value)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool) or not texts):
            raise UsageError(f"the option {name!r} cannot be {value!r}")
    chosen = replace(
        wanted,
        profile=given.get("profile") or wanted.profile,
        select=tuple(given.get("select") or wanted.select),
        ignore=(*wanted.ignore, *(given.get("ignore") or ())),
        min_confidence=wanted.min_confidence if given.get("minConfidence") is None else given["minConfidence"],
    )
    chosen.on_top_of(LinterSettings())  # so that an unknown code is told at once
    return chosen

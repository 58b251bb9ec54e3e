"""The one way to DuckDB: a connection locked before its first statement; names and texts quoted in one place."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tacit.errors import UsageError
from tacit.extras import require

_SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
}


def connect(folder: Path) -> Any:
    """A connection that can read the files of this folder and no others, and load nothing."""
    duckdb = require("duckdb", extra="corpus")
    limits = {"threads": os.cpu_count() or 1, "memory_limit": f"{_half_of_memory() >> 20}MiB"}
    connection = duckdb.connect(config=_SETTINGS | limits)
    connection.execute(f"SET allowed_directories = [{text(folder.absolute())}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def execute_reading(connection: Any, sql: str) -> Any:
    """Run one statement that only reads; anything that could write, load or set is refused before it runs."""
    kinds = require("duckdb", extra="corpus").StatementType
    statements = connection.extract_statements(sql)
    if not statements:
        raise UsageError("the query is empty")
    if len(statements) > 1 or statements[0].type != kinds.SELECT:
        raise UsageError("a query of a corpus is one statement that reads: SELECT, WITH, FROM, DESCRIBE or SUMMARIZE")
    return connection.execute(statements[0])


def text(value: str | Path) -> str:
    """A text as SQL writes it.

    >>> text("it's")
    "'it''s'"
    """
    return "'" + str(value).replace("'", "''") + "'"


def name(value: str) -> str:
    '''A name of a table or column as SQL writes it.

    >>> name('a "b"')
    '"a ""b"""'
    '''
    return '"' + value.replace('"', '""') + '"'


def _half_of_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2

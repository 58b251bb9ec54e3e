"""Which model, and where: `llm:MODEL@URL` on a server, `llm:NAME` in this process, or a name from the user's settings.

The settings are one file of the user, never one that comes with documents:

    [llm.default]
    url = "http://127.0.0.1:8080/v1"
    model = "qwen2.5-1.5b"
    price-in = 0.1             # for a million tokens, in whatever currency
    price-out = 0.4
    key-env = "MY_KEY"         # the name of an environment variable, not the key

    [llm.here]
    model = "qwen-1.5b"        # without url: a model of `tacit models list`, or a GGUF file, in this process
    threads = 2

    [read]
    llm = "default"            # `tacit read` asks this one unless told otherwise
    ask = 0.1                  # about the share that it is least certain of
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tacit.errors import InputError, UsageError
from tacit.files import reason
from tacit.llm.catalogue import known as models
from tacit.llm.folder import is_folder
from tacit.shapes import Named, Optional, ShapeError, Text, Within, check

PREFIX = "llm:"
KEY = "TACIT_LLM_KEY"
"""The environment variable with the server's key, unless the settings name another."""
SETTINGS = "TACIT_SETTINGS"
"""The environment variable that names another settings file."""
_SHAPE = {
    Optional("llm"): Named(
        Text(r"[\w.-]{1,60}"),
        {
            "model": str,
            Optional("url"): str,
            Optional("threads"): Within(int, 1, 256),
            Optional("price-in"): Within(float, 0),
            Optional("price-out"): Within(float, 0),
            Optional("key-env"): Text(r"[A-Za-z_][A-Za-z0-9_]*"),
        },
    ),
    Optional("read"): {Optional("llm"): Text(r"[\w.-]{1,60}"), Optional("ask"): Within(float, 0, 1)},
}
NOBODY = "none"
"""Given in the place of a model: nobody is asked, whatever the settings say."""


@dataclass(frozen=True, slots=True)
class Address:
    """A model, the address of its server up to the version (`…/v1`), its prices, and where its key is found.

    Of a model that runs in this process, `file` has its name in the list or its path instead.
    """

    model: str
    url: str = ""
    price_in: float | None = None
    price_out: float | None = None
    key_variable: str = field(default=KEY, repr=False)
    file: str = ""
    threads: int | None = None

    @property
    def is_local(self) -> bool:
        """Does the text stay on this machine?"""
        if self.file:
            return True
        host = urlsplit(self.url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    @property
    def writes_alone(self) -> bool:
        """May it write with nothing like it to go by? What the small models of the list write so is often wrong."""
        return self.file not in models()

    @property
    def key(self) -> str:
        """The key as the environment has it; never over an open line to another machine."""
        key = os.environ.get(self.key_variable, "").strip()
        if key and not (key.isascii() and key.isprintable()):
            raise UsageError(f"the key in the environment variable {self.key_variable} has characters no key has")
        if key and not self.is_local and urlsplit(self.url).scheme != "https":
            raise UsageError(
                f"a key is not sent over http to another machine: give an https address, or unset {self.key_variable}"
            )
        return key

    def __str__(self) -> str:
        return f"{PREFIX}{self.file}" if self.file else f"{PREFIX}{self.model}@{self.url}"


def named(spec: str) -> Address:
    """The address that `llm:MODEL@URL`, `llm:NAME` or `NAME` stands for; nothing needs to be there yet.

    >>> named("llm:llama3.1:8b@http://localhost:11434").url
    'http://localhost:11434/v1'
    """
    rest = spec.removeprefix(PREFIX).strip()
    if found := re.fullmatch(r"([^\n]*?)@([A-Za-z][A-Za-z0-9+.-]*://.*)", rest, re.DOTALL):
        return _priced(Address(_model(found[1]), _url(found[2])))
    known = _settings()
    if rest in known:
        return known[rest]
    if (address := _here(rest)) is not None:
        return address
    have = ", ".join(dict.fromkeys([*known, *models()]))
    shown = repr(spec) if re.fullmatch(r"[\w.:-]{1,60}", spec) else "what was given"  # there may be a key in it
    raise UsageError(
        f"{shown} is neither llm:MODEL@URL, such as llm:qwen@http://127.0.0.1:8080/v1, nor a GGUF file or model"
        f" folder, nor a name of `tacit models list` or in {settings_file()}; there are {have}"
    )


def _here(name: str, threads: int | None = None) -> Address | None:
    """A model that runs in this process: of the list, a GGUF file, or a folder, whose name without ending it bears."""
    if (listed := models().get(name)) is not None:
        return Address(Path(listed.file).stem, file=name, threads=threads)
    is_file = Path(name).suffix.lower() == ".gguf"
    if is_file or is_folder(name):
        plain = re.sub(r"[^\w.+ -]", "_", Path(name).stem if is_file else Path(name).absolute().name)[:200]
        return Address(_model(plain), file=name, threads=threads)
    return None


def settings_file() -> Path:
    """Where the user's settings are."""
    from platformdirs import user_config_path

    return Path(os.environ.get(SETTINGS) or user_config_path("tacit") / "settings.toml")


class ForReading(NamedTuple):
    """What the settings say about `tacit read`: a model's name, and the share to ask about."""

    llm: str | None = None
    ask: float | None = None


def for_reading() -> ForReading:
    """Who is asked by `tacit read` when nobody is named."""
    plain = _plain().get("read", {})
    return ForReading(plain.get("llm"), plain.get("ask"))


def known_names() -> dict[str, Address]:
    """The models in the user's settings, by their names."""
    return _settings()


def _settings() -> dict[str, Address]:
    return {
        name: Address(
            _model(each["model"]),
            _url(each["url"]),
            each.get("price-in"),
            each.get("price-out"),
            each.get("key-env", KEY),
        )
        if "url" in each
        else _local(name, each)
        for name, each in _plain().get("llm", {}).items()
    }


def _local(name: str, each: dict[str, Any]) -> Address:
    address = _here(each["model"], each.get("threads"))
    if address is None:
        raise InputError(f"llm.{name} has no url, and its model is no GGUF file nor listed", path=settings_file())
    return address


def _plain() -> dict[str, Any]:
    path = settings_file()
    try:
        plain: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        check(plain, _SHAPE)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except (ValueError, ShapeError) as error:
        raise InputError(f"not usable as settings: {error}", path=path) from None
    return plain


def _priced(address: Address) -> Address:
    """With the prices and the key that the settings have for the same model on the same server."""
    known = (each for each in _settings().values() if (each.model, each.url) == (address.model, address.url))
    return next(known, address)


def _model(name: str) -> str:
    if not re.fullmatch(r"[\w./:@+ -]{1,200}", name.strip()):
        raise UsageError("the name of a model is missing or has odd characters; write llm:MODEL@URL")
    return name.strip()


def _url(url: str) -> str:
    """The address in one form; the error never quotes one that may have a password in it."""
    try:
        if not url.isprintable():
            raise ValueError  # urlsplit would leave line ends out
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise UsageError("the server's address cannot be read; write one such as http://127.0.0.1:8080/v1") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError("a server's address begins with http:// or https:// and a host, as http://127.0.0.1:8080/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UsageError(f"a server's address has no password, ? or #; a key is read from the environment ({KEY})")
    if not re.fullmatch(r"[A-Za-z0-9.:_-]+", parts.hostname) or not re.fullmatch(r"[\w./%~-]*", parts.path):
        raise UsageError("the server's address has odd characters; write one such as http://127.0.0.1:8080/v1")
    path = parts.path.rstrip("/").removesuffix("/chat/completions") or "/v1"
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}"

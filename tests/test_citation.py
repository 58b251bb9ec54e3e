"""What others are asked to cite."""

from pathlib import Path

import yaml

from tacit.version import __version__


def test_the_citation_names_this_version():
    plain = yaml.safe_load((Path(__file__).parents[1] / "CITATION.cff").read_text("utf-8"))
    assert (plain["title"], plain["version"], plain["license"]) == ("tacit", __version__, "MIT")
    assert {"cff-version", "message", "authors"} <= set(plain)

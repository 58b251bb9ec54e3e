import subprocess
import sys

import pytest

from tacit.backbones import parser
from tacit.errors import MissingBackboneError


def test_unknown_pipeline_is_one_sentence():
    with pytest.raises(MissingBackboneError, match="there is no spaCy pipeline 'xx_none'"):
        parser.load("xx_none")


def test_pipeline_that_does_not_load(tmp_path):
    (tmp_path / "config.cfg").write_text("[nlp]\n")
    with pytest.raises(MissingBackboneError, match="does not load"):
        parser.load(tmp_path)


@pytest.mark.models
def test_default_loads_once_and_parses():
    nlp = parser.load()
    assert nlp is parser.load()
    assert [token.dep_ for token in nlp("Ann sat down.")][:3] == ["nsubj", "ROOT", "prt"]


def test_it_loads_without_pytorch_which_loads_all_the_same():
    code = (
        "import sys; from tacit.backbones import parser; nlp = parser.load();"
        "assert 'torch' not in sys.modules; import torch; assert torch.ones(1).item() == 1;"
        "assert [token.text for token in nlp('Dogs bark.')] == ['Dogs', 'bark', '.']"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)

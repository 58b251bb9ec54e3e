"""A public class name means one thing."""

import ast
from collections import Counter
from pathlib import Path

import tacit


def public_classes():
    root = Path(tacit.__file__).parent
    for path in sorted(root.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name


def test_a_public_class_name_is_used_once():
    twice = {name: count for name, count in Counter(public_classes()).items() if count > 1}
    assert not twice, "these names are taken: call the new class otherwise"

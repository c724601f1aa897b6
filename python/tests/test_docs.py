"""Every example of the documentation is run: of the docstrings, and of docs/python.md."""

import doctest
import inspect
import os
import re

import pytest
from conftest import ROOT

import barpoint
from barpoint import distributed, gnubg


def docstrings():
    """Finds the docstrings with examples; those of native classes are invisible to doctest's own search."""
    for name in barpoint.__all__:
        thing = getattr(barpoint, name)
        if ">>>" in (inspect.getdoc(thing) or ""):
            yield name, inspect.getdoc(thing)
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if ">>>" in (inspect.getdoc(value) or ""):
                    yield f"{name}.{member}", inspect.getdoc(value)
    yield "barpoint", barpoint.__doc__
    yield "barpoint.gnubg", gnubg.__doc__
    yield "barpoint.distributed", distributed.__doc__
    for name in ("each", "rollout"):
        yield f"distributed.{name}", inspect.getdoc(getattr(distributed, name))


def run(name, text):
    """Runs the examples of a text from the root of the project."""
    names = {each: getattr(barpoint, each) for each in barpoint.__all__ if each != "__version__"}
    test = doctest.DocTestParser().get_doctest(text, {**names, "barpoint": barpoint}, name, None, 0)
    assert test.examples, name
    before = os.getcwd()
    os.chdir(ROOT)
    said = []
    try:
        result = doctest.DocTestRunner().run(test, out=said.append)
    finally:
        os.chdir(before)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize(("name", "text"), [pytest.param(*each, id=each[0]) for each in docstrings()])
def test_the_examples_of_docstrings(name, text):
    run(name, text)


def test_the_examples_of_the_page():
    page = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"```pycon\n(.*?)```", page, re.DOTALL)
    assert len(blocks) > 5
    run("docs/python.md", "\n".join(blocks))


def test_everything_public_has_a_docstring():
    for name in barpoint.__all__:
        thing = getattr(barpoint, name)
        assert name == "__version__" or inspect.getdoc(thing), name
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert inspect.getdoc(value), f"{name}.{member}"

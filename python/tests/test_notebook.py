"""The notebook of the documentation is run, and its outputs are the stored ones.

`BARPOINT_UPDATE=1` writes the outputs instead.
"""

import copy
import os

import nbformat
import pytest
from conftest import ROOT
from nbclient import NotebookClient

PAGE = ROOT / "docs/python.ipynb"


@pytest.fixture(scope="module")
def cells():
    """Returns each cell that is code, as it is stored and after it ran."""
    stored = nbformat.read(PAGE, as_version=4)
    nbformat.validate(stored)
    run = copy.deepcopy(stored)
    folder = {"metadata": {"path": str(PAGE.parent)}}
    NotebookClient(run, timeout=120, kernel_name="python3", resources=folder, record_timing=False).execute()
    if os.environ.get("BARPOINT_UPDATE"):
        run.metadata = stored.metadata
        nbformat.write(run, PAGE)
        stored = run
    pairs = zip(stored.cells, run.cells)
    return [(before, after) for before, after in pairs if before.cell_type == "code"]


def outputs(cell):
    """Returns the kind and the text of each output."""
    for output in cell.outputs:
        if output.output_type == "stream":
            yield output.name, output.text
        else:
            assert output.output_type == "execute_result", output
            yield from sorted(output.data.items())


def test_every_cell_has_the_outputs_that_are_stored(cells):
    assert len(cells) > 8
    for number, (stored, run) in enumerate(cells, 1):
        assert stored.execution_count == run.execution_count == number
        assert list(outputs(run)) == list(outputs(stored)), stored.source
        assert list(outputs(run)) or stored.source.startswith("import"), stored.source


def test_the_notebook_shows_boards_and_a_table(cells):
    kinds = [kind for _, run in cells for kind, _ in outputs(run)]
    assert kinds.count("image/svg+xml") == 5 and kinds.count("text/html") == 2 and "stderr" not in kinds

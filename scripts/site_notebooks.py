"""Run the notebooks of the documentation and store their outputs.

    python scripts/site_notebooks.py

Run it after changing a notebook or anything that affects its outputs. Outputs are stored so that
GitHub and the site can show them; `tests/test_site.py` compares them with a new run.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parent.parent / "docs" / "notebooks"


def run(path: Path) -> nbformat.NotebookNode:
    """Run a notebook; return it with new outputs, without times and versions.

    Args:
        path: the notebook, which runs in its folder.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell fails.
    """
    notebook = nbformat.read(path, as_version=4)
    here = {"metadata": {"path": str(path.parent)}}
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    NotebookClient(notebook, timeout=300, resources=here).execute()
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{number}", {}
        if cell.cell_type == "code":
            cell.execution_count, cell.outputs = None, list(_settled(cell.outputs))
    return notebook


def _settled(outputs: Iterable[Mapping[str, Any]]) -> Iterable[nbformat.NotebookNode]:
    """The outputs, with the pieces of each stream joined."""
    for name, some in groupby(outputs, lambda one: one.get("name")):
        if name:
            text = "".join(one["text"] for one in some)
            yield nbformat.v4.new_output("stream", name=name, text=text)
        else:
            yield from (nbformat.from_dict({**one, **_unnumbered(one)}) for one in some)


def _unnumbered(output: Mapping[str, Any]) -> dict[str, Any]:
    return {"execution_count": None} if "execution_count" in output else {}


if __name__ == "__main__":
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        nbformat.write(run(path), path)
        print(path)

"""List the conditions that had the same value on all pages of folders, or another on very few.

    python scripts/conditions.py FOLDER... [--few N]

A rule that no page needs costs time on every page. This finds candidates: operands of ``and`` and
``or``, tests of ``if``, and filters of comprehensions, each with the pages on which its value was
the rarer one. Guards against damaged input look the same, so that each has to be judged.
"""

import argparse
import ast
import builtins
import importlib.machinery
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

_PARTS = ("page", "tree", "text", "filters", "features", "document", "output")
_RECORD = "__record_condition__"


@dataclass
class Condition:
    """A condition, and some of the pages on which it was true and false."""

    place: str
    source: str
    pages: dict[bool, set[str]] = field(default_factory=lambda: {True: set(), False: set()})


class Recorder:
    """Records the values of conditions while pages are cleaned."""

    def __init__(self, few: int) -> None:
        self.few = few
        self.page = ""
        self.conditions: list[Condition] = []

    def record(self, number: int, value: Any) -> Any:
        """Record the value of a condition, and return it."""
        pages = self.conditions[number].pages[bool(value)]
        if len(pages) <= self.few:
            pages.add(self.page)
        return value

    def rare(self) -> Iterator[tuple[Condition, bool]]:
        """The conditions that were evaluated, but had one of the values on few pages."""
        for one in self.conditions:
            for value, pages in one.pages.items():
                if len(pages) <= self.few < len(one.pages[not value]):
                    yield one, value


class Recording(ast.NodeTransformer):
    """Encloses each condition of a module in a call that records it."""

    def __init__(self, path: Path, source: str, recorder: Recorder) -> None:
        self.path, self.source, self.recorder = path, source, recorder

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Operands of ``and`` and ``or``."""
        node.values = [self._recorded(value) for value in node.values]
        return self.generic_visit(node)

    def visit_If(self, node: ast.If | ast.IfExp) -> ast.AST:
        """The test of a statement."""
        node.test = self._recorded(node.test)
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """The test of an expression."""
        return self.visit_If(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """The filters of a comprehension."""
        node.ifs = [self._recorded(test) for test in node.ifs]
        return self.generic_visit(node)

    def _recorded(self, test: ast.expr) -> ast.expr:
        if isinstance(test, ast.Constant | ast.BoolOp):  # the operands are recorded
            return test
        place = f"{self.path.relative_to(ROOT)}:{test.lineno}"
        text = " ".join((ast.get_source_segment(self.source, test) or "").split())
        number = ast.Constant(len(self.recorder.conditions))
        self.recorder.conditions.append(Condition(place, text))
        return ast.copy_location(ast.Call(ast.Name(_RECORD, ast.Load()), [number, test], []), test)


def loader(recorder: Recorder) -> type[importlib.machinery.SourceFileLoader]:
    """A loader of modules that records the conditions in the parts that see pages."""

    class Loader(importlib.machinery.SourceFileLoader):
        def get_code(self, fullname: str) -> CodeType:
            path = self.get_filename(fullname)
            source = self.get_data(path).decode()
            tree: ast.AST = ast.parse(source)
            if fullname.startswith(tuple(f"victor.{part}" for part in _PARTS)):
                tree = Recording(Path(path), source, recorder).visit(tree)
            code: CodeType = compile(
                ast.fix_missing_locations(tree), path, "exec", dont_inherit=True
            )
            return code

    return Loader


def install(recorder: Recorder) -> None:
    """Record the conditions of modules that are imported from now on."""
    setattr(builtins, _RECORD, recorder.record)
    extensions = importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES
    hook = importlib.machinery.FileFinder.path_hook(extensions, (loader(recorder), [".py"]))
    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()


def main() -> None:
    """Clean all pages, and print the conditions."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="+", type=Path)
    parser.add_argument("--few", type=int, default=0, help="most pages with the rarer value")
    asked = parser.parse_args()
    recorder = Recorder(asked.few)
    install(recorder)
    from benchmarks.corpus import samples
    from victor.pipeline import load

    cleaner = load()
    for page in [page for folder in asked.folder for page in samples(folder)]:
        recorder.page = page.id
        result = cleaner.clean(page.html)
        _ = result.text, result.markdown, result.metadata  # made on access
    for one, value in recorder.rare():
        print(f"{one.place}: `{one.source}` {value}:", *sorted(one.pages[value]) or ["never"])


if __name__ == "__main__":
    main()

"""A session as a ZIP archive of pages, annotations and the taught model, built in memory."""

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO

from victor.model import Model
from victor.model import files as files_of

MODEL, PAGES = "taught.model", "pages"
_DAY = (1980, 1, 1, 0, 0, 0)  # fixed, so that the same session gives the same bytes
_README = """Pages and annotations from Victor's playground.

{model}Learn a model from the pages (pip install 'victor-cleaner[learn]'):

    victor learn --config {task} -o mine.model {pages}

Continue annotating in the terminal (pip install 'victor-cleaner[annotate]'):

    victor annotate {pages}
"""
_TAUGHT = """Clean with the taught model:

    victor clean --model {model} {pages}

"""


def archive(
    pages: Sequence[tuple[str, bytes, str]], task: str, model: Model | None = None
) -> bytes:
    """The bytes of the archive.

    Args:
        pages: the name of each page, which ends in ``.html``, its bytes and its annotation.
        task: the name of the task of the annotations.
        model: the taught model, if there is one.
    """
    taught = _TAUGHT.format(model=MODEL, pages=PAGES) if model else ""
    files = {"README.txt": _README.format(model=taught, pages=PAGES, task=task).encode()}
    for name, html, annotation in pages:
        files[f"{PAGES}/{name}"] = html
        place = f"{PAGES}/{name.removesuffix('.html')}.anno"
        files[place] = annotation.encode("utf-8", "replace")
    if model:
        files |= {f"{MODEL}/{name}": data for name, data in files_of(model).items()}
    return _zipped(files)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    return file.getvalue()

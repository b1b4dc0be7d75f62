"""What a page states about itself: :func:`~victor.document.metadata.reader.read_metadata`.

The reader is not imported here: it loads many modules, and most pages are cleaned for their text
or need only a title.
"""

from victor.document.metadata.fields import Metadata

__all__ = ["Metadata"]

"""What a page states about itself: :func:`~victor.document.metadata.reader.read_metadata`.

The reader is imported when it is needed: it compiles many expressions, and most pages are cleaned
for their text or with their title alone.
"""

from victor.document.metadata.fields import Metadata

__all__ = ["Metadata"]

"""Build the parts of a document from the events of a page."""

"""Methods that choose one region of a page."""

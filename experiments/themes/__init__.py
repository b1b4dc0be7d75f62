"""Pages of many themes whose source is known."""

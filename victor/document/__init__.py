"""A labelled page, as outputs render it."""

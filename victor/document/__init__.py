"""The labelled page that outputs render."""

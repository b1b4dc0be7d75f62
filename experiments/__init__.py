"""Experiments: a study or a paper in each folder."""

"""Accuracy on left-out corpora: conventions, calibration, and learning from ten pages."""

"""Accuracy on a corpus left out: conventions, calibration, and teaching by ten pages."""

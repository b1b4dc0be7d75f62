"""Metrics: word, character, label and CleanEval scores, calibration, agreement, significance."""

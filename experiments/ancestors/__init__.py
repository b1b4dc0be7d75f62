"""The ancestor filter of Viveros-Jiménez et al."""

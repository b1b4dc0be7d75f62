"""The ancestor filter (Viveros-Jiménez et al., 2018)."""

"""boilerpipe: shallow text features, rules and filters (Kohlschuetter et al., 2010)."""

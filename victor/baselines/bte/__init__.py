"""Body text extraction (Finn, Kushmerick, Smyth, 2001)."""

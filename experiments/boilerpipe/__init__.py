"""The evaluation of Kohlschütter, Fankhauser and Nejdl (2010)."""

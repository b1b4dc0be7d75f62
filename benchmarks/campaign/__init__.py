"""Search for inputs that break Victor; see ``__main__``."""

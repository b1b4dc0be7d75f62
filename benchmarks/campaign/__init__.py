"""The search for inputs that break Victor; ``__main__`` describes it."""

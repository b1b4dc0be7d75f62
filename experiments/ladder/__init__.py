"""What each component of the model contributes."""

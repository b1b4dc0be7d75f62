"""What the roles that a text holds do to its scores."""

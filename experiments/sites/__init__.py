"""What a few pages of a site teach about its other pages."""

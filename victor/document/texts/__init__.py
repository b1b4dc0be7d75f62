"""The texts that are content, what separates them, and what readers do not see of them."""

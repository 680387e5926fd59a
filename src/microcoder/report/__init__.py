"""A run, read by a person: one self-contained page."""

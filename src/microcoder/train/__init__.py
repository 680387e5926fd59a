"""Training: a recipe becomes a run, on an engine others maintain."""

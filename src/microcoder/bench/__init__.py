"""How good is a model? Attempts, verdicts, pass@k and how sure one can be."""

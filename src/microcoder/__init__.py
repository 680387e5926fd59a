"""microcoder: judge, data and algorithm for training coding models with reinforcement learning."""

__version__ = "0.1.0"

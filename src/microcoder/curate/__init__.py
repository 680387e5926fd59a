"""From other people's files to problems that can be trusted."""

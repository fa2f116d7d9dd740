"""For students working alone: working copies of notebooks, resetting an answer, checks on save."""

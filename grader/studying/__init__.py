"""Studying alone: working copies of the notebooks, an answer begun anew, a check at every save."""

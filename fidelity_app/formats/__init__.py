"""Other people's annotation files, in and out."""

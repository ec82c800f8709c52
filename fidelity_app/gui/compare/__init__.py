"""Compare: every wrong digit, on the text and on the picture, side by side for all models."""

"""The Library page: documents, thumbnails, import."""

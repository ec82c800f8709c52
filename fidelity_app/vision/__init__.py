"""The models: OpenAI-compatible endpoints, RapidOCR, Tesseract, replay."""

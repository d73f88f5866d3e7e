"""Translators between HTTP and the use cases, one module per page."""

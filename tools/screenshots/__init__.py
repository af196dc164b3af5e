"""Photographs of every scene in every theme, language and size."""

"""Ladders: entries are paired by the service, and rated by what comes of their games. One verb a file."""

"""The HTTP face of the service: resources, and the base that gives all of them the same conventions."""

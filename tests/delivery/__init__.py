"""The project as it is delivered: one command, the supervisor, locks, container files, documents."""

"""The API against a bare Flask route on the same server, in one run."""

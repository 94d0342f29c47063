"""Calls to addresses that others have named: which may be called, the call itself, and how it is signed."""

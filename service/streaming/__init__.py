"""Event streams (SSE): one thread a process serves all of them, and none holds a connection to the store.

A request thread checks the request and writes the headers; then the socket is the streamer's. Its loop hears of commits,
reads each game that is watched once a version, renders what is new once for each kind of viewer, and writes the same bytes
to all who look.
"""

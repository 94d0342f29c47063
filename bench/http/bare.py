"""The yardstick: a bare Flask application whose one route reads the same body as POST action and answers a few bytes."""

from flask import Flask, request

app = Flask(__name__)


@app.post("/bare")
def bare() -> dict[str, int]:
    """Reads a JSON body as Flask does it."""
    return {"members": len(request.get_json())}

"""The application, preloaded by a parent that has used the store before it forks: what C04 warns of."""

from service.wsgi import app

client = app.test_client()
for path in ("/readyz", "/status", "/v1/games/g00" + "x" * 20):
    client.get(path, headers={"Authorization": "Bearer spl_player_" + "x" * 43})

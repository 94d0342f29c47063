"""What the tests of the API share."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from service.api.application import Application
from service.store.keys import new_game_id
from tests.api.games_api import Site
from tests.api.limits_api import limited_site
from tests.api.ops_api import make_app as make_whole_app
from tests.api.players_api import bearer, register
from tests.api.probe_api import commit_new, make_app, new_player
from tests.api.target import Target
from tests.servers import Server


class OwnedThing(NamedTuple):
    """A thing of version 1, its owner and a stranger, each with the headers of their requests."""

    id: str
    etag: str
    owner: dict[str, str]
    stranger: dict[str, str]
    owner_id: str

    @property
    def path(self) -> str:
        return f"/v1/things/{self.id}"

    @property
    def match(self) -> dict[str, str]:
        return {"If-Match": f'"{self.etag}"'}


@pytest.fixture
def probe(redis_url: str) -> Application:
    return make_app(redis_url)


@pytest.fixture
def probe_client(probe: Application) -> FlaskClient:
    return probe.test_client()


@pytest.fixture
def thing(probe: Application) -> OwnedThing:
    owner_id, owner = new_player(probe.services)
    _, stranger = new_player(probe.services)
    game_id = new_game_id()
    tag = commit_new(probe.services, game_id, owner_id)
    return OwnedThing(game_id, f"1-{tag}", owner, stranger, owner_id)


@pytest.fixture
def site(redis_url: str) -> Iterator[Site]:
    """The whole API on an empty store."""
    site = Site(redis_url)
    yield site
    site.services.streams.close()
    site.services.waiters.close()


@pytest.fixture
def target(embedded: Server) -> Iterator[Target]:
    """A service in whose store nothing may have changed at the end."""
    target = Target(embedded)
    yield target
    assert target.unchanged()
    target.service.close()


@pytest.fixture
def app(redis_url: str) -> Application:
    """The whole API, its replies as they come."""
    return make_whole_app(redis_url, registration="open")


@pytest.fixture
def client(app: Application) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def token(client: FlaskClient) -> str:
    """The token of a player who has just registered."""
    return str(register(client).json["token"])


@pytest.fixture
def me(token: str) -> dict[str, str]:
    return bearer(token)


@pytest.fixture
def limited(redis_url: str) -> Iterator[Site]:
    """The whole API, with very few requests for everybody."""
    site = limited_site(redis_url)
    yield site
    site.services.streams.close()
    site.services.waiters.close()

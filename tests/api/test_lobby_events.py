"""The log of a game that waits: the same for everybody, and enough to draw the table from."""

from itertools import count

from service.hosting.expire import end_of_life
from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Json, Person, Site, found
from tests.api.lobby_api import change, fold_seats, invite, leave, let_pass, same_for_all, table
from tests.api.timing import ms


def lively_table(site: Site) -> tuple[GameAt, Person, Person]:
    """Every step there is before the start."""
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, ME, OPEN, invite(bea), GREEDY)
    found(game.post("/seats", cyd))
    found(leave(game, cyd, 1))
    found(leave(game, bea, 2))
    found(change(game, game.creator, 2, invite(cyd)))
    found(game.post("/seats", cyd, {"seat": 1}))
    found(change(game, game.creator, 3, OPEN))
    found(change(game, game.creator, 3, invite(bea, 1000)))
    let_pass(game, ms(game.view()["seats"][3]["expires_at"]))
    assert end_of_life(site.services, game.id) is not None
    found(change(game, game.creator, 2, GREEDY))
    return game, bea, cyd


def test_each_step_is_a_commit_of_its_own(site: Site) -> None:
    game, bea, cyd = lively_table(site)
    log = same_for_all(game, bea, cyd)
    assert [one["number"] for one in log] == list(range(1, game.view()["last_event"] + 1))
    assert [(one["version"], one["type"], one.get("seat"), one.get("reason", "")) for one in log] == [
        (1, "game_created", None, ""),
        (1, "seat_taken", 0, ""),
        (1, "seat_offered", 1, ""),
        (1, "seat_offered", 2, ""),
        (1, "seat_taken", 3, ""),
        (2, "seat_taken", 1, ""),
        (3, "seat_left", 1, "left"),
        (4, "seat_left", 2, "declined"),
        (5, "seat_offered", 2, ""),
        (6, "seat_taken", 1, ""),
        (6, "seat_left", 2, "declined"),
        (7, "seat_left", 3, "withdrawn"),
        (8, "seat_offered", 3, ""),
        (9, "seat_left", 3, "expired"),
        (10, "seat_taken", 2, ""),
    ]


def test_the_log_folds_to_the_view_at_every_version(site: Site) -> None:
    game, bea, _ = lively_table(site)
    log = game.events()
    for version in range(1, game.view()["version"] + 1):
        shown: Json = found(game.get(f"/positions/{version}"))
        assert fold_seats([one for one in log if one["version"] <= version]) == shown["seats"]
    assert fold_seats(log) == game.view()["seats"]
    body = found(game.post("/seats", bea, {"seat": 3}))
    (start,) = [one for one in body["events"] if one["type"] == "game_started"]
    named = ("seat", "type", "player", "ai_player", "controller")
    assert [{name: seat[name] for name in named if name in seat} for seat in start["seats"]] == fold_seats(
        game.events()
    )


def test_what_was_told_stays_as_it_was_told(site: Site) -> None:
    """An event keeps its bytes, whatever becomes of the invitation that it tells of."""
    game, bea, cyd = lively_table(site)
    before = [(person, game.events(person)) for person in (None, bea, cyd)]
    found(game.post("/seats", bea))
    assert game.view()["status"] == "playing"
    for person, log in before:
        assert game.events(person)[: len(log)] == log


def test_numbers_have_no_gaps_over_the_start(site: Site) -> None:
    game, bea, cyd = lively_table(site)
    found(game.post("/seats", bea))
    log = same_for_all(game, bea, cyd)
    assert all(one["number"] == number for one, number in zip(log, count(1), strict=False))
    assert log[-1]["type"] == "turn_started"


def test_each_step_is_read_at_once(site: Site) -> None:
    """Everything behind the number that is known is what the reply has told, without a gap."""
    game = table(site)
    bea, seen = site.person("Bea"), game.view()["last_event"]
    for ask in (
        lambda: game.post("/seats", bea),
        lambda: leave(game, bea, 1),
        lambda: change(game, game.creator, 1, invite(bea)),
        lambda: leave(game, game.creator, 0),
    ):
        body = found(ask())
        page = found(game.get(f"/events?after={seen}&wait_ms=1000"))
        assert page["items"] == body["events"]
        seen = page["last"]
    assert game.events()[-1]["type"] == "game_aborted"


def test_votes_and_controllers_fold_to_the_view_too(site: Site) -> None:
    """Whoever follows the log knows who has voted and who acts for which seat."""
    game = site.game(ME, OPEN, OPEN, GREEDY)
    ada, bea, cyd = game.people
    game.act(ada, TAKE)
    found(game.post("/abort", cyd))
    found(game.post("/hand-over", bea, {"ai_player": "random"}))
    found(game.post("/abort", ada))
    log, view = same_for_all(game), game.view()
    assert [one["seat"] for one in log if one["type"] == "abort_voted"] == view["abort_votes"] == [2, 0]
    changed = {one["seat"]: (one["controller"], one["ai_player"]) for one in log if one["type"] == "controller_changed"}
    shown = {seat["seat"]: (seat["controller"], seat.get("ai_player", "")) for seat in view["seats"]}
    assert changed == {1: ("ai", "random")}
    assert shown == {0: ("player", ""), 2: ("player", ""), 3: ("ai", "greedy")} | changed
    assert (log[-1]["type"], view["status"]) == ("game_aborted", "aborted")

"""Rated games of people: which games may be rated, and that they stay what they are."""

from service.hosting.errors import NotRateable
from service.hosting.game import GameOptions
from service.store.players import Player

STANDARD_TARGET, STANDARD_CARDS = 15, "blind_hidden"


def check_rateable(options: GameOptions, *, with_ai: bool, chosen: bool) -> None:
    """Raises NotRateable where a game that is to be rated is not an ordinary one of people.

    chosen: its deal is, or it is a sandbox.
    """
    if not options.rated:
        return
    faults = (
        ("AI players do not sit in it", with_ai or bool(options.ai_on_flag)),
        ("it has a clock", options.time_control.kind == "none"),
        (f"its target is {STANDARD_TARGET}", options.target_prestige != STANDARD_TARGET),
        (f"reserved cards are {STANDARD_CARDS}", options.reserved_cards != STANDARD_CARDS),
        ("nobody chooses its deal, and it is no sandbox", chosen),
    )
    if wrong := [text for text, found in faults if found]:
        raise NotRateable(f"A game is rated where {'; '.join(wrong)}.")


def check_people(options: GameOptions, *players: Player) -> None:
    """Raises NotRateable where one of those who are to sit in a game that is to be rated is a program."""
    if options.rated and any(player.kind != "human" for player in players):
        raise NotRateable("Only people sit in a rated game; bots are rated in ladders of their own.")

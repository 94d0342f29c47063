"""What a game tells once it is over: the figures of a row of games.csv (docs/arena.md says what they mean)."""

from collections.abc import Sequence
from typing import NamedTuple

from splendor.arena.games import PlayedGame, shares
from splendor.engine.actions import PurchaseCard, ReserveCard, ReserveFromDeck, TakeTokens
from splendor.engine.cards import CARDS
from splendor.engine.outcome import Outcome, outcome
from splendor.engine.state import State
from splendor.engine.steps import Played
from splendor.engine.turn import Turn

LEVELS = (1, 2, 3)


class SeatFacts(NamedTuple):
    """What one seat did, and how it fared."""

    player: str
    share: float
    """Of the victory."""
    place: int
    prestige: int
    nobles: int
    level_1: int
    level_2: int
    level_3: int
    """Purchased cards by level."""
    first_purchase: int
    """The round of the first purchase; 0: there was none."""
    takes: int
    pairs: int
    """Takes of different tokens, and of two alike."""
    reserves: int
    blind: int
    """Reserves of market cards, and from decks."""
    from_hand: int
    """Purchases of reserved cards."""
    returned: int
    """Tokens that had to be returned."""
    cards: tuple[int, ...]
    """The purchased cards by number, in order."""

    @property
    def purchased(self) -> int:
        """How many cards."""
        return len(self.cards)

    @property
    def reserved(self) -> int:
        """Reserves of any kind."""
        return self.reserves + self.blind


class Facts(NamedTuple):
    """What one game was like."""

    deal: int
    rotation: int
    reason: str
    """Why it ended, as docs/rules.md names it."""
    rounds: int
    turns: int
    lead_changes: int
    """How often another seat than before had the most prestige alone."""
    led_from: int
    """The round since which the seat that won alone had the most prestige alone; 0: it did not, or the victory was shared."""
    seats: tuple[SeatFacts, ...]


def facts_of(game: PlayedGame, deal: int, rotation: int, players: Sequence[str]) -> Facts:
    """The facts of a game on a deal. `players`: who sat where."""
    end, result = game.end, outcome(game.end)
    if result is None:
        raise ValueError("the game is not over")
    leads = leaders(game.steps)
    return Facts(
        deal=deal,
        rotation=rotation,
        reason=result.termination,
        rounds=end.round,
        turns=end.turn,
        lead_changes=len(leads) - 1 if leads else 0,
        led_from=_led_from(game.steps, result.winners),
        seats=tuple(_seat(game, result, seat, player) for seat, player in enumerate(players)),
    )


def leader(state: State) -> int | None:
    """The seat that has the most prestige alone, if there is one."""
    most = max(seat.prestige for seat in state.seats)
    leading = [number for number, seat in enumerate(state.seats) if seat.prestige == most]
    return leading[0] if len(leading) == 1 else None


def leaders(steps: Sequence[Played]) -> list[int]:
    """The seats that led, each as often as it took the lead from another one; even positions count for nobody."""
    found: list[int] = []
    for step in steps:
        ahead = leader(step.after)
        if ahead is not None and found[-1:] != [ahead]:
            found.append(ahead)
    return found


def _led_from(steps: Sequence[Played], winners: Sequence[int]) -> int:
    since = 0
    for step in reversed(steps):
        if [leader(step.after)] != list(winners):
            break
        since = step.before.round
    return since


def _seat(game: PlayedGame, result: Outcome, number: int, player: str) -> SeatFacts:
    seat, own = game.end.seats[number], [step for step in game.steps if step.seat == number]
    levels = [CARDS[card].level for card in seat.purchased]
    purchases = [step for step in own if isinstance(step.plies[0].action, PurchaseCard)]
    acted = [step.plies[0].action for step in own]
    takes = [action.tokens for action in acted if isinstance(action, TakeTokens)]
    return SeatFacts(
        player=player,
        share=shares(game.end)[number],
        place=next(standing.place for standing in result.ranking if standing.seat == number),
        prestige=seat.prestige,
        nobles=len(seat.nobles),
        level_1=levels.count(1),
        level_2=levels.count(2),
        level_3=levels.count(3),
        first_purchase=purchases[0].before.round if purchases else 0,
        takes=sum(2 not in tokens for tokens in takes),
        pairs=sum(2 in tokens for tokens in takes),
        reserves=sum(isinstance(action, ReserveCard) for action in acted),
        blind=sum(isinstance(action, ReserveFromDeck) for action in acted),
        from_hand=sum(_is_from_hand(step) for step in purchases),
        returned=sum(_returned(step) for step in own),
        cards=seat.purchased,
    )


def _is_from_hand(purchase: Played) -> bool:
    return purchase.after.market == purchase.before.market


def _returned(step: Played) -> int:
    return sum(step.step.returned or ()) if isinstance(step.step, Turn) else 0

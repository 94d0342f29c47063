"""Positions by hand, in few words.

Cards and nobles are named by id, several in one string ("L1-01 L2-03"); a reserved card drawn from a deck has a "?"
behind it ("L2-03?"). What is not said is filled up: the supply with what nobody holds, market and decks with the cards
nobody has, in catalogue order.
"""

import pytest

from splendor.engine.actions import Action, PurchaseCard, ReserveCard, TakeTokens
from splendor.engine.cards import CARD_BY_ID, CARDS, EMPTY
from splendor.engine.errors import IllegalAction
from splendor.engine.nobles import NOBLE_BY_ID, NOBLES
from splendor.engine.outcome import Outcome, outcome
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, ACTIVE, BLIND_HIDDEN, RUNNING, Options, Seat, State
from splendor.engine.tokens import NO_TOKENS, Tokens

GEMS_IN_GAME = {2: 4, 3: 5, 4: 7}  # S1
BONUS_LETTERS = "wugrk"


def tok(w: int = 0, u: int = 0, g: int = 0, r: int = 0, k: int = 0, gold: int = 0) -> Tokens:
    return (w, u, g, r, k, gold)


def card(name: str) -> int:
    return CARD_BY_ID[name].number


def noble(name: str) -> int:
    return NOBLE_BY_ID[name].number


def cards(names: str) -> tuple[int, ...]:
    return tuple(EMPTY if name == "-" else card(name) for name in names.split())


def nobles(names: str) -> tuple[int, ...]:
    return tuple(noble(name) for name in names.split())


def bonus_cards(letter: str, count: int) -> str:
    """The first `count` cards of level 1 with this bonus. None of them has prestige (there are seven of that kind)."""
    first = 1 + 8 * BONUS_LETTERS.index(letter)
    assert count <= 7
    return " ".join(f"L1-{number:02}" for number in range(first, first + count))


def bonuses(**counts: int) -> str:
    """Cards without prestige that give so many bonuses, by letter."""
    return " ".join(bonus_cards(letter, count) for letter, count in counts.items())


def seat(
    tokens: Tokens = NO_TOKENS, purchased: str = "", reserved: str = "", nobles_held: str = "", status: int = ACTIVE
) -> Seat:
    bought = [CARD_BY_ID[name] for name in purchased.split()]
    w, u, g, r, k = (sum(item.bonus == colour for item in bought) for colour in range(5))
    held = nobles(nobles_held)
    return Seat(
        tokens=tokens,
        bonuses=(w, u, g, r, k),
        prestige=sum(item.prestige for item in bought) + sum(NOBLES[number].prestige for number in held),
        purchased=cards(purchased),
        reserved=cards(reserved.replace("?", "")),
        blind=tuple(name.endswith("?") for name in reserved.split()),
        nobles=held,
        status=status,
    )


def supply_of(*seats: Seat) -> Tokens:
    """What the seats leave of all the tokens in the game."""
    gems = GEMS_IN_GAME[len(seats)]
    w, u, g, r, k, gold = (
        total - sum(held.tokens[kind] for held in seats) for kind, total in enumerate((gems,) * 5 + (5,))
    )
    return (w, u, g, r, k, gold)


def table(
    *seats: Seat,
    market: str | None = None,
    decks: tuple[str, str, str] | None = None,
    nobles: str = "",
    supply: Tokens | None = None,
    to_act: int = 0,
    round_: int = 1,
    target: int = 15,
    max_rounds: int = 100,
    last_round: bool = False,
    exits: tuple[int, ...] = (),
) -> State:
    """A state in phase `action`. `supply` may be named where a test needs one that the seats do not explain."""
    shown = _market(seats, market)
    first, second, third = _decks(seats, shown, decks)
    return State(
        options=Options(len(seats), target, BLIND_HIDDEN, max_rounds),
        seats=seats,
        supply=supply_of(*seats) if supply is None else supply,
        market=shown,
        decks=(first, second, third),
        nobles=tuple(noble(name) for name in nobles.split()),
        to_act=to_act,
        phase=ACTION,
        turn=1,
        round=round_,
        passes=0,
        last_round=last_round,
        exits=exits,
        termination=RUNNING,
    )


def _rest(seats: tuple[Seat, ...], level: int, used: tuple[int, ...] = ()) -> tuple[int, ...]:
    taken = {number for held in seats for number in held.purchased + held.reserved} | set(used)
    return tuple(item.number for item in CARDS if item.level == level and item.number not in taken)


def _market(seats: tuple[Seat, ...], market: str | None) -> tuple[int, ...]:
    if market is not None:
        return cards(market)
    return _rest(seats, 1)[:4] + _rest(seats, 2)[:4] + _rest(seats, 3)[:4]


def _decks(
    seats: tuple[Seat, ...], market: tuple[int, ...], decks: tuple[str, str, str] | None
) -> tuple[tuple[int, ...], ...]:
    if decks is not None:
        return tuple(cards(names) for names in decks)
    return tuple(_rest(seats, level, market) for level in (1, 2, 3))


NO_MARKET = " ".join(["-"] * 12)
NO_DECKS = ("", "", "")
FULL_HANDS = ("L3-01 L3-05 L3-09", "L3-13 L3-17 L3-02", "L3-10 L3-14 L3-12", "L3-06 L3-11 L3-15")
"""Three reserved cards for each seat, each far too dear for a seat without bonuses."""


ALL_GEMS = {
    2: ((4, 4, 2, 0, 0, 0), (0, 0, 2, 4, 4, 0)),
    3: ((5, 5, 0, 0, 0, 0), (0, 0, 5, 5, 0, 0), (0, 0, 0, 0, 5, 0)),
    4: ((7, 3, 0, 0, 0, 0), (0, 4, 6, 0, 0, 0), (0, 0, 1, 7, 2, 0), (0, 0, 0, 0, 5, 0)),
}
"""For each number of seats, all gems of the game in their hands, none over ten."""


def frozen(count: int, purchased: tuple[str, ...] = (), nobles: str = "", last_round: bool = False) -> State:
    """A table where no seat has any action: no gem in the supply, no card on the table, every hand full (Q1)."""
    bought = purchased + ("",) * (count - len(purchased))
    seats = [seat(*held) for held in zip(ALL_GEMS[count], bought, FULL_HANDS, strict=False)]
    return table(*seats, market=NO_MARKET, decks=NO_DECKS, nobles=nobles, last_round=last_round)


def refusal(state: State, action: Action) -> IllegalAction:
    """The error with which the engine refuses this action."""
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    return caught.value


def refused(state: State, action: Action) -> str:
    """The id of the rule by which the engine refuses this action."""
    return refusal(state, action).rule


def take(w: int = 0, u: int = 0, g: int = 0, r: int = 0, k: int = 0, gold: int = 0) -> TakeTokens:
    return TakeTokens((w, u, g, r, k, gold))


def reserve(name: str) -> ReserveCard:
    return ReserveCard(card(name))


def buy(name: str, payment: Tokens | None = None) -> PurchaseCard:
    return PurchaseCard(card(name), payment)


def result(state: State) -> Outcome:
    """The outcome of a game that must be over."""
    found = outcome(state)
    assert found is not None
    return found


def total_tokens(state: State) -> Tokens:
    """All tokens there are, in the supply and with the seats."""
    w, u, g, r, k, gold = (
        count + sum(held.tokens[kind] for held in state.seats) for kind, count in enumerate(state.supply)
    )
    return (w, u, g, r, k, gold)

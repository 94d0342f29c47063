"""GET /v1/rules, /v1/cards, /v1/nobles, /v1/ai-players: without a token, cacheable for a day."""

from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.languages import negotiate
from service.api.reference import content
from service.api.reference.content import Page
from service.api.reference.schemas import AiPlayersSchema, CardsSchema, NoblesSchema, RulesSchema
from service.rulesbook import ENGLISH

DAY = "public, max-age=86400"
_PUBLIC: dict[str, Any] = {"auth": "none", "conditional": True, "cache": DAY}

reference = Blueprint(
    "Reference data", __name__, url_prefix="/v1", description="What is the same for everybody. No token is needed."
)
blueprints = (reference,)


def _reply(page: Page, **headers: str) -> Reply:
    return Reply(page.body, etag=page.etag, headers=headers)


@reference.route("/rules")
class Rules(Resource):
    """How the game goes here."""

    @reference.operation(
        "getRules",
        summary="The rules of the game",
        description=(
            "Setup by number of seats, limits, game options with ranges and defaults, phases, and the text of every "
            "rule by its id. The texts are in the language that Accept-Language likes best, among those there are: "
            "`en`, `de`, `sv`. Names and ids are the same in all of them. `ruling` marks what no rule book settles; there this service's ruling stands."
        ),
        reply=RulesSchema,
        reply_examples={"shortened": content.rules(ENGLISH._replace(sections=ENGLISH.sections[:1]))},
        languages=True,
        **_PUBLIC,
    )
    def get(self, call: Call) -> Reply:
        language = negotiate(call.http.environ.get("HTTP_ACCEPT_LANGUAGE"))
        return _reply(content.RULES[language], **{"Content-Language": language, "Vary": "Accept-Language"})


@reference.route("/cards")
class Cards(Resource):
    """The development cards."""

    @reference.operation(
        "listCards",
        summary="All development cards",
        description="All 90 cards in one answer (M2). Their ids are those of views and requests.",
        reply=CardsSchema,
        reply_examples={"first": {"items": content.cards()["items"][:2]}},
        **_PUBLIC,
    )
    def get(self, _call: Call) -> Reply:
        return _reply(content.CARDS)


@reference.route("/nobles")
class Nobles(Resource):
    """The nobles."""

    @reference.operation(
        "listNobles",
        summary="All nobles",
        description="All 10 nobles in one answer (M3). Their ids are those of views and requests.",
        reply=NoblesSchema,
        reply_examples={"first": {"items": content.nobles()["items"][:2]}},
        **_PUBLIC,
    )
    def get(self, _call: Call) -> Reply:
        return _reply(content.NOBLES)


@reference.route("/ai-players")
class AiPlayers(Resource):
    """The service's own players."""

    @reference.operation(
        "listAiPlayers",
        summary="All AI players",
        description="The players of this service that can be given a seat, with how they play and how long they take.",
        reply=AiPlayersSchema,
        reply_examples={"all": content.ai_players()},
        **_PUBLIC,
    )
    def get(self, _call: Call) -> Reply:
        return _reply(content.AI_PLAYERS)

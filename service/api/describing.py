"""How resources become an OpenAPI document: which there are, and the plugin that describes their schemas."""

import importlib
import inspect
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import marshmallow as ma
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask

from service.api.base import Api, Blueprint
from service.api.document_parts import HEADERS, describe_path
from service.api.outgoing import path_item
from service.api.unions import OneOf

RESOURCES = ("reference", "players", "apps", "games", "lists", "ladders", "live", "webhooks", "ops")
"""The folders whose `resources.py` has `blueprints` to register, in the order of the document."""

METHODS = frozenset({"get", "post", "put", "patch", "delete"})
CURRENT, OLD = "3.1.0", "3.0.3"
"""The versions of OpenAPI that are offered; the older one for generators of mobile clients."""

_INFO = {
    "description": (
        "Hosts games of Splendor for other people's software: it knows the rules, keeps the clocks, hides what must be "
        "hidden, and neither loses nor doubles an action.\n\n"
        "Unofficial. Splendor is a game by Marc André, published by Space Cowboys; this service is not connected with "
        "either.\n\n"
        "Replies may gain members, enum values and event types: ignore what you do not know. Requests are closed. "
        "Instants are RFC 3339 in UTC with milliseconds (`..._at`), durations integers in milliseconds (`..._ms`). A "
        "member that has no value is left out; no reply contains null.\n\n"
        "Refusals are problem+json (RFC 9457) with a stable `code`. Every operation heeds Accept-Language in the `title` "
        "of a refusal (`en`, `de`, `sv`; Content-Language says which); `detail` and `errors` are English. Besides what an operation lists, every address "
        "answers 405 to the methods that it lacks.\n\n"
        "Requests are counted for each token (without one: for each address); over a limit they get 429 with "
        "Retry-After, and RateLimit on the replies tells what is left. A running game that the caller plays in has limits "
        "of its own."
    ),
    "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
}
_UNUSED = ("Error", "PaginationMetadata")
"""Schemas that flask-smorest adds to every document."""
_BEARER = {
    "type": "http",
    "scheme": "bearer",
    "description": "An opaque token, shown once by the operation that made it.",
}


class Converter(OpenAPIConverter):
    """Knows OneOf, and takes descriptions from docstrings."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """The JSON Schema of a schema class or instance."""
        instance = resolve_schema_instance(schema)
        found = self._union(instance) if isinstance(instance, OneOf) else super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        if instance.unknown == ma.RAISE and "oneOf" not in found:
            found["additionalProperties"] = False
            for member in found["properties"].values():
                _tell_default(member)
        text = type(instance).__doc__
        if text:
            found.setdefault("description", inspect.cleandoc(text))
        return found

    def _union(self, union: OneOf) -> dict[str, Any]:
        resolve: Any = self.resolve_nested_schema
        references = {tag: resolve(variant) for tag, variant in union.variants.items()}
        mapping = {tag: reference["$ref"] for tag, reference in references.items()}
        discriminator = {"propertyName": union.discriminator, "mapping": mapping}
        return {"oneOf": list(references.values()), "discriminator": discriminator}


def _tell_default(member: dict[str, Any]) -> None:
    """In words: of a member with a `default` generators of types make one that has to be sent."""
    if "default" in member:
        value = member.pop("default")
        member["description"] += f" Default: `{value if isinstance(value, str) else json.dumps(value)}`."


class Plugin(MarshmallowPlugin):
    """The marshmallow plugin with our converter."""

    Converter = Converter


def blueprints() -> list[Blueprint]:
    """All groups of resources."""
    return [group for module in _modules() for group in module.blueprints]


def _modules() -> list[Any]:
    return [importlib.import_module(f"service.api.{folder}.resources") for folder in RESOURCES]


def describe(groups: Iterable[Blueprint], openapi_version: str) -> dict[str, Any]:
    """The OpenAPI document of some groups of resources."""
    _modules()  # schemas name one another across the resources
    app = Flask("document")
    app.config.update(
        API_TITLE="Splendor host",
        API_VERSION="1.0.0",
        OPENAPI_VERSION=openapi_version,
        API_SPEC_OPTIONS={"info": _INFO, "servers": [{"url": "/"}]},
    )
    plugin, known = Plugin(), list(groups)
    api = Api(app, spec_kwargs={"marshmallow_plugin": plugin})
    api.spec.components.security_scheme("bearer", _BEARER)
    for name, header in HEADERS.items():
        api.spec.components.header(name, header)
    for group in known:
        api.register_blueprint(group)
    outgoing = _outgoing(plugin, known)  # before the components are written down: what is sent has schemas too
    document: dict[str, Any] = api.spec.to_dict()
    if outgoing and openapi_version == CURRENT:
        document["webhooks"] = outgoing  # the older one has their schemas alone
    for name in _UNUSED:
        document["components"]["schemas"].pop(name, None)
    for item in document["paths"].values():
        describe_path(item)
    return _share_examples(document)


def _outgoing(plugin: Plugin, groups: Sequence[Blueprint]) -> dict[str, Any]:
    """What is sent to addresses that others have named."""
    modules = [module for module in _modules() if any(group in groups for group in module.blueprints)]
    messages = [message for module in modules for message in getattr(module, "outgoing", ())]
    items = {message.name: path_item(message) for message in messages}
    for item in items.values():
        plugin.operation_helper(operations=item)
    return items


def _share_examples(document: dict[str, Any]) -> dict[str, Any]:
    """Moves examples under components: the same game is shown by many operations."""
    shared: dict[str, Any] = {}
    for path in document["paths"].values():
        for method in sorted(METHODS & path.keys()):
            bodies = [path[method].get("requestBody", {}), *path[method]["responses"].values()]
            for media in (media for body in bodies for media in body.get("content", {}).values()):
                for name, example in media.get("examples", {}).items():
                    media["examples"][name] = {"$ref": f"#/components/examples/{_share(shared, name, example)}"}
    document["components"]["examples"] = dict(sorted(shared.items()))
    return document


def _share(shared: dict[str, Any], name: str, example: Any) -> str:
    """The name under which an example is shared: its own, or with a number where that means another one."""
    base = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
    for key in (base, *(f"{base}-{number}" for number in range(2, 100))):
        if shared.setdefault(key, example) == example:
            return key
    raise ValueError(f"too many examples are called {name}")

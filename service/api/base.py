"""Our own Api, Blueprint, Resource and Schema: every resource is built from these."""

from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import flask_smorest
from flask import current_app, request
from flask.views import MethodView

from service.api.documenting import operation_document
from service.api.operation import Operation
from service.api.pipeline import perform
from service.api.responses import success
from service.api.schema import ReplySchema, Schema

if TYPE_CHECKING:
    from service.api.application import Application

__all__ = ["Api", "Blueprint", "ReplySchema", "Resource", "Schema"]

F = TypeVar("F", bound=Callable[..., Any])


class Resource(MethodView):
    """A path with its methods. One instance serves all requests, so it has no state."""

    init_every_request = False


class Blueprint(flask_smorest.Blueprint):
    """A group of resources: `@bp.route(path)` on a Resource, `@bp.operation(...)` on each of its methods."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks = [self._prepare_operation_doc]

    def operation(self, operation_id: str, **options: Any) -> Callable[[F], F]:
        """Declares a method, which is then called as `method(call, **path_parameters)` and returns a Reply or a body.

        `options` are the members of service.api.operation.Operation.
        """
        operation = Operation(id=operation_id, **options)

        def declare(method: F) -> F:
            @wraps(method)
            def handle(self: Resource, **path: Any) -> Any:
                # Past the proxies, which cost as much as a check each time they are asked.
                http = cast("Any", request)._get_current_object()  # noqa: SLF001
                services = cast("Application", current_app).services
                return success(operation, perform(operation, partial(method, self), http, services, path))

            handle.__dict__["_apidoc"] = {"operation": operation}  # where flask-smorest looks for it
            return cast("F", handle)

        return declare

    @staticmethod
    def _prepare_operation_doc(_: Any, info: dict[str, Any], *, method: str, **__: Any) -> dict[str, Any]:
        info["docstring"] = {}  # for the reader of the code; the declaration says what the document says
        return operation_document(info["operation"], method)


class Api(flask_smorest.Api):
    """flask-smorest's Api, for the document alone: errors and arguments are handled by our own modules."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Application handles every exception."""

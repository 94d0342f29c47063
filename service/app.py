"""The application: resources, pages, services, put together."""

from service.api import docs_pages, problems_pages
from service.api.addresses import trust_proxies
from service.api.application import Application
from service.api.describing import blueprints
from service.config import Settings
from service.services import Services


def create_app(settings: Settings, services: Services) -> Application:
    """A WSGI application. It opens no connection before its first request."""
    app = Application("service", settings, services)
    for group in blueprints():
        app.register_blueprint(group)
    app.register_blueprint(docs_pages.pages)
    app.register_blueprint(problems_pages.pages)
    trust_proxies(app, settings.trusted_proxies)
    return app

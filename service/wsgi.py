"""What gunicorn loads: `service.wsgi:app`."""

from service import logs
from service.app import create_app
from service.config import read_settings
from service.services import connect

_settings = read_settings()
logs.configure(_settings.log_level)
app = create_app(_settings, connect(_settings))

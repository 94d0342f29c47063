"""Jobs and the ticker. A job gets ids, calls one verb of `service.hosting`, and may run twice without harm."""

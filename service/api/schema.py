"""The two kinds of schema: what is asked is closed, what is answered is open."""

import marshmallow as ma


class Schema(ma.Schema):
    """A request: a member that it does not name is refused."""

    class Meta:
        unknown = ma.RAISE


class ReplySchema(ma.Schema):
    """A reply. It documents what is sent and dumps nothing; clients have to bear members that they do not know."""

    class Meta:
        unknown = ma.EXCLUDE

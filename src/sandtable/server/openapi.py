"""The description of the server for those who generate clients: routes, and the messages of sockets as schemas.

``python -m sandtable.server.openapi`` prints it.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel, TypeAdapter

from sandtable.server.models.answers import ServerMessage
from sandtable.server.models.requests import LiveMessage
from sandtable.server.routing import Described

SCHEMAS = "#/components/schemas/{model}"
SOCKETS: dict[str, Any] = {"LiveMessage": LiveMessage, "ServerMessage": ServerMessage}
"""What clients and the server say over a socket."""


def named(model: type[BaseModel]) -> dict[str, str]:
    """A model that the description has anyway."""
    return {"$ref": SCHEMAS.format(model=model.__name__)}


def describe(app: FastAPI) -> None:
    """Completes the application's description."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            for route in app.routes:
                if isinstance(route, Described):
                    route.describe()
            app.openapi_schema = _with_sockets(plain())
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


def _with_sockets(described: dict[str, Any]) -> dict[str, Any]:
    schemas = described["components"]["schemas"]
    for name, messages in SOCKETS.items():
        found = TypeAdapter(messages).json_schema(ref_template=SCHEMAS)
        schemas.update({each: schema for each, schema in found.pop("$defs").items() if each not in schemas})
        schemas[name] = found
    for name in ("HTTPValidationError", "ValidationError"):  # the server refuses in its own words
        schemas.pop(name, None)
    for path in described["paths"].values():
        for operation in path.values():
            if operation["responses"].get("422", {}).get("description") == "Validation Error":
                del operation["responses"]["422"]
    return described


def document() -> str:
    """The whole description as text, the same for the same version."""
    from sandtable.server.app import make_app
    from sandtable.server.settings import Settings

    return json.dumps(make_app(Settings()).openapi(), indent=1, sort_keys=True, ensure_ascii=False)


if __name__ == "__main__":
    print(document())

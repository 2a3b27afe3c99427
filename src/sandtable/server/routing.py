"""Routes whose answers are described, but not looked at: an endpoint makes its own.

FastAPI would work out what describes them whenever a server starts, which takes longer than anything else of a start does; here that
waits until somebody asks for the description."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute


class Described(APIRoute):
    """A route that knows what its answers look like only after ``describe``. It is put into an application as it is: ``include_router``
    would make another one, which nobody describes."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        response_model: Any = None,
        responses: dict[Any, Any] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(path, endpoint, response_model=None, **more)
        self._whole = partial(APIRoute, path, endpoint, response_model=response_model, responses=responses, **more)

    def describe(self) -> None:
        whole = self._whole()
        self.response_model, self.response_field = whole.response_model, whole.response_field
        self.responses, self.response_fields = whole.responses, whole.response_fields


def router(prefix: str = "", tags: list[str] | None = None) -> APIRouter:
    """Routes under ``prefix`` that stand in the description under these headings."""
    return APIRouter(prefix=prefix, tags=list(tags or []), route_class=Described)

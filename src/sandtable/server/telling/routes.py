"""Being told, over HTTP. The bearer token is that of one's device, or a guest's own. Docs: 14-told-in-time.md."""

from __future__ import annotations

from fastapi import Request, Response

from sandtable.server import routing
from sandtable.server.deals.players import Playing
from sandtable.server.http import TheHub, answer, client_of, refusals
from sandtable.server.limits import Buckets
from sandtable.server.people.models import Done
from sandtable.server.telling import addresses, models, subscriptions

router = routing.router(prefix="/api/push", tags=["being told"])


@router.get("", response_model=models.PushKey, responses=refusals())
async def get_key(hub: TheHub) -> Response:
    """The key of this server."""
    from sandtable.server.telling import vapid

    return answer({"key": vapid.public(await vapid.key_of(hub.store))})


@router.post("", response_model=Done, responses=refusals(401, 413))
async def subscribe(request: Request, hub: TheHub, player: Playing, wanted: models.Subscription) -> Response:
    """Tell this browser; again with other wishes."""
    asking: Buckets = request.app.state.subscribing
    asking.check(client_of(request))
    addresses.check(wanted.endpoint, hub.settings.push_hosts)
    quiet = {"quiet_from": wanted.quiet[0] if wanted.quiet else None, "quiet_to": wanted.quiet[1] if wanted.quiet else None}
    how = {"language": wanted.language, "zone": wanted.zone, "kinds": tuple(wanted.kinds), **quiet}
    push = subscriptions.new(player.key, wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth, **how)
    await subscriptions.keep(hub.store, push)
    await subscriptions.keep_seats(hub.store, player.key, wanted.tokens)
    return answer({"ok": True})


@router.post("/stop", response_model=Done, responses=refusals(401, 413))
async def unsubscribe(hub: TheHub, player: Playing, wanted: models.Unsubscribe) -> Response:
    """Tell this browser nothing any more."""
    await subscriptions.drop(hub.store, subscriptions.id_of(wanted.endpoint), player.key)
    return answer({"ok": True})

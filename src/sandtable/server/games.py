"""What there is to play: games with their options, words, rulebooks and components; bots."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import Path, Request, Response

from sandtable.kernel.game import JSON, Game, Option
from sandtable.kernel.registry import games, load
from sandtable.kernel.words import LANGUAGES
from sandtable.server import bots, readiness, routing
from sandtable.server.errors import Denied
from sandtable.server.http import answer, refusals
from sandtable.server.models import games as models
from sandtable.server.tables.making import game_of

router = routing.router(prefix="/api", tags=["what there is"])
GameId = Annotated[str, Path(max_length=40, description="The id of a game.")]
Language = Annotated[str, Path(max_length=8)]


def info(game: Game) -> JSON:
    """A game in the list of games."""
    words = {language: game.words(language) for language in LANGUAGES}
    return {
        "game": game.id,
        "name": game.name,
        "players": list(game.players),
        "rules": game.rules_version,
        "prefix": game.prefix,
        "options": [option_info(option, words) for option in game.options],
        "bots": bots.levels(game.id),
        "words": {language: card(game, said) for language, said in words.items()},
        "parts": {
            "board": "picture" if type(game).picture is not Game.picture else None,
            "scorepad": game.scorepad is not None,
            "puzzles": game.data("puzzles") is not None,
            "rulebook": game.rulebook(LANGUAGES[0]) is not None,
            "finder": game.coaching.finds_turns,
            "editor": "editor" in words[LANGUAGES[0]],
        },
    }


def card(game: Game, said: JSON) -> JSON:
    """What a list of games says of it in one language."""
    return {"name": said.get("name", game.name), "tagline": said.get("tagline", ""), "card": said.get("card", {})}


def option_info(option: Option, words: JSON) -> JSON:
    texts = {language: said.get("options", {}).get(option.name) for language, said in words.items()}
    facts = {"name": option.name, "values": list(option.values), "default": option.default, "rule": option.rule}
    facts["numbers"] = [number.to_json() for number in option.numbers]
    return {**facts, "words": {language: text for language, text in texts.items() if text is not None}}


def cached(request: Request, content: Any) -> Response:
    """An answer that changes with the installed version only: asked for each time, sent again only if it changed."""
    body = orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@cache
def listed() -> list[JSON]:
    return [info(load(name)) for name in games()]


@router.get("/games", response_model=list[models.GameInfo], responses=refusals())
async def get_games(request: Request) -> Response:
    """The games with their options."""
    return cached(request, listed())


@router.get("/languages", response_model=list[str], responses=refusals())
async def get_languages(request: Request) -> Response:
    """The languages there are words in, English first: those `words` have, and a game's words and rulebook can be asked for in. A game
    that does not speak one of them answers in English."""
    return cached(request, LANGUAGES)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise Denied("NOT_FOUND", f"languages: {', '.join(LANGUAGES)}")


@router.get("/preparing", response_model=list[models.Preparation], responses=refusals())
async def get_preparing() -> Response:
    """How far the games are: on a first start they are compiled one after the other. What needs a game that is not ready is refused with
    `PREPARING` until it is."""
    return answer(readiness.told())


@router.get("/games/{game}/words/{language}", response_model=models.Catalogue, responses=refusals(404))
async def get_words(request: Request, game: GameId, language: Language) -> Response:
    """All texts of a game in one language."""
    found = game_of(game)
    check_language(language)
    return cached(request, found.words(language))


@router.get("/games/{game}/rulebook/{language}", response_model=models.Rulebook, responses=refusals(404))
async def get_rulebook(request: Request, game: GameId, language: Language) -> Response:
    """The rulebook of a game in one language. `practice`: by rule, a puzzle in which it decides; `rulings`: those on a section."""
    found = game_of(game)
    check_language(language)
    rulebook = found.rulebook(language)
    if rulebook is None:
        raise Denied("NOT_FOUND", "this game has no rulebook")
    return cached(request, {**rulebook, "practice": found.data("practice") or {}, "rulings": found.data("rulings") or {}})


@router.get("/games/{game}/components", response_model=models.Components, responses=refusals(404))
async def get_components(request: Request, game: GameId) -> Response:
    """What a game is made of: the numbers printed on its pieces."""
    return cached(request, game_of(game).components())


@router.get("/bots", response_model=list[models.BotInfo], responses=refusals())
async def get_bots() -> Response:
    """The levels of bots, weakest first, and policies that the host has seated."""
    return answer([{"level": level, "words": bots.words(level)} for level in bots.everyone()])

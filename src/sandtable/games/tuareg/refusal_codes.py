"""Why a decision is not possible, as a number: the rules of a chapter answer ``FREE`` or the first reason in the order of section 18.

``legal`` offers what is free, ``refusals`` puts the same answers into words."""

from __future__ import annotations

from enum import IntEnum


class Code(IntEnum):
    FREE = 0
    MAPS_FIRST = 1
    PAY_FIRST = 2
    NO_MAP_CHOICE = 3
    NO_PURCHASE = 4
    MAIN_DONE = 5
    PILE_EMPTY = 6
    MARKET_ONLY_AFTER_DRAW = 7
    NOT_IN_HAND = 8
    NO_ACTION_YET = 9
    MARKET_CARD_OWED = 10
    HAND_LIMIT = 11
    PASS_AFTER_ACTION = 12
    PASS_TOO_EARLY = 13
    LOADING_CLOSED = 14
    ONE_ANIMAL = 15
    ONE_KIND = 16
    NO_SUCH_ANIMAL = 17
    NOT_IN_MARKET = 18
    ANIMAL_FULL = 19
    WATER_ALONE = 20
    GOLD_LIMIT = 21
    THIRD_KIND = 22
    SECOND_CHANGE = 23
    SOLD_OUT = 24
    CANNOT_PAY = 25
    SUPERFLUOUS = 26
    ANIMAL_EMPTY = 27
    NO_SUCH_CAVE = 28
    CAVE_FULL = 29
    CAVE_USED = 30
    LAST_CARD = 31
    NO_SUCH_SEAT = 32
    STEAL_SELF = 33
    NO_THIEF = 34
    HAND_EMPTY = 35

"""Pictures of a table without a browser."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sandtable.research.gymnasium import SeatEnv
from sandtable.research.pettingzoo import env
from tests.research.tables import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_svg_and_pixels_change_with_the_table(name: str) -> None:
    pictures = {}
    for mode in ("svg", "rgb_array"):
        table = SeatEnv(name, render_mode=mode)
        look, _ = table.reset(seed=1)
        first = table.render()
        table.step(int(np.flatnonzero(look["action_mask"])[0]))
        pictures[mode] = (first, table.render())
    svg, later = pictures["svg"]
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert svg != later
    pixels, after = pictures["rgb_array"]
    assert pixels.dtype == np.uint8
    assert pixels.shape == after.shape
    assert pixels.shape[2] == 3
    assert pixels.std() > 5
    assert (pixels != after).any()


def test_the_library_s_own_check_with_pixels() -> None:
    check_env(SeatEnv("tuareg", render_mode="rgb_array"), skip_render_check=False)


def test_pettingzoo_renders_too() -> None:
    table = env("tuareg", render_mode="rgb_array")
    table.reset(seed=1)
    assert table.render().ndim == 3


@pytest.mark.parametrize("name", GAMES)
def test_with_perfect_information_every_seat_sees_what_all_see(name: str) -> None:
    """The observations of all seats one after the other, the own one first; bounds and scaling fit."""
    table = env(name, players=3, perfect=True)
    table.reset(seed=3)
    size = table.state().size // 3
    rows = [table.observe(agent)["observation"].reshape(3, size) for agent in table.possible_agents]
    for seat in range(3):
        assert (np.roll(rows[0], -seat, axis=0) == rows[seat]).all()
        assert table.observation_space(f"player_{seat}").contains(table.observe(f"player_{seat}"))
    check_env(SeatEnv(name, perfect=True, flat=True), skip_render_check=True)

"""MaskablePPO of sb3-contrib learns Tuareg through Gymnasium, without a wrapper, and then meets bots of the house in the arena.

    pip install "sandtable[gymnasium]" sb3-contrib
    python examples/train_ppo.py --steps 200000 --save ppo.zip

It sits on either seat of sixteen tables against random play first, then against what it has become itself: a policy that is asked for all
tables at once. In the arena it is `policy:train_ppo:bot`, read from the file that `TUAREG_PPO` names.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import sandtable  # so that Gymnasium knows the names of the games
from sandtable.bots import Bot, policy

TABLES = 16
ROUNDS = 4
SETTINGS = {"n_steps": 256, "batch_size": 1024, "n_epochs": 4}

if "TUAREG_PPO" in os.environ:
    bot = policy(MaskablePPO.load(os.environ["TUAREG_PPO"], device="cpu"), "ppo")


def learn(steps: int, save: Path) -> None:
    """A quarter of the steps against random play, the rest against earlier selves."""
    torch.set_num_threads(1)
    opponent: str | Bot = "random"
    model = None
    for _ in range(ROUNDS):
        tables = make_vec_env(
            "sandtable/Tuareg-v1", TABLES, seed=1, env_kwargs={"players": 2, "seat": None, "flat": True, "opponents": opponent}
        )
        if model is None:
            model = MaskablePPO(
                "MlpPolicy", tables, n_steps=256, batch_size=1024, n_epochs=4, gamma=0.999, ent_coef=0.01, seed=1, device="cpu"
            )
        else:
            model.set_env(tables)
        model.learn(steps // ROUNDS, reset_num_timesteps=False)
        model.save(save)
        opponent = policy(MaskablePPO.load(save, device="cpu"))
        print(f"{model.num_timesteps:,} steps", flush=True)


def meet(save: Path, others: list[str], games: int) -> None:
    """The arena, as one would start it by hand from this folder; every deal in both seatings."""
    for other in others:
        command = ["arena", "--game", "tuareg", "--bots", f"policy:train_ppo:bot,{other}", "--games", str(games)]
        environment = {**os.environ, "TUAREG_PPO": str(save.resolve())}
        subprocess.run([sys.executable, "-m", "sandtable", *command], cwd=Path(__file__).parent, env=environment, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--save", type=Path, default=Path("ppo.zip"))
    parser.add_argument("--against", default="greedy,level2")
    parser.add_argument("--games", type=int, default=200)
    chosen = parser.parse_args()
    learn(chosen.steps, chosen.save)
    meet(chosen.save, chosen.against.split(","), chosen.games)


if __name__ == "__main__":
    print("Sandtable", sandtable.__version__)
    main()

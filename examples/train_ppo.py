"""MaskablePPO of sb3-contrib learns Tuareg through Gymnasium, without a wrapper, and then meets bots of the house in the arena.

    pip install "sandtable[gymnasium]" sb3-contrib
    python examples/train_ppo.py --steps 200000 --save ppo.zip

It sits on either seat of sixteen tables against random play first, then against what it has become itself. In the arena it is
`policy:train_ppo:bot`, read from the file that `TUAREG_PPO` names.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import sandtable  # so that Gymnasium knows the names of the games
from sandtable.bots import Bot, policy

SETTINGS = {"n_steps": 256, "batch_size": 512, "n_epochs": 4}

if "TUAREG_PPO" in os.environ:
    bot = policy(MaskablePPO.load(os.environ["TUAREG_PPO"], device="cpu"), "ppo")


def learn(steps: int, rounds: int, number: int, save: Path) -> None:
    """In rounds: the first against random play, every later one against what came out of the one before."""
    torch.set_num_threads(1)
    opponent: str | Bot = "random"
    model = None
    for _ in range(rounds):
        tables = make_vec_env(
            "sandtable/Tuareg-v1", number, seed=1, env_kwargs={"players": 2, "seat": None, "flat": True, "opponents": opponent}
        )
        if model is None:
            model = MaskablePPO(
                "MlpPolicy", tables, n_steps=256, batch_size=1024, n_epochs=4, gamma=0.999, ent_coef=0.01, seed=1, device="cpu"
            )
        else:
            model.set_env(tables)
        model.learn(steps // rounds, reset_num_timesteps=False)
        model.save(save)
        opponent = policy(MaskablePPO.load(save, device="cpu"))
        print(f"{model.num_timesteps:,} steps", flush=True)


def meet(save: Path, others: list[str], games: int) -> None:
    """The arena, as one would start it by hand from this folder; every deal in both seatings. What older weights did is not counted."""
    environment = {**os.environ, "TUAREG_PPO": str(save.resolve())}
    with TemporaryDirectory() as folder:
        for other in others:
            bots = f"policy:train_ppo:bot,{other}"
            words = ["arena", "--game", "tuareg", "--bots", bots, "--games", str(games), "--on", "threads", "--db", f"{folder}/db"]
            subprocess.run([sys.executable, "-m", "sandtable", *words], cwd=Path(__file__).parent, env=environment, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--save", type=Path, default=Path("ppo.zip"))
    parser.add_argument("--against", default="greedy,level2")
    parser.add_argument("--games", type=int, default=200)
    chosen = parser.parse_args()
    learn(chosen.steps, chosen.rounds, chosen.tables, chosen.save)
    meet(chosen.save, chosen.against.split(","), chosen.games)


if __name__ == "__main__":
    print("Sandtable", sandtable.__version__)
    main()

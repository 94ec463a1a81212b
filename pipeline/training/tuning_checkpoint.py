"""What a fine-tuning run that was killed goes on from: one safetensors file, replaced whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from data.errors import DiskError
from index.files import written_whole


@dataclass(frozen=True, slots=True)
class TuningCheckpoint:
    """The file that a run goes on from; `run` tells the run from those with other data."""

    path: Path
    run: str

    def keep(self, state: Mapping[str, Tensor], epochs: int) -> None:
        """Keeps the state of a run that has gone over its texts so many times.

        Raises:
            DiskError: when it cannot be written.
        """
        try:
            with written_whole(self.path) as scratch:
                save_file(dict(state), scratch, {"run": self.run, "epochs": str(epochs)})
        except (OSError, SafetensorError) as error:
            raise DiskError(
                f"{self.path} cannot be written ({error}). Free some space and run the command "
                "again: it goes on from where it last could."
            ) from error

    def epochs(self) -> int:
        """How many passes the run had done; 0 where there is none, or another or a damaged one."""
        try:
            with safe_open(self.path, framework="pt") as file:
                about = file.metadata() or {}
            return int(about["epochs"]) if about.get("run") == self.run else 0
        except (OSError, SafetensorError, KeyError, ValueError):
            return 0


def state_of(
    network: nn.Module, optimizer: torch.optim.Optimizer, average: Mapping[str, Tensor]
) -> dict[str, Tensor]:
    """What a run goes on from: trained weights, their running mean and Adam's moments."""
    moments = {
        f"optimizer.{number}.{name}": value
        for number, state in optimizer.state_dict()["state"].items()
        for name, value in state.items()
    }
    weights = {f"network.{name}": value.detach() for name, value in network.named_parameters()}
    weights = {name: v for name, v in weights.items() if name.split(".", 1)[1] in average}
    return {**weights, **{f"average.{name}": v for name, v in average.items()}, **moments}


def kept_state(
    checkpoint: TuningCheckpoint,
    network: nn.Module,
    optimizer: torch.optim.Optimizer,
    average: dict[str, Tensor],
) -> int:
    """Puts back what was kept of this run; how many passes it had done."""
    done = checkpoint.epochs()
    if not done:
        return 0
    try:
        saved = load_file(checkpoint.path)
    except (OSError, SafetensorError):
        return 0
    network.load_state_dict(_part(saved, "network."), strict=False)
    for name, value in _part(saved, "average.").items():
        average[name].copy_(value)
    state: dict[int, dict[str, Any]] = {}
    for key, value in _part(saved, "optimizer.").items():
        number, name = key.split(".")
        state.setdefault(int(number), {})[name] = value
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
    return done


def _part(saved: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {k.removeprefix(prefix): v for k, v in saved.items() if k.startswith(prefix)}

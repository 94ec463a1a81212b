from __future__ import annotations

import json
from pathlib import Path

import pytest

from data.errors import ModelError
from pipeline import weighing


@pytest.mark.parametrize("damage", ["", "[]", '{"fusion": {}}', '{"fusion": {"new": 1}}'])
def test_damaged_weights_are_refused_with_what_mends_them(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weights.json").write_text(damage, "utf-8")
    monkeypatch.setattr(weighing, "FILE", tmp_path / "weights.json")
    with pytest.raises(ModelError, match="Put it back"):
        weighing.shipped_weights.__wrapped__()


def test_the_shipped_weights_are_plain_numbers() -> None:
    groups = json.loads(weighing.FILE.read_text("utf-8"))
    assert set(groups) == {"fusion", "mixing", "confidence", "presence"}
    assert sum(groups["fusion"].values()) == pytest.approx(1, abs=1e-3)

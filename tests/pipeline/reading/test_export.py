"""What is exported keeps its sums exact, and its weights are those of every machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.reading.export import EXACT, kept_exact
from pipeline.reading.network import FROZEN, load_network
from pipeline.reading.weights import DEFAULT_FOLDER, find_reader


def test_sums_are_marked_and_products_are_not(tmp_path: Path) -> None:
    import openvino

    ops = openvino.opset13
    given = ops.parameter([2, 4], np.float32)
    product = ops.matmul(given, ops.constant(np.eye(4, dtype=np.float32)), False, False)
    model = openvino.Model([ops.add(product, given)], [given])
    kept = kept_exact(model, tmp_path)
    marked = {op.get_type_name() for op in kept.get_ops() if len(op.get_rt_info())}
    assert marked & {"Add", "MatMul"} == {"Add"}
    assert "Add" in EXACT
    compiled = openvino.Core().compile_model(kept, "CPU")
    (doubled,) = compiled(np.ones((2, 4), np.float32)).values()
    assert (doubled == 2).all()


def test_bfloat16_holds_the_weights_that_are_read_with_exactly() -> None:
    network = load_network(find_reader(DEFAULT_FOLDER))
    own = {n: p for n, p in network.named_parameters() if n != FROZEN}
    assert all((weight == weight.bfloat16().float()).all() for weight in own.values())
    frozen = dict(network.named_parameters())[FROZEN]
    assert (frozen != frozen.bfloat16().float()).any()

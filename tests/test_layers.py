"""Which package may know which, and how long things may get."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ["data", "index", "pipeline", "app"]
OWNERS = {
    "sqlalchemy": {"data"},
    "alembic": {"data"},
    "faiss": {"index"},
    "bm25s": {"index"},
    "streamlit": {"app"},
    "typer": {"app"},
}
SOURCES = [path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))]
MAX_FILE_LINES = 300
MAX_FUNCTION_LINES = 40


def imported(path: Path) -> Iterator[str]:
    """The top-level packages that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    above = LAYERS[LAYERS.index(layer_of(path)) + 1 :]
    assert not set(imported(path)) & set(above)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_library_is_known_to_its_layer_alone(path: Path) -> None:
    foreign = [
        name for name in imported(path) if name in OWNERS and layer_of(path) not in OWNERS[name]
    ]
    assert not foreign


def test_no_file_in_app_hides_a_package() -> None:
    assert not {path.stem for path in (ROOT / "app").glob("*.py")} & set(LAYERS)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= MAX_FILE_LINES
    if "migrations" in path.parts:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < MAX_FUNCTION_LINES, node.name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_unpickled_or_evaluated(path: Path) -> None:
    calls = {
        ast.unparse(node.func)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    }
    assert not calls & {"eval", "exec", "pickle.load", "pickle.loads", "torch.load", "yaml.load"}

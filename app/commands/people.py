"""`faqdesk admin`: who may look after the library."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from app.commands.options import Home, messages, opened, output
from data.errors import AccountError
from data.roles import Role

Name = Annotated[str, typer.Argument(metavar="NAME")]
Stdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from standard input.")
]
RoleName = Annotated[
    Role, typer.Option("--role", help="What they may do: see, edit drafts, or all.")
]

admin = typer.Typer(help="Say who may look after the library.", no_args_is_help=True)


@admin.command()
def add(
    name: Name, role: RoleName = Role.OWNER, password_stdin: Stdin = False, home: Home = None
) -> None:
    """Add somebody who may sign in; asks for a password."""
    from pipeline.accounts import COMMAND_LINE

    accounts = opened(home).accounts
    user = accounts.add(COMMAND_LINE, name, _password(password_stdin), role)
    typer.echo(f"{user.name} may sign in as {user.role}.")


@admin.command("list")
def list_people(home: Home = None) -> None:
    """List those who may sign in."""
    from rich.table import Table

    from pipeline.accounts import COMMAND_LINE

    users = opened(home).accounts.users(COMMAND_LINE)
    if not users:
        messages().print("Nobody may sign in yet. Run `faqdesk admin add NAME` to add somebody.")
        return
    console = output()
    if not console.is_terminal:
        for user in users:
            typer.echo(f"{user.name}\t{user.role}")
        return
    table = Table("name", "role", "since (UTC)")
    for user in users:
        table.add_row(user.name, str(user.role), f"{user.created_at:%Y-%m-%d %H:%M}")
    console.print(table)


@admin.command()
def remove(name: Name, home: Home = None) -> None:
    """Take somebody's account away; they are signed out everywhere."""
    from pipeline.accounts import COMMAND_LINE

    opened(home).accounts.remove(COMMAND_LINE, name)
    typer.echo(f"{name} may no longer sign in.")


@admin.command("role")
def change_role(
    name: Name, role: Annotated[Role, typer.Argument(metavar="ROLE")], home: Home = None
) -> None:
    """Give somebody another role: reader, editor or owner."""
    from pipeline.accounts import COMMAND_LINE

    opened(home).accounts.set_role(COMMAND_LINE, name, role)
    typer.echo(f"{name} is now {role}, and has to sign in again.")


@admin.command("password")
def change_password(name: Name, password_stdin: Stdin = False, home: Home = None) -> None:
    """Give somebody another password, and let them try again at once."""
    from pipeline.accounts import COMMAND_LINE

    accounts = opened(home).accounts
    accounts.set_password(COMMAND_LINE, name, _password(password_stdin))
    typer.echo(f"{name} has a new password, and has to sign in again.")


def _password(from_stdin: bool) -> str:
    """A password, asked for twice; or the first line of standard input."""
    if not from_stdin:
        asked: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        return asked
    line = sys.stdin.readline().rstrip("\r\n")
    if not line:
        raise AccountError("Standard input holds no password. Write one line to it.")
    return line

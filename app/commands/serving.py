"""`faqdesk serve`."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

from app.commands.options import Home, opened
from data.errors import InputError

PORT = 8501
# Listening on these is listening everywhere; no browser opens them.
ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104


def serve(
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = PORT,
    address: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for other machines too.")
    ] = "localhost",
    home: Home = None,
) -> None:
    """Serve the chat and the library pages until interrupted."""
    root = Path(__file__).parents[2]
    _check_free(address, port)
    desk = opened(home)
    settings = desk.settings
    typer.echo(f"faqdesk is on http://{address}:{port} (Ctrl-C stops it)", err=True)
    if not settings.oidc_roles and (code := desk.accounts.setup_code()):
        shown = "localhost" if address in ANY_ADDRESS else address
        typer.echo(
            "Nobody looks after this library yet. Whoever opens this link first becomes its "
            f"owner:\n  http://{shown}:{port}/sign_in?setup={code}",
            err=True,
        )
    desk.engine.dispose()
    command = [sys.executable, "-m", "streamlit", "run", "app/main.py"]
    command += ["--server.port", str(port), "--server.address", address]
    # Streamlit reads its theme and options from the folder that it is started in.
    os.chdir(root)
    os.execve(sys.executable, command, {**os.environ, "FAQDESK_HOME": str(settings.home)})


def _check_free(address: str, port: int) -> None:
    """Makes sure that one can listen there, before anybody is sent to a link that leads elsewhere.

    Raises:
        InputError: when the port is taken, or the address is none of this machine.
    """
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((address, port), family=family).close()
    except (OSError, UnicodeError) as error:
        raise InputError(
            f"faqdesk cannot listen on {address}, port {port} ({error}). Choose others with "
            "--address and --port, or end what listens there."
        ) from error

"""`faqdesk serve`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from app.commands.options import Home

PORT = 8501


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on.")] = PORT,
    address: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for other machines too.")
    ] = "localhost",
    home: Home = None,
) -> None:
    """Serve the chat and the library pages until interrupted."""
    from pipeline.settings import load_settings

    root = Path(__file__).parents[2]
    settings = load_settings(home)
    typer.echo(f"faqdesk is on http://{address}:{port} (Ctrl-C stops it)", err=True)
    command = [sys.executable, "-m", "streamlit", "run", "app/main.py"]
    command += ["--server.port", str(port), "--server.address", address]
    # Streamlit reads its theme and options from the folder that it is started in.
    os.chdir(root)
    os.execve(sys.executable, command, {**os.environ, "FAQDESK_HOME": str(settings.home)})

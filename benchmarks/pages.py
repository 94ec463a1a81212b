"""Whether a large library stays usable: `python -m benchmarks.pages HOME`.

HOME is a library with many entries, such as MedQuAD as `faqdesk ingest` leaves it; it is copied,
and the copy is worked on. Each page is run as the server runs it for an owner, without a browser.
"""

from __future__ import annotations

import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

from data.errors import InputError
from data.roles import Role
from pipeline.accounts import COMMAND_LINE
from pipeline.build import open_faqdesk

MAIN = Path(__file__).parents[1] / "app" / "main.py"
NAME, PASSWORD = "measuring", "measuring the pages"  # noqa: S105  (of a copy that is deleted)
PATIENCE_S = 600
WORD, QUESTION = "glaucoma", "what causes glaucoma"


def timed(what: str, work: Callable[[], object]) -> None:
    """Prints how long something takes."""
    begun = time.perf_counter()
    work()
    print(f"{what}: {time.perf_counter() - begun:.2f} s", flush=True)


class Owner:
    """Somebody who may do everything, on one page after the other."""

    def __init__(self, home: Path) -> None:
        desk = open_faqdesk(home)
        try:
            desk.accounts.add(COMMAND_LINE, NAME, PASSWORD, Role.OWNER)
        except InputError:
            desk.accounts.set_password(COMMAND_LINE, NAME, PASSWORD)
        token = desk.accounts.sign_in(NAME, PASSWORD)
        self.entry = desk.store.current_revisions()[0].entry
        desk.engine.dispose()
        self.page = AppTest.from_file(str(MAIN), default_timeout=PATIENCE_S)
        self.page.session_state["access-token"] = token
        self.run()

    def run(self) -> None:
        """Runs the page as it stands."""
        self.page.run()
        if self.page.exception:
            raise RuntimeError(self.page.exception[0].message)

    def visit(self, screen: str, **address: str) -> None:
        """Opens a page."""
        self.page.query_params.clear()
        for name, value in address.items():
            self.page.query_params[name] = value
        self.page.switch_page(f"screens/{screen}.py")
        self.run()

    def write(self, key: str, text: str) -> None:
        """Fills in a field whose key ends so."""
        fields = (f for f in self.page.text_input if f.key and f.key.endswith(key))
        next(fields).set_value(text)
        self.run()

    def choose(self, key: str) -> None:
        """Takes the last option of a list."""
        box = self.page.selectbox(key=key)
        box.set_value(box.options[-1])
        self.run()


def measure(owner: Owner) -> None:
    """Prints how long everything takes."""
    timed("Entries, first", lambda: owner.visit("entries"))
    timed("Entries, again", lambda: owner.visit("entries"))
    timed("search", lambda: owner.write("entries-words", WORD))
    timed("filter by category", lambda: owner.choose("entries-category"))
    timed("an entry", lambda: owner.visit("entries", entry=owner.entry.id))
    timed("ask this now, first", lambda: owner.write("-question", QUESTION))
    for screen in ("publish", "review", "insights", "quality", "export", "library"):
        timed(screen.title(), lambda screen=screen: owner.visit(screen))  # type: ignore[misc]


def main(home: Path) -> None:
    """Copies the library and measures."""
    with tempfile.TemporaryDirectory(prefix="faqdesk-") as folder:
        copied = Path(folder) / "home"
        shutil.copytree(home, copied)
        os.environ["FAQDESK_HOME"] = str(copied)
        measure(Owner(copied))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

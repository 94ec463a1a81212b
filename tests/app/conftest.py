"""A small library, with what owners and attackers put into answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import streamlit as st

from data.records import Entry
from pipeline.build import Faqdesk, open_faqdesk
from tests.app.signing import SignedInAs, signed_in

HOSTILE = """\
Costs **$200 and $300**, not less. <b onclick="steal()">bold?</b>
<script>document.title = "stolen"</script><img src="http://evil.example/a.png" onerror="steal()">

Write `<b>&amp;</b>` and :red[this] :material/home: :smile: -> [click](javascript:steal) or \
![a picture](http://evil.example/b.png).

| Ticket | Price |
|--------|------:|
| Saver  | $5 |

```mermaid
graph <i>TD</i>
```
"""

Publish = Callable[[Path, Sequence[Entry]], None]


@pytest.fixture(scope="session")
def entries() -> tuple[Entry, ...]:
    """Entries of four categories: plain ones, a hostile one and one in Arabic."""
    return (
        Entry(
            "book",
            "How do I book a ticket?",
            "Go to [our shop](https://shop.example/book).\n\n1. Choose a boat\n2. Pay",
            alternates=("Where can I reserve a seat?",),
            category="Tickets",
            tags=("booking",),
            source="Handbook",
            url="https://shop.example/handbook",
        ),
        Entry(
            "price",
            "What does :red[it] cost, $5 or <b>$6</b>?",
            HOSTILE,
            category="Prices",
            source="<i>Leaflet</i>",
            url="javascript:steal()",
        ),
        Entry("dog", "Can I bring my dog aboard?", "Dogs are welcome.", category="Pets"),
        Entry("cat", "Can I bring my cat aboard?", "Cats too, in a box.", category="Pets"),
        Entry("café", "Is there a café on board?", "Yes, with crème brûlée.", category="On board"),
        Entry(
            "arabic",
            "كيف أحجز تذكرة؟",
            "احجز عبر الموقع.\n\nOr in English.\n\n- أولا\n- ثانيا",
            category="تذاكر",
        ),
    )


@pytest.fixture(scope="session")
def publish() -> Publish:
    """Publishes entries in a home folder, with the stand-in encoder."""

    def publish_in(home: Path, entries: Sequence[Entry]) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FAQDESK_ENCODER", "hash")
            patch.setenv("FAQDESK_READER", "overlap")
            publisher = open_faqdesk(home).publisher
        with publisher.lock():
            publisher.publish(entries, "a test")

    return publish_in


@pytest.fixture
def fresh_pages() -> Iterator[None]:
    """Nothing that is cached for pages is that of another test."""
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


@pytest.fixture
def page_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty library that pages open, with the stand-ins."""
    monkeypatch.setenv("FAQDESK_HOME", str(tmp_path))
    monkeypatch.setenv("FAQDESK_ENCODER", "hash")
    monkeypatch.setenv("FAQDESK_READER", "overlap")
    return tmp_path


@pytest.fixture
def desk(page_home: Path, publish: Publish, entries: Sequence[Entry]) -> Iterator[Faqdesk]:
    """The library that pages open, with these entries published."""
    publish(page_home, entries)
    opened = open_faqdesk(page_home)
    yield opened
    opened.engine.dispose()


@pytest.fixture(scope="session")
def signed_in_as() -> Callable[..., SignedInAs]:
    """Adds somebody of a role to the library in a home folder and signs them in."""
    return signed_in

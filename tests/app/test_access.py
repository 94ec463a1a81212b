"""Who may see which page, run in this process without a browser."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from streamlit.testing.v1 import AppTest

from app.differences import compared, facts_table
from app.navigation import SCREENS
from data.audit import Action, AuditEvent, Change, Fact
from data.audit_csv import COLUMNS, events_as_csv
from data.importing.cells import unguard
from data.pending import Edit, PendingChanges
from data.records import Entry
from data.roles import Role, User
from pipeline.accounts import COMMAND_LINE, AccountService, user_of_claims
from pipeline.build import Faqdesk
from pipeline.passwords import Passwords
from pipeline.settings import load_settings
from tests.app.signing import SignedInAs
from tests.app.test_pages import MAIN, Visitor

Publish = Callable[[Path, Sequence[Entry]], None]
SignIn = Callable[..., SignedInAs]
PASSWORD = "a boat on the lake"
OWN = "screens/sign_in.py"
PEOPLE, AUDIT, QUALITY = "screens/people.py", "screens/audit.py", "screens/quality.py"
MANAGING = [screen for screen in SCREENS if screen.role]

pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture(autouse=True)
def _cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(Passwords, "_hasher", cheap)


@pytest.fixture
def home(page_home: Path) -> Path:
    return page_home


@pytest.fixture
def accounts(desk: Faqdesk) -> AccountService:
    """The accounts, with an owner Ann."""
    desk.accounts.add(COMMAND_LINE, "Ann", PASSWORD, Role.OWNER)
    return desk.accounts


class Somebody(Visitor):
    """Somebody with the pages open, who may fill in forms."""

    def __init__(self, who: SignedInAs | None = None) -> None:
        super().__init__()
        if who is not None:
            who.enter(self.page)
            self.run()

    def fill(self, **fields: str) -> None:
        for key, text in fields.items():
            self.page.text_input(key=key.replace("_", "-")).set_value(text)

    def sign_in(self, name: str = "Ann", password: str = PASSWORD) -> None:
        self.fill(sign_name=name, sign_password=password)
        self.press("sign-in-send")

    @property
    def links(self) -> set[str]:
        return {link.proto.page.rpartition("/")[2] for link in self.page.get("page_link")}


# ----------------------------------------------------------------------------------- who sees what


def test_visitors_need_no_account_and_see_two_pages_and_a_link_to_sign_in(desk: Faqdesk) -> None:
    visitor = Visitor()
    labels = [link.proto.label for link in visitor.page.get("page_link")]
    assert labels == ["Ask", "All questions", "Sign in"] * 2
    visitor.ask("Can I bring my dog aboard?")
    assert "Dogs are welcome." in visitor.text


READERS = {"Entries", "Publish", "Review", "Insights", "Quality", "Inspect", "Export"}
EDITORS = READERS | {"Upload", "Change log"}


@pytest.mark.parametrize(
    ("role", "titles"),
    [
        (Role.READER, READERS),
        (Role.EDITOR, EDITORS),
        (Role.OWNER, EDITORS | {"Settings", "People"}),
    ],
)
def test_each_role_is_shown_its_pages(
    desk: Faqdesk, signed_in_as: SignIn, home: Path, role: Role, titles: set[str]
) -> None:
    somebody = Somebody(signed_in_as(home, role, name="Zoé <b>"))
    labels = {link.proto.label for link in somebody.page.get("page_link")}
    known = {screen.title for screen in MANAGING}
    assert labels & known == titles
    assert "Zoé \\<b\\>" in labels
    assert "Sign in" not in labels


@pytest.mark.parametrize("screen", MANAGING, ids=lambda screen: screen.file)
def test_a_page_asks_visitors_to_sign_in_and_then_shows_itself(
    accounts: AccountService, screen: object
) -> None:
    visitor = Somebody()
    visitor.visit(f"screens/{screen.file}.py")
    assert "<h1>" in visitor.text
    assert "Sign in" in visitor.text
    assert not visitor.page.expander
    visitor.sign_in()
    assert "Sign in</span></h1>" not in visitor.text
    assert screen.title in visitor.text


@pytest.mark.parametrize("screen", MANAGING, ids=lambda screen: screen.file)
@pytest.mark.parametrize("role", list(Role))
def test_a_page_is_shown_to_no_lesser_role(
    desk: Faqdesk, signed_in_as: SignIn, home: Path, screen: object, role: Role
) -> None:
    somebody = Somebody(signed_in_as(home, role))
    somebody.visit(f"screens/{screen.file}.py")
    refused = "Your role does not allow this" in somebody.text
    assert refused is not role.allows(screen.role)
    if refused:
        assert f"with the role {screen.role}" in somebody.text
        assert somebody.buttons == ["access-sign-out"]


# -------------------------------------------------------------------------------------- signing in


def test_a_wrong_password_is_told_and_five_of_them_take_a_minute(accounts: AccountService) -> None:
    visitor = Somebody()
    visitor.visit(OWN)
    for _ in range(5):
        visitor.sign_in(password="wrong")
        assert "The name or the password is not right." in visitor.text
        assert "Your account" not in visitor.text
    visitor.sign_in()
    assert "Try again in" in visitor.text
    assert "Your account" not in visitor.text


def test_whoever_signs_in_out_and_in_again_is_known_each_time(accounts: AccountService) -> None:
    visitor = Somebody()
    visitor.visit(OWN)
    visitor.sign_in()
    token = str(visitor.page.session_state["access-token"])
    assert "Your account" in visitor.text
    assert 'fd-chip">owner' in visitor.text
    assert accounts.user_of(token)
    visitor.press("access-sign-out")
    assert "Sign in" in visitor.text
    assert accounts.user_of(token) is None
    assert "access-token" not in visitor.page.session_state
    visitor.visit(OWN)
    visitor.sign_in()
    assert "Your account" in visitor.text


def test_the_browser_is_told_to_keep_the_token_and_to_forget_it(accounts: AccountService) -> None:
    visitor = Somebody()
    assert not visitor.page.get("bidi_component")
    visitor.visit(OWN)
    visitor.sign_in()
    kept = [str(element.proto) for element in visitor.page.get("bidi_component")]
    assert any("43200" in proto and "faqdesk_session" in proto for proto in kept)
    visitor.press("access-sign-out")
    left = [str(element.proto) for element in visitor.page.get("bidi_component")]
    assert any("faqdesk_session" in proto and "43200" not in proto for proto in left)


def test_a_session_that_was_ended_elsewhere_is_ended_here(
    accounts: AccountService, desk: Faqdesk
) -> None:
    visitor = Somebody()
    visitor.visit(PEOPLE)
    visitor.sign_in()
    assert "People" in visitor.text
    accounts.sign_out(str(visitor.page.session_state["access-token"]))
    visitor.run()
    assert "Sign in" in visitor.text


def test_signing_out_forgets_what_was_on_the_pages(accounts: AccountService) -> None:
    visitor = Somebody()
    visitor.ask("Can I bring my dog aboard?")
    visitor.visit(OWN)
    visitor.sign_in()
    visitor.press("access-sign-out")
    visitor.visit("screens/ask.py")
    assert "Dogs are welcome." not in visitor.text


# ---------------------------------------------------------------------------------- the first owner


def test_on_a_fresh_installation_the_link_makes_an_owner(desk: Faqdesk, home: Path) -> None:
    code = desk.accounts.setup_code()
    visitor = Somebody()
    visitor.page.query_params["setup"] = code
    visitor.visit(OWN)
    assert "Nobody looks after this library yet" in visitor.text
    assert [field.key for field in visitor.page.text_input] == [
        "first-name",
        "first-password",
        "first-again",
    ]
    visitor.fill(first_name="Ann", first_password=PASSWORD, first_again="another password")
    visitor.press("first-send")
    assert "The two passwords are not the same" in visitor.text
    visitor.fill(first_name="Ann", first_password="short", first_again="short")
    visitor.press("first-send")
    assert "A password has 10 to" in visitor.text
    visitor.fill(first_name="Ann", first_password=PASSWORD, first_again=PASSWORD)
    visitor.press("first-send")
    assert "Your account" in visitor.text
    assert "setup" not in visitor.page.query_params
    assert not (home / "setup-code").exists()


def test_without_the_link_the_code_is_asked_for(desk: Faqdesk) -> None:
    code = desk.accounts.setup_code() or ""
    visitor = Somebody()
    visitor.visit(QUALITY)
    assert code not in visitor.text
    for typed, words in (("wrong", "The set-up code is not right"), (code, "Quality")):
        visitor.fill(first_code=typed, first_name="Ann")
        visitor.fill(first_password=PASSWORD, first_again=PASSWORD)
        visitor.press("first-send")
        assert words in visitor.text


def test_a_link_that_is_no_longer_good_lets_the_code_be_typed(desk: Faqdesk) -> None:
    visitor = Somebody()
    visitor.page.query_params["setup"] = "old"
    visitor.visit(OWN)
    visitor.fill(first_name="Ann", first_password=PASSWORD, first_again=PASSWORD)
    visitor.press("first-send")
    assert "The set-up code is not right" in visitor.text
    visitor.press("first-retype")
    assert "first-code" in [field.key for field in visitor.page.text_input]


# -------------------------------------------------------------------------- people and own accounts


@pytest.fixture
def owner(accounts: AccountService) -> Somebody:
    somebody = Somebody()
    somebody.visit(PEOPLE)
    somebody.sign_in()
    return somebody


def names(accounts: AccountService) -> list[str]:
    return [f"{user.name} {user.role}" for user in accounts.users(COMMAND_LINE)]


def test_an_owner_adds_changes_and_removes_people(
    owner: Somebody, accounts: AccountService
) -> None:
    owner.page.text_input(key="name-0").set_value("Bob")
    owner.page.text_input(key="password-0").set_value("another password")
    owner.page.selectbox(key="role-0").set_value(Role.READER)
    owner.press("send-add-0")
    assert "Bob may sign in as reader" in owner.text
    assert names(accounts) == ["Ann owner", "Bob reader"]
    owner.page.selectbox(key="role-Bob-1").set_value(Role.EDITOR)
    owner.press("send-role-Bob-1")
    assert names(accounts) == ["Ann owner", "Bob editor"]
    owner.page.text_input(key="password-Bob-2").set_value("yet another one")
    owner.press("send-password-Bob-2")
    assert accounts.sign_in("Bob", "yet another one")
    owner.page.checkbox(key="sure-Bob-3").check()
    owner.run()
    owner.press("remove-Bob-3")
    assert names(accounts) == ["Ann owner"]


def test_people_may_be_called_what_they_like(owner: Somebody, accounts: AccountService) -> None:
    called = ["Eve", "send-Eve", "0", "of-Eve", "Ann-0"]
    for name in called:
        accounts.add(COMMAND_LINE, name, PASSWORD, Role.READER)
    owner.visit(PEOPLE)
    assert not owner.page.exception
    assert len(owner.page.checkbox) == len(called)


def test_what_cannot_be_done_to_people_is_told(owner: Somebody, accounts: AccountService) -> None:
    owner.page.selectbox(key="role-Ann-0").set_value(Role.READER)
    owner.press("send-role-Ann-0")
    assert "Ann is the only owner" in owner.text
    owner.page.text_input(key="name-0").set_value("ANN")
    owner.page.text_input(key="password-0").set_value("another password")
    owner.press("send-add-0")
    assert "There is a user Ann already" in owner.text
    assert names(accounts) == ["Ann owner"]


def test_somebody_who_is_demoted_meanwhile_can_do_nothing_more(
    owner: Somebody, accounts: AccountService
) -> None:
    accounts.add(COMMAND_LINE, "Bob", PASSWORD, Role.OWNER)
    accounts.set_role(COMMAND_LINE, "Ann", Role.READER)
    owner.page.text_input(key="name-0").set_value("Eve")
    owner.page.text_input(key="password-0").set_value("another password")
    owner.press("send-add-0")
    assert "Sign in" in owner.text
    assert names(accounts) == ["Ann reader", "Bob owner"]


def test_everybody_changes_their_own_password_and_stays(
    owner: Somebody, accounts: AccountService
) -> None:
    owner.visit(OWN)
    owner.fill(own_old_0="wrong", own_new_0="another password", own_again_0="another password")
    owner.press("own-send")
    assert "The name or the password is not right" in owner.text
    owner.fill(own_old_0=PASSWORD, own_new_0="another password", own_again_0="other")
    owner.press("own-send")
    assert "The two passwords are not the same" in owner.text
    owner.fill(own_old_0=PASSWORD, own_new_0="another password", own_again_0="another password")
    owner.press("own-send")
    assert "Your password was changed" in owner.text
    assert accounts.sign_in("Ann", "another password")
    owner.run()
    assert "Your account" in owner.text


# ------------------------------------------------------------------------------------ the audit log


def test_changes_are_listed_searched_and_turned(
    desk: Faqdesk, signed_in_as: SignIn, home: Path, entries: Sequence[Entry]
) -> None:
    revision = desk.store.current_revision("dog")
    edited = replace(revision.entry, answer="Dogs are <b>not</b> welcome.")
    PendingChanges(desk.engine).save([Edit(edited, revision.number)], by="Ann")
    for number in range(30):
        desk.audit.add(Change("Bob", Action.REVIEWED, f"question {number}"))
    somebody = Somebody(signed_in_as(home, Role.EDITOR))
    somebody.visit(AUDIT)
    assert len(somebody.page.expander) == 25
    somebody.press("audit-older")
    assert "page 2" in somebody.text
    assert "&lt;b&gt;not&lt;/b&gt;" in somebody.text
    assert "<b>not</b>" not in somebody.text
    somebody.press("audit-newer")
    assert "page 1" in somebody.text
    somebody.page.text_input(key="audit-words").set_value("ANN dog")
    somebody.run()
    (label,) = [box.label for box in somebody.page.expander]
    assert label.endswith("Ann · draft saved · Can I bring my dog aboard\\?")
    assert len(somebody.page.expander) == 1
    somebody.page.text_input(key="audit-words").set_value("zebra")
    somebody.run()
    assert "No change fits" in somebody.text


def test_changes_are_taken_along_without_formulas() -> None:
    hostile = Change("=cmd()", Action.DRAFT_SAVED, "@sum", (Fact("a", "1"), Fact("b", "2")))
    events = [AuditEvent(1, datetime(2026, 3, 1, 12, tzinfo=UTC), hostile)]
    rows = list(csv.reader(io.StringIO(events_as_csv(events))))
    assert tuple(rows[0]) == COLUMNS
    assert rows[1][1:5] == ["2026-03-01 12:00:00", "'=cmd()", "draft saved", "'@sum"]
    assert unguard(rows[1][2]) == "=cmd()"
    assert rows[1][5:] == ["a: 1\nb: 2", ""]


def test_words_that_differ_are_marked_and_nothing_is_taken_for_html() -> None:
    both = compared("a <b>cat</b> sat", "a <b>dog</b> sat")
    assert both.before == "a &lt;b&gt;<del>cat</del>&lt;/b&gt; sat"
    assert both.after == "a &lt;b&gt;<ins>dog</ins>&lt;/b&gt; sat"


def test_very_long_texts_are_shown_without_marks() -> None:
    both = compared("a " * 12_000, "b " * 12_000)
    assert "<del>" not in both.before


def test_the_table_calls_fields_as_the_pages_do_and_no_new_entry_live() -> None:
    table = facts_table((), (Fact("alternates", "a"), Fact("url", "b"), Fact("status", "live")))
    assert "other ways to ask" in table
    assert ">link<" in table
    assert "status" not in table
    assert "status" in facts_table((Fact("status", "live"),), (Fact("status", "retired"),))


def test_only_what_differs_is_in_the_table() -> None:
    table = facts_table((Fact("same", "x"), Fact("gone", "y")), (Fact("same", "x"),))
    assert "gone" in table
    assert "same" not in table
    assert facts_table((Fact("same", "x"),), (Fact("same", "x"),)) == ""


# ------------------------------------------------------------------------------ identity providers

AUTH = {
    "redirect_uri": "http://localhost:8501/oauth2callback",
    "cookie_secret": "not a secret, for it is in a test",
    "client_id": "x",
    "corner": {"client_id": "y"},
}


class ByProvider(Somebody):
    """Somebody whom an identity provider knows, or does not."""

    def __init__(self, **claims: object) -> None:
        self.page = AppTest.from_file(str(MAIN), default_timeout=30)
        self.page.secrets["auth"] = AUTH
        self.page.user = claims
        self.run()


def now() -> float:
    return datetime.now(UTC).timestamp()


@pytest.fixture
def _roles(monkeypatch: pytest.MonkeyPatch) -> None:
    roles = '{"ann@example.org": "owner", "*@corp.example": "reader"}'
    monkeypatch.setenv("FAQDESK_OIDC_ROLES", roles)


@pytest.mark.usefixtures("_roles")
def test_a_provider_signs_people_in_and_the_settings_say_what_they_may(desk: Faqdesk) -> None:
    ann = ByProvider(is_logged_in=True, email="Ann@example.org", iat=now())
    ann.visit(PEOPLE)
    assert "oidc_roles" in ann.text
    assert not ann.page.text_input
    bob = ByProvider(is_logged_in=True, email="bob@corp.example", iat=now(), email_verified=True)
    bob.visit(PEOPLE)
    assert "Your role does not allow this" in bob.text
    bob.visit(OWN)
    assert not bob.page.text_input


@pytest.mark.usefixtures("_roles")
def test_with_a_provider_nobody_is_asked_for_a_password_nor_made_the_first_owner(
    desk: Faqdesk,
) -> None:
    visitor = ByProvider(is_logged_in=False)
    visitor.visit(QUALITY)
    assert not visitor.page.text_input
    assert visitor.buttons == ["provider-0", "provider-1"]
    assert [button.label for button in visitor.page.button] == ["Sign in", "Sign in with corner"]


@pytest.mark.usefixtures("_roles")
def test_a_session_of_the_database_is_worth_nothing_where_a_provider_signs_in(
    desk: Faqdesk, signed_in_as: SignIn, home: Path
) -> None:
    visitor = ByProvider(is_logged_in=False)
    signed_in_as(home).enter(visitor.page)
    visitor.visit(PEOPLE)
    assert visitor.buttons == ["provider-0", "provider-1"]


@pytest.mark.usefixtures("_roles")
def test_somebody_without_a_role_is_told_how_to_get_one(desk: Faqdesk) -> None:
    eve = ByProvider(is_logged_in=True, email="eve@<b>evil.example", iat=now())
    eve.visit(QUALITY)
    assert "You have no role here" in eve.text
    assert "eve@&lt;b&gt;evil.example" in eve.text
    assert "oidc_roles" in eve.text


@pytest.mark.usefixtures("_roles")
@pytest.mark.parametrize(
    "changed",
    [
        {"is_logged_in": False},
        {"email": None, "preferred_username": "ann@example.org"},
        {"email": "ann@example.org.evil"},
        {"email_verified": False},
        {"iat": 0},
        {"iat": None},
    ],
)
def test_claims_that_do_not_hold_are_worth_nothing(home: Path, changed: dict[str, object]) -> None:
    good = {"is_logged_in": True, "email": "ann@example.org", "iat": now(), "email_verified": True}
    settings = load_settings(home)
    known = user_of_claims(good, settings)
    assert isinstance(known, User)
    assert (known.name, known.role) == ("ann@example.org", Role.OWNER)
    assert user_of_claims({**good, **changed}, settings) is None

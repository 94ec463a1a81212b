"""Accounts, sessions and failed attempts, in a real database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from data.accounts import Account, Accounts, Role, SignedIn, User
from data.audit import Action, AuditLog, Change, Fact
from data.database import Engine, open_database
from data.errors import AccountError, NotAllowedError, SignInError

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = open_database(f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "lock")
    yield opened
    opened.dispose()


@pytest.fixture
def accounts(engine: Engine) -> Accounts:
    return Accounts(engine)


def account(name: str, role: Role = Role.OWNER, password_hash: str = "hash") -> Account:
    return Account(User(name, role, NOON), password_hash)


def a_session(token_hash: str, at: datetime = NOON) -> SignedIn:
    return SignedIn(token_hash, at, at + timedelta(hours=1))


def test_each_role_may_what_those_before_it_may() -> None:
    assert [[a.allows(b) for b in Role] for a in Role] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


def test_somebody_whose_role_does_not_allow_it_is_told_what_it_takes() -> None:
    with pytest.raises(NotAllowedError, match="Eve is a reader and may not publish; .* an owner"):
        User("Eve", Role.READER, NOON).check(Role.OWNER, "publish")
    User("Eve", Role.OWNER, NOON).check(Role.EDITOR, "edit")


def test_users_are_added_counted_and_listed_by_name(accounts: Accounts) -> None:
    accounts.add(account("bob", Role.READER), by="Ann")
    accounts.add(account("  Ann\t"), by="Ann")
    assert accounts.count() == 2
    assert accounts.users() == [User("Ann", Role.OWNER, NOON), User("bob", Role.READER, NOON)]


@pytest.mark.parametrize("same", ["ann", " ANN ", "Ann"])
def test_a_name_is_taken_in_any_case(accounts: Accounts, same: str) -> None:
    accounts.add(account("Ann"), by="Ann")
    with pytest.raises(AccountError, match="There is a user Ann already"):
        accounts.add(account(same), by="Ann")
    assert accounts.account(same) == account("Ann")


def test_letters_beyond_ascii_are_compared_in_any_case_and_composition(accounts: Accounts) -> None:
    accounts.add(account("Zoé"), by="x")
    assert accounts.account("ZOE\u0301") == account("Zoé")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "1 to 100 characters"),
        (" \n", "1 to 100 characters"),
        ("x" * 101, "1 to 100 characters"),
        ("a\x00b", "cannot be seen"),
        ("a\nb", "cannot be seen"),
        ("ann\u200b", "cannot be seen"),
        ("\u202eann", "cannot be seen"),
        ("a\u2028b", "cannot be seen"),
        ("a\ud800", "cannot be seen"),
    ],
)
def test_a_name_that_cannot_be_read_is_refused(accounts: Accounts, name: str, words: str) -> None:
    with pytest.raises(AccountError, match=words):
        accounts.add(account(name), by="x")
    assert accounts.count() == 0


def test_the_first_user_is_first_only_once(accounts: Accounts) -> None:
    accounts.add(account("Ann"), by="Ann", first=True)
    with pytest.raises(AccountError, match="There is an owner already"):
        accounts.add(account("Bob"), by="Bob", first=True)


def test_the_last_owner_is_neither_removed_nor_demoted(accounts: Accounts) -> None:
    accounts.add(account("Ann"), by="x")
    accounts.add(account("Bob", Role.EDITOR), by="x")
    with pytest.raises(AccountError, match="Ann is the only owner"):
        accounts.remove("ann", by="x")
    with pytest.raises(AccountError, match="Ann is the only owner"):
        accounts.set_role("Ann", Role.EDITOR, by="x")
    accounts.set_role("Bob", Role.OWNER, by="x")
    accounts.set_role("Ann", Role.READER, by="x")
    accounts.remove("Ann", by="x")
    assert accounts.users() == [User("Bob", Role.OWNER, NOON)]


def test_what_concerns_nobody_is_refused(accounts: Accounts) -> None:
    for change in (
        lambda: accounts.remove("Eve", by="x"),
        lambda: accounts.set_role("Eve", Role.READER, by="x"),
        lambda: accounts.set_password_hash("Eve", "other", by="x"),
    ):
        with pytest.raises(AccountError, match="There is no user Eve"):
            change()
    assert accounts.account("Eve") is None


def test_each_change_is_in_the_audit_log_and_no_secret_is(
    accounts: Accounts, engine: Engine
) -> None:
    accounts.add(account("Ann"), by="Ann")
    accounts.add(account("Bob", Role.READER), by="Ann")
    accounts.set_role("bob", Role.EDITOR, by="Ann")
    accounts.set_role("bob", Role.EDITOR, by="Ann")
    accounts.set_password_hash("bob", "hash2", by="Ann")
    accounts.open_session(account("Bob", password_hash="hash2"), a_session("token"))
    accounts.remove("bob", by="Ann")
    changes = [event.change for event in reversed(AuditLog(engine).search(limit=9))]
    assert changes == [
        Change("Ann", Action.USER_ADDED, "Ann", after=(Fact("role", "owner"),)),
        Change("Ann", Action.USER_ADDED, "Bob", after=(Fact("role", "reader"),)),
        Change(
            "Ann", Action.ROLE_CHANGED, "Bob", (Fact("role", "reader"),), (Fact("role", "editor"),)
        ),
        Change("Ann", Action.PASSWORD_CHANGED, "Bob"),
        Change("Bob", Action.SIGNED_IN, "Bob"),
        Change("Ann", Action.USER_REMOVED, "Bob", (Fact("role", "editor"),)),
    ]


def test_a_change_that_is_refused_leaves_no_trace(accounts: Accounts, engine: Engine) -> None:
    accounts.add(account("Ann"), by="Ann")
    with pytest.raises(AccountError, match="only owner"):
        accounts.remove("Ann", by="Ann")
    assert AuditLog(engine).count() == 1


def test_a_session_holds_until_it_expires_or_is_closed(accounts: Accounts) -> None:
    ann = account("Ann")
    accounts.add(ann, by="x")
    accounts.open_session(ann, a_session("one"))
    accounts.open_session(ann, a_session("two"))
    assert accounts.session_user("one", NOON + 59 * MINUTE) == ann.user
    assert accounts.session_user("one", NOON + 60 * MINUTE) is None
    assert accounts.session_user("other", NOON) is None
    accounts.close_session("one")
    accounts.close_session("one")
    assert accounts.session_user("one", NOON) is None
    assert accounts.session_user("two", NOON) == ann.user


def test_expired_sessions_are_forgotten_when_somebody_signs_in(accounts: Accounts) -> None:
    ann = account("Ann")
    accounts.add(ann, by="x")
    accounts.open_session(ann, a_session("old"))
    accounts.open_session(ann, a_session("new", NOON + 60 * MINUTE))
    assert accounts.session_user("old", NOON) is None


def test_another_password_role_or_no_account_ends_all_sessions(accounts: Accounts) -> None:
    for name in ("Ann", "Bob", "Cat", "Dan"):
        accounts.add(account(name), by="x")
        accounts.open_session(account(name), a_session(name))
    accounts.set_password_hash("ann", "other", by="x")
    accounts.set_role("BOB", Role.READER, by="x")
    accounts.remove("cat", by="x")
    signed_in = [accounts.session_user(name, NOON) for name in ("Ann", "Bob", "Cat", "Dan")]
    assert [user and user.name for user in signed_in] == [None, None, None, "Dan"]


def test_a_session_is_not_opened_with_a_password_that_was_changed_meanwhile(
    accounts: Accounts,
) -> None:
    accounts.add(account("Ann"), by="x")
    accounts.set_password_hash("Ann", "other", by="x")
    with pytest.raises(SignInError, match="changed a moment ago"):
        accounts.open_session(account("Ann"), a_session("one"))
    accounts.renew_hash("Ann", "not this", "never")
    accounts.renew_hash("Ann", "other", "hash")
    accounts.open_session(account("Ann"), a_session("one"))


def test_attempts_are_counted_by_name_within_a_time(accounts: Accounts) -> None:
    def attempt(name: str, second: int) -> int:
        now = NOON + timedelta(seconds=second)
        return len(accounts.begin_attempt(name, now, now - MINUTE, limit=2))

    assert [attempt("Ann", 0), attempt("ann ", 1), attempt("ANN", 2), attempt("ann", 3)] == [
        0,
        1,
        2,
        2,
    ]
    assert attempt("bob", 3) == 0
    assert attempt("ann", 60) == 1
    accounts.forget_attempts("Ann")
    assert attempt("ann", 61) == 0
    assert attempt("bob", 61) == 1


def test_a_new_password_lets_somebody_try_again_at_once(accounts: Accounts) -> None:
    accounts.add(account("Ann"), by="x")
    accounts.begin_attempt("ann", NOON, NOON - MINUTE, limit=1)
    accounts.set_password_hash("Ann", "other", by="x")
    assert not accounts.begin_attempt("ann", NOON, NOON - MINUTE, limit=1)


def test_a_clock_that_is_put_back_shuts_nobody_out(accounts: Accounts) -> None:
    accounts.begin_attempt("ann", NOON + 5 * MINUTE, NOON + 4 * MINUTE, limit=1)
    assert not accounts.begin_attempt("ann", NOON, NOON - MINUTE, limit=1)
    assert accounts.begin_attempt("ann", NOON, NOON - MINUTE, limit=1)


def test_an_attempt_with_a_name_of_any_length_is_counted(accounts: Accounts) -> None:
    for already in range(2):
        earlier = accounts.begin_attempt("x" * 5_000, NOON, NOON - MINUTE, limit=5)
        assert len(earlier) == already

"""Signing in, with cheap hashes and a clock that stands still until it is moved."""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from data.accounts import Account, Accounts, Role, User
from data.audit import AuditLog
from data.database import Engine, open_database
from data.errors import AccountError, DiskError, NotAllowedError, SignInError
from pipeline.accounts import (
    COMMAND_LINE,
    AccountService,
    role_of_address,
)
from pipeline.build import Faqdesk
from pipeline.passwords import MAX_PASSWORD, Passwords

PASSWORD = "a boat on the lake"
CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = open_database(f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "lock")
    yield opened
    opened.dispose()


@pytest.fixture
def another(engine: Engine, tmp_path: Path, clock: Clock) -> Callable[..., AccountService]:
    """Opens the same accounts as another process would."""

    def opened(**parameters: int) -> AccountService:
        hasher = PasswordHasher(**{**CHEAP, **parameters})
        return AccountService(
            Accounts(engine), tmp_path / "setup-code", 12, Passwords(hasher), clock
        )

    return opened


@pytest.fixture
def service(another: Callable[..., AccountService]) -> AccountService:
    return another()


@pytest.fixture
def ann(service: AccountService) -> User:
    return service.add(COMMAND_LINE, "Ann", PASSWORD, Role.OWNER)


# ------------------------------------------------------------------------------------- signing in


def test_whoever_signs_in_is_known_by_the_token(service: AccountService, ann: User) -> None:
    token = service.sign_in(" ANN ", PASSWORD)
    assert service.user_of(token) == ann
    assert service.user_of("") is None
    assert service.user_of(token[:-1]) is None
    assert service.user_of("\ud800") is None


def test_each_token_is_another_and_only_its_digest_is_kept(
    service: AccountService, ann: User, tmp_path: Path, engine: Engine
) -> None:
    tokens = {service.sign_in("Ann", PASSWORD) for _ in range(4)}
    assert len(tokens) == 4
    assert min(map(len, tokens)) >= 43  # 256 bits, six to a character
    engine.dispose()
    files = b"".join(path.read_bytes() for path in tmp_path.glob("a.db*"))
    for token in tokens:
        assert token.encode() not in files
        assert hashlib.sha256(token.encode()).hexdigest().encode() in files
    assert PASSWORD.encode() not in files
    assert b"$argon2id$" in files


def test_a_session_expires(service: AccountService, ann: User, clock: Clock) -> None:
    token = service.sign_in("Ann", PASSWORD)
    clock.wait(12 * 3600 - 1)
    assert service.user_of(token) == ann
    clock.wait(1)
    assert service.user_of(token) is None


def test_whoever_signs_out_is_out_there_and_nowhere_else(
    service: AccountService, ann: User
) -> None:
    here, there = service.sign_in("Ann", PASSWORD), service.sign_in("Ann", PASSWORD)
    service.sign_out(here)
    assert service.user_of(here) is None
    assert service.user_of(there) == ann


def test_a_wrong_password_and_an_unknown_name_are_told_alike(
    service: AccountService, ann: User
) -> None:
    told = set()
    for name, password in (("Ann", "a boat on the sea"), ("Eve", PASSWORD), ("", ""), ("Ann", "")):
        with pytest.raises(SignInError, match="The name or the password is not right") as caught:
            service.sign_in(name, password)
        told.add(str(caught.value))
    assert len(told) == 1


def test_an_unknown_name_is_checked_against_a_hash_as_a_known_one_is(
    another: Callable[..., AccountService], ann: User
) -> None:
    class Counting(PasswordHasher):
        checked = 0

        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # noqa: A002
            Counting.checked += 1
            return super().verify(hash, password)

    service = another()
    service._passwords = Passwords(Counting(**CHEAP))
    for name in ("Ann", "Eve"):
        before = Counting.checked
        with pytest.raises(SignInError, match="not right"):
            service.sign_in(name, "wrong")
        assert Counting.checked == before + 1


def test_five_failures_in_a_minute_stop_even_the_right_password_in_every_process(
    another: Callable[..., AccountService], ann: User, clock: Clock
) -> None:
    for _ in range(5):
        with pytest.raises(SignInError, match="not right"):
            another().sign_in("Ann", "wrong")
        clock.wait(5)
    with pytest.raises(SignInError, match="Try again in 35 seconds"):
        another().sign_in("ann", PASSWORD)
    clock.wait(34)
    with pytest.raises(SignInError, match="Try again in 1 second\\."):
        another().sign_in("ann", PASSWORD)
    clock.wait(1)
    assert another().user_of(another().sign_in("ann", PASSWORD)) == ann


def test_an_unknown_name_is_stopped_as_a_known_one_is(service: AccountService) -> None:
    for _ in range(5):
        with pytest.raises(SignInError, match="not right"):
            service.sign_in("Eve", "wrong")
    with pytest.raises(SignInError, match="Try again in 60 seconds"):
        service.sign_in("Eve", "wrong")


def test_attempts_that_are_refused_do_not_make_the_wait_longer(
    service: AccountService, ann: User, clock: Clock
) -> None:
    for _ in range(50):
        with pytest.raises(SignInError, match="."):
            service.sign_in("Ann", "wrong")
        clock.wait(1)
    clock.wait(10)
    service.sign_in("Ann", PASSWORD)


def test_somebody_who_got_in_begins_to_count_anew(service: AccountService, ann: User) -> None:
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(SignInError, match="not right"):
                service.sign_in("Ann", "wrong")
        service.sign_in("Ann", PASSWORD)


def test_of_many_guesses_at_the_same_moment_five_are_looked_at(
    another: Callable[..., AccountService], ann: User
) -> None:
    told: list[str] = []

    def guess() -> None:
        try:
            another().sign_in("Ann", "wrong")
        except SignInError as error:
            told.append(str(error))

    threads = [threading.Thread(target=guess) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum("is not right" in words for words in told) == 5
    assert sum("Try again in" in words for words in told) == 15


def test_a_hash_by_old_parameters_is_renewed_at_the_next_sign_in(
    another: Callable[..., AccountService], ann: User, engine: Engine
) -> None:
    def kept() -> Account | None:
        return Accounts(engine).account("Ann")

    before = kept()
    dearer = another(time_cost=2)
    assert dearer.user_of(dearer.sign_in("Ann", PASSWORD)) == ann
    after = kept()
    assert before is not None
    assert after is not None
    assert "t=1" in before.password_hash
    assert "t=2" in after.password_hash
    dearer.sign_in("Ann", PASSWORD)
    assert kept() == after


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("nine char", "10 to 1,000 characters"),
        ("", "10 to 1,000 characters"),
        ("x" * (MAX_PASSWORD + 1), "10 to 1,000 characters"),
        (" ANNA-MARIA ", "must not be the name"),
    ],
)
def test_a_password_that_is_easily_guessed_is_refused(
    service: AccountService, password: str, words: str
) -> None:
    with pytest.raises(AccountError, match=words):
        service.add(COMMAND_LINE, "Anna-Maria", password, Role.OWNER)
    assert not service.has_users()


def test_a_password_may_hold_any_character_in_any_composition(service: AccountService) -> None:
    service.add(COMMAND_LINE, "Ann", "crème brûlée \ud800 🐕", Role.OWNER)
    service.sign_in("Ann", "cre\u0300me bru\u0302le\u0301e \ud800 🐕")
    with pytest.raises(SignInError, match="not right"):
        service.sign_in("Ann", "creme brulee \ud800 🐕")


def test_a_longer_text_is_not_taken_for_the_password_that_it_begins_with(
    service: AccountService,
) -> None:
    service.add(COMMAND_LINE, "Ann", "x" * MAX_PASSWORD, Role.OWNER)
    service.sign_in("Ann", "x" * MAX_PASSWORD)
    with pytest.raises(SignInError, match="not right"):
        service.sign_in("Ann", "x" * (MAX_PASSWORD + 1))


def test_no_secret_is_logged(
    service: AccountService, ann: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    token = service.sign_in("Ann", PASSWORD)
    service.user_of(token)
    assert PASSWORD not in caplog.text
    assert token not in caplog.text


# ---------------------------------------------------------------------------------- the first owner


def test_the_set_up_code_is_kept_for_the_owner_of_the_folder_alone(
    service: AccountService, tmp_path: Path
) -> None:
    code = service.setup_code()
    assert code is not None
    assert len(code) >= 20
    assert service.setup_code() == code
    assert stat.S_IMODE((tmp_path / "setup-code").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("setup-code*")] == ["setup-code"]


def test_a_set_up_code_that_others_could_read_or_that_is_cut_short_is_mended(
    service: AccountService, tmp_path: Path
) -> None:
    (tmp_path / "setup-code").write_text("short")
    os.chmod(tmp_path / "setup-code", 0o644)
    code = service.setup_code()
    assert code is not None
    assert len(code) >= 20
    os.chmod(tmp_path / "setup-code", 0o644)
    assert service.setup_code() == code
    assert stat.S_IMODE((tmp_path / "setup-code").stat().st_mode) == 0o600


def test_the_first_owner_needs_the_code_and_it_is_gone_afterwards(
    service: AccountService, tmp_path: Path
) -> None:
    code = service.setup_code() or ""
    for wrong in ("", code[:-1], "é\ud800", " "):
        with pytest.raises(NotAllowedError, match="The set-up code is not right"):
            service.create_first_owner(wrong, "Eve", PASSWORD)
    token = service.create_first_owner(f" {code}\n", "Ann", PASSWORD)
    user = service.user_of(token)
    assert user is not None
    assert (user.name, user.role) == ("Ann", Role.OWNER)
    assert not (tmp_path / "setup-code").exists()
    assert service.setup_code() is None
    with pytest.raises(AccountError, match="There is an owner already"):
        service.create_first_owner(code, "Eve", PASSWORD)


def test_an_empty_file_is_no_code(service: AccountService, tmp_path: Path) -> None:
    (tmp_path / "setup-code").write_text("")
    with pytest.raises(NotAllowedError, match="The set-up code is not right"):
        service.create_first_owner("", "Eve", PASSWORD)


def test_a_code_is_of_no_use_once_the_command_has_added_somebody(
    service: AccountService, tmp_path: Path
) -> None:
    code = service.setup_code() or ""
    service.add(COMMAND_LINE, "Ann", PASSWORD, Role.OWNER)
    assert not (tmp_path / "setup-code").exists()
    with pytest.raises(AccountError, match="There is an owner already"):
        service.create_first_owner(code, "Eve", PASSWORD)


def test_a_folder_that_cannot_be_written_is_told(service: AccountService, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    service._code_file = tmp_path / "file" / "setup-code"
    with pytest.raises(DiskError, match="faqdesk admin add NAME"):
        service.setup_code()


# ------------------------------------------------------------------------------------------- people


@pytest.mark.parametrize("role", [Role.READER, Role.EDITOR])
def test_only_an_owner_manages_people(service: AccountService, ann: User, role: Role) -> None:
    eve = service.add(ann, "Eve", PASSWORD, role)
    for change in (
        lambda: service.add(eve, "Mallory", PASSWORD, Role.OWNER),
        lambda: service.set_role(eve, "Eve", Role.OWNER),
        lambda: service.set_password(eve, "Ann", "another password"),
        lambda: service.remove(eve, "Ann"),
        lambda: service.users(eve),
    ):
        with pytest.raises(NotAllowedError, match=f"Eve is an? {role} and may not .* an owner"):
            change()
    assert service.users(ann) == [ann, eve]


def test_an_owner_adds_changes_and_removes_people(
    service: AccountService, ann: User, engine: Engine
) -> None:
    service.add(ann, "Bob", PASSWORD, Role.READER)
    service.set_role(ann, "bob", Role.EDITOR)
    service.set_password(ann, "bob", "another password")
    token = service.sign_in("Bob", "another password")
    assert [(user.name, user.role) for user in service.users(ann)] == [
        ("Ann", Role.OWNER),
        ("Bob", Role.EDITOR),
    ]
    service.remove(ann, "bob")
    assert service.user_of(token) is None
    assert {event.change.who for event in AuditLog(engine).search("bob", limit=9)} == {"Ann", "Bob"}


def test_another_password_or_role_signs_out(service: AccountService, ann: User) -> None:
    service.add(ann, "Bob", PASSWORD, Role.READER)
    token = service.sign_in("Bob", PASSWORD)
    service.set_role(ann, "Bob", Role.EDITOR)
    assert service.user_of(token) is None
    token = service.sign_in("Bob", PASSWORD)
    service.set_password(ann, "Bob", "another password")
    assert service.user_of(token) is None


def test_everybody_changes_their_own_password_and_is_signed_out_elsewhere(
    service: AccountService, ann: User
) -> None:
    bob = service.add(ann, "Bob", PASSWORD, Role.READER)
    elsewhere = service.sign_in("Bob", PASSWORD)
    with pytest.raises(SignInError, match="not right"):
        service.change_own_password(bob, "wrong", "another password")
    with pytest.raises(AccountError, match="10 to"):
        service.change_own_password(bob, PASSWORD, "short")
    here = service.change_own_password(bob, PASSWORD, "another password")
    assert service.user_of(here) == bob
    assert service.user_of(elsewhere) is None
    service.sign_in("Bob", "another password")


def test_guessing_the_own_password_is_stopped_too(service: AccountService, ann: User) -> None:
    for _ in range(5):
        with pytest.raises(SignInError, match="not right"):
            service.change_own_password(ann, "wrong", "another password")
    with pytest.raises(SignInError, match="Try again in"):
        service.change_own_password(ann, PASSWORD, "another password")


def test_nobody_is_called_as_the_command_is(service: AccountService, ann: User) -> None:
    with pytest.raises(AccountError, match="Nobody can be called"):
        service.add(ann, "(Command line)", PASSWORD, Role.READER)


def test_a_library_has_accounts_with_real_hashes(
    faqdesk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    faqdesk.accounts.add(COMMAND_LINE, "Ann", PASSWORD, Role.OWNER)
    account = Accounts(faqdesk.engine).account("Ann")
    assert account is not None
    assert account.password_hash.startswith("$argon2id$")
    assert PasswordHasher().check_needs_rehash(account.password_hash) is False
    assert faqdesk.accounts.session_length == timedelta(hours=12)


# ------------------------------------------------------------------------------- identity providers


@pytest.mark.parametrize(
    ("address", "role"),
    [
        ("Ann@Example.org", Role.OWNER),
        ("bob@example.org", Role.EDITOR),
        ("eve@elsewhere.org", Role.READER),
        ("eve@evil.org@example.org.evil", Role.READER),
        ("", None),
    ],
)
def test_an_address_has_the_role_of_what_says_most(address: str, role: Role | None) -> None:
    roles = {"ann@example.org": Role.OWNER, "*@EXAMPLE.org": Role.EDITOR, "*": Role.READER}
    assert role_of_address(address, roles) == role


def test_an_address_that_nothing_names_has_no_role() -> None:
    assert role_of_address("eve@elsewhere.org", {"*@example.org": Role.READER}) is None

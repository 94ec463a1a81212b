"""Every setting, from the environment (`FAQDESK_…`) or from `settings.toml` in the home folder."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from pydantic_settings import SettingsError as UnreadableSettingError

from data.errors import SettingsError
from data.roles import Role
from index.models import DEFAULT_ENCODER
from pipeline.personal import PersonalKind
from pipeline.reading.choice import DEFAULT_READER

HOME_FOLDER = ".faqdesk"
FILE = "settings.toml"


class _File(TomlConfigSettingsSource):
    """The file, which some editors begin with a byte-order mark."""

    def _read_file(self, file_path: Any) -> dict[str, Any]:
        return tomllib.loads(file_path.read_text("utf-8-sig"))


class Settings(BaseSettings):
    """What the owner can change. Thresholds are confidences, 0 to 1."""

    model_config = SettingsConfigDict(env_prefix="FAQDESK_", frozen=True, extra="forbid")

    home: Path = Path(HOME_FOLDER)
    database_url: str = ""
    models: Path = Path("~/.cache/faqdesk/models")
    encoder: str = DEFAULT_ENCODER
    reader: str = DEFAULT_READER
    device: Literal["auto", "cpu", "gpu"] = "auto"
    phrasing: str = "off"
    phrasing_model: str = ""
    phrasing_timeout_s: float = Field(20.0, ge=1, le=600)
    phrasing_tone: Literal["neutral", "friendly", "brief"] = "friendly"
    phrasing_sentences: int = Field(3, ge=1, le=8)
    phrasing_language: str = Field("", max_length=40)
    phrasing_examples: str = Field("", max_length=2000)
    phrasing_decoding: Literal["greedy", "beam", "sample"] = "greedy"
    phrasing_top_k: int = Field(40, ge=0)
    phrasing_top_p: float = Field(0.9, gt=0, le=1)
    phrasing_temperature: float = Field(0.7, gt=0, le=2)
    phrasing_repetition_penalty: float = Field(1.0, ge=1, le=2)
    phrasing_beams: int = Field(4, ge=2, le=16)
    phrasing_seed: int = Field(0, ge=0, lt=2**32)
    phrasing_max_tokens: int = Field(160, ge=8, le=1000)
    answer_at: float = Field(0.6, ge=0, le=1)
    suggest_at: float = Field(0.2, ge=0, le=1)
    max_question_length: int = Field(2000, ge=1)
    keep_generations: int = Field(10, ge=2)
    keep_questions_days: int = Field(365, ge=0)
    mask: tuple[PersonalKind, ...] = tuple(PersonalKind)
    session_hours: int = Field(12, ge=1, le=24 * 365)
    oidc_roles: dict[str, Role] = Field(default_factory=dict)
    organisation: str = "Help desk"
    contact: str = ""
    unanswered_text: str = (
        "I could not find an answer to that. Try other words, or ask one thing at a time."
    )
    greeting_text: str = "Hello! What would you like to know?"
    thanks_text: str = "You are welcome. Is there anything else you would like to know?"
    goodbye_text: str = "Goodbye, and thank you for asking."
    person_text: str = "I am a program, and answer what has been written down here."
    complaint_text: str = (
        "I am sorry about that. If you tell me what you need, I look for an answer; "
        "for anything else please turn to a person."
    )
    off_topic_text: str = "I can only answer questions about what we do here."
    unintelligible_text: str = "I did not understand that. Please ask in a few words."

    @model_validator(mode="after")
    def _thresholds_in_order(self) -> Settings:
        if self.suggest_at > self.answer_at:
            raise ValueError(
                f"suggest_at, how sure it must be to suggest an entry ({self.suggest_at}), must "
                f"not be above answer_at, how sure it must be to answer ({self.answer_at})"
            )
        return self

    @property
    def url(self) -> str:
        """The database's SQLAlchemy URL."""
        if self.database_url:
            return self.database_url
        # In a URL these two signs mean something else.
        path = str(self.home / "faqdesk.db").replace("%", "%25").replace("?", "%3F")
        return f"sqlite:///{path}"

    @property
    def generations(self) -> Path:
        """The folder that holds the generations."""
        return self.home / "generations"

    @property
    def writer_lock(self) -> Path:
        """The file whose lock a process holds while it changes the library."""
        return self.home / "writer.lock"

    @property
    def setup_code(self) -> Path:
        """The file with the code by which the first owner is known."""
        return self.home / "setup-code"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What was given wins over the environment, and that over the file."""
        return (init_settings, env_settings, _File(settings_cls))


def load_settings(home: Path | None = None) -> Settings:
    """The settings of a library; `home` wins over `FAQDESK_HOME`.

    Raises:
        SettingsError: naming the setting, its value and what is allowed.
    """
    try:
        chosen = _expanded(home or _Home().home)
        file = chosen / FILE

        class WithFile(Settings):
            model_config = SettingsConfigDict(toml_file=file)

        settings = WithFile(home=chosen.absolute())
        return settings.model_copy(update={"models": _expanded(settings.models)})
    except ValidationError as error:
        raise SettingsError(explained(error)) from error
    except UnreadableSettingError as error:
        raise SettingsError(
            f"An environment variable is not the JSON that it should be: {error}. Write lists as "
            '["mail", "phone"] and roles as {"ann@example.org": "owner"}.'
        ) from error
    except ValueError as error:
        raise SettingsError(f"{FILE} cannot be read ({error}). Mend it or remove it.") from error


def _expanded(path: Path) -> Path:
    """The path with the home folder of a person in place of `~`."""
    try:
        str(path).encode()
        return path.expanduser()
    except UnicodeEncodeError as error:
        shown = str(path).encode("utf-8", "replace").decode()
        raise SettingsError(
            f"The folder {shown} has a name that is no text in UTF-8. Choose another."
        ) from error
    except RuntimeError as error:
        raise SettingsError(
            f"The folder {path} is not there: nobody here has that home folder. Write the path out."
        ) from error


class _Home(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="FAQDESK_", extra="ignore")

    home: Path = Path(HOME_FOLDER)


def explained(error: ValidationError) -> str:
    """Which settings make no sense, and what to do, in a sentence or two."""
    problems = "; ".join(_problem(dict(problem)) for problem in error.errors())
    return (
        f"A setting cannot be used: {problems}. "
        f"Change it in the environment (FAQDESK_…) or in {FILE}."
    )


def _problem(problem: dict[str, Any]) -> str:
    name = ".".join(str(part) for part in problem["loc"])
    message = problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "extra_forbidden":
        # Whatever it was meant to be, such as a key, is nobody else's business.
        return f"{name} is no setting"
    return f"{name} = {problem['input']!r}: {message}" if name else message

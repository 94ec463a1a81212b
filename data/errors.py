"""Everything that can go wrong, as one tree.

    FaqdeskError
    ├── InputError                    the person gave something that cannot be used
    │   ├── QuestionError             a question that is empty or too long
    │   ├── SourceError               a file that cannot be imported at all
    │   ├── ArchiveError              a backup that is damaged, foreign or from a newer faqdesk
    │   ├── SettingsError             a setting with a value that makes no sense
    │   ├── UnknownEntryError         an id that the library does not hold
    │   ├── UnknownGenerationError    a generation number that was never published
    │   ├── UnknownEvaluationError    the number of an evaluation run that was never kept
    │   ├── UnknownTurnError          the number of a question that was never asked, or is deleted
    │   ├── EditConflictError         somebody else changed the same thing in the meantime
    │   ├── AccountError              a name, password or role that an account cannot have
    │   ├── SignInError               a name or password that is not right, or too many attempts
    │   └── NotAllowedError           somebody's role does not allow what they asked for
    ├── LibraryError                  what is on disk is not what it should be
    │   ├── NothingPublishedError     no generation has been published yet
    │   ├── GenerationDamagedError    files of a generation are missing, changed or foreign
    │   ├── DatabaseError             the database cannot be opened, read or written
    │   ├── DatabaseNewerError        the database was written by a newer faqdesk
    │   └── DiskError                 the disk is full or refuses to be written
    └── ModelError                    a model is missing, damaged or cannot be loaded
        └── PhrasingError             a model or endpoint did not write a reply

Every message is one or two sentences: what happened, then what to do. Library exceptions are
translated into these once, where the library is called.
"""

from __future__ import annotations


class FaqdeskError(Exception):
    """Any failure that faqdesk expects and can explain."""


class InputError(FaqdeskError):
    """The person gave something that cannot be used; nothing was changed."""


class QuestionError(InputError):
    """The question is empty or longer than the limit."""


class SourceError(InputError):
    """A file is missing, unreadable, or of a shape in which no entries can be found."""


class ArchiveError(InputError):
    """A backup is damaged, unsafe, made by something else or by a newer faqdesk."""


class SettingsError(InputError):
    """A setting or environment variable has a value that makes no sense."""


class UnknownEntryError(InputError):
    """No entry in the library has this id."""


class UnknownGenerationError(InputError):
    """No generation with this number was ever published."""


class UnknownEvaluationError(InputError):
    """No evaluation run with this number was kept."""


class UnknownTurnError(InputError):
    """No question was asked under this number, or it has been deleted since."""


class EditConflictError(InputError):
    """What was to be changed is no longer what the change was made from."""


class AccountError(InputError):
    """An account cannot be made, or changed so; nothing was changed."""


class SignInError(InputError):
    """The name or the password is not right, or there were too many attempts."""


class NotAllowedError(InputError):
    """The role of whoever asked does not allow it."""


class LibraryError(FaqdeskError):
    """What is on disk is not what it should be."""


class NothingPublishedError(LibraryError):
    """No generation has been published, so there is nothing to search."""


class GenerationDamagedError(LibraryError):
    """A generation's files are missing, altered or made by another encoder or database."""


class DatabaseError(LibraryError):
    """The database cannot be opened, read or written."""


class DatabaseNewerError(LibraryError):
    """The database was written by a newer version of faqdesk than this one."""


class DiskError(LibraryError):
    """The disk is full or refuses to be written; the published state is unharmed."""


class ModelError(FaqdeskError):
    """A model is missing, fails its checksum or cannot be loaded."""


class PhrasingError(ModelError):
    """A model or an endpoint did not write a reply, or not in time."""

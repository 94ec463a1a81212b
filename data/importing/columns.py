"""What a file's columns (or JSON keys) mean, told by their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from data.errors import SourceError
from data.importing.notes import Notes, quoted

FIELDS = (
    "id",
    "question",
    "answer",
    "alternates",
    "category",
    "tags",
    "source",
    "url",
    "valid_from",
    "valid_until",
)

# Per field: names that mean it, and after the bar names that mean it only when no better one is
# there. Names are compared without accents, case, blanks, hyphens and underscores.
_NAMES = {
    "id": "id qid entryid questionid faqid qnaid uid | key",
    "question": "question q questions query faq frage pregunta domanda pergunta"
    " | title ask scenario prompt",
    "answer": "answer a answers response responses reply antwort respuesta reponse risposta"
    " resposta | content body text",
    "alternates": "alternates alternate alternatives alternative variants variant alt"
    " alternatequestions alternativequestions otherquestions similarquestions questionvariants"
    " variations paraphrases utterances",
    "category": "category categories class topic intent section group kategorie rubrik"
    " categoria categorie",
    "tags": "tags tag keywords labels label metadata schlagworte stichworte",
    "source": "source sources quelle",
    "url": "url link href sourceurl weblink",
    "valid_from": "validfrom validsince gultigab",
    "valid_until": "validuntil validto validthrough gultigbis expires expirydate expirationdate",
}
_NUMBERED_QUESTION = re.compile(r"(?:question|q|frage|pregunta)\d+")
_NUMBERED_ALTERNATE = re.compile(
    r"(?:alt|alternate|alternative|alternatequestion|variant|variation|paraphrase|utterance)s?\d+"
)


def normalised(name: str) -> str:
    """The name as names are compared: "Réponse courte:" is "reponsecourte"."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def _ranked_names() -> dict[str, tuple[str, int]]:
    ranked: dict[str, tuple[str, int]] = {}
    for meaning, names in _NAMES.items():
        better, _, weaker = names.partition("|")
        ranked |= dict.fromkeys(weaker.split(), (meaning, 2))
        ranked |= dict.fromkeys(better.split(), (meaning, 1))
        ranked[normalised(meaning)] = (meaning, 0)
    return ranked


_RANKED = _ranked_names()


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns, by position, hold each field; only `question` and `alternates` have several.

    `losers` are columns of the same meaning as one that was chosen.
    """

    fields: Mapping[str, tuple[int, ...]]
    losers: Mapping[int, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether there is a question and an answer."""
        return {"question", "answer"} <= set(self.fields)

    @property
    def used(self) -> set[int]:
        """The positions that hold some field."""
        return {position for positions in self.fields.values() for position in positions}

    def named(self, header: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Pairs of our field and the file's own name for it."""
        return tuple(
            (name, header[position]) for name in FIELDS for position in self.fields.get(name, ())
        )


def check_mapping(mapping: Mapping[str, str]) -> None:
    """Make sure that a mapping speaks only of fields that exist.

    Raises:
        SourceError: it names a field that there is not.
    """
    unknown = [name for name in mapping if name not in FIELDS]
    if unknown:
        raise SourceError(
            f"There is no field {quoted(unknown)}. Map one of these instead: {', '.join(FIELDS)}."
        )


def resolve(header: Sequence[str], mapping: Mapping[str, str]) -> Columns:
    """The columns of each field: those the mapping names, then by what their names mean.

    A field that the mapping gives the name "" has none.
    """
    unwanted = {name for name, column in mapping.items() if not column}
    fields: dict[str, tuple[int, ...]]
    fields = {name: (at,) for name, at in _mapped(header, mapping).items()}
    taken = {position for positions in fields.values() for position in positions}
    losers: dict[int, str] = {}
    for name, positions in _candidates(header, taken).items():
        if name in unwanted:
            continue
        chosen = () if name in fields else _chosen(name, positions, header)
        fields |= {name: chosen} if chosen else {}
        losers |= {at: name for at in positions if at not in chosen}
    numbered = tuple(at for at in losers if _is_numbered_question(header[at]))
    if numbered:
        fields["alternates"] = tuple(sorted(fields.get("alternates", ()) + numbered))
    return Columns(fields, {at: name for at, name in losers.items() if at not in numbered})


def plain_header(header: Sequence[str], columns: Columns) -> list[str]:
    """The header under which its columns are understood with no mapping, as far as that goes.

    A column that somebody had to choose for a field is called as the field.
    """
    unmapped, names, taken = resolve(header, {}), list(header), set(map(normalised, header))
    for name, positions in columns.fields.items():
        if unmapped.fields.get(name) != positions and normalised(name) not in taken:
            names[positions[0]] = name
    return names


def absent(header: Sequence[str], mapping: Mapping[str, str]) -> list[str]:
    """The columns that the mapping asks for and the header has not."""
    found = _mapped(header, mapping)
    return [column for name, column in mapping.items() if column and name not in found]


def report_unused(
    header: Sequence[str], columns: Columns, filled: Iterable[int], notes: Notes
) -> None:
    """Warn once of columns that are understood but beaten, and once of those not understood."""
    for position, name in columns.losers.items():
        chosen = header[columns.fields[name][0]]
        notes.say(f"two columns hold the {name}: '{chosen}' is used and '{header[position]}' isn't")
    idle = [at for at, name in enumerate(header) if name and at not in columns.used]
    unknown = [header[at] for at in idle if at not in columns.losers]
    nameless = sorted(at for at in set(filled) if at >= len(header) or not header[at])
    unknown += [f"number {at + 1}, which has no name" for at in nameless]
    if unknown:
        notes.say(f"columns that are not used: {quoted(unknown)}; map them to a field to use them")


def _mapped(header: Sequence[str], mapping: Mapping[str, str]) -> dict[str, int]:
    found = {}
    for name, column in filter(itemgetter(1), mapping.items()):
        exact = [at for at, own in enumerate(header) if own == column]
        alike = [at for at, own in enumerate(header) if normalised(own) == normalised(column)]
        if exact or (alike and normalised(column)):
            found[name] = (exact or alike)[0]
    return found


def _candidates(header: Sequence[str], taken: set[int]) -> dict[str, list[int]]:
    """Free columns by what they mean, the best name first and then the first column first."""
    ranked: dict[str, list[tuple[int, int]]] = {}
    for position, name in enumerate(header):
        meaning, rank = _meaning(name)
        if meaning and position not in taken:
            ranked.setdefault(meaning, []).append((rank, position))
    return {meaning: [at for _, at in sorted(found)] for meaning, found in ranked.items()}


def _chosen(name: str, positions: Sequence[int], header: Sequence[str]) -> tuple[int, ...]:
    """All columns of alternates, all of question1 … questionN, and otherwise the best one."""
    if name == "alternates":
        return tuple(positions)
    if name == "question" and _is_numbered_question(header[positions[0]]):
        return tuple(at for at in positions if _is_numbered_question(header[at]))
    return (positions[0],)


def _meaning(name: str) -> tuple[str, int]:
    name = normalised(name)
    if _NUMBERED_QUESTION.fullmatch(name):
        return "question", 1
    if _NUMBERED_ALTERNATE.fullmatch(name):
        return "alternates", 1
    return _RANKED.get(name, ("", 0))


def _is_numbered_question(name: str) -> bool:
    return bool(_NUMBERED_QUESTION.fullmatch(normalised(name)))

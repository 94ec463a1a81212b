"""Reports as JSON and back. Reading checks every value, because a file may come from anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import NoReturn

from data.errors import SourceError
from pipeline.evaluation.records import Bin, CurvePoint, Figure, Figures, Report, Row

QPS = "qps"


def report_as_json(report: Report) -> dict[str, object]:
    """The report in the documented structure, of nothing but what JSON has."""
    return {
        "retrieval": {source: _figures(found) for source, found in report.retrieval.items()},
        "answers": _figures(report.answers),
        "decisions": _figures(report.decisions),
        "intent": _figures(report.intent),
        "speed": {
            **{step: dict(values) for step, values in report.speed.items()},
            QPS: report.questions_per_second,
        },
        "run": dict(report.run),
        "by_category": {name: _figures(found) for name, found in report.by_category.items()},
        "reliability": [asdict(bin_) for bin_ in report.reliability],
        "curve": [asdict(point) for point in report.curve],
        "confusion": {name: dict(given) for name, given in report.confusion.items()},
        "rows": [{**asdict(row), "expected": list(row.expected)} for row in report.rows],
    }


def report_from_json(value: object) -> Report:
    """The report that `report_as_json` was given.

    Raises:
        SourceError: it is no report; the message names what it lacks.
    """
    top = _Part(value, "")
    return Report(
        retrieval={name: _read_figures(part) for name, part in top["retrieval"].parts().items()},
        answers=_read_figures(top["answers"]),
        decisions=_read_figures(top["decisions"]),
        intent=_read_figures(top["intent"]),
        speed={name: part.numbers() for name, part in top["speed"].parts().items() if name != QPS},
        questions_per_second=top["speed"][QPS].number(),
        run=top["run"].mapping(),
        by_category={n: _read_figures(part) for n, part in top["by_category"].parts().items()},
        reliability=tuple(_read_bin(part) for part in top["reliability"].items()),
        curve=tuple(_read_point(part) for part in top["curve"].items()),
        confusion={n: part.counts() for n, part in top["confusion"].parts().items()},
        rows=tuple(_read_row(part) for part in top["rows"].items()),
    )


def _figures(figures: Figures) -> dict[str, dict[str, object]]:
    return {name: asdict(figure) for name, figure in figures.items()}


def _read_figures(part: _Part) -> dict[str, Figure]:
    return {name: _read_figure(figure) for name, figure in part.parts().items()}


def _read_figure(part: _Part) -> Figure:
    low, high = part["low"].number_or_none(), part["high"].number_or_none()
    return Figure(part["value"].number_or_none(), low, high, part["n"].count())


def _read_bin(part: _Part) -> Bin:
    return Bin(part["confidence"].number(), part["accuracy"].number(), part["n"].count())


def _read_point(part: _Part) -> CurvePoint:
    return CurvePoint(part["coverage"].number(), part["risk"].number())


def _read_row(part: _Part) -> Row:
    return Row(
        query=part["query"].text(),
        expected=tuple(id_.text() for id_ in part["expected"].items()),
        got=part["got"].text_or_none(),
        first=part["first"].text_or_none(),
        rank=part["rank"].count(),
        confidence=part["confidence"].number(),
        decision=part["decision"].text(),
        span=part["span"].text_or_none(),
        ms=part["ms"].number(),
        category=part["category"].text(),
        scores=part["scores"].numbers(),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """A value inside a report and the way to it, such as "rows[3].rank"."""

    value: object
    path: str

    def __getitem__(self, key: str) -> _Part:
        mapping = self.mapping()
        if key not in mapping:
            _refuse(f"it has no {self._below(key)}")
        return _Part(mapping[key], self._below(key))

    def _below(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def mapping(self) -> Mapping[str, object]:
        if not isinstance(self.value, dict):
            _refuse(f"{self.path or 'it'} is no object")
        return self.value

    def parts(self) -> dict[str, _Part]:
        return {key: self[key] for key in self.mapping()}

    def items(self) -> list[_Part]:
        if not isinstance(self.value, list | tuple):
            _refuse(f"{self.path} is no list")
        return [_Part(item, f"{self.path}[{at}]") for at, item in enumerate(self.value)]

    def number(self) -> float:
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            _refuse(f"{self.path} is no number")
        return float(self.value)

    def number_or_none(self) -> float | None:
        return None if self.value is None else self.number()

    def count(self) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int) or self.value < 0:
            _refuse(f"{self.path} is no count")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            _refuse(f"{self.path} is no text")
        return self.value

    def text_or_none(self) -> str | None:
        return None if self.value is None else self.text()

    def numbers(self) -> dict[str, float]:
        return {name: part.number() for name, part in self.parts().items()}

    def counts(self) -> dict[str, int]:
        return {name: part.count() for name, part in self.parts().items()}


def _refuse(reason: str) -> NoReturn:
    raise SourceError(
        f"This is no report of faqdesk: {reason}. "
        "Give a file that was written by faqdesk evaluate --json."
    )

"""The candidates of a question, each with all that was found for and against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from data.answers import Candidate
from index.lexical import TermShare
from pipeline.build import Faqdesk
from pipeline.contrasts import Clash, clash
from pipeline.explaining.records import ScorePart, Weighed
from pipeline.explaining.scores import fused_parts, read_parts, with_rest
from pipeline.retrieve import heading_of
from pipeline.working import TextWork


def weighed(faqdesk: Faqdesk, work: TextWork) -> tuple[Weighed, ...]:
    """The candidates in the order that decided."""
    candidates = work.ranked.candidates
    ids = [candidate.entry.id for candidate in candidates]
    places = {found.entry.id: place for place, found in enumerate(work.found.candidates, 1)}
    terms = work.generation.term_shares(work.text, ids)
    shares = faqdesk.weights.confidence.shares(candidates)
    clashes = _clashes(faqdesk, work)
    parts = _parts(faqdesk, candidates, clashes)
    confidence = faqdesk.weights.confidence
    sure = [confidence.of(c.score, share) for c, share in zip(candidates, shares, strict=True)]
    columns = (candidates, terms, map(clashes.get, ids), parts, shares, sure)
    return tuple(
        replace(_weighed(*each), place=place, found_at=places[each[0].entry.id])
        for place, each in enumerate(zip(*columns, strict=True), 1)
    )


def _clashes(faqdesk: Faqdesk, work: TextWork) -> dict[str, Clash]:
    """What the question and each entry that was read clash in, by the entry's id."""
    return {
        read.entry.id: clash(work.text, heading_of(read), read.entry.answer)
        for read in faqdesk.ranker.worth_reading(work.found.candidates)
    }


def _parts(
    faqdesk: Faqdesk, candidates: Sequence[Candidate], clashes: Mapping[str, Clash]
) -> list[tuple[ScorePart, ...]]:
    fusion, mixing = faqdesk.weights.fusion, faqdesk.weights.mixing
    fewest = min(map(mixing.against, clashes.values()), default=0.0)
    made = []
    for candidate in candidates:
        parts = fused_parts(candidate, fusion)
        if candidate.entry.id in clashes:
            parts += read_parts(candidate, clashes[candidate.entry.id], fewest, mixing)
        made.append(with_rest(parts, candidate.score))
    return made


def _weighed(
    candidate: Candidate,
    terms: tuple[TermShare, ...],
    clashes: Clash | None,
    parts: tuple[ScorePart, ...],
    share: float,
    confidence: float,
) -> Weighed:
    entry, evidence = candidate.entry, candidate.evidence
    start, end = evidence.answer_start, evidence.answer_end
    return Weighed(
        place=0,
        found_at=0,
        entry_id=entry.id,
        question=entry.question,
        category=entry.category,
        nearest=heading_of(candidate),
        question_cosine=evidence.question,
        alternate=entry.forms[evidence.nearest_alternate] if evidence.nearest_alternate else "",
        alternate_cosine=evidence.alternate,
        passage=entry.answer[start:end],
        passage_start=start,
        passage_end=end,
        answer_cosine=evidence.answer,
        lexical=evidence.lexical,
        terms=terms,
        fused=candidate.fused,
        reading=candidate.reading,
        clash=clashes,
        parts=parts,
        score=candidate.score,
        share=share,
        confidence=confidence,
    )

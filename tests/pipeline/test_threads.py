"""The sums of one question are done on one thread; a batch of questions has all of them."""

from __future__ import annotations

from collections.abc import Sequence

from threadpoolctl import threadpool_info, threadpool_limits

from index.encoder import HashEncoder, Progress, Vectors
from pipeline.build import Faqdesk


class Noting(HashEncoder):
    """Notes how many threads linear algebra has while it encodes."""

    def __init__(self) -> None:
        self.seen: list[set[int]] = []

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        blas = [each for each in threadpool_info() if each["user_api"] == "blas"]
        self.seen.append({each["num_threads"] for each in blas})
        return super().encode(texts, progress)


def test_one_question_has_one_thread_and_many_have_all(filled: Faqdesk) -> None:
    filled.kinds.ready()
    noting = filled.__dict__["encoder"] = Noting()
    answerer = filled.unlogged_answerer
    with threadpool_limits(2, "blas"):
        answerer.answer("How do I get a refund?")
        list(answerer.answer_many(["How do I get a refund?", "May I bring a dog?"]))
    assert noting.seen[0] == {1}
    assert noting.seen[-1] == {2}

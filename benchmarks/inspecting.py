"""What Inspect costs and shows: `python -m benchmarks.inspecting`, on the sample.

Two processes answer the same questions in turns, so that both meet the same machine: in one of them
all of Inspect was opened before. Then who finds the right entry, and a word in several senses.
"""

from __future__ import annotations

import multiprocessing
import time
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from pipeline.build import Faqdesk
from pipeline.evaluation.question_sets import read_questions
from pipeline.evaluation.records import LabelledQuestion
from pipeline.evaluation.scratch import scratch_library
from pipeline.evaluation.service import entries_of
from pipeline.explaining.explain import explain
from pipeline.inside.network import Network
from pipeline.inside.senses import SENTENCES, WORD, senses
from pipeline.inside.then_and_now import Methods
from pipeline.settings import load_settings

SAMPLE = Path(__file__).parents[1] / "data/sample"
QUESTIONS, TURNS = 50, 20


def asked() -> list[LabelledQuestion]:
    """The sample's questions."""
    return list(read_questions(str(SAMPLE / "questions.jsonl"), None).questions)


def print_shown(faqdesk: Faqdesk, network: Network) -> None:
    """Who finds the right entry, and how near a word is to itself in other sentences."""
    for hits in Methods.of_library(faqdesk, network).hits(asked()):
        figure = hits.hit
        print(f"hit@1 {hits.method}: {figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})")
    found = senses(network, WORD, SENTENCES)
    print(f"{WORD}, static: {np.round(found.static, 3).tolist()}")
    print(f"{WORD}, contextual: {np.round(found.contextual, 3).tolist()}", flush=True)


def answer_in_turns(turns: Connection, opened: bool) -> None:
    """Sends how long each question took, in ms, whenever it is told to; ends when told so."""
    questions = [question.query for question in asked()][:QUESTIONS]
    with scratch_library(load_settings(), entries_of(str(SAMPLE / "faq.csv"))) as faqdesk:
        answerer = faqdesk.unlogged_answerer
        answerer.answer(questions[0])
        if opened:
            network = Network.of_encoder(faqdesk.settings.encoder)
            network.see(network.cut(questions[0]))
            explain(faqdesk, questions[0])
            print_shown(faqdesk, network)
        turns.send([])
        while turns.recv():
            taken = []
            for question in questions:
                begun = time.perf_counter()
                answerer.answer(question)
                taken.append(1000 * (time.perf_counter() - begun))
            turns.send(taken)


def main() -> None:
    """Prints all of it."""
    context = multiprocessing.get_context("spawn")
    taken: dict[bool, list[float]] = {False: [], True: []}
    ends: dict[bool, Connection] = {}
    processes = []
    for opened in taken:
        ends[opened], theirs = context.Pipe()
        process = context.Process(target=answer_in_turns, args=(theirs, opened), daemon=True)
        process.start()
        processes.append(process)
        ends[opened].recv()
    for turn in range(TURNS):
        # First one goes first, then the other.
        for opened in (False, True) if turn % 2 else (True, False):
            ends[opened].send(True)
            taken[opened] += ends[opened].recv()
    for end in ends.values():
        end.send(False)
    for process in processes:
        process.join()
    never, once = (float(np.median(taken[opened])) for opened in (False, True))
    print(f"a question, p50: {never:.2f} ms; after Inspect was opened {once:.2f} ms", end="; ")
    print(f"ratio {once / never:.3f}, {QUESTIONS * TURNS} each")


if __name__ == "__main__":
    main()

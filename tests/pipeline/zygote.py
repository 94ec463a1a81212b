"""Forks processes that ingest and ask, from one that has imported everything and opened nothing.

Run as a program it reads lines of JSON: `{"start": {…a job…}}` is answered with the number of a new
process, and `{"wait": number}` with its exit status, negative for a signal. `Zygote` is the client.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
# Exit status of a job that raised an error that is ours, and of one that raised another.
EXPLAINED = 2
FAILED = 9
# Root may write everywhere; jobs that shall not are run as this user.
NOBODY = 65534
# Everything that a job needs; importing it opens nothing.
IMPORTED = ("alembic.command", "bm25s", "faiss", "filelock", "Stemmer", "data.importing")
IMPORTED += (
    "sqlalchemy.dialects.sqlite",
    "sqlite3",
    "encodings.cp437",
    "bm25s.utils.json_functions",
)
IMPORTED += (
    "pipeline.archive",
    "pipeline.build",
    "pipeline.doctor",
    "pipeline.ingest",
    "tests.pipeline.instants",
)


class Zygote:
    """Starts jobs in fresh processes within milliseconds.

    A job may say `result`, a file for what it gives or the error it raised; `environment`;
    `die_at_size` or `fail_at_size`, how long a file can get; `unprivileged`, not to run as root.
    """

    def __init__(self) -> None:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("FAQDESK_")}
        environment |= {"PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.pipeline.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=ROOT,
        )

    def start(self, do: str, home: Path, **job: Any) -> int:
        """Starts a job (see `JOBS`); returns the number of its process."""
        return self._asked({"start": {"do": do, "home": str(home), **job}})

    def wait(self, process: int) -> int:
        """Waits for a process; returns its exit status, negative for the signal that ended it."""
        return self._asked({"wait": process})

    def run(self, do: str, home: Path, **job: Any) -> int:
        """Starts a job and waits for it."""
        return self.wait(self.start(do, home, **job))

    def close(self) -> None:
        """Ends the process that forks the others."""
        self._process.communicate(timeout=60)

    def _asked(self, message: dict[str, Any]) -> int:
        assert self._process.stdin and self._process.stdout
        print(json.dumps(message), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())


def ingest(job: dict[str, Any]) -> dict[str, Any]:
    """Ingests `file` and gives the report, and with `count` the instants of each phase."""
    from pipeline.build import open_faqdesk
    from tests.pipeline.instants import Instants

    instants = Instants(job.get("end"))
    if job.get("count") or job.get("end"):
        instants.start()
    ingester = open_faqdesk(Path(job["home"])).ingester
    report = ingester.ingest([job["file"]], replace_all=job.get("replace", False))
    instants.stop()
    return {"report": asdict(report), "counts": instants.counts}


def ask(job: dict[str, Any]) -> dict[str, Any]:
    """Asks `questions` over and over until the file `until` is there; gives what was answered."""
    from data.errors import NothingPublishedError
    from pipeline.build import open_faqdesk

    answerer = open_faqdesk(Path(job["home"])).answerer
    seen: list[tuple[int, str, str | None, str]] = []
    last = False
    while not last:
        last = Path(job["until"]).exists()
        try:
            for question in job["questions"]:
                answer = answerer.answer(question)
                name = answer.entry.id if answer.entry else None
                seen.append((answer.generation, question, name, answer.text))
        except NothingPublishedError:
            if last:
                raise
        time.sleep(0.005)
    return {"seen": seen}


def restore(job: dict[str, Any]) -> dict[str, Any]:
    """Restores `file`, and with `count` gives the instants of each phase."""
    from pipeline.archive import restore as bring_back
    from pipeline.build import open_faqdesk
    from tests.pipeline.instants import Instants

    instants = Instants(job.get("end"))
    if job.get("count") or job.get("end"):
        instants.start()
    bring_back(open_faqdesk(Path(job["home"])), Path(job["file"]), by="test")
    instants.stop()
    return {"counts": instants.counts}


JOBS = {"ingest": ingest, "ask": ask, "restore": restore}


def _run(job: dict[str, Any]) -> None:
    """The whole life of a forked process."""
    from data.errors import FaqdeskError

    stand_ins = {"FAQDESK_ENCODER": "hash", "FAQDESK_READER": "overlap"}
    os.environ |= {**stand_ins, **job.get("environment", {})}
    try:
        _confine(job)
        result = JOBS[job["do"]](job)
    except FaqdeskError as error:
        result = {"error": type(error).__name__, "message": str(error)}
    except BaseException:
        traceback.print_exc()
        os._exit(FAILED)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    if "result" in job:
        Path(job["result"]).write_text(json.dumps(result), "utf-8")
    os._exit(EXPLAINED if "error" in result else 0)


def _confine(job: dict[str, Any]) -> None:
    """Takes from a process what the job says that it shall not have."""
    if "die_at_size" in job:
        # The kernel ends the process in the middle of the write that makes a file longer.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    size = job.get("die_at_size", job.get("fail_at_size"))
    if size is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    if job.get("unprivileged") and os.getuid() == 0:
        os.setuid(NOBODY)


def _serve() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "start" in message:
            process = os.fork()
            if process == 0:
                _run(message["start"])
            answer = process
        else:
            answer = os.waitstatus_to_exitcode(os.waitpid(message["wait"], 0)[1])
        print(answer, flush=True)


if __name__ == "__main__":
    for module in IMPORTED:
        importlib.import_module(module)
    _serve()

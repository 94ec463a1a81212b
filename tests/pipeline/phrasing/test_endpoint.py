from __future__ import annotations

import json
import logging
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler

import pytest

from data.errors import PhrasingError, SettingsError
from pipeline.phrasing.breaker import Breaker
from pipeline.phrasing.endpoint import EndpointPhraser, base_url
from pipeline.phrasing.phraser import Decoding, Method, PhraseRequest
from tests.pipeline.phrasing.conftest import KEY, REQUEST, BadServer, Behaviour
from tests.pipeline.phrasing.tiny_gguf import SAID

Start = Callable[[Behaviour], BadServer]
# Far more than a time-out takes, and far less than what it cuts short would.
LONG_S = 8
SAMPLED = Decoding(method=Method.SAMPLE, temperature=1.5, seed=3, max_tokens=20)


def asking(url: str, timeout_s: float = 5.0, key: str = "", **more: object) -> EndpointPhraser:
    return EndpointPhraser(url, "tiny", timeout_s, key, first_wait_s=0.01, **more)  # type: ignore[arg-type]


def reply(phraser: EndpointPhraser, request: PhraseRequest = REQUEST) -> str:
    return "".join(phraser.phrase(request))


def event(text: str, finish: str | None = None) -> bytes:
    choice = {"delta": {"content": text}, "finish_reason": finish}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


def begin(handler: BaseHTTPRequestHandler, kind: str = "text/event-stream") -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", kind)
    handler.end_headers()


def says(handler: BaseHTTPRequestHandler, *words: str) -> None:
    begin(handler)
    for word in words:
        handler.wfile.write(event(word))
    handler.wfile.write(event("", "stop") + b"data: [DONE]\n\n")


def status(handler: BaseHTTPRequestHandler, code: int, **headers: str) -> None:
    handler.send_response(code)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def test_a_llama_cpp_server_streams_a_reply(llama_url: str) -> None:
    pieces = [piece for piece in asking(llama_url, key=KEY).phrase(REQUEST) if piece]
    assert len(pieces) == REQUEST.decoding.max_tokens
    assert {piece.strip() for piece in pieces} <= set(SAID)


def test_a_seed_makes_sampling_repeatable(llama_url: str) -> None:
    phraser = asking(llama_url, key=KEY)
    again = replace(REQUEST, decoding=SAMPLED)
    other = replace(REQUEST, decoding=replace(SAMPLED, seed=4))
    assert reply(phraser, again) == reply(phraser, again) != reply(phraser, other)


def test_a_wrong_key_is_refused_and_stands_in_no_message(
    llama_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(PhrasingError, match=r"refuses the request \(status 401\)") as raised:
        reply(asking(llama_url, key="wr0ng-key"))
    shown = str(raised.value) + repr(raised.value.__cause__) + caplog.text
    assert "wr0ng-key" not in shown


def test_names_and_passwords_in_an_address_stand_in_no_message() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(PhrasingError, match=f"http://127.0.0.1:{port} cannot") as raised:
        reply(asking(f"http://ann:pa55@127.0.0.1:{port}/v1"))
    assert "pa55" not in str(raised.value)


def test_a_server_that_is_down_is_said_to_be(bad_server: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(PhrasingError, match="cannot be reached"):
        reply(asking(f"http://127.0.0.1:{port}"))


def test_a_server_that_says_nothing_is_given_up_in_time(bad_server: Start) -> None:
    slow = bad_server(lambda *_: time.sleep(20))
    begun = time.monotonic()
    with pytest.raises(PhrasingError, match=r"took longer than 0\.5 s"):
        reply(asking(slow.url, 0.5))
    assert time.monotonic() - begun < LONG_S


def test_a_server_that_trickles_is_given_up_in_time(bad_server: Start) -> None:
    def trickle(handler: BaseHTTPRequestHandler, number: int) -> None:
        begin(handler)
        for _ in range(200):
            handler.wfile.write(event("a "))
            time.sleep(0.1)

    begun = time.monotonic()
    with pytest.raises(PhrasingError, match=r"took longer than 0\.6 s"):
        reply(asking(bad_server(trickle).url, 0.6))
    assert time.monotonic() - begun < LONG_S


def test_headers_that_trickle_are_given_up_in_time(bad_server: Start) -> None:
    def trickle(handler: BaseHTTPRequestHandler, number: int) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(200):
            handler.wfile.write(f"X-{number}: y\r\n".encode())
            time.sleep(0.1)

    begun = time.monotonic()
    with pytest.raises(PhrasingError, match=r"took longer than 0\.6 s"):
        reply(asking(bad_server(trickle).url, 0.6))
    assert time.monotonic() - begun < LONG_S


def test_a_reply_that_breaks_off_is_no_reply(bad_server: Start) -> None:
    def break_off(handler: BaseHTTPRequestHandler, number: int) -> None:
        begin(handler)
        handler.wfile.write(event("It sails "))

    server = bad_server(break_off)
    pieces = asking(server.url).phrase(REQUEST)
    assert "".join(next(pieces) for _ in range(1)) in ("", "It sails ")
    with pytest.raises(PhrasingError, match="broke off in the middle"):
        list(pieces)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "sent",
    [
        b"<html>Welcome</html>",
        b"data: <html>\n\n",
        b"data: 17\n\n",
        b"data: {}\n\n",
        b'data: {"choices": [7]}\n\n',
        b'data: {"choices": {"a": 1}}\n\n',
        b'data: {"error": {"message": "no"}, "choices": []}\n\n',
        b"data: \xff\xfe\n\n",
        b"",
    ],
)
def test_nonsense_is_no_reply(bad_server: Start, sent: bytes) -> None:
    def nonsense(handler: BaseHTTPRequestHandler, number: int) -> None:
        begin(handler)
        handler.wfile.write(sent)

    with pytest.raises(PhrasingError, match="is no reply|broke off"):
        reply(asking(bad_server(nonsense).url))


def test_an_endless_reply_is_cut(bad_server: Start) -> None:
    def endless(handler: BaseHTTPRequestHandler, number: int) -> None:
        begin(handler)
        for _ in range(100):
            handler.wfile.write(event("word " * 1000))

    with pytest.raises(PhrasingError, match="more than a reply"):
        reply(asking(bad_server(endless).url))


@pytest.mark.parametrize("code", [429, 500, 503])
def test_a_busy_server_is_asked_again(bad_server: Start, code: int) -> None:
    def busy(handler: BaseHTTPRequestHandler, number: int) -> None:
        status(handler, code) if number < 3 else says(handler, "At ", "9:30.")

    server = bad_server(busy)
    assert reply(asking(server.url)) == "At 9:30."
    assert len(server.asked) == 3


def test_a_server_that_stays_busy_is_given_up(bad_server: Start) -> None:
    server = bad_server(lambda handler, _: status(handler, 429))
    with pytest.raises(PhrasingError, match=r"busy or out of order \(status 429\)"):
        reply(asking(server.url))
    assert len(server.asked) == 3


def test_a_server_that_wants_too_long_a_wait_is_given_up_in_time(bad_server: Start) -> None:
    server = bad_server(lambda handler, _: status(handler, 429, Retry_After="60"))
    begun = time.monotonic()
    with pytest.raises(PhrasingError, match="took longer than 1 s"):
        reply(asking(server.url, 1.0))
    assert time.monotonic() - begun < LONG_S
    assert len(server.asked) == 1


def test_a_server_that_knows_only_openais_parameters_gets_only_those(bad_server: Start) -> None:
    def strict(handler: BaseHTTPRequestHandler, number: int) -> None:
        status(handler, 400) if number == 1 else says(handler, "Yes.")

    server = bad_server(strict)
    phraser = asking(server.url)
    assert reply(phraser, replace(REQUEST, decoding=SAMPLED)) == "Yes."
    assert reply(phraser, replace(REQUEST, decoding=SAMPLED)) == "Yes."
    assert len(server.asked) == 3


def test_what_is_refused_for_other_reasons_is_not_asked_again(bad_server: Start) -> None:
    server = bad_server(lambda handler, _: status(handler, 404))
    with pytest.raises(PhrasingError, match=r"refuses the request \(status 404\)"):
        reply(asking(server.url), replace(REQUEST, decoding=SAMPLED))
    assert len(server.asked) == 1


def test_after_three_failures_an_endpoint_is_left_alone_for_a_while(bad_server: Start) -> None:
    now = [100.0]
    works = [False]

    def failing(handler: BaseHTTPRequestHandler, number: int) -> None:
        says(handler, "Yes.") if works[0] else begin(handler)

    server = bad_server(failing)
    phraser = asking(server.url, breaker=Breaker(3, 30, clock=lambda: now[0]))
    for _ in range(3):
        with pytest.raises(PhrasingError, match="broke off"):
            reply(phraser)
    with pytest.raises(PhrasingError, match="asked again in 30 s"):
        reply(phraser)
    assert len(server.asked) == 3
    now[0], works[0] = 131.0, True
    assert reply(phraser) == reply(phraser) == "Yes."


def test_while_one_tries_whether_it_works_again_the_others_wait() -> None:
    now = [0.0]
    breaker = Breaker(2, 10, clock=lambda: now[0])
    for _ in range(2):
        assert breaker.resting() == 0
        breaker.failed()
    now[0] = 11
    assert breaker.resting() == 0
    assert breaker.resting() == 10


def test_closing_ends_the_connection_at_once(bad_server: Start) -> None:
    def on_and_on(handler: BaseHTTPRequestHandler, number: int) -> None:
        begin(handler)
        for _ in range(600):
            handler.wfile.write(event("word "))
            time.sleep(0.01)

    server = bad_server(on_and_on)
    pieces = asking(server.url, 20).phrase(REQUEST)
    assert next(piece for piece in pieces if piece) == "word "
    pieces.close()  # type: ignore[attr-defined]
    assert server.gone.wait(LONG_S)


def test_closing_works_while_nothing_has_come_yet(bad_server: Start) -> None:
    server = bad_server(lambda *_: time.sleep(20))
    pieces = asking(server.url, 20).phrase(REQUEST)
    begun = time.monotonic()
    assert next(pieces) == ""
    pieces.close()  # type: ignore[attr-defined]
    assert time.monotonic() - begun < LONG_S


def test_beam_search_is_refused_before_anything_is_asked(bad_server: Start) -> None:
    server = bad_server(lambda handler, _: says(handler, "Yes."))
    with pytest.raises(SettingsError, match="Beam search cannot be had from an OpenAI"):
        reply(asking(server.url), replace(REQUEST, decoding=Decoding(method=Method.BEAM)))
    assert server.asked == []


def test_an_address_without_a_path_means_version_1() -> None:
    assert base_url("http://localhost:8000") == "http://localhost:8000/v1"
    assert base_url("https://example.org/api/v3/") == "https://example.org/api/v3"


@pytest.mark.parametrize(
    "url", ["http://", "http://[::1", "http://host:99999", "http://host:x", "http://host/?a=b"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="is none"):
        base_url(url)

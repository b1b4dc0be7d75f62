"""The endpoints of the playground: show, correct, teach and download the pages of a session."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from victor.annotate.teacher import MOST
from victor.config.resources import DEFAULT_TASK
from victor.errors import VictorError
from victor.model import Model
from victor.serve import schema
from victor.serve.archive import archive
from victor.serve.extract import check_page_url, choice, content_type, query_values
from victor.serve.jobs import Annotate, Kept, Show, Teach
from victor.serve.limits import Place
from victor.serve.problem import Problem, answer
from victor.serve.schema import Json
from victor.serve.server import Server
from victor.serve.sessions import (
    CORRECTION,
    LIFE,
    MOST_CORRECTIONS,
    Entry,
    Session,
    Taught,
)

_UNSAFE = re.compile(r"[^\w.-]+")
_TYPES = ("text/html", "application/octet-stream")
_JSON = ("application/json",)
_TEACHING = 120.0  # timeout in seconds
_LONGEST = 60  # characters of a file name


async def overview(request: Request) -> Response:
    """List the tasks, and the pages of the session.

    Args:
        request: a request, whose cookie identifies the session.
    """
    server = Server.of(request)
    session = server.sessions.find(_token(request))
    tasks = [
        {"name": name, "about": task.description, "prefer": task.decode.prefer.beta}
        for name, task in server.settings.tasks.items()
    ]
    entries = session.entries if session else {}
    pages = [_listed(server, number, entry) for number, entry in entries.items()]
    taught = session.taught.task if session and session.taught else None
    return answer({"tasks": tasks, "pages": pages, "taught": taught})


async def add(request: Request) -> Response:
    """Add a page to the session and show it; begin a session if there is none.

    Args:
        request: the page as the body, options as the query.
    """
    server = Server.of(request)
    _, charset = content_type(request.headers, _TYPES)
    asked = query_values(request.query_params, schema.added_page(server.settings))
    check_page_url(asked.get("url"), "url")
    with server.gate.entered() as place:
        body = await place.body(request)
        page = Kept(_file_name(asked.get("name", "")), body, charset, asked.get("url"))
        session = server.sessions.find(_token(request))
        entry = Entry(page, choice(asked), _taught(asked, session))
        view = await _shown(server, session, entry)
    # Only now, as the page can be shown. Meanwhile, other requests may have ended the session.
    session = server.sessions.find(token := _token(request))
    server.sessions.make_room(entry.bytes)
    if session is None:
        token, session = server.sessions.begin()
    number = session.add(entry)
    found = _answer(server, session, number, view)
    found.set_cookie(
        *(_cookie(request), token),
        max_age=int(LIFE),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return found


async def change(request: Request) -> Response:
    """Change the options or the corrections of a page, and show it.

    Args:
        request: the changes as JSON.
    """
    server, session = Server.of(request), _known(request)
    number = _number(request.path_params["number"])
    with server.gate.entered() as place:
        asked = await _body(request, place, schema.shown_page(server.settings))
        before = session.entry(number)
        entry = _changed(server, before, asked, session)
        server.sessions.make_room(CORRECTION * len(asked.get("corrections", ())))
        session.change(number, entry)  # before cleaning, so that requests apply in order of arrival
        try:
            view = await _shown(server, session, entry, asked.get("frame", True))
        except VictorError:  # keep options with which the page can be shown
            session.choose(number, before.choice, before.taught)
            raise
    return _answer(server, session, number, view, entry)


async def teach(request: Request) -> Response:
    """Teach the model from the finished pages, and show a page with it.

    Args:
        request: the page to show and the task, as JSON.

    Raises:
        Problem: 422, no page is finished.
    """
    server, session = Server.of(request), _known(request)
    with server.gate.entered() as place:
        asked = await _body(request, place, schema.taught(server.settings))
        number, chosen = asked["page"], choice(asked)
        entry = replace(session.entry(number), choice=chosen)
        group = server.settings.group(chosen.task)
        done = [one.kept(group) for one in session.entries.values() if one.done][-MOST:]
        if not done:
            raise Problem(422, "no page is corrected yet: correct a label, or confirm the labels")
        job = Teach(done, chosen, _model(session, entry))
        session.taught = Taught(chosen.task, await server.workers.run(job, _TEACHING))
        session.choose(number, chosen, taught=True)
        session.show_taught(chosen.task)
        entry = session.entry(number)  # with corrections made meanwhile
        view = await _shown(server, session, entry)
    return _answer(server, session, number, {**view, "learned": len(done)}, entry)


async def download(request: Request) -> Response:
    """Send a ZIP archive of the finished pages, or all if none is, and the taught model.

    Args:
        request: a request, whose cookie identifies the session.
    """
    server, session = Server.of(request), _known(request)
    with server.gate.entered():
        entries = list(session.entries.values())
        entries = [entry for entry in entries if entry.done] or entries
        last = server.settings.tasks[entries[-1].choice.task if entries else DEFAULT_TASK]
        pages = [await _annotated(server, session, entry) for entry in entries]
        taught = session.taught.model if session.taught else None
        data = await asyncio.to_thread(archive, pages, last.name, taught)
    name = 'attachment; filename="victor-playground.zip"'
    return Response(data, 200, {"Content-Disposition": name}, "application/zip")


async def clear(request: Request) -> Response:
    """End the session.

    Args:
        request: a request, whose cookie identifies the session.
    """
    Server.of(request).sessions.end(_token(request))
    found = answer({})
    found.delete_cookie(_cookie(request), httponly=True, samesite="strict")
    return found


async def _annotated(server: Server, session: Session, entry: Entry) -> tuple[str, bytes, str]:
    """The name of a page, its bytes and its annotation."""
    page = entry.page
    job = Annotate(_kept(server, entry), entry.choice, _model(session, entry))
    try:
        return page.name, page.html, await server.workers.run(job)
    except VictorError as error:
        raise Problem(422, f"{page.name}: {error}") from None


def _cookie(request: Request) -> str:
    """The name of the cookie, with the port, as all ports of a host share cookies."""
    return f"victor-session-{request.scope['server'][1]}"


def _token(request: Request) -> str:
    return request.cookies.get(_cookie(request), "")


def _known(request: Request) -> Session:
    session = Server.of(request).sessions.find(_token(request))
    if session is None:
        raise Problem(404, "this session has ended: add the page again")
    return session


def _number(text: str) -> int:
    """The page number in a URL; 0, which no page has, if it is invalid."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


async def _body(request: Request, place: Place, wanted: Mapping[str, Any]) -> Json:
    content_type(request.headers, _JSON)
    asked: Json = schema.read_json(await place.body(request))
    schema.check(asked, wanted)
    return asked


def _file_name(name: str) -> str:
    """A safe file name for a page, of at most 255 bytes even with a number appended."""
    plain = _UNSAFE.sub("-", name.rpartition("/")[2])[:_LONGEST].strip(".-")
    stem = re.sub(r"\.x?html?$", "", plain, flags=re.IGNORECASE).strip(".-") or "page"
    return f"{stem}.html"


def _taught(asked: Json, session: Session | None) -> bool:
    return bool(asked.get("taught")) and session is not None and session.taught is not None


def _changed(server: Server, entry: Entry, asked: Json, session: Session) -> Entry:
    if "task" in asked:
        entry = replace(entry, choice=choice(asked), taught=_taught(asked, session))
    found = dict(_kept(server, entry).corrections) | dict(asked.get("corrections", ()))
    for block in asked.get("withdrawn", ()):
        found.pop(block, None)
    if len(found) > MOST_CORRECTIONS:
        raise Problem(422, f"corrections: expected at most {MOST_CORRECTIONS:,}", "corrections")
    corrections = {**entry.corrections, server.settings.group(entry.choice.task): found}
    return replace(entry, corrections=corrections, done=asked.get("done", entry.done))


def _kept(server: Server, entry: Entry) -> Kept:
    return entry.kept(server.settings.group(entry.choice.task))


def _lessons(session: Session) -> int:
    """The number of finished pages."""
    return sum(entry.done for entry in session.entries.values())


def _model(session: Session | None, entry: Entry) -> Model | None:
    """The taught model, if the page is shown with it and it was taught for this task."""
    taught = session.taught if session else None
    return taught.model if entry.taught and taught and taught.task == entry.choice.task else None


def _listed(server: Server, number: int, entry: Entry) -> Json:
    """The name, options and corrections of a page."""
    return {
        "page": number,
        "name": entry.page.name,
        "task": entry.choice.task,
        "prefer": entry.choice.prefer,
        "taught": entry.taught,
        "done": entry.done,
        "corrections": [list(pair) for pair in _kept(server, entry).corrections.items()],
    }


async def _shown(server: Server, session: Session | None, entry: Entry, frame: bool = True) -> Json:
    model = _model(session, entry)
    job = Show(_kept(server, entry), entry.choice, model, frame)
    return {**await server.workers.run(job), "taught": model is not None}


def _answer(
    server: Server, session: Session, number: int, view: Json, entry: Entry | None = None
) -> Response:
    """The response: the page and its view, and the page numbers of the session."""
    about = _listed(server, number, entry or session.entry(number))
    return answer({**about, "lessons": _lessons(session), "pages": [*session.entries], **view})

"""Uses the API as an integrator does: through a client that a common generator creates from `openapi.json`."""

import struct
import zlib
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from io import BytesIO
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest
from promptcase_client import AuthenticatedClient, Client
from promptcase_client.api.auth import (
    create_token,
    export_account,
    get_session,
    list_tokens,
    register,
    revoke_token,
    sign_in,
)
from promptcase_client.api.collections import add_collection_items, create_collection, list_collection_items
from promptcase_client.api.profile import get_avatar, upload_avatar
from promptcase_client.api.prompts import (
    create_prompt,
    delete_prompt,
    export_prompt,
    get_prompt,
    list_prompts,
    save_prompt,
)
from promptcase_client.api.trash import list_trash, restore_from_trash
from promptcase_client.api.versions import compare_versions, create_version, list_versions, restore_version
from promptcase_client.models import (
    ContentInput,
    Credentials,
    Error,
    NewApiToken,
    NewCollection,
    NewItems,
    NewVersion,
    Prompt,
    PromptSave,
    Registration,
    Restore,
    Scope,
    SegmentInput,
    SegmentType,
    StoredPrompt,
    StructureType,
    TrashType,
    UploadAvatarBody,
    VersionType,
)
from promptcase_client.types import UNSET, File

PASSWORD = "correct horse"


def png() -> bytes:
    """One red pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixel = zlib.compress(b"\0\xff\0\0")
    header = struct.pack(">2I5B", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")



@pytest.fixture
def browser(server):
    """A new account, signed in by a cookie."""
    client = Client(base_url=server.url)
    person = Registration(full_name="Ada Lovelace", email=f"{uuid4()}@example.org", password=PASSWORD)
    done = register.sync_detailed(client=client, body=person)
    assert done.status_code == HTTPStatus.CREATED
    return client


def token(browser, scope: Scope, **more) -> str:
    return create_token.sync(client=browser, body=NewApiToken(name="Nightly export", password=PASSWORD, scope=scope, **more)).token


@pytest.fixture
def api(server, browser):
    """A client of the same account with a write token."""
    return AuthenticatedClient(base_url=server.url, token=token(browser, Scope.WRITE))


def draft(**fields) -> Prompt:
    said = SegmentInput(type_=SegmentType.SYSTEM, content="You are kind.")
    given = {"title": "Greeting", "content": ContentInput(segments=[said]), "tags": ["kind", "short"]}
    return Prompt(**(given | fields))


def number(prompt: StoredPrompt) -> str:
    return f"{prompt.version_major}.{prompt.version_minor}.{prompt.version_batch}"


def failed(answer, status: HTTPStatus, code: str) -> Error:
    """Asserts an error status and returns the error in the contract's type."""
    assert answer.status_code == status, answer.content
    assert isinstance(answer.parsed, Error)
    assert answer.parsed.code == code
    assert answer.parsed.message
    return answer.parsed


def test_signing_in_again_gives_the_same_account(server, browser):
    me = get_session.sync(client=browser).user
    again = Client(base_url=server.url)
    signed_in = sign_in.sync(client=again, body=Credentials(email=me.email, password=PASSWORD))
    assert signed_in.user.id == me.id
    assert get_session.sync(client=again).user.full_name == "Ada Lovelace"
    wrong = sign_in.sync_detailed(client=again, body=Credentials(email=me.email, password="wrong"))
    failed(wrong, HTTPStatus.UNAUTHORIZED, "invalid_login")


def test_a_token_acts_within_its_scope_until_it_is_revoked(server, browser):
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    reader = AuthenticatedClient(base_url=server.url, token=token(browser, Scope.READ, expires_at=tomorrow))
    assert list_prompts.sync(client=reader).items == []
    failed(create_prompt.sync_detailed(client=reader, body=draft()), HTTPStatus.FORBIDDEN, "insufficient_scope")
    failed(list_tokens.sync_detailed(client=reader), HTTPStatus.FORBIDDEN, "session_required")
    for kept in list_tokens.sync(client=browser).items:
        assert kept.expires_at is not None
        assert revoke_token.sync_detailed(kept.id, client=browser).status_code == HTTPStatus.NO_CONTENT
    failed(list_prompts.sync_detailed(client=reader), HTTPStatus.UNAUTHORIZED, "invalid_token")


def test_a_prompt_is_created_once_however_often_it_is_sent(api):
    key = str(uuid4())
    first, second = (create_prompt.sync(client=api, body=draft(), idempotency_key=key) for _ in range(2))
    assert isinstance(first, StoredPrompt)
    assert first.id == second.id
    assert (first.title, first.tags, number(first)) == ("Greeting", ["kind", "short"], "1.0.0")
    assert first.structure_type is StructureType.STANDARD
    [segment] = first.content.segments
    assert (segment.type_, segment.content) == (SegmentType.SYSTEM, "You are kind.")
    assert get_prompt.sync(first.id, client=api) == first


def test_a_list_is_read_page_by_page(api):
    titles = {f"Prompt {n}" for n in range(5)}
    for title in titles:
        create_prompt.sync(client=api, body=draft(title=title))
    read, cursor = [], UNSET
    while cursor is not None:
        page = list_prompts.sync(client=api, owner="me", limit=2, cursor=cursor)
        assert len(page.items) <= 2
        read += [prompt.title for prompt in page.items]
        cursor = page.next_cursor
    assert len(read) == 5
    assert set(read) == titles
    assert [found.title for found in list_prompts.sync(client=api, search="prompt 3").items] == ["Prompt 3"]


def test_a_save_of_an_old_version_is_a_conflict_that_shows_the_current_prompt(api):
    prompt = create_prompt.sync(client=api, body=draft())

    def save(base: str, **fields):
        changed = draft(**fields)
        body = PromptSave.from_dict(changed.to_dict() | {"base_version": base})
        return save_prompt.sync_detailed(prompt.id, client=api, body=body)

    saved = save("1.0.0", title="Good morning")
    assert saved.status_code == HTTPStatus.OK
    assert (saved.parsed.title, number(saved.parsed)) == ("Good morning", "1.0.1")
    conflict = failed(save("1.0.0", title="Good evening"), HTTPStatus.CONFLICT, "conflict")
    assert isinstance(conflict.current, StoredPrompt)
    assert conflict.current.title == "Good morning"
    merged = save(number(conflict.current), title="Good day")
    assert (merged.parsed.title, number(merged.parsed)) == ("Good day", "1.0.2")
    broken = failed(save("1.0.2", title=""), HTTPStatus.UNPROCESSABLE_ENTITY, "required")
    assert broken.field == "title"


def test_versions_are_kept_compared_and_restored(api):
    prompt = create_prompt.sync(client=api, body=draft())
    new = NewVersion(version_type=VersionType.MINOR, changelog="The first.", base_version="1.0.0")
    version = create_version.sync(prompt.id, client=api, body=new)
    assert (number(version), version.changelog) == ("1.1.0", "The first.")
    changed = draft(content=ContentInput(segments=[SegmentInput(content="You are brief.")]))
    body = PromptSave.from_dict(changed.to_dict() | {"base_version": "1.1.0"})
    assert number(save_prompt.sync(prompt.id, client=api, body=body)) == "1.1.1"
    history = list_versions.sync(prompt.id, client=api).items
    assert [(number(entry), entry.is_named) for entry in history] == [("1.1.1", False), ("1.1.0", True), ("1.0.0", False)]
    comparison = compare_versions.sync(prompt.id, client=api, from_="1.1.0", to="current")
    assert comparison.changes
    back = restore_version.sync(prompt.id, "1.1.0", client=api, body=Restore(base_version="1.1.1"))
    assert back.content.segments[0].content == "You are kind."
    assert [number(entry) for entry in list_versions.sync(prompt.id, client=api, named=True).items] == ["1.1.2", "1.1.0"]


@pytest.mark.parametrize("format_", ["plain-text", "markdown", "yaml", "html", "xml", "json", "prompty"])
def test_a_prompt_is_exported_in_every_format(api, format_):
    prompt = create_prompt.sync(client=api, body=draft())
    file = export_prompt.sync_detailed(prompt.id, client=api, format_=format_)
    assert file.status_code == HTTPStatus.OK
    assert "You are kind." in file.content.decode()
    assert "greeting" in file.headers["content-disposition"]


def test_what_was_deleted_is_gone_until_it_is_restored(api):
    prompt = create_prompt.sync(client=api, body=draft())
    assert delete_prompt.sync_detailed(prompt.id, client=api).status_code == HTTPStatus.NO_CONTENT
    failed(get_prompt.sync_detailed(prompt.id, client=api), HTTPStatus.NOT_FOUND, "not_found")
    [resting] = list_trash.sync(client=api).items
    assert (resting.id, resting.type_, resting.title) == (prompt.id, TrashType.PROMPT, "Greeting")
    assert resting.purge_at - resting.deleted_at == timedelta(days=30)
    assert restore_from_trash.sync_detailed(TrashType.PROMPT, prompt.id, client=api).status_code == HTTPStatus.NO_CONTENT
    assert get_prompt.sync(prompt.id, client=api) == prompt


def test_failures_are_typed(server, api):
    failed(get_prompt.sync_detailed(uuid4(), client=api), HTTPStatus.NOT_FOUND, "not_found")
    failed(list_prompts.sync_detailed(client=api, limit=1_000), HTTPStatus.UNPROCESSABLE_ENTITY, "out_of_range")
    failed(list_prompts.sync_detailed(client=api, cursor="mine"), HTTPStatus.BAD_REQUEST, "unreadable")
    nobody = Client(base_url=server.url)
    failed(create_prompt.sync_detailed(client=nobody, body=draft()), HTTPStatus.UNAUTHORIZED, "not_authenticated")
    stranger = AuthenticatedClient(base_url=server.url, token="promptcase_invented")
    failed(list_prompts.sync_detailed(client=stranger), HTTPStatus.UNAUTHORIZED, "invalid_token")


def test_collections_hold_prompts(api):
    prompt = create_prompt.sync(client=api, body=draft())
    folder = create_collection.sync(client=api, body=NewCollection(title="Greetings"))
    added = add_collection_items.sync(folder.id, client=api, body=NewItems(prompt_ids=[prompt.id]))
    assert added.added == 1
    [item] = list_collection_items.sync(folder.id, client=api).items
    assert item.prompt.title == "Greeting"


def test_files_go_both_ways(browser, api):
    picture = File(payload=BytesIO(png()), file_name="me.png", mime_type="image/png")
    profile = upload_avatar.sync(client=api, body=UploadAvatarBody(file=picture))
    assert profile.avatar_url
    shown = get_avatar.sync_detailed(profile.id, client=api)
    assert shown.content.startswith(b"\x89PNG") or shown.content.startswith(b"\xff\xd8")
    prompt = create_prompt.sync(client=api, body=draft())
    archive = ZipFile(export_account.sync(client=browser).payload)
    assert archive.testzip() is None
    assert any(UUID(name.split("/")[1]) == prompt.id for name in archive.namelist() if name.startswith("prompts/"))

"""Whole lists, page by page, and the changes since the last poll."""

from datetime import timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qs, urlsplit

from rollcall_client.api.registration import list_registrations
from rollcall_client.api.user import list_users
from rollcall_client.models import ListRegistrationsInclude
from rollcall_client.types import UNSET

from rollcall.errors import checked

PAGE_SIZE = 1000
# A write can become visible a moment after the date that it carries.
OVERLAP = timedelta(seconds=60)


def each_user(client, **filters):
    """Yields every user who matches the filters, which are the parameters of `list_users`."""
    for page in _pages(list_users, client, filters):
        yield from page.parsed


def each_registration(client, **filters):
    """Yields every registration that matches the filters, which are the parameters of `list_registrations`."""
    for page in _pages(list_registrations, client, filters):
        yield from page.parsed


def changes(client, since=None):
    """
    The users and registrations that were changed or deleted after `since`: the `next` of the last poll, or None for all.

    >>> poll = changes(client, since)
    >>> for user in poll.users(): ...
    >>> for registration in poll.registrations(): ...
    >>> since = poll.next
    """
    return Changes(client, since)


class Changes:
    def __init__(self, client, since):
        self._client = client
        self._since = UNSET if since is None else since
        self._open_lists = 0
        self._next = None

    def users(self):
        """Yields each user. Delete your copy of those who have `deleted`."""
        return self._read(list_users, {})

    def registrations(self):
        """Yields each registration, with `success` and `updated_date`. Delete your copy of those that have `deleted`."""
        return self._read(list_registrations, {"include": ListRegistrationsInclude.DETAILS})

    @property
    def next(self):
        """The `since` of the next poll, by the clock of the service. Only after the lists that you read have ended."""
        if self._next is None or self._open_lists > 0:
            raise RuntimeError("Read users() or registrations() to the end first, otherwise changes would be lost.")
        return self._next

    def _read(self, operation, filters):
        self._open_lists += 1
        pages = _pages(operation, self._client, {"updated_after": self._since, "include_deleted": True, **filters})
        for number, page in enumerate(pages):
            if number == 0:
                begun = parsedate_to_datetime(page.headers["Date"]) - OVERLAP
                self._next = begun if self._next is None else min(self._next, begun)
            yield from page.parsed
        self._open_lists -= 1


def _pages(operation, client, filters):
    query = {"limit": PAGE_SIZE, **filters}
    while query is not None:
        page = operation.sync_detailed(client=client, **query)
        checked(page)
        yield page
        cursor = _next_cursor(page.headers.get("Link", ""))
        query = None if cursor is None else {**query, "offset": UNSET, "cursor": cursor}


def _next_cursor(link):
    target, _, relation = link.partition(">")
    if "next" not in relation:
        return None
    return parse_qs(urlsplit(target.lstrip("<")).query)["cursor"][0]

"""Whole lists, page by page, and the changes since the last poll."""

import re
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qs, urlsplit

from rollcall_client.api.registration import list_registrations
from rollcall_client.api.user import list_users, list_visible_groups
from rollcall_client.models import ListRegistrationsInclude
from rollcall_client.types import UNSET

from rollcall.errors import RollcallError

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


def changes(client, since=None, groups=None):
    """
    The users and registrations that were changed or deleted after `since`: the `next` of the last poll, or None for all.
    All of them, too, if the groups in your scope are others than `groups`, those of the last poll.

    The second poll reads everything again, and so does each one until one has begun a minute after the first: a group
    counts as new for a minute, because each service learns of a grant at its own time.

    >>> poll = changes(client, since, groups)
    >>> for user in poll.users(): ...
    >>> for registration in poll.registrations(): ...
    >>> if poll.is_complete: ...  # delete all other copies
    >>> since, groups = poll.next, poll.groups
    """
    return Changes(client, since, groups)


class Changes:
    def __init__(self, client, since, groups):
        self._client = client
        self._since = since
        self._known = groups
        self._groups = None
        self._is_started = False
        self.is_complete = False
        """Whether this poll reads everything. Then delete your copies of all records that did not come."""
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

    @property
    def groups(self):
        """When each group in scope was listed for the first time, by id, for the next poll. Can be stored as JSON."""
        if self._groups is None:
            raise RuntimeError("Read users() or registrations() to the end first.")
        return self._groups

    def _start(self):
        """
        What a new group brings into scope has no new date, so everything is read. Each service learns of a grant at its
        own time: while the group is new, so is everything. What a missing group has taken away never comes.
        """
        if self._is_started or (self._since is not None and self._known is None):
            return
        self._is_started = True
        known = self._known or {}
        self._groups = {}
        now = None
        for page in _pages(list_visible_groups, self._client, {}):
            now = now or parsedate_to_datetime(page.headers["Date"]).isoformat()
            self._groups.update((str(group.id), known.get(str(group.id), now)) for group in page.parsed)
        is_unchanged = (
            self._since is not None
            and all(datetime.fromisoformat(first) <= self._since for first in self._groups.values())
            and all(group in self._groups for group in known)
        )
        self.is_complete = not is_unchanged

    def _read(self, operation, filters):
        self._open_lists += 1
        self._start()
        since = UNSET if self.is_complete or self._since is None else self._since
        pages = _pages(operation, self._client, {"updated_after": since, "include_deleted": True, **filters})
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
        # A client without retries returns a rejection.
        if page.status_code >= 400:
            raise RollcallError(page)
        yield page
        cursor = _next_cursor(page.headers.get("Link", ""))
        query = None if cursor is None else {**query, "offset": UNSET, "cursor": cursor}


def _next_cursor(link):
    found = re.search(r'<([^>]*)>\s*;\s*rel="?next', link)
    return None if found is None else parse_qs(urlsplit(found[1]).query)["cursor"][0]

"""Makes ten calls with the installed client. Prints a JSON list of the results."""

import json
import sys
from datetime import datetime, timedelta, timezone

from rollcall import RollcallError, changes, connect, each_registration, each_user
from rollcall_client import AuthenticatedClient
from rollcall_client.api.registration import (
    complete_registration_by_external_id,
    create_registration,
    create_registration_batch,
    get_registration,
    get_registration_history,
    list_registrations,
)
from rollcall_client.api.user import create_user, list_users
from rollcall_client.models import CompletionInput, RegistrationInput, UserInput
from rollcall_client.models.country import Country
from rollcall_client.types import UNSET

name, url, key, secret, hasty_key, hasty_secret = sys.argv[1:]
course = int(name.removeprefix("ada-"))
client = connect(url, key, secret)
a_minute_ago = datetime.now(timezone.utc) - timedelta(minutes=1)

new = UserInput(email="ada@example.org", first_name="Ada", last_name="Byron", login_name=name, country=Country.US)
ada = create_user.sync(client=client, body=new, idempotency_key="create-ada")
again = create_user.sync_detailed(client=client, body=new, idempotency_key="create-ada")
batch = create_registration_batch.sync(
    client=client,
    body=[
        RegistrationInput(course_id=course, user_id=ada.id, external_id=f"{name}/1"),
        RegistrationInput(course_id=course, user_email="nobody@example.org"),
    ],
)
page = list_registrations.sync_detailed(client=client, limit=1, prefer="count=exact")
delta = list_users.sync(client=client, updated_after=a_minute_ago, include_deleted=True)
completed = complete_registration_by_external_id.sync(
    f"{name}/1", client=client, body=CompletionInput(score=87.5, success="true")
)
history = get_registration_history.sync(completed.id, client=client)
preview = create_registration.sync(
    client=client, body=RegistrationInput(course_name=name, user_id=ada.id), prefer="validate-only"
)


try:
    get_registration.sync(999999, client=client)
except RollcallError as error:
    missing = [error.status, error.code, error.detail]
read = get_registration.sync(completed.id, client=client)
hasty = AuthenticatedClient(base_url=url, token=f"{hasty_key}.{hasty_secret}")
list_users.sync(client=hasty)
answer = list_users.sync_detailed(client=hasty)
limited = [answer.status_code, answer.headers["X-Error-Code"], answer.parsed.detail]

second = UserInput(email="grace@example.org", first_name="Grace", last_name="Hopper", login_name=f"{name}-2")
create_user.sync(client=client, body=second)
poll = changes(client, a_minute_ago)
changed = [user.login_name for user in poll.users()], [one.success for one in poll.registrations()]
first = changes(client)
everyone = [user.login_name for user in first.users()]
second = changes(client, first.next, first.groups)
assert sorted(user.login_name for user in second.users()) == sorted(everyone) and second.is_complete
longer_ago = {group: "2024-01-01T00:00:00+00:00" for group in first.groups}
known, unknown = changes(client, poll.next, longer_ago), changes(client, poll.next, {})
polls = [sorted(user.login_name for user in one.users()) == sorted(everyone) for one in (known, unknown)]
assert [first.is_complete, known.is_complete, unknown.is_complete] == [True, False, True], polls
assert polls[1] and len(unknown.groups) == 1
lists = [
    [user.login_name for user in each_user(client, limit=1)],
    [one.external_id for one in each_registration(client, course_id=course)],
]

print(
    json.dumps(
        [
            [ada.login_name == name, ada.country, ada.created_date.tzname()],
            again.headers.get("Idempotent-Replayed"),
            [[item.status, None if item.code is UNSET else item.code] for item in batch],
            [len(page.parsed), page.headers.get("X-Total-Count")],
            [user.login_name == name for user in delta],
            [completed.status_name, completed.score],
            [[step.to, step.success] for step in history],
            [preview.id, preview.status_name],
            missing,
            read.id == completed.id,
            limited,
            lists,
            [*changed, poll.next < datetime.now(timezone.utc) - timedelta(seconds=50)],
        ]
    )
)

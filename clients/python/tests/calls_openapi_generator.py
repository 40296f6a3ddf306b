"""The ten calls with the committed client, as openapi-generator writes it. Prints a JSON list of what came back."""

import json
import sys
from datetime import datetime, timedelta, timezone

from rollcall_client import ApiClient, Configuration, RegistrationApi, UserApi
from rollcall_client.exceptions import ApiException
from rollcall_client.models import Completion, CompletionSuccess, RegistrationCreate, UserCreate

name, url, key, secret, hasty_key, hasty_secret = sys.argv[1:]
course = int(name.removeprefix("ada-"))


def connect(key_id, key_secret, **settings):
    # By default this generator writes the offset as +0000, which RFC 3339 does not know: write UTC as Z.
    configuration = Configuration(host=url, datetime_format="%Y-%m-%dT%H:%M:%SZ", **settings)
    configuration.api_key = {"apiKeyId": key_id, "apiKeySecret": key_secret}
    client = ApiClient(configuration)
    return UserApi(client), RegistrationApi(client)


users, registrations = connect(key, secret)
a_minute_ago = datetime.now(timezone.utc) - timedelta(minutes=1)

ada = users.create_user(
    UserCreate(email="ada@example.org", first_name="Ada", last_name="Byron", login_name=name, country="US"),
    idempotency_key="create-ada",
)
again = users.create_user_with_http_info(
    UserCreate(email="ada@example.org", first_name="Ada", last_name="Byron", login_name=name, country="US"),
    idempotency_key="create-ada",
)
batch = registrations.create_registration_batch(
    [
        RegistrationCreate(course_id=course, user_id=ada.id, external_id=f"{name}/1"),
        RegistrationCreate(course_id=course, user_email="nobody@example.org"),
    ]
)
page = registrations.list_registrations_with_http_info(limit=1, prefer="count=exact")
delta = users.list_users(updated_after=a_minute_ago, include_deleted=True)
completed = registrations.complete_registration_by_external_id(
    f"{name}/1", completion=Completion(score=87.5, success=CompletionSuccess("true"))
)
history = registrations.get_registration_history(completed.id)
preview = registrations.create_registration(
    RegistrationCreate(course_name=name, user_id=ada.id), prefer="validate-only"
)


def refusal(call):
    try:
        return call().status_code
    except ApiException as error:
        return [error.status, error.headers["X-Error-Code"], json.loads(error.body)["detail"]]


missing = refusal(lambda: registrations.get_registration_with_http_info(999999))
# This client waits as long as Retry-After says and asks again, unless it is told not to.
hasty = connect(hasty_key, hasty_secret, retries=False)[0]
hasty.list_users()
limited = refusal(hasty.list_users_with_http_info)

print(
    json.dumps(
        [
            [ada.login_name == name, ada.country, ada.created_date.tzname()],
            again.headers.get("idempotent-replayed"),
            [[item.status, item.code] for item in batch],
            [len(page.data), page.headers.get("x-total-count")],
            [user.login_name == name for user in delta],
            [completed.status_name, completed.score],
            [[step.to, step.success] for step in history],
            [preview.id, preview.status_name],
            missing,
            limited,
        ]
    )
)

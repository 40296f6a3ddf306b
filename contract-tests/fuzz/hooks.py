"""What Schemathesis has to know besides the contract: rules of the services that OpenAPI 3.0 can't express.

A rule looks at the request, never at the response: a service that rejects anything else is still caught. Such requests are
sent all the same, and every other check holds for them.
"""

import json
import os
from urllib.parse import unquote

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import IgnoredAuth, MissingHeaderNotRejected, RejectedPositiveData


def lacks(operation, *fields):
    return lambda case: case.operation.label == operation and not set(fields) & set(case.body or {})


def has_parameters(*parameters):
    return lambda case: set(parameters) <= set(case.query or {})


def has_field(name):
    return lambda case: isinstance(case.body, dict) and name in case.body


def sends_an_unquoted_tag(case):
    """The pattern of the contract rejects it. Schemathesis makes no text for this pattern, and sends `0`."""
    return any((case.headers or {}).get(name) == "0" for name in ("If-Match", "If-None-Match"))


# Fields and parameters that the contract marks with `x-canonical`, besides those called loginName and externalId.
CANONICAL = set(
    "name courseName firstName lastName email userEmail from to source managedBy scimSource search description "
    "address address2 city zip language preferredLanguage ovFormWithInput12 workSettingsOtherSpecify "
    "workSettingsPrivateIndustryExcept".split()
)
MAX_LOCAL_PART = 64


def may_have_no_canonical_form(text):
    """Whether the services may reject a text that the schema allows; services/platform/tests/canonical.test.ts has the rules."""
    text = unquote(text)  # those of a path are quoted
    local, at, _ = text.partition("@")
    return (
        not (text.isascii() and text.isprintable())
        or text != text.strip()
        or text in (".", "..")
        or "://" in text
        or "www." in text.lower()
        or (at != "" and len(local) > MAX_LOCAL_PART)
        or text.endswith("@erased.invalid")
    )


def has_identifier(is_unusual):
    def is_in(name, value):
        if isinstance(value, dict):
            return any(is_in(key, inner) for key, inner in value.items())
        if isinstance(value, list):
            return any(is_in(name, inner) for inner in value)
        is_canonical = name in CANONICAL or name == "loginName" or "xternal" in name
        return isinstance(value, str) and is_canonical and is_unusual(value)

    return lambda case: any(is_in("", part) for part in (case.body, case.query, case.path_parameters))


# Spaces at the ends are removed before the length is checked.
has_spaces_at_an_end = has_identifier(lambda text: text != text.strip())


def has_text_of_scim(case):
    """Filters and bodies of SCIM have a grammar of their own, and directories may send unknown attributes."""
    return "/scim/v2/" in case.operation.path and (isinstance(case.body, dict) or "filter" in (case.query or {}))


def leaves_a_name_empty(case):
    """A person needs one of the two names: the body, or the user whom it changes, may lack the other one."""
    return isinstance(case.body, dict) and "" in (case.body.get("firstName"), case.body.get("lastName"))


RULES = {
    "SCIM reads filters and bodies itself": has_text_of_scim,
    # Not plain ASCII, a web address as the name of a person, blank, an address that no server could use.
    "identifiers and names have a canonical form": has_identifier(may_have_no_canonical_form),
    "a person has at least one name": leaves_a_name_empty,
    "a page begins at an offset or at a cursor, not at both": has_parameters("offset", "cursor"),
    "a cursor comes from a page": has_parameters("cursor"),
    "a cursor in a body comes from a page": has_field("cursor"),
    "a webhook goes to a public address": has_field("url"),
    "a replay begins before it ends": has_field("before"),
    "a key expires in the future": has_field("expiresAt"),
    "only a source takes users over": lambda case: "takeOver" in (case.query or {}) and "source" not in case.query,
    "e-mails and webhooks each have their statuses": lambda case: case.operation.label == "GET /admin/reasons/",
    "a tag is in quotes": sends_an_unquoted_tag,
    "a create names its course": lacks("POST /registrations/", "courseId", "courseName", "courseExternalId"),
    "a create names its user": lacks("POST /registrations/", "userId", "userExternalId", "userEmail"),
    "a retry names its deliveries": lacks("POST /admin/webhook-deliveries/retry/", "status", "ids"),
    "a hand-over names its users": lacks("POST /admin/sources/hand-over/", "ids", "from"),
}


MAX_ID = 2**53 - 1


def near(value, name=""):
    """Ids of records that exist (fuzz.ts makes eight of each kind), so that requests get further than to a 404."""
    if isinstance(value, dict):
        return {key: near(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        moved = [near(inner, name) for inner in value]
        # Ids that differ must not become one: a list may take none twice.
        are_ids = all(type(inner) is int for inner in value)
        return value if are_ids and len(set(moved)) < len(set(value)) else moved
    if "xternal" in name or not (name == "id" or name.endswith(("roupId", "urseId", "serId", "ionId", "_id", "Ids"))):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and 0 < int(value) <= MAX_ID:
        return str(1 + int(value) % 8)
    return 1 + value % 8 if type(value) is int and 0 < value <= MAX_ID else value


EXTERNAL = {"externalId": "hr", "registrationExternalId": "enrolment"}


def near_text(name, value):
    """Every other short external id is one that exists."""
    known = name in EXTERNAL and isinstance(value, str) and 0 < len(value) < 50 and sum(map(ord, value)) % 2 == 0
    return f"{EXTERNAL[name]}-{1 + len(value) % 8}" if known else value


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return path_parameters and {name: near_text(name, value) for name, value in near(path_parameters).items()}


@schemathesis.hook
def map_query(context, query):
    return near(query)


@schemathesis.hook
def map_body(context, body):
    return near(body)


# What deletes, erases or merges people, or takes them out of a group.
REMOVES = (
    ("DELETE", "/users/"),
    ("DELETE", "/scim/v2/Users/"),
    ("POST", "/internal/users/{id}/"),
    ("POST", "/internal/groups/deleted/"),
)


def ids_named(case):
    """The ids of users and groups in a path, and in the body that says who was in a deleted group."""
    body = case.body if isinstance(case.body, dict) else {}
    users = body.get("users") if isinstance(body.get("users"), list) else []
    in_body = [body.get("groupId"), *(user.get("userId") for user in users if isinstance(user, dict))]
    return [str(value).removeprefix("hr-") for value in [*(case.path_parameters or {}).values(), *in_body]]


@schemathesis.hook
def filter_case(context, case):
    """No operator removes the account that sends all requests, or its group. Of the users only the last is removed, so that
    the others can be read and changed."""
    if any(case.method == method and case.path.startswith(path) for method, path in REMOVES):
        return not any(value in "1234567" for value in ids_named(case))
    if case.method == "GET" or not case.path.startswith("/admin/"):
        return True
    kept = os.environ["FUZZ_ACCOUNT"] if "service-accounts" in case.path else "1"
    return str((case.path_parameters or {}).get("id")) != kept


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if isinstance(failure, RejectedPositiveData):
        return not any(rule(case) for rule in RULES.values())
    # A batch returns 200, with the error of each bad item in its result (`x-items-checked`).
    if isinstance(failure, AcceptedNegativeData):
        return not (case.path.endswith(("/batch/", "/import/")) or has_spaces_at_an_end(case))
    # A caller that fails to authenticate too often is slowed down instead of rejected again. The check for credentials
    # repeats the request without them; only its message has the response to that.
    if isinstance(failure, IgnoredAuth):
        return "got `429 " not in failure.message
    return not (isinstance(failure, MissingHeaderNotRejected) and response.status_code == 429)


RECORDS = json.loads(os.environ["FUZZ_RECORDS"])


@schemathesis.hook
def before_call(context, case, kwargs):
    """The examples of the contract name records that do not exist here: each is sent for one that does (fuzz.ts makes them),
    so that every operation succeeds at least once."""
    if case.meta is None or case.meta.phase.name != "examples":
        return
    operation = case.operation.definition.raw["operationId"]
    of_this = RECORDS.get(operation, {})
    case.path_parameters = {**near(case.path_parameters or {}), **of_this}
    case.query = near(case.query)
    case.body = near(case.body)
    for name in ("loginName", "userName"):
        if isinstance(case.body, dict) and name in case.body:
            case.body[name] = operation  # no other user has it

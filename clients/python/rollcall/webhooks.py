"""Verifies the requests that Rollcall sends to webhook endpoints (Standard Webhooks 1.0)."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

DEFAULT_TOLERANCE_SECONDS = 300


class WebhookVerificationError(Exception):
    """The request is not verified: respond with 400 and do nothing. The message says why."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
) -> tuple[str, dict[str, Any]]:
    """Return the id of the event, which is the same in every attempt, and the event as a dict.

    body: the bytes of the request exactly as they arrived
    headers: a mapping of the header names of the request (case-insensitive) to their values
    secret: the secret of the endpoint (`whsec_…`), or a list of both while you change to another one
    Raises WebhookVerificationError.
    """
    # A web framework may have parsed the body.
    if not isinstance(body, str | bytes | bytearray | memoryview):
        raise WebhookVerificationError("pass the raw body, as text or bytes")
    found = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    event_id, timestamp, signatures = (found.get(name, "") for name in names)
    if not (event_id and timestamp and signatures):
        raise WebhookVerificationError("the headers of Standard Webhooks are missing")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("the event is too old, or the clock of this machine is wrong")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{event_id}.{timestamp}.".encode() + content
    sent = [one[3:] for one in signatures.split(" ") if one.startswith("v1,")]
    for key in [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]:
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in sent):
            return event_id, json.loads(content)
    raise WebhookVerificationError("no signature matches the secret")


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    # Anyone can sign with an empty key, such as that of a variable that is not set.
    if not key:
        raise WebhookVerificationError("the secret is empty or not Base64")
    return key

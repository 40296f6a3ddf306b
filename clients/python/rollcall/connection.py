"""A client that sends requests again when the service asks for it."""

import asyncio
import json
import random
import re
import ssl
import time
import warnings
from typing import Any

import httpx
from rollcall_client import AuthenticatedClient

from rollcall.errors import RollcallError

MAX_ATTEMPTS = 4
# No attempt begins later than this after the first one.
MAX_SECONDS = 90
# The delay if the service gives none; doubled with every attempt, with random jitter.
FIRST_DELAY_SECONDS = 0.25
# The service can't work now, or a proxy in front of it reaches no pod.
UNAVAILABLE = (502, 503, 504)
# More than any page of the service has. The other end may be another server.
MAX_BODY_BYTES = 64 * 1024 * 1024


def connect(
    base_url: str,
    key_id: str,
    secret: str,
    *,
    timeout: float = 30,
    verify_ssl: bool | str | ssl.SSLContext = True,
    **options: Any,
) -> AuthenticatedClient:
    """
    Returns a client for every function of `rollcall_client.api`, which raises RollcallError for a request that is
    rejected, or that another server has answered. `options` are those of `AuthenticatedClient`. Uses the proxy
    of `HTTPS_PROXY` (or `HTTP_PROXY`, `ALL_PROXY`), except for the hosts of `NO_PROXY`.
    """
    return AuthenticatedClient(
        base_url=base_url,
        token=f"{key_id}.{secret}",
        timeout=httpx.Timeout(timeout),
        httpx_args={"transport": RetryingTransport(verify_ssl)},
        **options,
    )


class RetryingTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """
    Sends a request again after 429, which means that nothing was done. Reads, moves and requests with an
    `Idempotency-Key` are also sent again after 502, 503 and 504, while the key is in use, and when no complete response
    came. Waits as `Retry-After` says.
    """

    def __init__(self, verify_ssl: bool | str | ssl.SSLContext = True) -> None:
        # Clients and not transports, because only a client knows the proxies of the environment.
        self._sync = httpx.Client(verify=verify_ssl)
        self._async = httpx.AsyncClient(verify=verify_ssl)

    def handle_request(self, request):
        started = time.monotonic()
        for attempt in range(1, MAX_ATTEMPTS + 1):
            response = error = None
            try:
                response = self._send(request)
            except httpx.TransportError as failure:
                response, error = None, failure
            delay = _delay_after(request, response, attempt, started)
            if delay is None:
                return _result(response, error)
            time.sleep(delay)

    async def handle_async_request(self, request):
        started = time.monotonic()
        for attempt in range(1, MAX_ATTEMPTS + 1):
            response = error = None
            try:
                response = await self._send_async(request)
            except httpx.TransportError as failure:
                response, error = None, failure
            delay = _delay_after(request, response, attempt, started)
            if delay is None:
                return _result(response, error)
            await asyncio.sleep(delay)

    def _send(self, request):
        response = self._sync.send(request, stream=True)
        body = bytearray()
        try:
            for chunk in response.iter_bytes():
                _add(chunk, body, response)
        finally:
            response.close()
        return _whole(_complete(response, body))

    async def _send_async(self, request):
        response = await self._async.send(request, stream=True)
        body = bytearray()
        try:
            async for chunk in response.aiter_bytes():
                _add(chunk, body, response)
        finally:
            await response.aclose()
        return _whole(_complete(response, body))

    def close(self):
        self._sync.close()

    async def aclose(self):
        await self._async.aclose()


def _add(chunk, body, response):
    body += chunk
    if len(body) > MAX_BODY_BYTES:
        raise RollcallError(_complete(response, b""))


def _complete(response, body):
    """The response with its decoded body."""
    of_transfer = ("content-encoding", "content-length", "transfer-encoding")
    headers = [(name, value) for name, value in response.headers.multi_items() if name not in of_transfer]
    return httpx.Response(response.status_code, headers=headers, content=bytes(body), request=response.request)


def _whole(response):
    """
    The response with the value of its JSON, parsed once. Some proxies collect a response that breaks off and
    send it with a length, as if it were whole.
    """
    if response.status_code < 400 and response.content and _is_json(response):
        try:
            value = json.loads(response.content)
        except ValueError:
            message = "The response breaks off in the middle of its JSON."
            raise httpx.RemoteProtocolError(message, request=response.request) from None
        response.json = lambda: value
    return response


def _result(response, error):
    if error is not None:
        raise error
    _warn_if_deprecated(response)
    # The generated code expects a response of the service, and would fail on the page of a proxy.
    if response.status_code >= 400 or not _is_json(response):
        raise RollcallError(response)
    return response


def _is_json(response):
    """Whether a success has no body, or a JSON object or array."""
    if not response.content:
        return True
    return "json" in response.headers.get("Content-Type", "").lower() and response.content.lstrip()[:1] in (b"{", b"[")


def _warn_if_deprecated(response):
    """Without ids, so that Python, which shows a warning with the same text once, shows it once for an operation."""
    sunset = response.headers.get("Sunset")
    if "Deprecation" in response.headers and sunset:
        noun, *rest = re.sub(r"^.*/api/v\d+", "", response.request.url.path).strip("/").split("/")
        operation = f"{response.request.method} /{noun}/{'…' if rest else ''}"
        text = f"{operation} is deprecated and may be removed from {sunset}"
        # Unlike a DeprecationWarning, this one is shown to the users of a library.
        warnings.warn(text, FutureWarning, stacklevel=2)


def _delay_after(request, response, attempt, started):
    """The seconds until the next attempt; None if the request is not sent again. `response` is None if none came."""
    if not _means_later(request, response):
        return None
    delay = FIRST_DELAY_SECONDS * 2 ** (attempt - 1) * random.uniform(0.5, 1.5)
    if response is not None and response.headers.get("Retry-After", "").isdigit():
        delay = int(response.headers["Retry-After"])
    is_last = attempt == MAX_ATTEMPTS or time.monotonic() - started + delay > MAX_SECONDS
    return None if is_last else delay


def _is_move(request):
    """Whether repeating it changes nothing. After a move that was done, `If-Match` names an old version."""
    is_path = re.search(r"/(approve|complete|withdraw)/?$", request.url.path)
    return request.method == "POST" and is_path is not None and "If-Match" not in request.headers


def _means_later(request, response):
    if response is not None and response.status_code == 429:
        return True
    is_repeatable = request.method in ("GET", "HEAD") or "Idempotency-Key" in request.headers or _is_move(request)
    if not is_repeatable or response is None:
        return is_repeatable
    return response.status_code in UNAVAILABLE or response.headers.get("X-Error-Code") == "idempotency-in-flight"

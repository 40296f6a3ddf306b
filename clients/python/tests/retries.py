"""Tests of retries, against a server on this machine that returns what a test says."""

import asyncio
import base64
import hashlib
import hmac
import threading
import time
import unittest
from importlib import resources
from unittest import mock
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from rollcall import RollcallError, connect, each_user
from rollcall_client.api.registration import approve_registration, create_registration
from rollcall_client.api.user import delete_user_by_external_id, list_users
from rollcall_client.models import RegistrationInput

from rollcall.webhooks import WebhookVerificationError, verify_webhook

REGISTRATION = (
    b'{"id":1,"courseId":1,"courseName":"","createdDate":"2024-01-15T14:58:41Z","registrationDate":"2024-01-15T14:58:41Z",'
    b'"completionDate":null,"statusName":"Not Started","externalId":"","userExternalId":"","userId":1,"score":null,'
    b'"addedLater":{}}'
)
TOO_MANY = (429, {"Retry-After": "0", "X-Error-Code": "too-many-requests"}, b'{"detail":"Too many requests"}')
UNAVAILABLE = (503, {"Retry-After": "0", "X-Error-Code": "dependency-unavailable"}, b'{"detail":"Unavailable"}')
IN_FLIGHT = (409, {"Retry-After": "0", "X-Error-Code": "idempotency-in-flight"}, b'{"detail":"In flight"}')
PROXY = (502, {"Content-Type": "text/html", "X-Request-Id": "r-1"}, b"<html>Bad gateway")
CUT = (201, {"Content-Length": "1000", "Connection": "close"}, REGISTRATION)
CREATED = (201, {"Location": "/registrations/1/"}, REGISTRATION)


class Server:
    """Returns the responses one after the other, the last one again and again."""

    def __init__(self, *responses):
        received = self.received = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                received.append((self.command, self.headers.get("Idempotency-Key"), body))
                self.server.paths.append(self.path)
                status, headers, content = responses[min(len(received), len(responses)) - 1]
                self.send_response(status)
                defaults = {"Content-Type": "application/json", "Content-Length": str(len(content))}
                for name, value in {**defaults, **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_DELETE = do_POST

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A request to a proxy has the whole address.
        self.paths = self._http.paths = []
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        self.client = connect(self.url, "rck_a", "rcs_b")

    def stop(self):
        self._http.shutdown()
        self._http.server_close()


class Retries(unittest.TestCase):
    def serve(self, *responses):
        server = Server(*responses)
        self.addCleanup(server.stop)
        return server

    def create(self, server, **options):
        return create_registration.sync_detailed(
            client=server.client, body=RegistrationInput(course_id=1, user_id=1), **options
        )

    def test_a_post_with_an_idempotency_key_is_sent_again_after_429(self):
        server = self.serve(TOO_MANY, CREATED)
        created = self.create(server, idempotency_key="enrol-1")
        self.assertEqual([created.status_code, created.parsed.id], [201, 1])
        first, second = server.received
        self.assertEqual(first, second)
        self.assertEqual(first[:2], ("POST", "enrol-1"))

    def test_a_post_without_a_key_is_sent_again_after_429_because_nothing_was_done(self):
        server = self.serve(TOO_MANY, CREATED)
        self.assertEqual(self.create(server).status_code, 201)

    def assert_rejected(self, status, server, call):
        """Plain functions raise, too."""
        with self.assertRaises(RollcallError) as raised:
            call(server.client)
        self.assertEqual(raised.exception.status, status)

    def test_a_write_whose_repetition_may_change_something_is_not_sent_again_after_503(self):
        for call in (
            lambda client: create_registration.sync(client=client, body=RegistrationInput(course_id=1, user_id=1)),
            lambda client: delete_user_by_external_id.sync_detailed("hr-1", client=client),
            # A move that was done has made another version.
            lambda client: approve_registration.sync(1, client=client, if_match='"1"'),
        ):
            server = self.serve(UNAVAILABLE, CREATED)
            self.assert_rejected(503, server, call)
            self.assertEqual(len(server.received), 1)

    def test_a_move_is_sent_again_because_repeating_it_changes_nothing(self):
        server = self.serve(UNAVAILABLE, CUT, (200, {}, REGISTRATION))
        self.assertEqual(approve_registration.sync(1, client=server.client).id, 1)
        self.assertEqual(len(server.received), 3)

    def test_a_key_in_use_and_a_service_that_is_unavailable_are_waited_for(self):
        server = self.serve(IN_FLIGHT, UNAVAILABLE, CREATED)
        self.assertEqual(self.create(server, idempotency_key="enrol-1").status_code, 201)

    def test_four_attempts_are_made(self):
        server = self.serve(TOO_MANY)
        self.assert_rejected(429, server, lambda _: self.create(server))
        self.assertEqual(len(server.received), 4)

    def test_a_response_that_breaks_off_is_none(self):
        self.assertEqual(self.create(self.serve(CUT, CREATED), idempotency_key="enrol-1").status_code, 201)

    def test_a_list_that_a_proxy_has_made_whole_is_no_response(self):
        cut = (200, {}, b'[{"id":1},{"groupIds":[12]')
        server = self.serve(cut, (200, {}, b"[]"))
        self.assertEqual(list(each_user(server.client)), [])
        self.assertEqual(len(server.received), 2)
        call = list_users.asyncio(client=self.serve(cut, (200, {}, b"[]")).client)
        self.assertEqual(asyncio.run(call), [])
        with mock.patch("rollcall.connection.MAX_ATTEMPTS", 1), self.assertRaises(httpx.TransportError):
            list_users.sync(client=self.serve(cut).client)

    def test_what_may_be_repeated_is_sent_again_after_the_page_of_a_proxy(self):
        for status in (502, 503, 504):
            page = (status, {"Content-Type": "text/html"}, b"<html>")
            self.assertEqual(self.create(self.serve(page, CREATED), idempotency_key="enrol-1").status_code, 201)
            self.assert_rejected(status, self.serve(page, CREATED), self.create_without_key)

    def create_without_key(self, client):
        create_registration.sync(client=client, body=RegistrationInput(course_id=1, user_id=1))

    def test_an_error_of_a_proxy_is_raised_with_its_status(self):
        with self.assertRaises(RollcallError) as raised:
            self.create(self.serve(PROXY))
        self.assertEqual((raised.exception.status, raised.exception.request_id), (502, "r-1"))

    def test_a_response_of_another_server_is_an_error(self):
        for page in (
            (200, {"Content-Type": "text/html"}, b"<html>Sign in"),
            (200, {}, b"<html>Sign in"),
            (404, {"Content-Type": "text/html"}, b"<html>Sign in"),
            (404, {"Content-Type": "application/json"}, b'{"detail":"Not found."}'),
        ):
            with self.assertRaisesRegex(RollcallError, f"Another server than Rollcall responded with status {page[0]}"):
                delete_user_by_external_id.sync_detailed("hr-1", client=self.serve(page).client)

    def test_a_body_that_is_too_long_is_not_read_further(self):
        body = RegistrationInput(course_id=1, user_id=1)
        with mock.patch("rollcall.connection.MAX_BODY_BYTES", len(REGISTRATION) - 1):
            self.assert_rejected(201, self.serve(CREATED), lambda client: create_registration.sync(client=client, body=body))
            call = create_registration.asyncio(client=self.serve(CREATED).client, body=body)
            with self.assertRaisesRegex(RollcallError, "Another server than Rollcall"):
                asyncio.run(call)

    def test_asynchronous_calls_are_sent_again_too(self):
        server = self.serve(CUT, TOO_MANY, CREATED)
        call = create_registration.asyncio_detailed(
            client=server.client, body=RegistrationInput(course_id=1, user_id=1), idempotency_key="enrol-1"
        )
        self.assertEqual(asyncio.run(call).status_code, 201)

    def test_an_external_id_never_leads_to_the_path_of_another_operation(self):
        server = self.serve(CREATED)
        for external_id in (".", ".."):
            with self.assertRaisesRegex(ValueError, "No record has the external id"):
                delete_user_by_external_id.sync_detailed(external_id, client=server.client)
        self.assertEqual(server.received, [])

    def test_a_list_that_is_rejected_raises_an_error(self):
        server = self.serve((403, {"X-Error-Code": "role-missing"}, b'{"detail":"Forbidden"}'))
        with self.assertRaises(RollcallError) as raised:
            list(each_user(server.client))
        self.assertEqual((raised.exception.status, raised.exception.code), (403, "role-missing"))

    def test_a_call_of_a_deprecated_operation_warns_with_the_day_of_its_end(self):
        headers = {"Deprecation": "@1798761600", "Sunset": "Sat, 01 Jan 2028 00:00:00 GMT"}
        server = self.serve((200, headers, REGISTRATION))
        expected = r"POST /registrations/… is deprecated and may be removed from Sat, 01 Jan 2028"
        with self.assertWarnsRegex(FutureWarning, expected):
            approve_registration.sync_detailed(1, client=server.client)

    def through(self, proxy, no_proxy=""):
        variables = {"HTTP_PROXY": proxy.url, "http_proxy": proxy.url, "NO_PROXY": no_proxy, "no_proxy": no_proxy}
        with mock.patch.dict("os.environ", variables):
            return connect("http://rollcall.invalid", "rck_a", "rcs_b")

    def test_the_proxy_of_the_environment_is_used_by_calls_of_both_kinds(self):
        proxy = self.serve(TOO_MANY, CREATED)
        body = RegistrationInput(course_id=1, user_id=1)
        client = self.through(proxy)
        self.assertEqual(create_registration.sync_detailed(client=client, body=body).status_code, 201)
        call = create_registration.asyncio_detailed(client=self.through(proxy), body=body)
        self.assertEqual(asyncio.run(call).status_code, 201)
        self.assertEqual(proxy.paths, ["http://rollcall.invalid/registrations/"] * 3)

    def test_hosts_of_no_proxy_are_reached_without_it(self):
        proxy = self.serve(CREATED)
        with self.assertRaises(httpx.ConnectError):
            create_registration.sync_detailed(
                client=self.through(proxy, "rollcall.invalid"), body=RegistrationInput(course_id=1, user_id=1)
            )
        self.assertEqual(proxy.received, [])

    def test_both_packages_say_that_they_have_types(self):
        for package in ("rollcall", "rollcall_client"):
            self.assertTrue(resources.files(package).joinpath("py.typed").is_file())

    def test_an_empty_secret_verifies_nothing(self):
        now = str(int(time.time()))
        key = base64.b64encode(b"a secret of the endpoint")
        for secret in ("", "whsec_", ["", f"whsec_{key.decode()}"], [f"whsec_{key.decode()}", "whsec_"], []):
            signature = base64.b64encode(hmac.new(b"", f"e-1.{now}.{{}}".encode(), hashlib.sha256).digest())
            headers = {"Webhook-Id": "e-1", "Webhook-Timestamp": now, "Webhook-Signature": f"v1,{signature.decode()}"}
            with self.subTest(secret=secret), self.assertRaises(WebhookVerificationError):
                verify_webhook(b"{}", headers, secret)


if __name__ == "__main__":
    unittest.main()

"""Receives webhooks and verifies them with nothing but the package standardwebhooks. Prints the type and the id of each."""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(sys.argv[1])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhook.verify(body.decode(), dict(self.headers))
            print("verified", event["type"], event["data"]["id"], flush=True)
            self.send_response(204)
        except WebhookVerificationError as error:
            print("rejected", error, flush=True)
            self.send_response(400)
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
print("port", server.server_port, flush=True)
server.serve_forever()

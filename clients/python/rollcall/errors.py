"""The error of this package."""

import json


class RollcallError(Exception):
    """
    A request that was rejected, or any error that is not the service's own, such as a page of a proxy. With `status`,
    `code` (None if it is not the service's own), `detail` and `request_id`.
    """

    def __init__(self, response):
        self.status = int(response.status_code)
        self.code = response.headers.get("X-Error-Code")
        self.detail = detail_of(response) or f"Status {self.status}."
        # Rollcall names each error. With another status it may be a proxy in front of Rollcall.
        if self.status < 400 or (self.status == 404 and self.code is None):
            self.detail = f"Another server than Rollcall responded with status {self.status}. Check the address."
        self.request_id = response.headers.get("X-Request-Id")
        super().__init__(f"{self.detail} ({self.status}, {self.code}, request {self.request_id})")


def detail_of(response):
    """The `detail` of an error of the service, else None."""
    try:
        return str(json.loads(response.content)["detail"])
    except (ValueError, TypeError, LookupError):
        return None

"""How the generated operations write path parameters."""

import urllib.parse


def quote(text, safe=""):
    """Raises ValueError for `.` and `..`: httpx removes such segments, and the path is that of another operation."""
    if text in (".", ".."):
        raise ValueError('No record has the external id "." or "..".')
    return urllib.parse.quote(text, safe)

"""What the generated package `rollcall_client` lacks: retries, whole lists, and the changes since the last poll."""

from rollcall.connection import connect
from rollcall.errors import RollcallError, checked
from rollcall.lists import Changes, changes, each_registration, each_user

__all__ = ["Changes", "RollcallError", "changes", "checked", "connect", "each_registration", "each_user"]

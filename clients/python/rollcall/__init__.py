"""What the generated package `rollcall_client` lacks: retries, whole lists, and the changes since the last poll."""

from rollcall.connection import connect
from rollcall.errors import RollcallError
from rollcall.lists import Changes, changes, each_registration, each_user

__all__ = ["Changes", "RollcallError", "changes", "connect", "each_registration", "each_user"]

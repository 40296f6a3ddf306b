# flake8: noqa

# import apis into api package
from rollcall_client.api.notification_api import NotificationApi
from rollcall_client.api.registration_api import RegistrationApi
from rollcall_client.api.user_api import UserApi


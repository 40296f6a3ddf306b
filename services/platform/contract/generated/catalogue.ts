// Generated, do not edit: npm run generate

/** Every operation of the contract. */
export const catalogue = {
  "listRegistrations": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/registrations/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "createRegistration": {
    "service": "registration",
    "audience": "public",
    "method": "post",
    "path": "/registrations/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "createRegistrationBatch": {
    "service": "registration",
    "audience": "public",
    "method": "post",
    "path": "/registrations/batch/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "getRegistration": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/registrations/{id}/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "approveRegistration": {
    "service": "registration",
    "audience": "public",
    "method": "post",
    "path": "/registrations/{id}/approve/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "completeRegistration": {
    "service": "registration",
    "audience": "public",
    "method": "post",
    "path": "/registrations/{id}/complete/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "withdrawRegistration": {
    "service": "registration",
    "audience": "public",
    "method": "post",
    "path": "/registrations/{id}/withdraw/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "getRegistrationHistory": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/registrations/{id}/history/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "getRegistrationNotification": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/registrations/{id}/notification/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "getRegistrationByExternalId": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/registrations/external/{registrationExternalId}/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "approveRegistrationByExternalId": {
    "service": "registration",
    "audience": "public",
    "method": "post",
    "path": "/registrations/external/{registrationExternalId}/approve/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "completeRegistrationByExternalId": {
    "service": "registration",
    "audience": "public",
    "method": "post",
    "path": "/registrations/external/{registrationExternalId}/complete/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "withdrawRegistrationByExternalId": {
    "service": "registration",
    "audience": "public",
    "method": "post",
    "path": "/registrations/external/{registrationExternalId}/withdraw/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "listVisibleCourses": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/courses/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "getVisibleCourse": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/courses/{id}/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ]
  },
  "getContract": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/openapi.json",
    "roles": []
  },
  "listUsers": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/users/",
    "roles": [
      "userAdministrator"
    ]
  },
  "createUser": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/users/",
    "roles": [
      "userAdministrator"
    ]
  },
  "mergeVisibleUserBatch": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/users/batch/",
    "roles": [
      "userAdministrator"
    ]
  },
  "getUser": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/users/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "updateUser": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/users/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "patchUser": {
    "service": "user",
    "audience": "public",
    "method": "patch",
    "path": "/users/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "aliasOf": "updateUser"
  },
  "deleteUser": {
    "service": "user",
    "audience": "public",
    "method": "delete",
    "path": "/users/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "getUserByExternalId": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/users/external_id/{externalId}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "updateUserByExternalId": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/users/external_id/{externalId}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "replaceUserByExternalId": {
    "service": "user",
    "audience": "public",
    "method": "put",
    "path": "/users/external_id/{externalId}/",
    "roles": [
      "userAdministrator"
    ],
    "aliasOf": "updateUserByExternalId"
  },
  "patchUserByExternalId": {
    "service": "user",
    "audience": "public",
    "method": "patch",
    "path": "/users/external_id/{externalId}/",
    "roles": [
      "userAdministrator"
    ],
    "aliasOf": "updateUserByExternalId"
  },
  "deleteUserByExternalId": {
    "service": "user",
    "audience": "public",
    "method": "delete",
    "path": "/users/external_id/{externalId}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "listVisibleGroups": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/groups/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "listScimUsers": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Users/",
    "roles": [
      "userAdministrator"
    ]
  },
  "createScimUser": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/scim/v2/Users/",
    "roles": [
      "userAdministrator"
    ]
  },
  "getScimUser": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Users/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "replaceScimUser": {
    "service": "user",
    "audience": "public",
    "method": "put",
    "path": "/scim/v2/Users/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "patchScimUser": {
    "service": "user",
    "audience": "public",
    "method": "patch",
    "path": "/scim/v2/Users/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "deleteScimUser": {
    "service": "user",
    "audience": "public",
    "method": "delete",
    "path": "/scim/v2/Users/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "listScimGroups": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Groups/",
    "roles": [
      "userAdministrator"
    ]
  },
  "createScimGroup": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/scim/v2/Groups/",
    "roles": [
      "userAdministrator"
    ]
  },
  "getScimGroup": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Groups/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "patchScimGroup": {
    "service": "user",
    "audience": "public",
    "method": "patch",
    "path": "/scim/v2/Groups/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "deleteScimGroup": {
    "service": "user",
    "audience": "public",
    "method": "delete",
    "path": "/scim/v2/Groups/{id}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "getScimConfig": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/ServiceProviderConfig/",
    "roles": [
      "userAdministrator"
    ]
  },
  "listScimResourceTypes": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/ResourceTypes/",
    "roles": [
      "userAdministrator"
    ]
  },
  "getScimResourceType": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/ResourceTypes/{name}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "listScimSchemas": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Schemas/",
    "roles": [
      "userAdministrator"
    ]
  },
  "getScimSchema": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Schemas/{urn}/",
    "roles": [
      "userAdministrator"
    ]
  },
  "listWebhookEndpoints": {
    "service": "notification",
    "audience": "public",
    "method": "get",
    "path": "/webhook-endpoints/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "createWebhookEndpoint": {
    "service": "notification",
    "audience": "public",
    "method": "post",
    "path": "/webhook-endpoints/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "getWebhookEndpoint": {
    "service": "notification",
    "audience": "public",
    "method": "get",
    "path": "/webhook-endpoints/{id}/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "updateWebhookEndpoint": {
    "service": "notification",
    "audience": "public",
    "method": "post",
    "path": "/webhook-endpoints/{id}/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "deleteWebhookEndpoint": {
    "service": "notification",
    "audience": "public",
    "method": "delete",
    "path": "/webhook-endpoints/{id}/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "rotateWebhookSecret": {
    "service": "notification",
    "audience": "public",
    "method": "post",
    "path": "/webhook-endpoints/{id}/rotate-secret/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "testWebhookEndpoint": {
    "service": "notification",
    "audience": "public",
    "method": "post",
    "path": "/webhook-endpoints/{id}/test/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "listWebhookDeliveries": {
    "service": "notification",
    "audience": "public",
    "method": "get",
    "path": "/webhook-endpoints/{id}/deliveries/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "retryWebhookDelivery": {
    "service": "notification",
    "audience": "public",
    "method": "post",
    "path": "/webhook-endpoints/{id}/deliveries/{deliveryId}/retry/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "replayWebhookEvents": {
    "service": "notification",
    "audience": "public",
    "method": "post",
    "path": "/webhook-endpoints/{id}/replay/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager",
      "userAdministrator"
    ]
  },
  "listGroups": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/groups/",
    "roles": [],
    "operatorAccess": "read"
  },
  "createGroup": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/groups/",
    "roles": [],
    "operatorAccess": "full"
  },
  "getGroup": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/groups/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "putGroup": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/groups/{id}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "deleteGroup": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/groups/{id}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listGroupMembers": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/groups/{id}/members/",
    "roles": [],
    "operatorAccess": "read"
  },
  "putGroupMember": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/groups/{id}/members/{userId}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "deleteGroupMember": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/groups/{id}/members/{userId}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listAllUsers": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/",
    "roles": [],
    "operatorAccess": "read"
  },
  "getAnyUser": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "listSources": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/sources/",
    "roles": [],
    "operatorAccess": "read"
  },
  "handOverUsers": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/sources/hand-over/",
    "roles": [],
    "operatorAccess": "full"
  },
  "mergeUserBatch": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/batch/",
    "roles": [],
    "operatorAccess": "full"
  },
  "eraseUser": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/{id}/erase/",
    "roles": [],
    "operatorAccess": "full"
  },
  "exportUser": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/{id}/export/",
    "roles": [],
    "operatorAccess": "full"
  },
  "mergeAccounts": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/{id}/merge/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listMerges": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/merges/",
    "roles": [],
    "operatorAccess": "read"
  },
  "getMerge": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/merges/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "listErasures": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/erasures/",
    "roles": [],
    "operatorAccess": "read"
  },
  "getErasure": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/erasures/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "listCourses": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/courses/",
    "roles": [],
    "operatorAccess": "read"
  },
  "getCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/courses/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "putCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "put",
    "path": "/admin/courses/{id}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "deleteCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/courses/{id}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listServiceAccounts": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/",
    "roles": [],
    "operatorAccess": "read"
  },
  "createServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/",
    "roles": [],
    "operatorAccess": "full"
  },
  "getServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "putServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/service-accounts/{id}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "deleteServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/service-accounts/{id}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listKeys": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/{id}/keys/",
    "roles": [],
    "operatorAccess": "read"
  },
  "issueKey": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/{id}/keys/",
    "roles": [],
    "operatorAccess": "full"
  },
  "revokeKey": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/service-accounts/{id}/keys/{keyId}/",
    "roles": [],
    "operatorAccess": "full"
  },
  "rotateKey": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/{id}/keys/{keyId}/rotate/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listAllKeys": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/keys/",
    "roles": [],
    "operatorAccess": "read"
  },
  "listDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/",
    "roles": [],
    "operatorAccess": "read"
  },
  "retryDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/deliveries/retry/",
    "roles": [],
    "operatorAccess": "full"
  },
  "getDelivery": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "resendDelivery": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/deliveries/{id}/resend/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/dead-letters/",
    "roles": [],
    "operatorAccess": "read"
  },
  "replayDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/replay/",
    "roles": [],
    "operatorAccess": "full"
  },
  "dismissDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/dismiss/",
    "roles": [],
    "operatorAccess": "full"
  },
  "getDeadLetter": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/dead-letters/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "replayDeadLetter": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/{id}/replay/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listAllWebhookDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-deliveries/",
    "roles": [],
    "operatorAccess": "read"
  },
  "retryWebhookDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-deliveries/retry/",
    "roles": [],
    "operatorAccess": "full"
  },
  "listReasons": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/reasons/",
    "roles": [],
    "operatorAccess": "read"
  },
  "listAllWebhookEndpoints": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-endpoints/",
    "roles": [],
    "operatorAccess": "read"
  },
  "getAnyWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-endpoints/{id}/",
    "roles": [],
    "operatorAccess": "read"
  },
  "disableWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-endpoints/{id}/disable/",
    "roles": [],
    "operatorAccess": "full"
  },
  "enableWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-endpoints/{id}/enable/",
    "roles": [],
    "operatorAccess": "full"
  },
  "getRegistrationStatus": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/status/",
    "roles": [],
    "operatorAccess": "read"
  },
  "getUserStatus": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/status/",
    "roles": [],
    "operatorAccess": "read"
  },
  "getNotificationStatus": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/status/",
    "roles": [],
    "operatorAccess": "read"
  },
  "connectToMailServer": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/deliveries/connect/",
    "roles": [],
    "operatorAccess": "full"
  },
  "previewTemplate": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/templates/preview/",
    "roles": [],
    "operatorAccess": "read"
  },
  "listAllRegistrations": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/",
    "roles": [],
    "operatorAccess": "read"
  },
  "importRegistrations": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations/import/",
    "roles": [],
    "operatorAccess": "full"
  },
  "getAnyRegistrationHistory": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/{id}/history/",
    "roles": [],
    "operatorAccess": "read"
  },
  "listRegistrationsWithoutDelivery": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations-without-delivery/",
    "roles": [],
    "operatorAccess": "read"
  },
  "sendRegistrationsWithoutDelivery": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations-without-delivery/send/",
    "roles": [],
    "operatorAccess": "full"
  },
  "raiseRegistrationIds": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations/ids/floor/",
    "roles": [],
    "operatorAccess": "full"
  },
  "raiseUserIds": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/ids/floor/",
    "roles": [],
    "operatorAccess": "full"
  },
  "verifyCredential": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/credentials/verify/",
    "roles": []
  },
  "identifyUsers": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/identify/",
    "roles": []
  },
  "findUserGroups": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/groups/",
    "roles": []
  },
  "findUsersForEvents": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/states/",
    "roles": []
  },
  "checkVisibility": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/service-accounts/visibility/",
    "roles": []
  },
  "findExistingAccounts": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/service-accounts/existing/",
    "roles": []
  },
  "findCourseGroups": {
    "service": "registration",
    "audience": "internal",
    "method": "post",
    "path": "/internal/courses/groups/",
    "roles": []
  },
  "findRegistrationStates": {
    "service": "registration",
    "audience": "internal",
    "method": "post",
    "path": "/internal/registrations/states/",
    "roles": []
  },
  "announceMovedCourses": {
    "service": "registration",
    "audience": "internal",
    "method": "post",
    "path": "/internal/courses/moved/",
    "roles": []
  },
  "leaveDeletedGroup": {
    "service": "registration",
    "audience": "internal",
    "method": "post",
    "path": "/internal/groups/deleted/",
    "roles": []
  },
  "exportRegistrations": {
    "service": "registration",
    "audience": "internal",
    "method": "get",
    "path": "/internal/users/{id}/registrations/",
    "roles": []
  },
  "eraseRegistrations": {
    "service": "registration",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/{id}/registrations/erase/",
    "roles": []
  },
  "listErasedRegistrations": {
    "service": "registration",
    "audience": "internal",
    "method": "get",
    "path": "/internal/users/{id}/registrations/erased/",
    "roles": []
  },
  "mergeRegistrations": {
    "service": "registration",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/{id}/registrations/merge/",
    "roles": []
  },
  "planRegistrationMerge": {
    "service": "registration",
    "audience": "internal",
    "method": "get",
    "path": "/internal/users/{id}/registrations/merge/{intoId}/",
    "roles": []
  },
  "exportNotifications": {
    "service": "notification",
    "audience": "internal",
    "method": "get",
    "path": "/internal/users/{id}/notifications/",
    "roles": []
  },
  "eraseNotifications": {
    "service": "notification",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/{id}/notifications/erase/",
    "roles": []
  },
  "mergeDeliveries": {
    "service": "notification",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/{id}/deliveries/merge/",
    "roles": []
  },
  "countDeliveries": {
    "service": "notification",
    "audience": "internal",
    "method": "get",
    "path": "/internal/users/{id}/deliveries/count/",
    "roles": []
  },
  "findRegistrationsWithoutDelivery": {
    "service": "notification",
    "audience": "internal",
    "method": "post",
    "path": "/internal/receipts/missing/",
    "roles": []
  },
  "getReceipt": {
    "service": "notification",
    "audience": "internal",
    "method": "get",
    "path": "/internal/receipts/{registrationId}/",
    "roles": []
  }
} as const

/** The services: the owners of operations. */
export const services = [
  "registration",
  "user",
  "notification"
] as const

/** The name under which each role is granted. */
export const roleNames = {
  "courseAttendanceManager": "Course attendance manager",
  "batchRegistrationManager": "Batch registration manager",
  "userAdministrator": "User administrator"
} as const

export type OperationId = keyof typeof catalogue
export type Audience = (typeof catalogue)[OperationId]['audience']
export type ServiceName = (typeof services)[number]
export type RoleKey = keyof typeof roleNames

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
    "roles": []
  },
  "createGroup": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/groups/",
    "roles": []
  },
  "getGroup": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/groups/{id}/",
    "roles": []
  },
  "putGroup": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/groups/{id}/",
    "roles": []
  },
  "deleteGroup": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/groups/{id}/",
    "roles": []
  },
  "listGroupMembers": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/groups/{id}/members/",
    "roles": []
  },
  "putGroupMember": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/groups/{id}/members/{userId}/",
    "roles": []
  },
  "deleteGroupMember": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/groups/{id}/members/{userId}/",
    "roles": []
  },
  "listAllUsers": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/",
    "roles": []
  },
  "getAnyUser": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/{id}/",
    "roles": []
  },
  "listSources": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/sources/",
    "roles": []
  },
  "handOverUsers": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/sources/hand-over/",
    "roles": []
  },
  "mergeUserBatch": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/batch/",
    "roles": []
  },
  "eraseUser": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/{id}/erase/",
    "roles": []
  },
  "exportUser": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/{id}/export/",
    "roles": []
  },
  "mergeAccounts": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/{id}/merge/",
    "roles": []
  },
  "listMerges": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/merges/",
    "roles": []
  },
  "getMerge": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/merges/{id}/",
    "roles": []
  },
  "listErasures": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/erasures/",
    "roles": []
  },
  "getErasure": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/erasures/{id}/",
    "roles": []
  },
  "listCourses": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/courses/",
    "roles": []
  },
  "getCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/courses/{id}/",
    "roles": []
  },
  "putCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "put",
    "path": "/admin/courses/{id}/",
    "roles": []
  },
  "deleteCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/courses/{id}/",
    "roles": []
  },
  "listServiceAccounts": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/",
    "roles": []
  },
  "createServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/",
    "roles": []
  },
  "getServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/{id}/",
    "roles": []
  },
  "putServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/service-accounts/{id}/",
    "roles": []
  },
  "deleteServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/service-accounts/{id}/",
    "roles": []
  },
  "listKeys": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/{id}/keys/",
    "roles": []
  },
  "issueKey": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/{id}/keys/",
    "roles": []
  },
  "revokeKey": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/service-accounts/{id}/keys/{keyId}/",
    "roles": []
  },
  "rotateKey": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/{id}/keys/{keyId}/rotate/",
    "roles": []
  },
  "listAllKeys": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/keys/",
    "roles": []
  },
  "listDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/",
    "roles": []
  },
  "retryDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/deliveries/retry/",
    "roles": []
  },
  "getDelivery": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/{id}/",
    "roles": []
  },
  "resendDelivery": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/deliveries/{id}/resend/",
    "roles": []
  },
  "listDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/dead-letters/",
    "roles": []
  },
  "replayDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/replay/",
    "roles": []
  },
  "dismissDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/dismiss/",
    "roles": []
  },
  "getDeadLetter": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/dead-letters/{id}/",
    "roles": []
  },
  "replayDeadLetter": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/{id}/replay/",
    "roles": []
  },
  "listAllWebhookDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-deliveries/",
    "roles": []
  },
  "retryWebhookDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-deliveries/retry/",
    "roles": []
  },
  "listReasons": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/reasons/",
    "roles": []
  },
  "listAllWebhookEndpoints": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-endpoints/",
    "roles": []
  },
  "getAnyWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-endpoints/{id}/",
    "roles": []
  },
  "disableWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-endpoints/{id}/disable/",
    "roles": []
  },
  "enableWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-endpoints/{id}/enable/",
    "roles": []
  },
  "getRegistrationStatus": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/status/",
    "roles": []
  },
  "getUserStatus": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/status/",
    "roles": []
  },
  "getNotificationStatus": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/status/",
    "roles": []
  },
  "previewTemplate": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/templates/preview/",
    "roles": []
  },
  "listAllRegistrations": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/",
    "roles": []
  },
  "importRegistrations": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations/import/",
    "roles": []
  },
  "getAnyRegistrationHistory": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/{id}/history/",
    "roles": []
  },
  "listRegistrationsWithoutDelivery": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations-without-delivery/",
    "roles": []
  },
  "sendRegistrationsWithoutDelivery": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations-without-delivery/send/",
    "roles": []
  },
  "raiseRegistrationIds": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations/ids/floor/",
    "roles": []
  },
  "raiseUserIds": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/ids/floor/",
    "roles": []
  },
  "verifyCredential": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/credentials/verify/",
    "roles": []
  },
  "resolveUsers": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/resolve/",
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
  "exportDeliveries": {
    "service": "notification",
    "audience": "internal",
    "method": "get",
    "path": "/internal/users/{id}/deliveries/",
    "roles": []
  },
  "eraseDeliveries": {
    "service": "notification",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/{id}/deliveries/erase/",
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

// Generated, do not edit: npm run generate

/** Every operation of the contract. `bodyLimit` is in bytes, 0 where no body is taken. */
export const catalogue = {
  "listRegistrations": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/registrations/",
    "roles": [
      "courseAttendanceManager",
      "batchRegistrationManager"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account-per-item",
    "bodyLimit": 1048576,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "getContract": {
    "service": "registration",
    "audience": "public",
    "method": "get",
    "path": "/openapi.json",
    "roles": [],
    "rateLimit": "address",
    "bodyLimit": 0,
    "security": []
  },
  "listUsers": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/users/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "createUser": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/users/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "mergeVisibleUserBatch": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/users/batch/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account-per-item",
    "bodyLimit": 1048576,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "getUser": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/users/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "updateUser": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/users/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "deleteUser": {
    "service": "user",
    "audience": "public",
    "method": "delete",
    "path": "/users/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "getUserByExternalId": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/users/external_id/{externalId}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "updateUserByExternalId": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/users/external_id/{externalId}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "listScimUsers": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Users/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "createScimUser": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/scim/v2/Users/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "getScimUser": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Users/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "replaceScimUser": {
    "service": "user",
    "audience": "public",
    "method": "put",
    "path": "/scim/v2/Users/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "patchScimUser": {
    "service": "user",
    "audience": "public",
    "method": "patch",
    "path": "/scim/v2/Users/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "deleteScimUser": {
    "service": "user",
    "audience": "public",
    "method": "delete",
    "path": "/scim/v2/Users/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "listScimGroups": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Groups/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "createScimGroup": {
    "service": "user",
    "audience": "public",
    "method": "post",
    "path": "/scim/v2/Groups/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "getScimGroup": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Groups/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "patchScimGroup": {
    "service": "user",
    "audience": "public",
    "method": "patch",
    "path": "/scim/v2/Groups/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account-per-item",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "deleteScimGroup": {
    "service": "user",
    "audience": "public",
    "method": "delete",
    "path": "/scim/v2/Groups/{id}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "getScimConfig": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/ServiceProviderConfig/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "listScimResourceTypes": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/ResourceTypes/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "getScimResourceType": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/ResourceTypes/{name}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "listScimSchemas": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Schemas/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "getScimSchema": {
    "service": "user",
    "audience": "public",
    "method": "get",
    "path": "/scim/v2/Schemas/{urn}/",
    "roles": [
      "userAdministrator"
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 0,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
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
    ],
    "rateLimit": "account",
    "bodyLimit": 102400,
    "security": [
      "apiKeyId",
      "apiKeySecret",
      "accountBearer"
    ]
  },
  "listGroups": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/groups/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "createGroup": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/groups/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "getGroup": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/groups/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "putGroup": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/groups/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "deleteGroup": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/groups/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listGroupMembers": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/groups/{id}/members/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "putGroupMember": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/groups/{id}/members/{userId}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "deleteGroupMember": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/groups/{id}/members/{userId}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listAllUsers": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "getAnyUser": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "mergeUserBatch": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/batch/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 1048576,
    "security": [
      "operatorBearer"
    ]
  },
  "eraseUser": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/{id}/erase/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "exportUser": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/{id}/export/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listErasures": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/erasures/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "getErasure": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/erasures/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listCourses": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/courses/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "getCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/courses/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "putCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "put",
    "path": "/admin/courses/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "deleteCourse": {
    "service": "registration",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/courses/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listServiceAccounts": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "createServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "getServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "putServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "put",
    "path": "/admin/service-accounts/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "deleteServiceAccount": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/service-accounts/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listKeys": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/service-accounts/{id}/keys/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "issueKey": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/{id}/keys/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "revokeKey": {
    "service": "user",
    "audience": "operator",
    "method": "delete",
    "path": "/admin/service-accounts/{id}/keys/{keyId}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "rotateKey": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/service-accounts/{id}/keys/{keyId}/rotate/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "listAllKeys": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/keys/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "retryDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/deliveries/retry/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "getDelivery": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "resendDelivery": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/deliveries/{id}/resend/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/dead-letters/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "replayDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/replay/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "dismissDeadLetters": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/dismiss/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "getDeadLetter": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/dead-letters/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "replayDeadLetter": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/dead-letters/{id}/replay/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listAllWebhookDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-deliveries/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "retryWebhookDeliveries": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-deliveries/retry/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "listReasons": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/reasons/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listAllWebhookEndpoints": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-endpoints/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "getAnyWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/webhook-endpoints/{id}/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "disableWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-endpoints/{id}/disable/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "enableWebhookEndpoint": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/webhook-endpoints/{id}/enable/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "getRegistrationStatus": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/status/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "getUserStatus": {
    "service": "user",
    "audience": "operator",
    "method": "get",
    "path": "/admin/users/status/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "getNotificationStatus": {
    "service": "notification",
    "audience": "operator",
    "method": "get",
    "path": "/admin/deliveries/status/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "previewTemplate": {
    "service": "notification",
    "audience": "operator",
    "method": "post",
    "path": "/admin/templates/preview/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "listAllRegistrations": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "importRegistrations": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations/import/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 1048576,
    "security": [
      "operatorBearer"
    ]
  },
  "getAnyRegistrationHistory": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations/{id}/history/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "listRegistrationsWithoutDelivery": {
    "service": "registration",
    "audience": "operator",
    "method": "get",
    "path": "/admin/registrations-without-delivery/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 0,
    "security": [
      "operatorBearer"
    ]
  },
  "sendRegistrationsWithoutDelivery": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations-without-delivery/send/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "raiseRegistrationIds": {
    "service": "registration",
    "audience": "operator",
    "method": "post",
    "path": "/admin/registrations/ids/floor/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "raiseUserIds": {
    "service": "user",
    "audience": "operator",
    "method": "post",
    "path": "/admin/users/ids/floor/",
    "roles": [],
    "rateLimit": "operator",
    "bodyLimit": 102400,
    "security": [
      "operatorBearer"
    ]
  },
  "verifyCredential": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/credentials/verify/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 102400,
    "security": [
      "serviceBearer"
    ]
  },
  "resolveUsers": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/resolve/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 1048576,
    "security": [
      "serviceBearer"
    ]
  },
  "findUserGroups": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/groups/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 102400,
    "security": [
      "serviceBearer"
    ]
  },
  "findUsersForEvents": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/users/states/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 102400,
    "security": [
      "serviceBearer"
    ]
  },
  "checkVisibility": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/service-accounts/visibility/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 102400,
    "security": [
      "serviceBearer"
    ]
  },
  "findExistingAccounts": {
    "service": "user",
    "audience": "internal",
    "method": "post",
    "path": "/internal/service-accounts/existing/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 102400,
    "security": [
      "serviceBearer"
    ]
  },
  "findCourseGroups": {
    "service": "registration",
    "audience": "internal",
    "method": "post",
    "path": "/internal/courses/groups/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 102400,
    "security": [
      "serviceBearer"
    ]
  },
  "announceMovedCourses": {
    "service": "registration",
    "audience": "internal",
    "method": "post",
    "path": "/internal/courses/moved/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 102400,
    "security": [
      "serviceBearer"
    ]
  },
  "exportRegistrations": {
    "service": "registration",
    "audience": "internal",
    "method": "get",
    "path": "/internal/users/{id}/registrations/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 0,
    "security": [
      "serviceBearer"
    ]
  },
  "exportDeliveries": {
    "service": "notification",
    "audience": "internal",
    "method": "get",
    "path": "/internal/users/{id}/deliveries/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 0,
    "security": [
      "serviceBearer"
    ]
  },
  "findRegistrationsWithoutDelivery": {
    "service": "notification",
    "audience": "internal",
    "method": "post",
    "path": "/internal/receipts/missing/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 102400,
    "security": [
      "serviceBearer"
    ]
  },
  "getReceipt": {
    "service": "notification",
    "audience": "internal",
    "method": "get",
    "path": "/internal/receipts/{registrationId}/",
    "roles": [],
    "rateLimit": "none",
    "bodyLimit": 0,
    "security": [
      "serviceBearer"
    ]
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

// Generated, do not edit: npm run generate
export interface paths {
    "/registrations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List registrations
         * @description Returns the registrations that are visible to you, in any status, ordered by id, one page at a time. You can combine
         *     filters; a registration must match all of them. An id that does not exist or is not visible to you matches nothing: the
         *     response is `[]`, not an error. Registrations of deleted users and for deleted courses are left out unless you send
         *     `includeDeleted=true`. To keep a copy up to date, poll with `updated_after` and `includeDeleted=true` (see
         *     [deltas and deletions](/docs/guide/deltas-and-deletions)).
         */
        get: operations["listRegistrations"];
        put?: never;
        /**
         * Register a user for a course
         * @description Creates a registration in status **Not Started** and sends **one e-mail** about it to the present address of the user,
         *     usually within seconds.
         *
         *     Identify the course by `courseId`, `courseName` or `courseExternalId`, and the user by `userId`, `userExternalId` or
         *     `userEmail`. Send at least one parameter for each. Rollcall tries them in that order. If a parameter matches no record,
         *     the next one is tried; if it matches several records, the request is rejected (409). The header `X-Resolved-By` names
         *     the parameters that identified the course and the user.
         *
         *     The course must be active, published and require registration, the user must be active, and both must be visible to you.
         *     A user has at most one open registration (Not Started or Approved) for a course.
         *
         *     Send an `Idempotency-Key`, so that you can repeat the request if you get no response: the repeated request creates nothing
         *     and sends no second e-mail. To try a request, send `Prefer: validate-only`: every check runs, nothing is written and no
         *     e-mail is sent. The response is 200 with id 0, or the error that the create would get.
         */
        post: operations["createRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/batch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register many users in a batch
         * @description Creates up to 500 registrations in one request, each as `createRegistration` does, with one e-mail for each registration
         *     that is created. The response is 200 with one result for each item, in the order of the items: its `status` (201 if it was
         *     created), and either the registration or the `detail` and `code` of the error. A failed item does not affect the others,
         *     so **check each result**. After an error of the whole request (400, 401, 403, 413, 429) no item was done. After 503 some
         *     may be done: repeat the request with the same `Idempotency-Key`.
         *
         *     With an `Idempotency-Key`, a repeated request gets the same results again, including the failed items. Send those in a new
         *     batch with a new key. `Prefer: validate-only` makes the request a dry run: every item is checked, also against the items
         *     before it, and nothing is written. It costs as much as the real request.
         */
        post: operations["createRegistrationBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        /**
         * Get a registration
         * @description Returns one registration. The response is 404 if there is no registration with this id, or if its user or its course was
         *     deleted; it is 403 if the registration is not visible to you. Keep the `ETag` of the response: `If-None-Match` makes the
         *     next read cheap, and `If-Match` makes a move safe.
         */
        get: operations["getRegistration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/{id}/approve/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a registration
         * @description Moves the registration to **Approved**, from any status, and adds an entry to its history. The score and the completion
         *     date do not change. No e-mail is sent. Approving an approved registration changes nothing and gets 200, so you can repeat
         *     the request.
         *
         *     An approved registration is open. If the user has another open registration for the same course, the move is rejected with
         *     409 `reopen-conflict`. Send `If-Match` to get 412 if the registration has changed since you read it.
         */
        post: operations["approveRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/{id}/complete/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a registration
         * @description Moves the registration to **Completed**, from any status, and adds an entry to its history. No e-mail is sent. The body is
         *     optional:
         *
         *     - `score` is stored if you send it. Otherwise the previous score stays.
         *     - `success` says whether the user passed. It appears in the history and does not change the status.
         *
         *     The first completion sets `completionDate`, which then never changes. Completing again with the same score
         *     and `success` changes nothing and gets 200, so you can repeat the request. Another score or another `success`
         *     replaces the stored one and adds an entry to the history. Send `If-Match` to get 412 if the registration has
         *     changed since you read it.
         */
        post: operations["completeRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/{id}/withdraw/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a registration
         * @description Moves the registration to **Withdrawn**, from any status, and adds an entry to its history. No e-mail is sent. The
         *     registration is not deleted: it stays in the lists, keeps its external id, score and completion date, and can be moved
         *     again. The user can then be registered for the course again. Withdrawing a withdrawn registration changes nothing and gets
         *     200, so you can repeat the request. Send `If-Match` to get 412 if the registration has changed since you
         *     read it.
         */
        post: operations["withdrawRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/{id}/history/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        /**
         * Get the history of a registration
         * @description Returns the history of a registration, oldest entry first, starting with its creation. Each entry has the
         *     time, the service account, the status before and after, the score after the move, and the `success` that was
         *     sent. A repeated request that changed nothing has no entry. The newest 1000 entries are kept. A registration
         *     from another platform starts with the entry of its import, by the operator who imported it.
         */
        get: operations["getRegistrationHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/{id}/notification/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        /**
         * Get the e-mail receipt of a registration
         * @description Returns the state of the e-mail about this registration. It is `queued` from the moment of creation, then `sending`, then
         *     `sent` or `failed`. `sent` means that the mail server has accepted the e-mail, not that the user has read it. While the
         *     mail server is unavailable, the e-mail waits and is tried again. `failed` means that the mail server rejected it
         *     permanently (because of a wrong address, for example) or for a whole day; then only an operator can send it again.
         *     `none` means that there is no e-mail and never will be: `reason` says why.
         */
        get: operations["getRegistrationNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/external/{registrationExternalId}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        /**
         * Get a registration by external id
         * @description Returns the registration that was created with this `externalId`, like `getRegistration`. Use it after a create without a
         *     response: 404 means that the create has not been done so far; it may still be, while that request is in progress. The
         *     response is also 404 if the user or the course was deleted; it is 403 if the registration is not visible to you.
         */
        get: operations["getRegistrationByExternalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/external/{registrationExternalId}/approve/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a registration by external id
         * @description Moves the registration to **Approved**, from any status, and adds an entry to its history. The score and the completion
         *     date do not change. No e-mail is sent. Approving an approved registration changes nothing and gets 200, so you can repeat
         *     the request.
         *
         *     An approved registration is open. If the user has another open registration for the same course, the move is rejected with
         *     409 `reopen-conflict`. Send `If-Match` to get 412 if the registration has changed since you read it.
         */
        post: operations["approveRegistrationByExternalId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/external/{registrationExternalId}/complete/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a registration by external id
         * @description Moves the registration to **Completed**, from any status, and adds an entry to its history. No e-mail is sent. The body is
         *     optional:
         *
         *     - `score` is stored if you send it. Otherwise the previous score stays.
         *     - `success` says whether the user passed. It appears in the history and does not change the status.
         *
         *     The first completion sets `completionDate`, which then never changes. Completing again with the same score
         *     and `success` changes nothing and gets 200, so you can repeat the request. Another score or another `success`
         *     replaces the stored one and adds an entry to the history. Send `If-Match` to get 412 if the registration has
         *     changed since you read it.
         */
        post: operations["completeRegistrationByExternalId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrations/external/{registrationExternalId}/withdraw/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a registration by external id
         * @description Moves the registration to **Withdrawn**, from any status, and adds an entry to its history. No e-mail is sent. The
         *     registration is not deleted: it stays in the lists, keeps its external id, score and completion date, and can be moved
         *     again. The user can then be registered for the course again. Withdrawing a withdrawn registration changes nothing and gets
         *     200, so you can repeat the request. Send `If-Match` to get 412 if the registration has changed since you
         *     read it.
         */
        post: operations["withdrawRegistrationByExternalId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the courses that are visible to you
         * @description Returns the courses that are visible to you, ordered by id, one page at a time. Use it to find the `id`, `name` or
         *     `externalId` for a registration. You can combine filters; a course must match all of them. If nothing matches, the response
         *     is `[]`, not an error. Deleted courses are left out. Courses that accept no registrations are included.
         *
         *     A user can be registered for a course if `active`, `published` and `requiresRegistration` are true and `eventBased` is
         *     false. The user must be visible to you too, which this list does not show. `groupIds` are those groups of the course that are in your scope. Changes appear at once. There is no filter by
         *     date, so read the whole list again to keep a copy up to date.
         */
        get: operations["listVisibleCourses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the course in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        /**
         * Get a course
         * @description Returns one course: its name, its groups that are in your scope, and whether users can be registered for it. The response is 404 `not-found` if
         *     there is no course with this id or it was deleted; it is 403 if the course is not visible to you. Only operators can change
         *     courses.
         */
        get: operations["getVisibleCourse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this contract
         * @description Returns this contract as OpenAPI 3.0, with the public operations only. It needs no credential, so tools can load it
         *     directly. An address can send 60 requests a minute. The contract changes only with a new version of Rollcall; send
         *     `If-None-Match` with the last `ETag` to check for a change cheaply.
         */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Returns the users who are visible to you, ordered by id, one page at a time. You can combine filters; a user must match all of
         *     them. A group that does not exist or is not in your scope matches no user: the response is `[]`, not an error. Deleted users
         *     are left out unless you send `includeDeleted=true`. To keep a copy up to date, poll with `updatedAfter` and
         *     `includeDeleted=true` (see [deltas and deletions](/docs/guide/deltas-and-deletions)).
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Creates a user account in one group: the group in `groupId`, otherwise the home group of your service account. That group must
         *     be in your scope (otherwise 403). `email`, `firstName`, `lastName` and `loginName` are required; `firstName`
         *     or `lastName` may be `""`, but not both. Other fields that you leave out are `""`. No e-mail is sent. Rollcall stores no passwords.
         *
         *     `loginName` (case-insensitive) and `externalId` must be unique among all users (otherwise 409); several users can share an
         *     e-mail address. Send an `Idempotency-Key`, so that you can repeat the request if you get no response. With
         *     `Prefer: validate-only` every check runs and nothing is written: the response is 200 with id 0, or the error that the create
         *     would get.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/batch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change users in a batch
         * @description Creates or changes up to 500 users in one request. An item has the fields of a user. Fields that it leaves out do not change;
         *     a new user needs `email`, `firstName`, `lastName` and `loginName`. `firstName` or `lastName` may be `""`, but not both.
         *
         *     An item changes the user with its `externalId`, otherwise the user with its `loginName`, and creates a user if there is
         *     none. A login name can pass from one person to another. Therefore, if the item has an `externalId` and the user with its
         *     `loginName` has another one, the item is rejected with 409 `login-name-taken`. If two items name the same user, the later
         *     one is rejected with 409 `duplicate-in-batch`. A user who is not visible to you is not changed: the item is rejected with
         *     403 `user-out-of-reach`.
         *
         *     New users join the group in `groupId`, otherwise the home group of your service account. That group must be in your scope.
         *     Users who exist keep their groups, unless you send `outsideGroup=move`.
         *
         *     With `source`, users who have no `managedBy` belong to that source from then on, also those who do not change; that alone
         *     moves no `updatedDate`. A change of a user of another source is rejected with 409 `managed-elsewhere`, unless you send
         *     `takeOver=true`. An item that changes nothing is never rejected for that.
         *
         *     The response is 200 with one result for each item, in the order of the items: `status` 201 or 200 with the `outcome`
         *     (`created`, `changed` or `unchanged`) and the user, or the status of the error with `detail` and `code`. A failed item does
         *     not affect the others, so **check each result**. After an error of the whole request (400, 401, 403, 413, 429) no item was
         *     done. After 503 some may be done: repeat the request with the same `Idempotency-Key`. Items that were changed before are then
         *     `unchanged`. No e-mail is sent.
         *
         *     With an `Idempotency-Key`, a repeated request gets the same results again, including the failed items. Send those in a new
         *     batch with a new key. `Prefer: validate-only` makes the request a dry run: every item is checked, also against the items
         *     before it, and nothing is written; users that would be created have the id 0. It costs as much as the real request.
         */
        post: operations["mergeVisibleUserBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns one user with all fields. You can send the user back as an update, unchanged or changed: read-only fields are ignored.
         *     The response is 404 if there is no user with this id or the account was deleted; it is 403 if the user is not visible to
         *     you.
         */
        get: operations["getUser"];
        put?: never;
        /**
         * Update a user
         * @description Changes the fields that you send; the others do not change. `""` clears an optional field. `email` and
         *     `loginName` can't be blank, nor `firstName` and `lastName` both. Read-only fields are accepted and ignored. The response is the user after
         *     the change, with all fields. No e-mail is sent, and the groups of the user do not change.
         *
         *     An update to the present values changes nothing, including `updatedDate`, so you can repeat the request. Send `If-Match` to get
         *     412 if the user has changed since you read it. Registrations show a changed `externalId` within 5 seconds.
         *
         *     With `source` the user, if it has no `managedBy`, belongs to that source from then on. A change of a user of another source
         *     is rejected (409 `managed-elsewhere`) unless you send `takeOver=true`. Without `source`, `managedBy` does not change.
         */
        post: operations["updateUser"];
        /**
         * Delete a user
         * @description Marks the account as deleted, permanently. It disappears from lists and gets 404, its `loginName` and `externalId` are free
         *     for another user, and its registrations disappear too (see
         *     [deletion](/docs/guide/deltas-and-deletions)). No e-mail is sent. A repeated delete gets 404, so
         *     404 after a delete without a response means that it was done. Send `If-Match` to get 412 if the user has changed since you
         *     read it, and `source` to get 409 if another source keeps the user. To block a user for some time, set `expirationDate` instead.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user (same as POST)
         * @description The same operation as POST on this path, for callers that send PATCH for a change. `updateUser` describes what it does, what a
         *     repeated request does, and which errors it returns.
         */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/users/external_id/{externalId}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `externalId` of the user, case-sensitive. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /**
         * Get a user by external id
         * @description Returns the user with this `externalId`, like `getUser`. Use it to check whether Rollcall knows a person of your own system:
         *     404 means no. After a user was deleted, the external id is free and can belong to another account later.
         */
        get: operations["getUserByExternalId"];
        /**
         * Update a user by external id (same as POST)
         * @description The same operation as POST on this path, for callers that can't send POST. With PUT too, fields that you leave out do not
         *     change. `updateUserByExternalId` describes what it does, what a repeated request does, and which errors it returns.
         */
        put: operations["replaceUserByExternalId"];
        /**
         * Update a user by external id
         * @description Changes the fields that you send; the others do not change. `""` clears an optional field. `email` and
         *     `loginName` can't be blank, nor `firstName` and `lastName` both. Read-only fields are accepted and ignored. The response is the user after
         *     the change, with all fields. No e-mail is sent, and the groups of the user do not change.
         *
         *     An update to the present values changes nothing, including `updatedDate`, so you can repeat the request. Send `If-Match` to get
         *     412 if the user has changed since you read it. Registrations show a changed `externalId` within 5 seconds.
         *
         *     With `source` the user, if it has no `managedBy`, belongs to that source from then on. A change of a user of another source
         *     is rejected (409 `managed-elsewhere`) unless you send `takeOver=true`. Without `source`, `managedBy` does not change.
         */
        post: operations["updateUserByExternalId"];
        /**
         * Delete a user by external id
         * @description Marks the account as deleted, permanently. It disappears from lists and gets 404, its `loginName` and `externalId` are free
         *     for another user, and its registrations disappear too (see
         *     [deletion](/docs/guide/deltas-and-deletions)). No e-mail is sent. A repeated delete gets 404, so
         *     404 after a delete without a response means that it was done. Send `If-Match` to get 412 if the user has changed since you
         *     read it, and `source` to get 409 if another source keeps the user. To block a user for some time, set `expirationDate` instead.
         */
        delete: operations["deleteUserByExternalId"];
        options?: never;
        head?: never;
        /**
         * Update a user by external id (same as POST)
         * @description The same operation as POST on this path, for callers that can't send POST. With PUT too, fields that you leave out do not
         *     change. `updateUserByExternalId` describes what it does, what a repeated request does, and which errors it returns.
         */
        patch: operations["patchUserByExternalId"];
        trace?: never;
    };
    "/groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups in your scope
         * @description Returns the groups in which you hold a role, ordered by id, one page at a time: those in which an operator granted you a
         *     role, and all groups below them. Send the id of a group as `groupId` when you create or list users. The list does not show
         *     which of your roles applies where: if you only hold a role for registrations, it contains the groups of the courses and
         *     users that you can register, and operations on users are still 403.
         *
         *     **A group that you did not know** was granted to you or moved into your scope. Its users and the registrations for its
         *     courses have old dates, so lists of changes do not show them: read everything again. Do the same when an operator has given you
         *     another role in a group that you know, because this list stays the same then.
         *
         *     `parentId` is the group directly above, null for a group at the top of your scope.
         */
        get: operations["listVisibleGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users (SCIM)
         * @description Returns the users who are visible to you, ordered by id, one page at a time, inactive ones included. A directory looks a
         *     person up with `filter`: `userName eq "ada"`, `externalId eq "00u1"`, `id eq "1007"`, `emails eq "ada@example.org"` or
         *     `emails[type eq "work"].value eq "ada@example.org"`, or several of them joined by `and`. No match is an empty list. A filter
         *     that is not supported is 400 `invalidFilter`, so it is never mistaken for "no such person".
         *
         *     `totalResults` counts all matches. Deleted users are left out. [Connect Entra ID or Okta](/docs/guide/scim) describes the
         *     whole interface.
         */
        get: operations["listScimUsers"];
        put?: never;
        /**
         * Create a user (SCIM)
         * @description Creates a user in the home group of your service account. `userName`, `name.givenName` or
         *     `name.familyName`, and an e-mail address are required. Attributes that are not stored here are ignored.
         *
         *     If a visible user with the same `externalId` is inactive, the person has come back: that user is made active, gets the
         *     attributes that you send, and the response is 201 with the `id` it has had before. With another first name, it is another
         *     person: 409 `other-person`. Every other request for a `userName` or `externalId` that a user has is 409 `uniqueness` and
         *     changes nothing, even if it is the same request again: look the person up and update it.
         */
        post: operations["createScimUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the user. In SCIM ids are texts.
                 * @example 1007
                 */
                id: components["parameters"]["ScimUserId"];
            };
            cookie?: never;
        };
        /**
         * Get a user (SCIM)
         * @description Returns one user, inactive or not. `active` is false if the `expirationDate` of the user has passed. The response is 404 if
         *     there is no user with this id or the account was deleted; it is 403 if the user is not visible to you. `meta.version` is
         *     the `ETag`.
         */
        get: operations["getScimUser"];
        /**
         * Replace a user (SCIM)
         * @description Sets the attributes of a user to those in the body. An address that is left out is removed, and so is a custom field that is
         *     left out of the extension if the body has the extension. `externalId`, `active` and required attributes that are left out
         *     do not change, and neither do fields that SCIM does not show.
         *
         *     `active: false` ends the user now, unless it has ended already. `active: true` removes an end that has passed; one in the
         *     future stays. A request that changes nothing leaves `meta.lastModified` as it is, and can be repeated.
         *
         *     A request that would make the user another person is 409 `other-person`, as is PATCH: the first name of somebody inactive
         *     (of a person with one name, that one) changes, or both names and with them the `externalId`, or `userName` and e-mail
         *     address. The letter case does not count.
         */
        put: operations["replaceScimUser"];
        post?: never;
        /**
         * Delete a user (SCIM)
         * @description Marks the account as deleted, permanently, as `deleteUser` does: it gets 404, its `userName` and `externalId` are free for
         *     another user, and its registrations disappear too. A repeated delete gets 404, so 404 after a delete without a response
         *     means that it was done. To block a person for some time, set `active` to false instead.
         */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /**
         * Change attributes of a user (SCIM)
         * @description Changes single attributes: all operations of the request, or none of them. It takes what Entra ID and Okta send: `op` in any
         *     letter case, `"False"` for a boolean, operations without a path whose value is an object, also with paths as its keys,
         *     `emails[type eq "work"].value` whether there is such an address or not. Attributes that are not stored here are ignored,
         *     unless your account has `scimStrict`.
         *
         *     `active` works as with PUT. A request that changes nothing gets 200 and leaves `meta.lastModified` as it is.
         */
        patch: operations["patchScimUser"];
        trace?: never;
    };
    "/scim/v2/Groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups (SCIM)
         * @description Returns the groups in which your account may administer users, ordered by id, one page at a time. A directory finds a group by
         *     `displayName eq "Operations"`; several groups can have the same name. Members are not shown in lists. A filter that is not
         *     supported is 400 `invalidFilter`.
         */
        get: operations["listScimGroups"];
        put?: never;
        /**
         * Create a group (SCIM), always rejected
         * @description Always 403: groups decide which service accounts see whom, so only operators create them. Ask an operator for a group, and
         *     let the directory match it by its `displayName`.
         */
        post: operations["createScimGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the group. In SCIM ids are texts.
                 * @example 12
                 */
                id: components["parameters"]["ScimGroupId"];
            };
            cookie?: never;
        };
        /**
         * Get a group (SCIM)
         * @description Returns one group. Its `members` are shown only if `attributes` contains `members`: the users who are in the group directly.
         *     More than 1,000 members are not shown: the response is 400 `tooMany`. The response is 404 if there is no group with this id,
         *     and 403 if it is not in your scope.
         */
        get: operations["getScimGroup"];
        put?: never;
        post?: never;
        /**
         * Delete a group (SCIM), always rejected
         * @description Always 403: groups decide which service accounts see whom, so only operators delete them. To stop managing a group from the
         *     directory, take it out of the assignments there; its members keep it.
         */
        delete: operations["deleteScimGroup"];
        options?: never;
        head?: never;
        /**
         * Change the members of a group (SCIM)
         * @description Adds, removes or replaces `members`, at most 1,000 in a request. The users must be visible to you. A user who would lose the
         *     last group that makes it visible to you joins the home group of your account, so nobody disappears from the directory's view.
         *     Adding a member again, or removing somebody who is none, changes nothing. A path such as `members[value eq "1007"]` selects
         *     one member: `replace` puts the members of its value in that place, and the others stay.
         *
         *     The other attributes of a group can't be changed.
         */
        patch: operations["patchScimGroup"];
        trace?: never;
    };
    "/scim/v2/ServiceProviderConfig/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the capabilities (SCIM)
         * @description Returns what this implementation of SCIM supports: PATCH, filters and ETags. It supports no bulk requests, no sorting and no
         *     change of passwords, because no passwords are stored here. It is the same for every account.
         */
        get: operations["getScimConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ResourceTypes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of resources (SCIM)
         * @description Returns the types of resources: users and groups, each with its path and its schemas. The list is the same for every account
         *     and has one page. A directory reads it once, when the connection is set up.
         */
        get: operations["listScimResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ResourceTypes/{name}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the type of resource.
                 * @example User
                 */
                name: components["parameters"]["ScimResourceTypeName"];
            };
            cookie?: never;
        };
        /**
         * Get a type of resource (SCIM)
         * @description Returns one type of resource, `User` or `Group`, with its path and its schemas. The response is 404 for any other name. It is
         *     the same for every account, and changes only with a new version of Rollcall.
         */
        get: operations["getScimResourceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Schemas/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schemas (SCIM)
         * @description Returns the schemas of users, of their custom fields, and of groups. They list exactly the attributes that are stored: a
         *     directory need not send any other. The list is the same for every account and has one page.
         */
        get: operations["listScimSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Schemas/{urn}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the schema, which is its URN.
                 * @example urn:ietf:params:scim:schemas:core:2.0:User
                 */
                urn: components["parameters"]["ScimSchemaUrn"];
            };
            cookie?: never;
        };
        /**
         * Get a schema (SCIM)
         * @description Returns the schema with this URN: its attributes with their types, whether they are required, and whether letter case matters
         *     when they are compared. The response is 404 for any other URN.
         */
        get: operations["getScimSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your webhook endpoints
         * @description Returns the webhook endpoints of your account, ordered by id, one page at a time. Secrets are never listed. An endpoint that is
         *     not `enabled` receives nothing; `disabledReason` says why.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description From the next second on, Rollcall sends every event of the subscribed types that is visible to your account to this URL, as
         *     described in [webhooks](/docs/guide/webhooks). **The secret is in this response only**: your receiver needs it to verify the signature. Event types of
         *     registrations need a role for registrations, those of users the role User administrator (403 `role-missing`). An account can have
         *     20 endpoints (409). **A repeated request creates another endpoint**; if you get no response, list your endpoints and delete the
         *     one whose secret was lost.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Returns one endpoint of your account, without its secret. The response is 404 if your account has no endpoint with this id, also
         *     if another account has it.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        /**
         * Update a webhook endpoint
         * @description Changes the fields that you send and leaves the others as they are. `enabled: false` stops deliveries, those that wait included.
         *     `enabled: true` starts them again; send what was missed with `replayWebhookEvents`. An endpoint that an operator has disabled can
         *     only be enabled by an operator (409). Another `url` ends a pause, and `failingSince` begins again. The secret stays the same. Repeating the request changes nothing.
         *     Send `If-Match` to get 412 if the endpoint has changed since you read it, which includes `failingSince` and `pausedUntil`.
         */
        post: operations["updateWebhookEndpoint"];
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint with its secrets and its list of deliveries. Deliveries that wait are not sent any more; an attempt that is
         *     in progress may still arrive. A repeated delete gets 404. Send `If-Match` to get 412 if the endpoint has changed since you read
         *     it, which includes `failingSince` and `pausedUntil`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/rotate-secret/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description Creates a new secret, which is in this response only. For 24 hours every delivery carries two signatures, one with the new and one
         *     with the old secret, so that you can change your receiver in the meantime. **Every request creates another secret**: a second
         *     rotation within 24 hours ends the oldest of the three at once. If Rollcall could not use the old secret (`secretUsable`), events that
         *     wait are sent with the new one.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event of the type `webhook.test` to the endpoint at once, also if it is disabled or paused, and returns within four
         *     seconds what became of it: the status of your receiver, how long it took, and the class of the error. The body of your receiver's
         *     response is never shown. A test is sent once and is not in the list of deliveries. The response is 409 if an operator has disabled
         *     the endpoint: nothing is sent to it.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Returns the events that were sent to the endpoint or wait to be sent, newest first, one page at a time, each with the id of its
         *     record, the number of attempts, the last response with its duration, and the time of the next attempt. They are kept for 30 days. Events that are not visible to your
         *     account any more are not listed, so a page can have fewer than `limit` events. `X-Total-Count` includes them.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/deliveries/{deliveryId}/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The id of the delivery, from the list of the endpoint's deliveries.
                 * @example 9120
                 */
                deliveryId: components["parameters"]["WebhookDeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the event of this delivery again as soon as possible, whatever its status, under the same `webhook-id`. If the attempt fails,
         *     the schedule of attempts begins again. The response is 202 before the attempt is made; list the deliveries to see its result.
         *     An event whose attempt is in progress is left alone. The event is dropped if it is not visible to your account any more. The
         *     response is 409 if the endpoint is disabled.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of a period again
         * @description Sends the events of this endpoint between `after` and `before` again, each under its own `webhook-id`: by default all that your
         *     receiver missed, whether they have failed or wait for another attempt (`status: undelivered`). Events that happened while the
         *     endpoint was disabled, or while your account had no valid key, are included, with the status `failed`. Events are kept for 30 days, and only those that are still visible to
         *     your account are sent; `events` counts the others too. One request replays up to 1000 events, oldest first; while the response has a `cursor`, send it with the next
         *     request. It costs one request for each event. An event whose attempt is in progress is left alone. The response is 409 if the
         *     endpoint is disabled.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Returns all groups, ordered by id, one page at a time. Each names its parent; null means that it is a root. The tree decides
         *     what service accounts see: a role granted in a group also applies in all groups below it.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create a group
         * @description Creates a group with an id that Rollcall chooses. The id was never used by another group that was created this way, because
         *     courses keep the id of a deleted group, and a new group with that id would get them. The response is 422 if the parent does
         *     not exist, and 409 if the group would lie more than 50 levels deep. Without `parentId` the group is a root. **A repeated request creates another group**; if you need to repeat it
         *     safely, choose the id yourself with `putGroup`.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/groups/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * Get a group
         * @description Returns one group with its parent. The response is 404 if there is no group with this id. You can send the group back with
         *     PUT, unchanged or changed: `id` in the body is accepted and ignored.
         */
        get: operations["getGroup"];
        /**
         * Create or replace a group
         * @description Creates a group with this id (201), or replaces the existing one (200). Another `parentId` moves the group **with everything
         *     below it**, which changes the scope of accounts within 15 seconds. Without `parentId` the group becomes a root. If a deleted
         *     group had this id, courses that still name it are in the new group; until its deleted users and courses have left it, the response
         *     is 409 `group-being-deleted`. Sending the same group again changes nothing. Send
         *     `If-Match` to be rejected (412) when the group has changed since you read it. The response is 409 if the group would become its
         *     own descendant or would lie, with the groups below it, more than 50 levels deep. It is 422 if the parent does not exist.
         */
        put: operations["putGroup"];
        post?: never;
        /**
         * Delete an empty group
         * @description Deletes a group that nothing refers to. The response is 409 `group-in-use` while it has subgroups, users or grants, or is the
         *     home group of a service account. Courses in the group keep its id, which has no
         *     meaning until an operator puts a group with this id again. Deleted users and deleted courses leave the group. The response waits
         *     for that, but for 45 seconds at most. A repeated delete gets 404.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/groups/{id}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * List the users who are directly in a group
         * @description Returns the ids of the users who are in this group directly, ordered by id, one page at a time. Users of its subgroups and
         *     deleted users are left out. The response is 404 if there is no group with this id.
         */
        get: operations["listGroupMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/groups/{id}/members/{userId}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description The id of the user who is a member of the group.
                 * @example 1007
                 */
                userId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Add a user to a group
         * @description Adds the user to the group. The other groups of the user do not change. Accounts with a role in the group see the user at
         *     once in creates and moves, and within 5 seconds in lists. The response is also 204 if the user is in the group already, so
         *     you can repeat the request. It is 404 if there is no such group or user.
         */
        put: operations["putGroupMember"];
        post?: never;
        /**
         * Remove a user from a group
         * @description Removes the user from the group. A user without groups is not visible to any service account; the user account and its
         *     registrations stay. The response is also 204 if the user is not in the group, so you can repeat the request. It is 404 if
         *     there is no such group or user.
         */
        delete: operations["deleteGroupMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users of all groups
         * @description Returns users whatever their groups, also those who are in no group and whom no service account can see, ordered by id, one
         *     page at a time. All filters must match. Deleted users are left out unless `includeDeleted=true`. Each user has its
         *     `groupIds`, `managedBy` (the source that keeps the user) and `deleted`.
         */
        get: operations["listAllUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get a user of any group
         * @description Returns one user with its `groupIds`, whatever they are, and with `deleted: true` if it was deleted. The response is 404 if
         *     there never was a user with this id.
         */
        get: operations["getAnyUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sources/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sources of people
         * @description Returns the systems that keep users, such as HR systems and directories, each with the number of users who are not deleted:
         *     the 1,000 with most users, those first. Users without a source are not counted.
         */
        get: operations["listSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sources/hand-over/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand users over to another source, or release them
         * @description Makes `to` the source of users: of those with these `ids`, of all of the source `from`, or, with both, of those with these
         *     ids who belong to it. `to: ""` releases them; the next request with a source that names them adopts them. Nothing
         *     else of them changes, and no event is sent. One request handles up to 1,000 users; `remaining` is true if more are left, so
         *     repeat the request until it is false. Deleted users keep their source.
         */
        post: operations["handOverUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/batch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or merge users in a batch
         * @description Creates or updates up to 1000 users in one request. Each item is a user with its groups. Fields that an item leaves out do
         *     not change, and neither do the groups; `groupIds` replaces all of them.
         *
         *     An item updates the user with its `externalId`, otherwise the user with its `loginName`, and creates a user if there is
         *     none. A login name can pass from one person to another. Therefore, if the item has an `externalId` and the user with its
         *     `loginName` has another one, the item is rejected with 409 `login-name-taken`. Two items for the same user are a mistake in
         *     the data: the later one is rejected with 409 `duplicate-in-batch`, and the detail contains the index of the earlier one.
         *
         *     The response is 200 with one result for each item, in order: `status` 201 or 200 with the `outcome` and the user, or the
         *     status of the error with `detail` and `code`. A failed item does not affect the others. No e-mail is sent. Sending the same
         *     batch again changes nothing, so you can repeat it. `Prefer: validate-only` makes the request a dry run: the same results,
         *     with id 0 for users that would be created, and nothing is written. `source` and `takeOver` work as in
         *     `mergeVisibleUserBatch`; groups belong to no source.
         */
        post: operations["mergeUserBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/erase/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the data of a person
         * @description Deletes the user, if it was not deleted, and replaces or removes the personal data everywhere: the account, the copies in
         *     registrations, e-mails with their recipient and error text, webhooks, dead letters, pending events, and stored responses of
         *     `Idempotency-Key`. **This cannot be undone.** The id of the user stays: `firstName`, `lastName` and `loginName` become
         *     `erased-<id>`, `email` becomes `erased-<id>@erased.invalid`, all other texts become `""`. E-mails that wait are cancelled, and webhooks that wait are deleted.
         *
         *     The registrations stay under that id (course, dates, status, score), so that statistics stay right. They keep their
         *     `externalId`, so that a synchronization does not register the person again. With `withRegistrations: true` they are removed.
         *
         *     The response is 202 with a receipt. The services finish within seconds. One that was unavailable finishes at most ten minutes
         *     after it is available again; `getErasure` shows which of them have finished. A repeated request changes nothing and returns the same receipt,
         *     with 200 when the erasure is complete.
         *
         *     After a restore from a backup, send `again: true` for every id of the exported list (`listErasures`): the whole erasure is
         *     repeated, also if the restored database does not have the user. Without it the response is 404 if there never was a user
         *     with this id. An id far above those of all users is rejected (400): raise the ids first (`raiseUserIds`).
         */
        post: operations["eraseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/export/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Export the data of a person
         * @description Returns everything that Rollcall holds about a person: the account with its groups, the registrations with
         *     their history, the e-mails, the webhooks of the last 30 days, and the messages that could not be handled. A response has at most
         *     ten registrations, and 250 of each other kind. If it has a `next`, send the request again with it as `after`: the lists go on. Deleted users and
         *     their registrations are included. The audit lines are in the logs, and not in the document.
         *     After an erasure the document has only the id. The response is 404 if there never was a user with this id, and 503
         *     while another service is unavailable: a part is never left out. A read-only token is rejected.
         */
        get: operations["exportUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/merge/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge two accounts of one person
         * @description Makes two accounts of one person one. The user of the path is deleted, and the user `into` gets what it had: its memberships,
         *     and its registrations with dates, history and external ids, with which imports recognize them. E-mails about them belong to
         *     `into` and, if they are not sent yet, go to its address. `into` keeps its own fields, `managedBy` and `expirationDate`
         *     included. **This cannot be undone.**
         *
         *     Where both have an open registration for a course, the older one stays, and the other is withdrawn with an entry in its history.
         *
         *     The `externalId` and the `loginName` of the deleted user stay reserved until it is erased, which happens when `into` is:
         *     whoever sends them gets 409 `merged` with the id of `into`. Receivers of webhooks get `user.deleted` with `mergedInto`,
         *     `user.updated` if `into` has joined groups, and `registration.withdrawn`, but no event for each registration that goes over.
         *     Each has a new `updatedDate`.
         *
         *     With `Prefer: validate-only` nothing is written: the response is 200 with the status `planned` and the `plan`. Otherwise it is 202
         *     (200 when everything is done). The services finish within seconds. One that was unavailable finishes at most ten
         *     minutes after it is available again; `getMerge` shows which of them have finished. A repeated request changes nothing and returns the same merge. If `into`
         *     is deleted or erased before the end, the merge ends with the status `stopped`.
         *
         *     The response is 404 if the user of the path never existed, and 409 `not-mergeable` with the reason if both are the same user, one
         *     is deleted or erased, `into` does not exist, or together they are in too many groups. One user takes part in one merge at a time: 409
         *     `merge-in-progress`. If one of them was merged before, the response is 409 `merged` with the id of the account that is left.
         */
        post: operations["mergeAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/merges/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List merges of accounts
         * @description Returns all merges, ordered by the id of the account that was deleted, one page at a time. Export the list with every backup:
         *     after a restore, send those again that the restored database does not have.
         */
        get: operations["listMerges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/merges/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get the state of a merge
         * @description Returns the merge by the id of the account that is deleted: which service has finished, when, and how many records it has
         *     changed. The response is 404 if this account was not merged.
         */
        get: operations["getMerge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/erasures/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures
         * @description Returns the receipts of all erasures, ordered by the id of the user, one page at a time. Export the list with every backup
         *     and keep it outside the databases: a restore brings erased people back, and the list says who has to be erased again.
         */
        get: operations["listErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/erasures/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get the receipt of an erasure
         * @description Returns the receipt by the id of the user: which service has finished, when, and how many records it has changed or
         *     removed. The response is 404 if this user was not erased.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/courses/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List courses
         * @description Returns all courses, in any group, ordered by id, one page at a time. Deleted courses are left out. A course contains what a
         *     registration needs: its groups decide which accounts see it, and its four flags decide whether users can be registered.
         */
        get: operations["listCourses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/courses/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the course in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        /**
         * Get a course
         * @description Returns one course. The response is 404 if there is no course with this id or it was deleted. You can send the course back
         *     with PUT, unchanged or changed: `id` in the body is accepted and ignored.
         */
        get: operations["getCourse"];
        /**
         * Create or replace a course
         * @description Creates a course with this id (201), or **replaces** the existing one (200). The body is the whole course: a field that you
         *     leave out gets its default instead of keeping its value. So read the course first, change it, and send all of it. Sending the
         *     same course again changes nothing.
         *
         *     A changed name and changed groups appear in existing registrations within seconds. The response waits for that, but for 45
         *     seconds at most: if a course has very many registrations, the last of them follow after the response. An inactive course accepts no new
         *     registrations and keeps the existing ones. PUT also restores a deleted course, with its registrations. Send `If-Match` to get
         *     412 if the course has changed since you read it.
         */
        put: operations["putCourse"];
        post?: never;
        /**
         * Delete a course
         * @description Marks the course as deleted. It no longer matches in creates, and **its registrations disappear from the lists and get 404**.
         *     The response waits for that, but for 45 seconds at most: if there are very many, the last of them follow after the response.
         *     If you only want to stop new registrations, send the course with `active: false` instead. A repeated delete gets 404. PUT
         *     restores the course and its registrations.
         */
        delete: operations["deleteCourse"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service accounts
         * @description Returns all service accounts, ordered by id, one page at a time: each with its grants, its home group and its own limit, if
         *     it has one. `listKeys` lists the keys of an account.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account
         * @description Creates an account with an id that Rollcall chooses. It needs grants and a key before it can call an operation. The response
         *     is 422 if a group does not exist. **A repeated request creates another account**; if you need to repeat it safely, choose the
         *     id yourself with `putServiceAccount`.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        /**
         * Get a service account
         * @description Returns one account with its grants. The response is 404 if there is no account with this id. You can send the account back
         *     with PUT, unchanged or changed: `id` in the body is accepted and ignored.
         */
        get: operations["getServiceAccount"];
        /**
         * Create or replace a service account
         * @description Creates an account with this id (201), or **replaces** the existing one (200): grants that you leave out are removed. Its keys
         *     stay valid. Changed grants and limits take effect within 15 seconds. Sending the same account again changes nothing. Send
         *     `If-Match` to be rejected (412) when the account has changed since you read it. The response is 422 if a group does not exist.
         */
        put: operations["putServiceAccount"];
        post?: never;
        /**
         * Delete a service account and its keys
         * @description Deletes the account with all its keys. Within 15 seconds requests with them get 401, and its webhook
         *     endpoints get no events any more; they are disabled within a minute. An account that you create with the
         *     same id later is another account: keys, webhook endpoints, stored responses and limits of this one never
         *     serve it. Entries in the history of registrations keep the name of the account. A repeated delete gets
         *     404. If you only want to replace a key, issue a new one and revoke the old one instead.
         */
        delete: operations["deleteServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts/{id}/keys/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        /**
         * List the keys of a service account
         * @description Returns the keys of an account, oldest first, one page at a time: its name, when it was issued, when it expires, when it
         *     was revoked, and when and from where it was last used. The use is recorded once a minute. Secrets are not stored, so the list
         *     does not contain them. The response is 404 if there is no account with this id.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Issue a key
         * @description Issues a new key in addition to the existing ones. **The secret is in this response only**: give it to the caller over a safe
         *     channel. To replace a key without an outage, issue a new one, let the caller change to it, then revoke the old one. A repeated
         *     request issues another key; revoke the key whose response was lost. The response is 400 if
         *     `expiresAt` is in the past.
         */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts/{id}/keys/{keyId}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
                /**
                 * @description The id of the key (`rck_…`).
                 * @example rck_a1B2c3D4e5F6g7H8
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Makes the key invalid permanently, within 15 seconds. The key stays in the list, with the date of its revocation. Revoking it
         *     again changes nothing and gets 204. The response is 404 if the account has no such key.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts/{id}/keys/{keyId}/rotate/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
                /**
                 * @description The id of the key (`rck_…`).
                 * @example rck_a1B2c3D4e5F6g7H8
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a key that replaces another one
         * @description Issues a new key with the name and the lifetime of an existing one. The old key stays valid, so that the caller can change to
         *     the new one without an outage; `oldKeyExpiresAt` limits for how long. **The secret is in this response only.** A repeated
         *     request issues another key; revoke the key whose response was lost. The response is 404 if the account has no such key, and
         *     409 `key-revoked` if the key was revoked.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of all service accounts
         * @description Returns the keys of all accounts, oldest first, one page at a time. All filters must match. With `expiresBefore` and
         *     `usedAfter` it shows which keys have to be rotated: those that expire soon and are in use. Expired and revoked keys are left
         *     out when `expiresBefore` is given.
         */
        get: operations["listAllKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Returns the e-mails that were sent or are to be sent, newest first, one page at a time, each with its state. Filter by
         *     registration or by address to find out whether a user got an e-mail, and by status `failed` to find e-mails that need your
         *     attention. E-mails that are added while you read further pages are not included.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send failed or queued e-mails again
         * @description With the status `failed`, each e-mail is sent again as a new delivery, as `resendDelivery` does. With `queued`, the e-mails become due at once: they are
         *     sent as soon as the mail server is available and `mailLimits` allow, and no new delivery is created. Choose e-mails by `reason` (of
         *     `listReasons`) or by `ids`, or omit both to choose all with this `status`. Only the newest 10,000 e-mails in this status
         *     are considered. One request handles up to 500 of them; `remaining` is true if more of them are left, so repeat the request until
         *     it is false. If there are more than 10,000, repeat it when these have been sent. Left out are failed e-mails that were sent again
         *     before or whose recipient was removed, and queued e-mails that are due already, unless `ids` names them. So repeating the request
         *     sends no e-mail twice.
         */
        post: operations["retryDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the delivery, as returned by `listDeliveries`.
                 * @example 5120
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns one e-mail: its recipient, the number of attempts, the last error, and the `Message-ID` that you
         *     find in the log of the mail server. The response is 404 if there is no delivery with this id.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/{id}/resend/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the delivery, as returned by `listDeliveries`.
                 * @example 5120
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an e-mail again, as a new delivery
         * @description Sends the e-mail again, as a new delivery (201) with its own `Message-ID`: to the present address, with the present names of the
         *     user and the course, in the present template. If it would say what is no longer true (for example because the registration was
         *     withdrawn), the new delivery becomes `cancelled`. If the e-mail of the registration or a resend of it has failed, it gets
         *     `resentAt`, and `listReasons` and `retryDeliveries` leave it out from then on; nothing else of it changes. **Every request that
         *     is accepted sends another e-mail**: if you get no response, check `listDeliveries` for the registration before you repeat it.
         *
         *     The response is 409 `delivery-pending` if the e-mail of the registration or a resend of it is `queued` or `sending`, because it
         *     is still going to be sent; `anyway=true` sends another one nevertheless. It is 409 `user-erased` if the person was erased, and 409 `delivery-expired` if the
         *     recipient was removed after the retention period; `anyway=true` changes nothing about these two.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dead-letters/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description Returns the messages between services that could not be handled, each with the reason, ordered by id, one page at a time.
         *     Replayed and dismissed messages stay in the list, with the date. Normally the list is empty. What to do about a dead letter
         *     is described in the operations guide.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dead-letters/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay dead letters
         * @description Puts messages back into their queues, so that they are handled again: those with these `ids`, or those of a group (`queue` and
         *     `reason` of `listReasons`). Remove the cause first. Only messages that wait are replayed: those that were replayed or
         *     dismissed are left out, so repeating the request replays no message twice. If a message fails again, it becomes a new dead
         *     letter. One request replays up to 500; `remaining` is true if more are left. The response is 503 while RabbitMQ is unavailable;
         *     those replayed before stay replayed.
         */
        post: operations["replayDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dead-letters/dismiss/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss dead letters
         * @description Marks messages as dismissed that can never be handled or need not be: those with these `ids`, or those of a group (`queue` and
         *     `reason` of `listReasons`). They no longer wait for an operator, so the alert about them ends. They stay in the list,
         *     and each can still be replayed with `replayDeadLetter`. Messages that were replayed or dismissed are left out, so `done` is 0 if
         *     none of them waits. One request dismisses up to 500; `remaining` is true if more are left.
         */
        post: operations["dismissDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dead-letters/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the dead letter, as returned by `listDeadLetters`.
                 * @example 17
                 */
                id: components["parameters"]["DeadLetterId"];
            };
            cookie?: never;
        };
        /**
         * Get a dead letter
         * @description Returns one message that could not be handled, with the reason and its payload, and when it was replayed or
         *     dismissed. The response is 404 if there is no dead letter with this id.
         */
        get: operations["getDeadLetter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dead-letters/{id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the dead letter, as returned by `listDeadLetters`.
                 * @example 17
                 */
                id: components["parameters"]["DeadLetterId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a dead letter
         * @description Puts the message back into its queue, so that it is handled again, also if it was dismissed. Remove the cause first. A message
         *     can be replayed once: a repeated request gets 200 and changes nothing. If the message fails again, it becomes a new dead letter, which you can replay
         *     too. The response is 503 while RabbitMQ is unavailable.
         */
        post: operations["replayDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhook-deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook deliveries of all accounts
         * @description Returns the events that were sent to the webhook endpoints of all accounts or wait to be sent, newest first, one page at a time.
         *     Filter by `endpointId` for those of one endpoint, by `status` for those that failed, or by `userId` for the events about a person
         *     and the person's registrations; each filter narrows the others. The list is empty if there is no such endpoint or user. The
         *     content of the events is not shown. They are kept for 30 days.
         */
        get: operations["listAllWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhook-deliveries/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send webhook deliveries again
         * @description Sends events again as soon as possible, each under its own `webhook-id`; their schedule of attempts begins again. Choose them in
         *     one of two ways:
         *
         *     - a group: `status`, narrowed by `endpointId` and `reason` (of `listReasons`). Only the newest 10,000 deliveries
         *       are considered.
         *     - `ids` (of `listAllWebhookDeliveries`): these deliveries whatever their status, also those that were delivered, so **every request
         *       with ids sends them once more**. With `status`, `endpointId` or `reason`, only those of them that match.
         *
         *     One request handles up to 500; `remaining` is true if more are left, so repeat the request until it is false. If you name
         *     `endpointId`, a pause that its receiver asked for (`Retry-After`) ends. The response is 404 if there is no such endpoint, and 409
         *     if it is disabled. Otherwise events of disabled endpoints are left out, and so are ids of no delivery, and events whose
         *     attempt is in progress. Events that their account may not see any more are dropped.
         */
        post: operations["retryWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reasons/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reasons of failures
         * @description Returns why e-mails, webhook deliveries or dead letters have failed or wait: the most frequent reason first, each with the number
         *     of records. A reason is the class of a failure, not its text, so that records with the same cause have the same reason; the record
         *     with the `exampleId` has a text. Send it back as it is to handle the whole group as it is by then, or send the `retryableIds` to
         *     handle what this response counts.
         *
         *     | `of` | `status` | reason | groups | handle a group with |
         *     | --- | --- | --- | --- | --- |
         *     | `emails` (default) | `failed` (default) or `queued` | kind of the last failure, and the code of the mail server or the connection: `refused 550 5.1.1` | by reason | `retryDeliveries` |
         *     | `webhooks` | `failed` (default): no attempt is left; or `pending`: an attempt has failed, and another one follows | class of the last error and status of the response | by `endpointId` and reason | `retryWebhookDeliveries` |
         *     | `dead-letters` | none: those that were neither replayed nor dismissed | the rule that the message breaks, or the name of the error | by `queue` and reason | `replayDeadLetters`, `dismissDeadLetters` |
         *
         *     The response is 400 for another `status`. The reason of an e-mail is `""` if no attempt has failed yet, or if the error was removed
         *     with the recipient (after the retention period, or because the person was erased). E-mails that were sent again are left out. Only
         *     10,000 records are counted, the newest e-mails and webhook deliveries and the oldest dead letters; `complete` is false if there
         *     are more.
         */
        get: operations["listReasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhook-endpoints/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of all accounts
         * @description Returns the webhook endpoints of all service accounts, ordered by id, one page at a time. `failingSince` shows endpoints whose
         *     attempts have all failed since then. Secrets are never listed.
         */
        get: operations["listAllWebhookEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhook-endpoints/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        /**
         * Get the webhook endpoint of any account
         * @description Returns one webhook endpoint with the account that it belongs to, and why and since when it is disabled or failing. The response
         *     is 404 if there is no endpoint with this id. Secrets are never shown.
         */
        get: operations["getAnyWebhookEndpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhook-endpoints/{id}/disable/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint; only an operator can enable it again
         * @description Stops all deliveries to the endpoint within a second; those that wait become `failed`. Its account can't enable it again, only an
         *     operator can. The account can still create another endpoint: to stop the account itself, revoke its keys. Repeating the request
         *     changes nothing.
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhook-endpoints/{id}/enable/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint; its account can replay what it missed
         * @description Starts deliveries to the endpoint again, also if an operator has disabled it. Events that it missed meanwhile are not sent
         *     automatically: its account can replay them. If its account was deleted (`disabledReason` is
         *     `account-deleted`) and another one has the id, as after a restore, the endpoint belongs to that one from then on. Repeating the
         *     request changes nothing.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/registrations/status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of the registration service
         * @description Returns whether the service is ready, degraded or not ready, as `/readyz` does, with each server that it depends on.
         *     `perMinute` counts the registrations that were created, `pendingEvents` and `oldestPendingEvent` tell what waits for RabbitMQ,
         *     `queues` what waits in it, and `stalled` what stands still although every server is available.
         *     It also returns which service accounts have had requests rejected with 429 since yesterday. The response is 200 even while
         *     MongoDB is unavailable; what is only known to it is then null.
         */
        get: operations["getRegistrationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of the user service
         * @description Returns whether the service is ready, degraded or not ready, as `/readyz` does, with each server that it depends on.
         *     `pendingEvents` and `oldestPendingEvent` tell which changes of users wait for RabbitMQ, `queues` what waits in it, and
         *     `stalled` what stands still although every server is available.
         *     It also returns which service accounts have had requests rejected with 429 since yesterday. The response is 200 even while
         *     MongoDB is unavailable; what is only known to it is then null.
         */
        get: operations["getUserStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of the notification service
         * @description Returns whether the service is ready, degraded or not ready, as `/readyz` does, with each server that it depends on.
         *     `perMinute` counts the e-mails that a mail server has accepted, `backlog` what waits for it, for receivers of webhooks or for
         *     an operator, `queues` what waits in RabbitMQ, and `stalled` what stands still although every server is available.
         *     It also returns which service accounts have had requests rejected with 429 since yesterday. The response is 200 even while
         *     MongoDB is unavailable; what is only known to it is then null.
         */
        get: operations["getNotificationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries/connect/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect to the mail server now
         * @description Opens a session, signs in and sends nothing. After the mail server has refused the password, the next attempt follows after
         *     1, 2, 4, at most 15 minutes, because servers lock accounts and ban addresses that try a wrong one again and again. Call this
         *     after you have corrected something at the mail server, and waiting e-mails are sent at once. Each replica finds out for
         *     itself: the others follow within 15 minutes, or after a restart.
         *
         *     It does nothing while the mail server is available. The response is 200 also if the attempt failed: `up` and `reason` say so.
         */
        post: operations["connectToMailServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/templates/preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an e-mail
         * @description Fills a template with values and returns the e-mail: subject, plain text and HTML. Nothing is sent.
         *
         *     - `template`: the template to fill, so that you can look at a new one before you configure it. Without it, the present template
         *       for the e-mail about a new registration (222): the built-in one, or the one from the configuration.
         *     - `deliveryId`: fills it with the stored values of this delivery. If the template has changed since the e-mail was sent, the
         *       text differs from what was sent. Without it, the values of an example registration.
         *
         *     - `language`: a reader of this language, for whom the template is the one of the longest tag that begins its own, otherwise the
         *       default one. A `template` in the request is taken for one in this language.
         *
         *     Each can be left out, and so can the body. The response is 404 if there is no delivery with this id, and 400 if the template is
         *     invalid: it uses an unknown value, contains other tags, is blank, or has a subject with several lines.
         */
        post: operations["previewTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/registrations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List registrations of all groups
         * @description Returns registrations whatever the groups of their courses and users, ordered by id, one page at a time, with details.
         *     You can combine the filters. Registrations of deleted users and for deleted courses are included, each with
         *     `deleted: true`.
         */
        get: operations["listAllRegistrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/registrations/import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import registrations from another platform
         * @description Stores up to 500 registrations that were made elsewhere, each with its status, its dates, its score and its external id.
         *     **No e-mail is ever sent about them**, and no webhook tells of the import: callers find imported registrations in their
         *     next delta, because `updatedDate` is the time of the import.
         *
         *     Identify the course and the user as `createRegistration` does. Both must exist; the course need not be active or published
         *     or require registration, and the user need not be active. A course that is event-based is rejected (422). The dates must
         *     be in the order `createdDate`, `registrationDate`, `completionDate`, and not in the future. A completed registration needs
         *     a `completionDate`; one in status Not Started has none. A user has at most one open registration (Not Started or Approved)
         *     for a course, and an `externalId` is used once. Finished training of a user who has an open registration for the course is
         *     rejected, unless `openRegistration` says what happens to the open one.
         *
         *     The response is 200 with one result for each item, in order: `status` 201 or 200 with the `outcome` and the registration, or
         *     the status of the error with `detail` and `code`. A failed item does not affect the others, so **check each result**.
         *     An item that was imported before is `unchanged`: the one with the same `externalId`, otherwise the one with the same
         *     user, course, status and dates. So you can repeat the request, also after later moves of the registrations. If the rest of
         *     the item differs, it is rejected with 409. An item has the result that it would have in a later request than the items
         *     before it: two items about one training are stored once, two runs of a yearly course twice.
         *
         *     `Prefer: validate-only` makes the request a dry run: the same results, with id 0 for registrations that would be created,
         *     and nothing is written.
         */
        post: operations["importRegistrations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/registrations/{id}/history/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        /**
         * Get the history of a registration of any group
         * @description Returns the creation and every move of a registration, oldest first: when, by which service account, from and to which
         *     status. Registrations of deleted users and for deleted courses have a history too. The response is 404 if there never was a
         *     registration with this id.
         */
        get: operations["getAnyRegistrationHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/registrations-without-delivery/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List registrations without a delivery
         * @description Returns the registrations, in any status, that are older than 15 minutes and have no delivery, ordered by id, one page at a
         *     time. Normally the list is empty. It has entries if RabbitMQ lost messages, if the notification database was restored to an
         *     earlier state, or while a dead letter waits. Registrations of deleted users and for deleted courses are left out, and so are
         *     those whose event still waits for RabbitMQ and those that were imported from another platform.
         *
         *     The service compares every registration, so send `created_after` if you know since when deliveries may be missing. The
         *     response is 503 while the notification service is unavailable.
         */
        get: operations["listRegistrationsWithoutDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/registrations-without-delivery/send/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the events of registrations without a delivery
         * @description Publishes the event of these registrations again, so that their e-mails are sent to the present addresses of the users. Name
         *     the registrations in `ids`, or send `all` for every registration in the list. Each event has the same id as before: if the
         *     lost one turns up later, or if you repeat the request, there is still one e-mail.
         *
         *     After a restore of the notification database, e-mails that were sent after the backup are sent again, so compare the list
         *     with the log of the mail server first. The response contains the number of events and the reasons why others were not
         *     published. If `ids` names a registration that was imported from another platform, nothing is published: 409.
         */
        post: operations["sendRegistrationsWithoutDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/registrations/ids/floor/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue registration ids above a number
         * @description Raises the counter of registration ids, so that every id issued from now on is above `above`. Send it after a restore of the
         *     registration database, before anything is registered. Otherwise ids that were issued after the backup are issued a second
         *     time, and the new registrations are mistaken for the old ones. The response contains the number above which ids are issued
         *     from now on. A lower number changes nothing. Ids cannot be lowered again. A large margin costs nothing.
         */
        post: operations["raiseRegistrationIds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/ids/floor/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue user ids above a number, and publish every user again
         * @description Raises the counters of the ids of users, service accounts and keys, so that every id issued from now on is above `above`.
         *     Every user also gets a version higher than any before and is published again, so that registrations get the present state of
         *     their users. Send it after a restore of the user database **or** of the registration database. The response contains the
         *     number above which ids are issued from now on. A lower number raises nothing. Ids cannot be lowered again. Repeating the
         *     request publishes the users again and does no harm.
         */
        post: operations["raiseUserIds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/credentials/verify/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a credential and get its scope
         * @description Tells the calling service whether a credential is valid, which account it belongs to, and in which groups the account holds
         *     each role. For an invalid credential the response is 200 with `valid: false`. The calling service caches a valid credential
         *     for at most 15 seconds, counted from the moment when it sent the request.
         */
        post: operations["verifyCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/identify/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Identify one user for each query
         * @description Identifies one user for each query: the parameters are tried in the order `userId`, `userExternalId`, `userEmail`. Returns the
         *     fields that a registration needs, in the order of the queries. A result without a user says why; that is not an error.
         */
        post: operations["identifyUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the groups of users
         * @description Tells the notification service in which groups the users are directly, deleted users included. The order of the results is not
         *     defined. A user that does not exist has no result.
         */
        post: operations["findUserGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/states/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get users for webhook events and e-mails
         * @description Returns users as they are, deleted users included: the user as the API shows it, with its version and its direct groups. The
         *     notification service asks for webhooks, because messages about changes of users contain no names or addresses, and for
         *     e-mails that it sends later than 15 seconds after their event. The order of the results is not defined. A user that does not
         *     exist has no result.
         */
        post: operations["findUsersForEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/service-accounts/visibility/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find which of these groups service accounts may see
         * @description Tells the notification service in which of these groups the accounts hold which role, by a grant in the
         *     group or in one above it. The order of the results is not defined. An account that does not exist has no
         *     result. The calling service keeps a role that an account with a valid key holds for at most 15 seconds, counted from the moment when it sent the request. It never keeps that an account does not hold
         *     one.
         */
        post: operations["checkVisibility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/service-accounts/existing/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find which of these service accounts exist
         * @description Tells the notification service which of the accounts exist, with a valid key or without, and since when.
         *     An account that was deleted and created again under its id is another account, which its creation date
         *     shows. The order of the results is not defined.
         */
        post: operations["findExistingAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/courses/groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the groups of courses
         * @description Tells the notification service in which groups the courses are directly, deleted courses included. The order of the results is
         *     not defined. A course that does not exist has no result.
         */
        post: operations["findCourseGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/registrations/states/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what e-mails say about registrations
         * @description Tells the notification service whether registrations were withdrawn or their courses deleted, and the present names of the
         *     courses. It asks before it sends an e-mail later than 15 seconds after its event. The order of the results is not defined. A
         *     registration that does not exist has no result.
         */
        post: operations["findRegistrationStates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/courses/moved/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce courses of moved groups
         * @description Tells the registration service that these groups have a new place in the tree. The registrations for courses in these groups get
         *     a new `updatedDate` in the background, so that polls for changes find them. One request announces a part of the courses. If the
         *     response is not `done`, send the request again with its `after`. A repeated request announces nothing twice.
         */
        post: operations["announceMovedCourses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/groups/deleted/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a deleted group out of deleted users and courses
         * @description Tells the registration service that a group was deleted, with users who are deleted and were in it, as they are without it. Takes
         *     its id out of the copies of these users and out of deleted courses and their copies, so that the next group with this id does
         *     not show them. Courses that are not deleted keep it. One request does a part of the work; repeat it until it is `done`.
         */
        post: operations["leaveDeletedGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/registrations/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get the registrations of a user with their history
         * @description Tells the user service which registrations a person has, including those of deleted users and courses, ordered by id. A response
         *     has at most ten, because each may have a thousand entries of history; fewer than ten means that it is the last one.
         */
        get: operations["exportRegistrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/registrations/erase/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase what the registration service holds about a user
         * @description Stores that the user is erased, so that late messages and requests restore nothing. Then it erases up to 250 registrations and,
         *     after the last one, the copy of the user and stored responses of `Idempotency-Key`. If the response is not `done`, send the
         *     request again with its `after`. A repeated request changes nothing.
         */
        post: operations["eraseRegistrations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/registrations/erased/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get the ids of the registrations of an erased user
         * @description Tells the user service which registrations an erased person had, also those that were removed, in the order of their ids. A
         *     response has at most 250; fewer than 250 means that it is the last one.
         */
        get: operations["listErasedRegistrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/registrations/merge/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the registrations of a user to another account of the same person
         * @description Gives up to 250 registrations to the user `into`, who has to exist. Where both have an open one for a course, the younger one is
         *     withdrawn. If the response is not `done`, send the request again with its `after`. A repeated request changes nothing.
         */
        post: operations["mergeRegistrations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/registrations/merge/{intoId}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
                /**
                 * @description The id of the account that gets everything.
                 * @example 1012
                 */
                intoId: components["parameters"]["MergeIntoId"];
            };
            cookie?: never;
        };
        /**
         * Get what a merge would do with registrations
         * @description Tells the user service how many registrations of the account would go over to the other one, and which of them would be
         *     withdrawn because both accounts have an open registration for the course. Changes nothing.
         */
        get: operations["planRegistrationMerge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/notifications/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get the e-mails, webhooks and dead letters about a user
         * @description Tells the user service which e-mails, webhooks and dead letters are about a person, each ordered by id. A response has at most
         *     250 of each kind; fewer than 250 means that these are the last ones.
         */
        get: operations["exportNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/notifications/erase/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase what the notification service holds about a user
         * @description Stores that the user is erased, so that late messages restore nothing. Then it erases up to 250 e-mails and, after the last
         *     one, webhooks and the dead letters about the user or these registrations. If the response is not `done`, send the request again
         *     with its `after`. A repeated request changes nothing.
         */
        post: operations["eraseNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/deliveries/merge/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the e-mails of a user to another account of the same person
         * @description Gives up to 250 e-mails to the user `intoId`. If the response is not `done`, send the request again with its `after`. A repeated
         *     request changes nothing.
         */
        post: operations["mergeDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/{id}/deliveries/count/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Count the e-mails of a user
         * @description Tells the user service how many e-mails, sent ones and waiting ones, a merge would give to another account. The plan of
         *     the merge shows it to the operator. Changes nothing.
         */
        get: operations["countDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/receipts/missing/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find registrations without a delivery
         * @description Tells the registration service for which of its registrations the notification service has no automatic delivery. The response
         *     contains their ids. E-mails that an operator sent again do not count.
         */
        post: operations["findRegistrationsWithoutDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/receipts/{registrationId}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration.
                 * @example 48151
                 */
                registrationId: components["parameters"]["ReceiptRegistrationId"];
            };
            cookie?: never;
        };
        /**
         * Get the e-mail receipt of a registration
         * @description Tells the registration service the status of the e-mail about a registration. It does not check access, because the calling
         *     service has done that. If the notification service does not know the registration yet, the status is `queued` with 0 attempts.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: int64
         * @description A whole number that every JSON parser represents exactly.
         */
        Id: number;
        /** @description An identifier of another system. It is matched exactly, case-sensitive. Spaces at its ends are removed, and different encodings of the same letters are one (Unicode NFC). */
        ExternalId: string;
        /**
         * @description The status of the registration. `Not Started` and `Approved` are open: a user has at most one open registration for a course. A registration can move from any status to Approved, Completed or Withdrawn.
         * @enum {string}
         */
        RegistrationStatus: "Not Started" | "Completed" | "Approved" | "Withdrawn";
        /**
         * Format: date-time
         * @description A date and time with any offset (RFC 3339), such as 2024-01-15T14:58:41Z or 2024-01-15T15:58:41+01:00.
         */
        Moment: string;
        /** @description The value of a header, in the format of its standard. */
        HeaderText: string;
        /**
         * Format: double
         * @description The score of the user, any decimal number. Null if it is not set.
         * @example 87.5
         */
        Score: number | null;
        /**
         * @description The registration of one user for one course.
         * @example {
         *       "id": 48151,
         *       "courseId": 210,
         *       "courseName": "Fire safety",
         *       "createdDate": "2024-01-15T14:58:41Z",
         *       "registrationDate": "2024-01-15T14:58:41Z",
         *       "completionDate": null,
         *       "statusName": "Not Started",
         *       "externalId": "enrolment-2291",
         *       "userExternalId": "hr-20931",
         *       "userId": 1007,
         *       "score": null
         *     }
         */
        Registration: {
            /**
             * Format: int64
             * @description The id of the registration. 0 in a preview, which is not stored.
             */
            id: number;
            /**
             * Format: int64
             * @description The id of the course in the LMS.
             */
            courseId: number;
            /** @description The present name of the course. */
            courseName: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description When the user was registered. Equal to `createdDate`, unless an import said otherwise.
             */
            registrationDate: string;
            /**
             * Format: date-time
             * @description When it was completed for the first time. Null before. Later moves do not change it.
             */
            completionDate: string | null;
            statusName: components["schemas"]["RegistrationStatus"];
            /** @description Your identifier from the create. `""` if there was none, or another registration has taken it while this one was deleted. */
            externalId: string;
            /** @description The present external id of the user, `""` if unset. */
            userExternalId: string;
            /**
             * Format: int64
             * @description The id of the user, a JSON number.
             */
            userId: number;
            score: components["schemas"]["Score"];
            /** @description Whether the user passed, as the last completion said. Null until it is set. Present only with `include=details`. */
            success?: boolean | null;
            /**
             * Format: date-time
             * @description When the registration changed last, including changes of its course and its user. Present only with `include=details`.
             */
            updatedDate?: string;
            /**
             * @description The status with which an operator imported the registration from another platform. Present only with `include=details`, and only if it was imported.
             * @enum {string}
             */
            importedStatus?: "Not Started" | "Completed" | "Approved" | "Withdrawn";
            /** @description Present, and true, if the user or the course was deleted. Only a list with `includeDeleted=true` contains such registrations. */
            deleted?: boolean;
        };
        /**
         * @description Registrations in the order of their ids.
         * @example [
         *       {
         *         "id": 48151,
         *         "courseId": 210,
         *         "courseName": "Fire safety",
         *         "createdDate": "2024-01-15T14:58:41Z",
         *         "registrationDate": "2024-01-15T14:58:41Z",
         *         "completionDate": null,
         *         "statusName": "Not Started",
         *         "externalId": "enrolment-2291",
         *         "userExternalId": "hr-20931",
         *         "userId": 1007,
         *         "score": null
         *       }
         *     ]
         */
        Registrations: components["schemas"]["Registration"][];
        /** @description A name of one line that is not blank. Spaces at its ends are removed, and different encodings of the same letters are one (Unicode NFC). Characters that can't be seen are rejected, except the joiners U+200C and U+200D where letters or emoji need them; comparisons ignore those. */
        Name: string;
        /** @description An e-mail address. Letter case does not matter when users are looked up by it. The part before the @ is ASCII; the domain may be written in any script and is stored and shown in ASCII (`xn--…`). */
        Email: string;
        /** @description An identifier of another system, `""` for none. It is matched exactly, case-sensitive. Spaces at its ends are removed, and different encodings of the same letters are one (Unicode NFC). */
        OptionalExternalId: string;
        /**
         * @description Identifies one course and one user, each by at least one parameter. Several parameters are tried in the order below. Everything else is optional. Unknown fields are rejected.
         * @example {
         *       "courseName": "Fire safety",
         *       "userEmail": "ada@example.org",
         *       "externalId": "enrolment-2291"
         *     }
         */
        RegistrationInput: {
            /**
             * Format: int64
             * @description The id of the course in the LMS. Tried first.
             */
            courseId?: number;
            /** @description The exact name of the course. Tried second. 409 if several courses have it. */
            courseName?: string;
            /** @description The number of the course at its provider. Tried last. */
            courseExternalId?: string;
            /**
             * Format: int64
             * @description The id of the user. Tried first.
             */
            userId?: number;
            /** @description The exact external id of the user. Tried second. */
            userExternalId?: string;
            /** @description The e-mail address of the user, case-insensitive. Tried last. 409 if several users have it. */
            userEmail?: string;
            /** @description Your own identifier for the registration, with which you can find it later. Unique among all registrations, including withdrawn ones. `""` for none. */
            externalId?: string;
        };
        /**
         * @description What is wrong, in one sentence. Programs use the header `X-Error-Code` instead.
         * @example {
         *       "detail": "Forbidden"
         *     }
         */
        Error: {
            /** @description A sentence for people. It names the field and the rule, if there is one. Its wording can change. */
            detail: string;
        };
        /**
         * @description One rule that the request breaks, with either `pointer` or `parameter`.
         * @example {
         *       "detail": "lastName is required.",
         *       "pointer": "/lastName"
         *     }
         */
        Fault: {
            /** @description One fault, with the field and the rule. */
            detail: string;
            /** @description The field of the body, as a JSON pointer (RFC 6901): `/email`, `/groupIds/1` for the second of a list, `""` for the body as a whole. A field that is missing or not known is named as well. */
            pointer?: string;
            /** @description The name of the parameter of the path or the query, or of the header. */
            parameter?: string;
        };
        /**
         * @description The same error in the format of RFC 9457, for callers that send `Accept: application/problem+json`.
         * @example {
         *       "type": "/docs/guide/errors#invalid-request",
         *       "title": "Bad Request",
         *       "status": 400,
         *       "detail": "lastName is required.",
         *       "code": "invalid-request",
         *       "errors": [
         *         {
         *           "detail": "lastName is required.",
         *           "pointer": "/lastName"
         *         },
         *         {
         *           "detail": "country must be an ISO 3166-1 alpha-2 code such as US.",
         *           "pointer": "/country"
         *         }
         *       ]
         *     }
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description The page about this code, relative to the address of the request: its cause and its remedy. It is available where the reference is served. Programs use `code`.
             */
            type: string;
            /** @description The standard name of the HTTP status. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status of this response.
             */
            status: number;
            /** @description The sentence for people, as in the plain format. */
            detail: string;
            /** @description The code for programs, as in `X-Error-Code`. */
            code: string;
            /** @description With `invalid-request` only, the faults that were found, up to 20. The first one is `detail`. In a form, show each beside the field that it names. */
            errors?: components["schemas"]["Fault"][];
        };
        /**
         * @description Registrations to create. A failed item does not affect the others.
         * @example [
         *       {
         *         "courseId": 210,
         *         "userId": 1007,
         *         "externalId": "enrolment-2291"
         *       },
         *       {
         *         "courseName": "Fire safety",
         *         "userEmail": "nobody@example.org"
         *       }
         *     ]
         */
        RegistrationBatchInput: components["schemas"]["RegistrationInput"][];
        /** @description The result of one item, with either `registration`, or `detail` and `code`. */
        RegistrationBatchResult: {
            /**
             * Format: int32
             * @description The position of the item in the batch, starting with 0.
             */
            index: number;
            /**
             * Format: int32
             * @description The HTTP status that the item would get as a single create: 201 if it was created, 200 in a dry run.
             */
            status: number;
            registration?: components["schemas"]["Registration"];
            /** @description Why the item was rejected, for people. */
            detail?: string;
            /** @description Why the item was rejected, for programs: see [errors](/docs/guide/errors). */
            code?: string;
            /**
             * Format: int64
             * @description The id of the registration that is in conflict with the item, if it is visible to you; with `merged`, of the user who is left. It is what `X-Existing-Id` is for a single create.
             */
            existingId?: number;
        };
        /**
         * @description The results, in the order of the items.
         * @example [
         *       {
         *         "index": 0,
         *         "status": 201,
         *         "registration": {
         *           "id": 48151,
         *           "courseId": 210,
         *           "courseName": "Fire safety",
         *           "createdDate": "2024-01-15T14:58:41Z",
         *           "registrationDate": "2024-01-15T14:58:41Z",
         *           "completionDate": null,
         *           "statusName": "Not Started",
         *           "externalId": "enrolment-2291",
         *           "userExternalId": "hr-20931",
         *           "userId": 1007,
         *           "score": null
         *         }
         *       },
         *       {
         *         "index": 1,
         *         "status": 404,
         *         "detail": "No user matches. Check userId, userExternalId or userEmail.",
         *         "code": "user-not-found"
         *       }
         *     ]
         */
        RegistrationBatchResults: components["schemas"]["RegistrationBatchResult"][];
        /** @description `ETag`s in quotes, separated by commas, or `*` for any. */
        EntityTags: string;
        /**
         * @description The result of the user. Both fields are optional. A `score` of null is the same as no score.
         * @example {
         *       "score": 87.5,
         *       "success": "true"
         *     }
         */
        CompletionInput: {
            score?: components["schemas"]["Score"];
            /** @description Whether the user passed: `"true"` or `"false"` as text (case-insensitive), or a boolean. It appears in the history and, with `include=details`, in the registration. The status is Completed in both cases. */
            success?: boolean | string;
        };
        /** @description One entry of the history, the creation or a move. */
        HistoryEntry: {
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /**
             * Format: int64
             * @description The id of the service account that did it. Null if it was not a service account.
             */
            by: number | null;
            /** @description The name of that account at that time, `operator` if it was an operator. Operators see the name of the token instead. */
            byName: string;
            /**
             * @description The status before. Null for the creation.
             * @enum {string|null}
             */
            from: "Not Started" | "Completed" | "Approved" | "Withdrawn" | null;
            to: components["schemas"]["RegistrationStatus"];
            score: components["schemas"]["Score"];
            /** @description The `success` of a completion. Null if none was sent. */
            success: boolean | null;
            /** @description Present, and true, if the registration comes from another platform. The dates of the registration are older than the entry. */
            imported?: boolean;
        };
        /**
         * @description The entries of the history, oldest first.
         * @example [
         *       {
         *         "at": "2024-01-15T14:58:41Z",
         *         "by": 3,
         *         "byName": "HR sync",
         *         "from": null,
         *         "to": "Not Started",
         *         "score": null,
         *         "success": null
         *       },
         *       {
         *         "at": "2024-02-01T09:00:00Z",
         *         "by": 3,
         *         "byName": "HR sync",
         *         "from": "Not Started",
         *         "to": "Completed",
         *         "score": 87.5,
         *         "success": true
         *       }
         *     ]
         */
        History: components["schemas"]["HistoryEntry"][];
        /**
         * @description The state of the e-mail, as a delivery has it, or `none`: there is no e-mail and there never will be.
         * @enum {string}
         */
        ReceiptStatus: "queued" | "sending" | "sent" | "failed" | "cancelled" | "none";
        /**
         * @description The state of the e-mail about one registration.
         * @example {
         *       "status": "sent",
         *       "attempts": 1,
         *       "sentAt": "2024-01-15T14:58:43Z"
         *     }
         */
        NotificationReceipt: {
            status: components["schemas"]["ReceiptStatus"];
            /**
             * @description Only with `none` and `cancelled`: why there is no e-mail. `imported`: the registration comes from another platform. The others are those of a cancelled delivery.
             * @enum {string}
             */
            reason?: "imported" | "user-deleted" | "user-erased" | "user-expired" | "course-deleted" | "registration-withdrawn" | "registration-unknown";
            /**
             * Format: int32
             * @description The number of attempts so far.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the mail server accepted it. Null before.
             */
            sentAt: string | null;
        };
        /**
         * @description A course, with the fields that a registration needs.
         * @example {
         *       "id": 210,
         *       "name": "Fire safety",
         *       "externalId": "provider-88",
         *       "groupIds": [
         *         12
         *       ],
         *       "active": true,
         *       "published": true,
         *       "requiresRegistration": true,
         *       "eventBased": false
         *     }
         */
        Course: {
            /**
             * Format: int64
             * @description The id of the course in the LMS.
             */
            id: number;
            /** @description The name. Several courses can have the same name. */
            name: string;
            /** @description The number of the course at its provider, `""` if there is none. */
            externalId: string;
            /** @description The ids of the groups that the course is in directly. They decide which service accounts see it. */
            groupIds: number[];
            /** @description Whether the course accepts new registrations. */
            active: boolean;
            /** @description Whether the course is published in the LMS. Users can be registered for published courses only. */
            published: boolean;
            /** @description Whether the course requires registration. If not (an article, for example), users cannot be registered. */
            requiresRegistration: boolean;
            /** @description Whether the course is an event. Users cannot be registered for events. */
            eventBased: boolean;
        };
        /**
         * @description Courses in the order of their ids.
         * @example [
         *       {
         *         "id": 210,
         *         "name": "Fire safety",
         *         "externalId": "provider-88",
         *         "groupIds": [
         *           12
         *         ],
         *         "active": true,
         *         "published": true,
         *         "requiresRegistration": true,
         *         "eventBased": false
         *       }
         *     ]
         */
        Courses: components["schemas"]["Course"][];
        /** @description A name to sign in with, unique (case-insensitive). Spaces at its ends are removed, and different encodings of the same letters are one (Unicode NFC). Characters that can't be seen are rejected. */
        LoginName: string;
        /**
         * @description When the user becomes inactive, as an RFC 3339 date-time; `""` for never. An inactive user can't be registered.
         * @example 2035-01-01T00:00:00Z
         */
        UserExpiration: string;
        /**
         * @description A user account. Unset texts are `""`.
         * @example {
         *       "id": 1007,
         *       "address": "1 Analytical Way",
         *       "address2": "",
         *       "city": "Seattle",
         *       "country": "US",
         *       "createdDate": "2024-01-10T08:00:00Z",
         *       "email": "ada@example.org",
         *       "expirationDate": "",
         *       "externalId": "hr-20931",
         *       "firstName": "Ada",
         *       "lastName": "Byron",
         *       "loginName": "ada",
         *       "state": "WA",
         *       "updatedDate": "2024-01-10T08:00:00Z",
         *       "zip": "98101",
         *       "ovFormWithInput12": "",
         *       "workSettingsOtherSpecify": "",
         *       "workSettingsPrivateIndustryExcept": "false"
         *     }
         */
        User: {
            /**
             * Format: int64
             * @description The id of the user. 0 in a preview, which is not stored.
             */
            id: number;
            /** @description The first line of the postal address. */
            address: string;
            /** @description The second line of the postal address. */
            address2: string;
            /** @description The city of the postal address. */
            city: string;
            /** @description The country as an ISO 3166-1 alpha-2 code, such as `US`; `""` if unset. */
            country: string;
            /**
             * Format: date-time
             * @description When the account was created.
             */
            createdDate: string;
            /** @description The address for e-mails about registrations. Several users can share one. */
            email: string;
            expirationDate: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, such as your HR system. Unique; `""` for none. */
            externalId: string;
            /** @description The given name of the person, used in the greeting of e-mails; `""` for none. */
            firstName: string;
            /** @description The family name of the person; `""` for none. */
            lastName: string;
            /** @description The name that the person signs in with. Unique, case-insensitive. */
            loginName: string;
            /** @description The US state or territory as a two-letter abbreviation, such as `WA`; `""` if unset. */
            state: string;
            /**
             * Format: date-time
             * @description When the account was last changed or deleted.
             */
            updatedDate: string;
            /** @description The postal code of the address. */
            zip: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify: string;
            /** @description A custom field for a yes or no as text, such as `"true"`. Any text is accepted. */
            workSettingsPrivateIndustryExcept: string;
            /** @description The language in which the person reads e-mails, as a BCP 47 tag such as `de` or `pt-BR`; `""` for the default. Present only with `include=details`. */
            preferredLanguage?: string;
            /** @description The source that keeps the user up to date, such as an HR system; `""` for none. Present only with `include=details`. */
            managedBy?: string;
            /** @description Present, and true, for deleted users. Only a list with `includeDeleted=true` contains them. */
            deleted?: boolean;
            /** @description The groups that the user is in directly, as far as they are in your scope. Present only with `include=details`. */
            visibleGroupIds?: number[];
        };
        /**
         * @description Users in the order of their ids.
         * @example [
         *       {
         *         "id": 1007,
         *         "address": "1 Analytical Way",
         *         "address2": "",
         *         "city": "Seattle",
         *         "country": "US",
         *         "createdDate": "2024-01-10T08:00:00Z",
         *         "email": "ada@example.org",
         *         "expirationDate": "",
         *         "externalId": "hr-20931",
         *         "firstName": "Ada",
         *         "lastName": "Byron",
         *         "loginName": "ada",
         *         "state": "WA",
         *         "updatedDate": "2024-01-10T08:00:00Z",
         *         "zip": "98101",
         *         "ovFormWithInput12": "",
         *         "workSettingsOtherSpecify": "",
         *         "workSettingsPrivateIndustryExcept": "false"
         *       }
         *     ]
         */
        Users: components["schemas"]["User"][];
        /** @description The name of what keeps people's accounts up to date, such as an HR system or a directory. It is compared exactly. Spaces at its ends are removed; characters that can't be seen are rejected. */
        Source: string;
        /** @description One line of text, `""` when unset. Spaces at its ends are removed. */
        Text: string;
        /**
         * @description The country as an ISO 3166-1 alpha-2 code in capitals, such as `US`; `""` when unset.
         * @example US
         * @enum {string}
         */
        Country: "" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        /** @description A name of a person, in one line. The first or the last name may be `""`, for people with one name, but not both. Spaces at its ends are removed, and different encodings of the same letters are one (Unicode NFC). Characters that can't be seen are rejected, except the joiners U+200C and U+200D where letters or emoji need them. E-mails greet without a name that is long, or that programs could show as a link. */
        PersonName: string;
        /** @description A language as a BCP 47 tag, such as `de` or `pt-BR`; `""` for none. It is stored and shown in its canonical form: `de-ch` becomes `de-CH`, and `iw` becomes `he`. */
        OptionalLanguage: string;
        /**
         * @description The US state or territory as a two-letter abbreviation (ANSI INCITS 38), such as `WA`; `""` when unset.
         * @example WA
         * @enum {string}
         */
        State: "" | "AK" | "AL" | "AR" | "AS" | "AZ" | "CA" | "CO" | "CT" | "DC" | "DE" | "FL" | "FM" | "GA" | "GU" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MH" | "MI" | "MN" | "MO" | "MP" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "PR" | "PW" | "RI" | "SC" | "SD" | "TN" | "TX" | "UM" | "UT" | "VA" | "VI" | "VT" | "WA" | "WI" | "WV" | "WY";
        /** @description Text of several lines, `""` when unset. Spaces and line breaks at its ends are removed. */
        FreeText: string;
        /**
         * @description A new user. `email`, `firstName`, `lastName` and `loginName` are required; `firstName` or `lastName` may be `""`, but not both. Read-only fields are accepted and ignored. Unknown fields are rejected.
         * @example {
         *       "email": "ada@example.org",
         *       "firstName": "Ada",
         *       "lastName": "Byron",
         *       "loginName": "ada",
         *       "externalId": "hr-20931",
         *       "address": "1 Analytical Way",
         *       "city": "Seattle",
         *       "state": "WA",
         *       "zip": "98101",
         *       "country": "US",
         *       "workSettingsPrivateIndustryExcept": "false"
         *     }
         */
        UserInput: {
            /** @description Read-only. Accepted and ignored. */
            id?: unknown;
            /** @description Read-only. Accepted and ignored. */
            createdDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            updatedDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            managedBy?: unknown;
            /** @description Read-only. Accepted and ignored. */
            visibleGroupIds?: unknown;
            /** @description Read-only. Accepted and ignored. */
            deleted?: unknown;
            /** @description The first line of the postal address. */
            address?: string;
            /** @description The second line of the postal address. */
            address2?: string;
            /** @description The city of the postal address. */
            city?: string;
            country?: components["schemas"]["Country"];
            /** @description The address for e-mails about registrations. Several users can share one. */
            email: string;
            expirationDate?: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, such as your HR system. Unique; `""` for none. */
            externalId?: string;
            /** @description The given name of the person, used in the greeting of e-mails; `""` for none. */
            firstName: string;
            /** @description The family name of the person; `""` for none. */
            lastName: string;
            /** @description The name that the person signs in with. Unique, case-insensitive. */
            loginName: string;
            /** @description The language in which the person reads e-mails, as a BCP 47 tag such as `de` or `pt-BR`; `""` for the default. */
            preferredLanguage?: string;
            state?: components["schemas"]["State"];
            /** @description The postal code of the address. */
            zip?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify?: string;
            /** @description A custom field for a yes or no as text, such as `"true"`. Any text is accepted. */
            workSettingsPrivateIndustryExcept?: string;
        };
        /**
         * @description The fields of a user to create or to change. The user is found by `externalId`, otherwise by `loginName`, and created if there is none. Fields that you leave out do not change. A new user needs the required fields of a create. Read-only fields are accepted and ignored. Unknown fields are rejected.
         * @example {
         *       "email": "ada@example.org",
         *       "firstName": "Ada",
         *       "lastName": "Byron",
         *       "loginName": "ada",
         *       "externalId": "hr-20931",
         *       "address": "1 Analytical Way",
         *       "city": "Seattle",
         *       "state": "WA",
         *       "zip": "98101",
         *       "country": "US",
         *       "workSettingsPrivateIndustryExcept": "false"
         *     }
         */
        UserBatchItem: {
            /** @description Read-only. Accepted and ignored. */
            id?: unknown;
            /** @description Read-only. Accepted and ignored. */
            createdDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            updatedDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            managedBy?: unknown;
            /** @description Read-only. Accepted and ignored. */
            visibleGroupIds?: unknown;
            /** @description Read-only. Accepted and ignored. */
            deleted?: unknown;
            /** @description The first line of the postal address. */
            address?: string;
            /** @description The second line of the postal address. */
            address2?: string;
            /** @description The city of the postal address. */
            city?: string;
            country?: components["schemas"]["Country"];
            /** @description The address for e-mails about registrations. Several users can share one. */
            email?: string;
            expirationDate?: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, such as your HR system. Unique; `""` for none. */
            externalId?: string;
            /** @description The given name of the person, used in the greeting of e-mails; `""` for none. */
            firstName?: string;
            /** @description The family name of the person; `""` for none. */
            lastName?: string;
            /** @description The name that the person signs in with. Unique, case-insensitive. */
            loginName?: string;
            /** @description The language in which the person reads e-mails, as a BCP 47 tag such as `de` or `pt-BR`; `""` for the default. */
            preferredLanguage?: string;
            state?: components["schemas"]["State"];
            /** @description The postal code of the address. */
            zip?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify?: string;
            /** @description A custom field for a yes or no as text, such as `"true"`. Any text is accepted. */
            workSettingsPrivateIndustryExcept?: string;
        };
        /**
         * @description Users to create or to change. A failed item does not affect the others.
         * @example [
         *       {
         *         "email": "ada@example.org",
         *         "firstName": "Ada",
         *         "lastName": "Byron",
         *         "loginName": "ada",
         *         "externalId": "hr-20931",
         *         "address": "1 Analytical Way",
         *         "city": "Seattle",
         *         "state": "WA",
         *         "zip": "98101",
         *         "country": "US",
         *         "workSettingsPrivateIndustryExcept": "false"
         *       },
         *       {
         *         "externalId": "hr-20932",
         *         "city": "Tacoma"
         *       }
         *     ]
         */
        UserBatchInput: components["schemas"]["UserBatchItem"][];
        /** @description The result of one item, with either `user`, or `detail` and `code`. */
        UserMergeResult: {
            /**
             * Format: int32
             * @description The position of the item in the batch, starting with 0.
             */
            index: number;
            /**
             * Format: int32
             * @description 201 if the user was created, 200 if it was changed or unchanged, or the status of the error.
             */
            status: number;
            /**
             * @description What the batch did to the user. Absent if the item was rejected. If you send the same item again, the user is `unchanged`.
             * @enum {string}
             */
            outcome?: "created" | "changed" | "unchanged";
            user?: components["schemas"]["User"];
            /** @description Why the item was rejected, for people. */
            detail?: string;
            /** @description Why the item was rejected, for programs. */
            code?: string;
            /**
             * Format: int64
             * @description With `merged`: the id of the user who is left.
             */
            existingId?: number;
        };
        /**
         * @description The results, in the order of the items.
         * @example [
         *       {
         *         "index": 0,
         *         "status": 201,
         *         "outcome": "created",
         *         "user": {
         *           "id": 1007,
         *           "address": "1 Analytical Way",
         *           "address2": "",
         *           "city": "Seattle",
         *           "country": "US",
         *           "createdDate": "2024-01-10T08:00:00Z",
         *           "email": "ada@example.org",
         *           "expirationDate": "",
         *           "externalId": "hr-20931",
         *           "firstName": "Ada",
         *           "lastName": "Byron",
         *           "loginName": "ada",
         *           "state": "WA",
         *           "updatedDate": "2024-01-10T08:00:00Z",
         *           "zip": "98101",
         *           "ovFormWithInput12": "",
         *           "workSettingsOtherSpecify": "",
         *           "workSettingsPrivateIndustryExcept": "false"
         *         }
         *       },
         *       {
         *         "index": 1,
         *         "status": 403,
         *         "detail": "Forbidden",
         *         "code": "user-out-of-reach"
         *       }
         *     ]
         */
        UserBatchResults: components["schemas"]["UserMergeResult"][];
        /**
         * @description The fields to change. Fields that you leave out do not change. `""` clears an optional field, and one of `firstName` and `lastName` if the other one is not blank then. Read-only fields are accepted and ignored, so you can send back a user that you have read. Unknown fields are rejected.
         * @example {
         *       "lastName": "King",
         *       "city": "Tacoma"
         *     }
         */
        UserUpdateInput: {
            /** @description Read-only. Accepted and ignored. */
            id?: unknown;
            /** @description Read-only. Accepted and ignored. */
            createdDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            updatedDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            managedBy?: unknown;
            /** @description Read-only. Accepted and ignored. */
            visibleGroupIds?: unknown;
            /** @description Read-only. Accepted and ignored. */
            deleted?: unknown;
            /** @description The first line of the postal address. */
            address?: string;
            /** @description The second line of the postal address. */
            address2?: string;
            /** @description The city of the postal address. */
            city?: string;
            country?: components["schemas"]["Country"];
            /** @description The address for e-mails about registrations. Several users can share one. */
            email?: string;
            expirationDate?: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, such as your HR system. Unique; `""` for none. */
            externalId?: string;
            /** @description The given name of the person, used in the greeting of e-mails; `""` for none. */
            firstName?: string;
            /** @description The family name of the person; `""` for none. */
            lastName?: string;
            /** @description The name that the person signs in with. Unique, case-insensitive. */
            loginName?: string;
            /** @description The language in which the person reads e-mails, as a BCP 47 tag such as `de` or `pt-BR`; `""` for the default. */
            preferredLanguage?: string;
            state?: components["schemas"]["State"];
            /** @description The postal code of the address. */
            zip?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify?: string;
            /** @description A custom field for a yes or no as text, such as `"true"`. Any text is accepted. */
            workSettingsPrivateIndustryExcept?: string;
        };
        /**
         * @description A group. The tree of groups decides which service accounts see which courses and users.
         * @example {
         *       "id": 12,
         *       "name": "Operations",
         *       "parentId": 1
         *     }
         */
        Group: {
            /**
             * Format: int64
             * @description The id of the group.
             */
            id: number;
            /** @description The name. Several groups can have the same name. */
            name: string;
            /**
             * Format: int64
             * @description The id of the group directly above. Null for a root.
             */
            parentId: number | null;
        };
        /**
         * @description Groups in the order of their ids.
         * @example [
         *       {
         *         "id": 1,
         *         "name": "Rollcall",
         *         "parentId": null
         *       },
         *       {
         *         "id": 12,
         *         "name": "Operations",
         *         "parentId": 1
         *       },
         *       {
         *         "id": 13,
         *         "name": "Operations at night",
         *         "parentId": 12
         *       }
         *     ]
         */
        Groups: components["schemas"]["Group"][];
        /** @description A text of SCIM, such as an id, a filter or a list of attributes. */
        ScimText: string;
        /** @description The URNs of the schemas that the object follows. */
        ScimSchemasOf: string[];
        /** @description The custom fields of a user. */
        ScimUserExtension: {
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify?: string;
            /** @description A custom field for a yes or no as text, such as `"true"`. */
            workSettingsPrivateIndustryExcept?: string;
        };
        /** @description Facts about the resource, all of them read-only. */
        ScimMeta: {
            /** @description The name of its type. */
            resourceType: string;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created?: string;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            lastModified?: string;
            /**
             * Format: uri-reference
             * @description The address of the resource: absolute if the operator has configured the address of the installation, otherwise relative to the path of SCIM, such as `Users/1007` (RFC 7643, section 2.3.7).
             */
            location: string;
            /** @description The `ETag` of the resource. */
            version?: string;
        };
        /**
         * @description A user as a resource of SCIM. Attributes without a value are left out.
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:schemas:core:2.0:User",
         *         "urn:ietf:params:scim:schemas:extension:rollcall:2.0:User"
         *       ],
         *       "id": "1007",
         *       "externalId": "00u1a2b3",
         *       "userName": "ada.byron@example.org",
         *       "name": {
         *         "givenName": "Ada",
         *         "familyName": "Byron"
         *       },
         *       "active": true,
         *       "emails": [
         *         {
         *           "value": "ada@example.org",
         *           "type": "work",
         *           "primary": true
         *         }
         *       ],
         *       "addresses": [
         *         {
         *           "type": "work",
         *           "streetAddress": "1 Analytical Way",
         *           "locality": "Seattle",
         *           "region": "WA",
         *           "postalCode": "98101",
         *           "country": "US"
         *         }
         *       ],
         *       "urn:ietf:params:scim:schemas:extension:rollcall:2.0:User": {
         *         "workSettingsPrivateIndustryExcept": "false"
         *       },
         *       "meta": {
         *         "resourceType": "User",
         *         "created": "2024-01-10T08:00:00Z",
         *         "lastModified": "2024-01-10T08:00:00Z",
         *         "location": "https://learning.example.org/scim/v2/Users/1007",
         *         "version": "\"1\""
         *       }
         *     }
         */
        ScimUser: {
            schemas: components["schemas"]["ScimSchemasOf"];
            /** @description The `id` of the user, as a text. */
            id: string;
            /** @description The identifier of the person in the directory. */
            externalId?: string;
            /** @description The login name. Unique whatever the letter case. */
            userName?: string;
            /** @description The name of the person. */
            name?: {
                /** @description The given name of the person. */
                givenName?: string;
                /** @description The family name of the person. */
                familyName?: string;
            };
            /** @description The language of e-mails as a BCP 47 tag, such as `de`. */
            preferredLanguage?: string;
            /** @description Whether the user has not ended. */
            active?: boolean;
            /** @description The one address for e-mails about registrations. */
            emails?: {
                /** @description The address. Its domain is shown as it was written. */
                value?: string;
                /** @description Always `work`, whatever was sent. */
                type?: string;
                /** @description Always true, because there is one address. */
                primary?: boolean;
            }[];
            /** @description The one postal address. */
            addresses?: {
                /** @description Always `work`, whatever was sent. */
                type?: string;
                /** @description Both lines of the address, separated by a line break. */
                streetAddress?: string;
                /** @description The city of the postal address. */
                locality?: string;
                /** @description The US state or territory as two letters. */
                region?: string;
                /** @description The postal code of the address. */
                postalCode?: string;
                /** @description The ISO 3166-1 alpha-2 code of the country. */
                country?: string;
            }[];
            "urn:ietf:params:scim:schemas:extension:rollcall:2.0:User"?: components["schemas"]["ScimUserExtension"];
            meta?: components["schemas"]["ScimMeta"];
        };
        /**
         * @description One page of users.
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:api:messages:2.0:ListResponse"
         *       ],
         *       "totalResults": 1,
         *       "startIndex": 1,
         *       "itemsPerPage": 1,
         *       "Resources": [
         *         {
         *           "schemas": [
         *             "urn:ietf:params:scim:schemas:core:2.0:User",
         *             "urn:ietf:params:scim:schemas:extension:rollcall:2.0:User"
         *           ],
         *           "id": "1007",
         *           "externalId": "00u1a2b3",
         *           "userName": "ada.byron@example.org",
         *           "name": {
         *             "givenName": "Ada",
         *             "familyName": "Byron"
         *           },
         *           "active": true,
         *           "emails": [
         *             {
         *               "value": "ada@example.org",
         *               "type": "work",
         *               "primary": true
         *             }
         *           ],
         *           "addresses": [
         *             {
         *               "type": "work",
         *               "streetAddress": "1 Analytical Way",
         *               "locality": "Seattle",
         *               "region": "WA",
         *               "postalCode": "98101",
         *               "country": "US"
         *             }
         *           ],
         *           "urn:ietf:params:scim:schemas:extension:rollcall:2.0:User": {
         *             "workSettingsPrivateIndustryExcept": "false"
         *           },
         *           "meta": {
         *             "resourceType": "User",
         *             "created": "2024-01-10T08:00:00Z",
         *             "lastModified": "2024-01-10T08:00:00Z",
         *             "location": "https://learning.example.org/scim/v2/Users/1007",
         *             "version": "\"1\""
         *           }
         *         }
         *       ]
         *     }
         */
        ScimUsers: {
            schemas: components["schemas"]["ScimSchemasOf"];
            /**
             * Format: int64
             * @description The number of all resources that match.
             */
            totalResults: number;
            /**
             * Format: int64
             * @description The position of the first resource of this page, starting with 1.
             */
            startIndex: number;
            /**
             * Format: int32
             * @description The number of resources on this page.
             */
            itemsPerPage: number;
            /** @description The users of this page. */
            Resources: components["schemas"]["ScimUser"][];
        };
        /**
         * @description A user as a directory sends it. Attributes that are not stored here may be sent and are ignored. Names of attributes may be written in any letter case.
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:schemas:core:2.0:User"
         *       ],
         *       "externalId": "00u1a2b3",
         *       "userName": "ada.byron@example.org",
         *       "name": {
         *         "givenName": "Ada",
         *         "familyName": "Byron"
         *       },
         *       "emails": [
         *         {
         *           "value": "ada@example.org",
         *           "type": "work",
         *           "primary": true
         *         }
         *       ],
         *       "active": true
         *     }
         */
        ScimUserInput: {
            /** @description The URNs of the schemas that the user follows. They are not read. */
            schemas?: unknown;
            /** @description The identifier of the person in the directory. */
            externalId?: unknown;
            /** @description The login name. Required. */
            userName?: unknown;
            /** @description The name of the person: `givenName` and `familyName`, of which one may be empty or left out. */
            name?: unknown;
            /** @description The language of e-mails. Of a list as in `Accept-Language` the most preferred one is stored. */
            preferredLanguage?: unknown;
            /** @description Whether the user has not ended, as a boolean or a text. */
            active?: unknown;
            /** @description The addresses for e-mails, of which the primary one or that of type `work` is stored. */
            emails?: unknown;
            /** @description The postal addresses, of which the primary one or that of type `work` is stored. */
            addresses?: unknown;
            /** @description The custom fields of the user. */
            "urn:ietf:params:scim:schemas:extension:rollcall:2.0:User"?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** @description Operations on the attributes of a resource, which are done in their order. All of them are done, or none. */
        ScimPatchInput: {
            /** @description The URN of the message. It is not read. */
            schemas?: unknown;
            /** @description The operations, each with `op`, `path` and `value`. */
            Operations?: unknown;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A group as a resource of SCIM.
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:schemas:core:2.0:Group"
         *       ],
         *       "id": "12",
         *       "displayName": "Operations",
         *       "meta": {
         *         "resourceType": "Group",
         *         "location": "https://learning.example.org/scim/v2/Groups/12"
         *       }
         *     }
         */
        ScimGroup: {
            schemas: components["schemas"]["ScimSchemasOf"];
            /** @description The `id` of the group, as a text. */
            id: string;
            /** @description The name. Several groups can have the same name. */
            displayName?: string;
            /** @description The users who are in the group directly. Only if `attributes` contains `members`. */
            members?: {
                /** @description The `id` of the user, as a text. */
                value: string;
                /** @description Always `User`, never a group. */
                type?: string;
            }[];
            meta?: components["schemas"]["ScimMeta"];
        };
        /**
         * @description One page of groups.
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:api:messages:2.0:ListResponse"
         *       ],
         *       "totalResults": 1,
         *       "startIndex": 1,
         *       "itemsPerPage": 1,
         *       "Resources": [
         *         {
         *           "schemas": [
         *             "urn:ietf:params:scim:schemas:core:2.0:Group"
         *           ],
         *           "id": "12",
         *           "displayName": "Operations",
         *           "meta": {
         *             "resourceType": "Group",
         *             "location": "https://learning.example.org/scim/v2/Groups/12"
         *           }
         *         }
         *       ]
         *     }
         */
        ScimGroups: {
            schemas: components["schemas"]["ScimSchemasOf"];
            /**
             * Format: int64
             * @description The number of all resources that match.
             */
            totalResults: number;
            /**
             * Format: int64
             * @description The position of the first resource of this page, starting with 1.
             */
            startIndex: number;
            /**
             * Format: int32
             * @description The number of resources on this page.
             */
            itemsPerPage: number;
            /** @description The groups of this page. */
            Resources: components["schemas"]["ScimGroup"][];
        };
        /**
         * @description The capabilities of a service provider (RFC 7643, section 5).
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"
         *       ],
         *       "patch": {
         *         "supported": true
         *       }
         *     }
         */
        ScimServiceProviderConfig: {
            [key: string]: unknown;
        };
        /**
         * @description The types of resources, as a list of SCIM.
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:api:messages:2.0:ListResponse"
         *       ],
         *       "totalResults": 1,
         *       "startIndex": 1,
         *       "itemsPerPage": 1,
         *       "Resources": [
         *         {
         *           "schemas": [
         *             "urn:ietf:params:scim:schemas:core:2.0:ResourceType"
         *           ],
         *           "id": "User",
         *           "name": "User",
         *           "endpoint": "/Users",
         *           "schema": "urn:ietf:params:scim:schemas:core:2.0:User"
         *         }
         *       ]
         *     }
         */
        ScimResourceTypes: {
            [key: string]: unknown;
        };
        /**
         * @description A type of resource (RFC 7643, section 6).
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:schemas:core:2.0:ResourceType"
         *       ],
         *       "id": "User",
         *       "name": "User",
         *       "endpoint": "/Users",
         *       "schema": "urn:ietf:params:scim:schemas:core:2.0:User"
         *     }
         */
        ScimResourceType: {
            [key: string]: unknown;
        };
        /**
         * @description The schemas, as a list of SCIM.
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:api:messages:2.0:ListResponse"
         *       ],
         *       "totalResults": 1,
         *       "startIndex": 1,
         *       "itemsPerPage": 1,
         *       "Resources": [
         *         {
         *           "schemas": [
         *             "urn:ietf:params:scim:schemas:core:2.0:Schema"
         *           ],
         *           "id": "urn:ietf:params:scim:schemas:core:2.0:User",
         *           "name": "User",
         *           "attributes": [
         *             {
         *               "name": "userName",
         *               "type": "string",
         *               "required": true
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        ScimSchemas: {
            [key: string]: unknown;
        };
        /**
         * @description A schema with its attributes (RFC 7643, section 7).
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:schemas:core:2.0:Schema"
         *       ],
         *       "id": "urn:ietf:params:scim:schemas:core:2.0:User",
         *       "name": "User",
         *       "attributes": [
         *         {
         *           "name": "userName",
         *           "type": "string",
         *           "required": true
         *         }
         *       ]
         *     }
         */
        ScimSchema: {
            [key: string]: unknown;
        };
        /**
         * @description What happened. `registration.completed` is also sent if a completed registration gets another score or another `success`. `user.deleted`: the registrations of this user leave the lists with the user, and no other event says so; nor does any event say that a course was deleted. `user.erased`: the personal data of this user was erased, and you have to erase your copy, whatever its version.
         * @enum {string}
         */
        WebhookEventType: "registration.created" | "registration.approved" | "registration.completed" | "registration.withdrawn" | "user.created" | "user.updated" | "user.deleted" | "user.erased";
        /**
         * @description Why the endpoint is disabled: `caller` (its account did it), `operator`, `gone` (the receiver responded 410), `failing` (every attempt of five days failed), `account-deleted` (its account was deleted). Null while it is enabled.
         * @enum {string|null}
         */
        WebhookDisabledReason: "caller" | "operator" | "gone" | "failing" | "account-deleted" | null;
        /**
         * @description A webhook endpoint of your account, without its secret.
         * @example {
         *       "id": 7,
         *       "url": "https://hr.example.com/rollcall",
         *       "events": [
         *         "registration.completed",
         *         "user.updated"
         *       ],
         *       "description": "HR sync",
         *       "enabled": true,
         *       "disabledReason": null,
         *       "disabledAt": null,
         *       "failingSince": null,
         *       "pausedUntil": null,
         *       "secretUsable": true,
         *       "createdAt": "2024-01-15T14:58:41Z"
         *     }
         */
        WebhookEndpoint: {
            /**
             * Format: int64
             * @description The id of the endpoint.
             */
            id: number;
            /** @description The address of the receiver. */
            url: string;
            /** @description The types that it receives. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description A note for people. */
            description: string;
            /** @description Whether it receives events. */
            enabled: boolean;
            disabledReason: components["schemas"]["WebhookDisabledReason"];
            /**
             * Format: date-time
             * @description When it was disabled. Null while it is enabled.
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Since when every attempt has failed. Null if the last attempt succeeded.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Nothing is sent before, because the receiver asked for it (`Retry-After` of a 429 or 503). Null if it is not paused.
             */
            pausedUntil: string | null;
            /** @description Whether Rollcall can sign. `false` after a restore that lost the key of the secret: events wait until you replace the secret (`rotateWebhookSecret`), or until an operator configures the key. */
            secretUsable: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /**
         * @description Webhook endpoints in the order of their ids.
         * @example [
         *       {
         *         "id": 7,
         *         "url": "https://hr.example.com/rollcall",
         *         "events": [
         *           "registration.completed",
         *           "user.updated"
         *         ],
         *         "description": "HR sync",
         *         "enabled": true,
         *         "disabledReason": null,
         *         "disabledAt": null,
         *         "failingSince": null,
         *         "pausedUntil": null,
         *         "secretUsable": true,
         *         "createdAt": "2024-01-15T14:58:41Z"
         *       }
         *     ]
         */
        WebhookEndpoints: components["schemas"]["WebhookEndpoint"][];
        /** @description The address of your receiver: https, a public address, port 443 or a port from 1024 on, without user name, password and fragment. An operator can allow more. */
        WebhookUrl: string;
        /** @description The types of events that the endpoint receives, at least one. */
        WebhookEventTypes: components["schemas"]["WebhookEventType"][];
        /** @description A note for people, `""` for none. Rollcall does not use it. */
        WebhookDescription: string;
        /**
         * @description A new webhook endpoint. Unknown fields are rejected.
         * @example {
         *       "url": "https://hr.example.com/rollcall",
         *       "events": [
         *         "registration.completed",
         *         "user.updated"
         *       ],
         *       "description": "HR sync"
         *     }
         */
        WebhookEndpointInput: {
            url: components["schemas"]["WebhookUrl"];
            events: components["schemas"]["WebhookEventTypes"];
            description?: components["schemas"]["WebhookDescription"];
        };
        /**
         * @description A webhook endpoint with its secret, which is shown only this once.
         * @example {
         *       "id": 7,
         *       "url": "https://hr.example.com/rollcall",
         *       "events": [
         *         "registration.completed",
         *         "user.updated"
         *       ],
         *       "description": "HR sync",
         *       "enabled": true,
         *       "disabledReason": null,
         *       "disabledAt": null,
         *       "failingSince": null,
         *       "pausedUntil": null,
         *       "secretUsable": true,
         *       "createdAt": "2024-01-15T14:58:41Z",
         *       "secret": "whsec_EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0="
         *     }
         */
        IssuedWebhookEndpoint: {
            /**
             * Format: int64
             * @description The id of the endpoint.
             */
            id: number;
            /** @description The address of the receiver. */
            url: string;
            /** @description The types that it receives. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description A note for people. */
            description: string;
            /** @description Whether it receives events. */
            enabled: boolean;
            disabledReason: components["schemas"]["WebhookDisabledReason"];
            /**
             * Format: date-time
             * @description When it was disabled. Null while it is enabled.
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Since when every attempt has failed. Null if the last attempt succeeded.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Nothing is sent before, because the receiver asked for it (`Retry-After` of a 429 or 503). Null if it is not paused.
             */
            pausedUntil: string | null;
            /** @description Whether Rollcall can sign. `false` after a restore that lost the key of the secret: events wait until you replace the secret (`rotateWebhookSecret`), or until an operator configures the key. */
            secretUsable: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The secret for verifying signatures, `whsec_` and Base64. Store it like a password. */
            secret: string;
        };
        /**
         * @description The fields to change. Unknown fields are rejected.
         * @example {
         *       "events": [
         *         "registration.completed"
         *       ],
         *       "enabled": true
         *     }
         */
        WebhookEndpointUpdateInput: {
            url?: components["schemas"]["WebhookUrl"];
            events?: components["schemas"]["WebhookEventTypes"];
            description?: components["schemas"]["WebhookDescription"];
            /** @description `false` stops all deliveries to the endpoint. */
            enabled?: boolean;
        };
        /**
         * @description The new secret, which is shown only this once.
         * @example {
         *       "secret": "whsec_EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0=",
         *       "previousSecretValidUntil": "2024-01-16T14:58:41Z"
         *     }
         */
        WebhookSecret: {
            /** @description The new secret, `whsec_` and Base64. */
            secret: string;
            /**
             * Format: date-time
             * @description Until when the old secret signs too.
             */
            previousSecretValidUntil: string;
        };
        /**
         * @description The class of an error: `name-not-found` (there is no such name), `dns-unavailable` (the DNS did not say), `address-not-allowed`, `no-connection`, `proxy-rejected` (by the proxy of this installation, which an operator has to look at), `tls-failure`, `timeout`, `connection-lost`, `redirect` (3xx), `bad-status` (any other status but 2xx), `endpoint-disabled`, `no-valid-key` (your account had none when the event was to be sent), `secret-unusable` (the `secretUsable` of the endpoint is false), `internal-error` (a fault of Rollcall itself). Null if there was none.
         * @enum {string|null}
         */
        WebhookError: "name-not-found" | "dns-unavailable" | "address-not-allowed" | "no-connection" | "proxy-rejected" | "tls-failure" | "timeout" | "connection-lost" | "redirect" | "bad-status" | "endpoint-disabled" | "no-valid-key" | "secret-unusable" | "internal-error" | null;
        /**
         * @description What became of a test event.
         * @example {
         *       "delivered": false,
         *       "responseStatus": 500,
         *       "durationMs": 87,
         *       "error": "bad-status"
         *     }
         */
        WebhookTest: {
            /** @description Whether your receiver responded with 2xx. */
            delivered: boolean;
            /**
             * Format: int32
             * @description The status of the response. Null without a response.
             */
            responseStatus: number | null;
            /**
             * Format: int32
             * @description How long the attempt took in milliseconds.
             */
            durationMs: number;
            error: components["schemas"]["WebhookError"];
        };
        /**
         * @description `pending`: it waits for its next attempt. `delivered`: the receiver has responded with 2xx. `failed`: all attempts have failed, the endpoint was disabled, or your account had no valid key.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed";
        /**
         * @description One event and its attempts to reach one endpoint.
         * @example {
         *       "id": 9120,
         *       "eventId": "0190c7a4-5b1e-5f3a-9c55-0f6f2d7b8a13",
         *       "eventType": "registration.completed",
         *       "recordId": 48151,
         *       "status": "pending",
         *       "attempts": 2,
         *       "lastResponseStatus": 500,
         *       "lastDurationMs": 87,
         *       "lastError": "bad-status",
         *       "occurredAt": "2024-02-01T09:00:00Z",
         *       "deliveredAt": null,
         *       "nextAttemptAt": "2024-02-01T09:05:07Z"
         *     }
         */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description The id of the delivery.
             */
            id: number;
            /** @description The id of the event (`webhook-id`). */
            eventId: string;
            eventType: components["schemas"]["WebhookEventType"];
            /**
             * Format: int64
             * @description The id of the registration or of the user that the event is about.
             */
            recordId: number;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: int32
             * @description The number of attempts so far.
             */
            attempts: number;
            /**
             * Format: int32
             * @description The status of the last response. Null if there was none.
             */
            lastResponseStatus: number | null;
            /**
             * Format: int32
             * @description How long the last attempt took in milliseconds. Null if there was none.
             */
            lastDurationMs: number | null;
            lastError: components["schemas"]["WebhookError"];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When the receiver accepted it. Null before.
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is made, now at the earliest. During an attempt: when the delivery is attempted again if the result of this one is lost. Null if no attempt follows.
             */
            nextAttemptAt: string | null;
        };
        /**
         * @description Deliveries of one endpoint, newest first.
         * @example [
         *       {
         *         "id": 9120,
         *         "eventId": "0190c7a4-5b1e-5f3a-9c55-0f6f2d7b8a13",
         *         "eventType": "registration.completed",
         *         "recordId": 48151,
         *         "status": "pending",
         *         "attempts": 2,
         *         "lastResponseStatus": 500,
         *         "lastDurationMs": 87,
         *         "lastError": "bad-status",
         *         "occurredAt": "2024-02-01T09:00:00Z",
         *         "deliveredAt": null,
         *         "nextAttemptAt": "2024-02-01T09:05:07Z"
         *       }
         *     ]
         */
        WebhookDeliveries: components["schemas"]["WebhookDelivery"][];
        /** @description An opaque identifier. Send it back as you got it. */
        Token: string;
        /**
         * @description Which events to send again. Unknown fields are rejected.
         * @example {
         *       "after": "2024-02-01T00:00:00Z",
         *       "before": "2024-02-02T00:00:00Z",
         *       "status": "undelivered"
         *     }
         */
        WebhookReplayInput: {
            /**
             * Format: date-time
             * @description Only events that happened after this date.
             */
            after: string;
            /**
             * Format: date-time
             * @description Only events that happened before this date.
             */
            before: string;
            /**
             * @description Only events whose delivery has this status. `undelivered` (the default): those that are `failed` or `pending`. `all`: also those that were delivered.
             * @default undelivered
             * @enum {string}
             */
            status?: "delivered" | "failed" | "pending" | "undelivered" | "all";
            /** @description The `cursor` of the response to the previous request with the same body. */
            cursor?: string;
        };
        /**
         * @description How many events will be sent again.
         * @example {
         *       "events": 41,
         *       "cursor": null
         *     }
         */
        WebhookReplayed: {
            /**
             * Format: int32
             * @description The number of events of this request.
             */
            events: number;
            /** @description For the next request. Null if there are no more events. */
            cursor: string | null;
        };
        /**
         * @description The whole group. `id` is accepted and ignored, so that you can send back a group that you have read.
         * @example {
         *       "name": "Operations",
         *       "parentId": 1
         *     }
         */
        GroupInput: {
            /** @description Accepted and ignored. A group keeps its id. */
            id?: unknown;
            /** @description The name. Several groups can have the same name. */
            name: string;
            /**
             * Format: int64
             * @description The id of the group directly above. Null or absent for a root.
             */
            parentId?: number | null;
        };
        /**
         * @description A user who is directly in the group.
         * @example {
         *       "userId": 1007
         *     }
         */
        GroupMember: {
            /**
             * Format: int64
             * @description The id of the user.
             */
            userId: number;
        };
        /**
         * @description Members in the order of their user ids.
         * @example [
         *       {
         *         "userId": 1007
         *       }
         *     ]
         */
        GroupMembers: components["schemas"]["GroupMember"][];
        /**
         * @description A user account as operators see it. Unset texts are `""`.
         * @example {
         *       "id": 1007,
         *       "address": "1 Analytical Way",
         *       "address2": "",
         *       "city": "Seattle",
         *       "country": "US",
         *       "createdDate": "2024-01-10T08:00:00Z",
         *       "email": "ada@example.org",
         *       "expirationDate": "",
         *       "externalId": "hr-20931",
         *       "firstName": "Ada",
         *       "lastName": "Byron",
         *       "loginName": "ada",
         *       "state": "WA",
         *       "updatedDate": "2024-01-10T08:00:00Z",
         *       "zip": "98101",
         *       "ovFormWithInput12": "",
         *       "workSettingsOtherSpecify": "",
         *       "workSettingsPrivateIndustryExcept": "false",
         *       "preferredLanguage": "de",
         *       "managedBy": "hr-north",
         *       "deleted": false,
         *       "groupIds": [
         *         12
         *       ]
         *     }
         */
        OperatorUser: {
            /**
             * Format: int64
             * @description The id of the user. 0 in a preview, which is not stored.
             */
            id: number;
            /** @description The first line of the postal address. */
            address: string;
            /** @description The second line of the postal address. */
            address2: string;
            /** @description The city of the postal address. */
            city: string;
            /** @description The country as an ISO 3166-1 alpha-2 code, such as `US`; `""` if unset. */
            country: string;
            /**
             * Format: date-time
             * @description When the account was created.
             */
            createdDate: string;
            /** @description The address for e-mails about registrations. Several users can share one. */
            email: string;
            expirationDate: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, such as your HR system. Unique; `""` for none. */
            externalId: string;
            /** @description The given name of the person, used in the greeting of e-mails; `""` for none. */
            firstName: string;
            /** @description The family name of the person; `""` for none. */
            lastName: string;
            /** @description The name that the person signs in with. Unique, case-insensitive. */
            loginName: string;
            /** @description The US state or territory as a two-letter abbreviation, such as `WA`; `""` if unset. */
            state: string;
            /**
             * Format: date-time
             * @description When the account was last changed or deleted.
             */
            updatedDate: string;
            /** @description The postal code of the address. */
            zip: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify: string;
            /** @description A custom field for a yes or no as text, such as `"true"`. Any text is accepted. */
            workSettingsPrivateIndustryExcept: string;
            /** @description The language in which the person reads e-mails, as a BCP 47 tag such as `de` or `pt-BR`; `""` for the default. */
            preferredLanguage: string;
            /** @description The source that keeps the user up to date, such as an HR system; `""` for none. */
            managedBy: string;
            /** @description Whether the user was deleted. */
            deleted: boolean;
            /**
             * Format: int64
             * @description The account of the same person that is left; absent if the user was not merged.
             */
            mergedInto?: number;
            /** @description The ids of the groups that the user is in directly. A user without a group is visible to no service account. */
            groupIds: number[];
        };
        /**
         * @description Users in the order of their ids.
         * @example [
         *       {
         *         "id": 1007,
         *         "address": "1 Analytical Way",
         *         "address2": "",
         *         "city": "Seattle",
         *         "country": "US",
         *         "createdDate": "2024-01-10T08:00:00Z",
         *         "email": "ada@example.org",
         *         "expirationDate": "",
         *         "externalId": "hr-20931",
         *         "firstName": "Ada",
         *         "lastName": "Byron",
         *         "loginName": "ada",
         *         "state": "WA",
         *         "updatedDate": "2024-01-10T08:00:00Z",
         *         "zip": "98101",
         *         "ovFormWithInput12": "",
         *         "workSettingsOtherSpecify": "",
         *         "workSettingsPrivateIndustryExcept": "false",
         *         "preferredLanguage": "de",
         *         "managedBy": "hr-north",
         *         "deleted": false,
         *         "groupIds": [
         *           12
         *         ]
         *       }
         *     ]
         */
        OperatorUsers: components["schemas"]["OperatorUser"][];
        /**
         * @description A source of people.
         * @example {
         *       "source": "hr-north",
         *       "users": 480
         *     }
         */
        SourceCount: {
            /** @description The name of the source. */
            source: string;
            /**
             * Format: int32
             * @description How many users who are not deleted belong to it.
             */
            users: number;
        };
        /**
         * @description Sources of people, those with most users first.
         * @example [
         *       {
         *         "source": "hr-north",
         *         "users": 480
         *       },
         *       {
         *         "source": "scim-7",
         *         "users": 20
         *       }
         *     ]
         */
        Sources: components["schemas"]["SourceCount"][];
        /** @description The name of a source of people, `""` for none. */
        OptionalSource: string;
        /**
         * @description The users to hand over. Either `ids` or `from` is required.
         * @example {
         *       "from": "hr-north",
         *       "to": "scim-7"
         *     }
         */
        HandOverInput: {
            /** @description The ids of the users. */
            ids?: components["schemas"]["Id"][];
            /** @description The source that has kept them. */
            from?: string;
            /** @description The source that keeps them from now on; `""` releases them. */
            to: string;
        };
        /**
         * @description What became of the request.
         * @example {
         *       "users": 480,
         *       "remaining": false
         *     }
         */
        UsersHandedOver: {
            /**
             * Format: int32
             * @description How many users were handed over.
             */
            users: number;
            /** @description Whether more users match. Repeat the request for them. */
            remaining: boolean;
        };
        /** @description The ids of the groups that it is in directly, without the groups above them. */
        GroupIds: components["schemas"]["Id"][];
        /**
         * @description A user with the groups to be in directly. The user is found by `externalId`, otherwise by `loginName`, and created if there is none. Fields that you leave out do not change. A new user needs the required fields of a create.
         * @example {
         *       "email": "ada@example.org",
         *       "firstName": "Ada",
         *       "lastName": "Byron",
         *       "loginName": "ada",
         *       "externalId": "hr-20931",
         *       "address": "1 Analytical Way",
         *       "city": "Seattle",
         *       "state": "WA",
         *       "zip": "98101",
         *       "country": "US",
         *       "workSettingsPrivateIndustryExcept": "false",
         *       "groupIds": [
         *         12
         *       ]
         *     }
         */
        UserMerge: {
            /** @description Read-only. Accepted and ignored. */
            id?: unknown;
            /** @description Read-only. Accepted and ignored. */
            createdDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            updatedDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            managedBy?: unknown;
            /** @description Read-only. Accepted and ignored. */
            visibleGroupIds?: unknown;
            /** @description Read-only. Accepted and ignored. */
            deleted?: unknown;
            /** @description The first line of the postal address. */
            address?: string;
            /** @description The second line of the postal address. */
            address2?: string;
            /** @description The city of the postal address. */
            city?: string;
            country?: components["schemas"]["Country"];
            /** @description The address for e-mails about registrations. Several users can share one. */
            email?: string;
            expirationDate?: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, such as your HR system. Unique; `""` for none. */
            externalId?: string;
            /** @description The given name of the person, used in the greeting of e-mails; `""` for none. */
            firstName?: string;
            /** @description The family name of the person; `""` for none. */
            lastName?: string;
            /** @description The name that the person signs in with. Unique, case-insensitive. */
            loginName?: string;
            /** @description The language in which the person reads e-mails, as a BCP 47 tag such as `de` or `pt-BR`; `""` for the default. */
            preferredLanguage?: string;
            state?: components["schemas"]["State"];
            /** @description The postal code of the address. */
            zip?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify?: string;
            /** @description A custom field for a yes or no as text, such as `"true"`. Any text is accepted. */
            workSettingsPrivateIndustryExcept?: string;
            groupIds?: components["schemas"]["GroupIds"];
        };
        /**
         * @description Users to create or merge. A failed item does not affect the others.
         * @example [
         *       {
         *         "email": "ada@example.org",
         *         "firstName": "Ada",
         *         "lastName": "Byron",
         *         "loginName": "ada",
         *         "externalId": "hr-20931",
         *         "address": "1 Analytical Way",
         *         "city": "Seattle",
         *         "state": "WA",
         *         "zip": "98101",
         *         "country": "US",
         *         "workSettingsPrivateIndustryExcept": "false",
         *         "groupIds": [
         *           12
         *         ]
         *       },
         *       {
         *         "externalId": "hr-20932",
         *         "firstName": "Grace"
         *       }
         *     ]
         */
        UserMergeBatchInput: components["schemas"]["UserMerge"][];
        /**
         * @description The results, in the order of the items.
         * @example [
         *       {
         *         "index": 0,
         *         "status": 201,
         *         "outcome": "created",
         *         "user": {
         *           "id": 1007,
         *           "address": "1 Analytical Way",
         *           "address2": "",
         *           "city": "Seattle",
         *           "country": "US",
         *           "createdDate": "2024-01-10T08:00:00Z",
         *           "email": "ada@example.org",
         *           "expirationDate": "",
         *           "externalId": "hr-20931",
         *           "firstName": "Ada",
         *           "lastName": "Byron",
         *           "loginName": "ada",
         *           "state": "WA",
         *           "updatedDate": "2024-01-10T08:00:00Z",
         *           "zip": "98101",
         *           "ovFormWithInput12": "",
         *           "workSettingsOtherSpecify": "",
         *           "workSettingsPrivateIndustryExcept": "false"
         *         }
         *       },
         *       {
         *         "index": 1,
         *         "status": 400,
         *         "detail": "email is required.",
         *         "code": "invalid-request"
         *       }
         *     ]
         */
        UserMergeResults: components["schemas"]["UserMergeResult"][];
        /**
         * @description Why and how the data of a person is erased.
         * @example {
         *       "reason": "request DSR-2024-17"
         *     }
         */
        ErasureInput: {
            /** @description Why, for your own records, such as the number of a request. It is stored permanently, so do not write a name into it. */
            reason: string;
            /**
             * @description Whether the registrations are removed. Otherwise they stay under the id of the user.
             * @default false
             */
            withRegistrations?: boolean;
            /**
             * @description Repeats an erasure after a restore, in every service, even if there is no user with this id.
             * @default false
             */
            again?: boolean;
        };
        /**
         * @description `in-progress` until each service has erased everything once, then `finished`.
         * @enum {string}
         */
        ErasureStatus: "in-progress" | "finished";
        /** @description What one service has done. */
        ServiceReceipt: {
            /**
             * @description The name of the service.
             * @enum {string}
             */
            service: "user" | "registration" | "notification";
            status: components["schemas"]["ErasureStatus"];
            /**
             * Format: date-time
             * @description When the service finished. Null before.
             */
            finishedAt: string | null;
            /**
             * Format: int32
             * @description The number of records that the service has changed or removed.
             */
            records: number;
        };
        /**
         * @description The receipt of an erasure.
         * @example {
         *       "userId": 1007,
         *       "reason": "request DSR-2024-17",
         *       "withRegistrations": false,
         *       "status": "finished",
         *       "requestedAt": "2024-01-15T14:58:41Z",
         *       "finishedAt": "2024-01-15T14:58:43Z",
         *       "services": [
         *         {
         *           "service": "user",
         *           "status": "finished",
         *           "finishedAt": "2024-01-15T14:58:41Z",
         *           "records": 2
         *         },
         *         {
         *           "service": "registration",
         *           "status": "finished",
         *           "finishedAt": "2024-01-15T14:58:42Z",
         *           "records": 4
         *         },
         *         {
         *           "service": "notification",
         *           "status": "finished",
         *           "finishedAt": "2024-01-15T14:58:43Z",
         *           "records": 3
         *         }
         *       ]
         *     }
         */
        Erasure: {
            /**
             * Format: int64
             * @description The id of the user.
             */
            userId: number;
            status: components["schemas"]["ErasureStatus"];
            /** @description Whether the registrations are removed. */
            withRegistrations: boolean;
            /**
             * Format: date-time
             * @description When it was requested for the last time.
             */
            requestedAt: string;
            /**
             * Format: date-time
             * @description When the last service finished. Null before.
             */
            finishedAt: string | null;
            /** @description The reason that the operator gave, or `deleted users are kept no longer` for an erasure by retention. */
            reason: string;
            /** @description Each service with its state. */
            services: components["schemas"]["ServiceReceipt"][];
        };
        /** @description A group that the user is in directly. */
        ExportedGroup: {
            /**
             * Format: int64
             * @description The id of the group.
             */
            id: number;
            /** @description The name of the group. */
            name: string;
        };
        /** @description A registration with its history, the newest 1000 entries. */
        ExportedRegistration: {
            registration: components["schemas"]["Registration"];
            history: components["schemas"]["History"];
        };
        /**
         * @description The state of the e-mail. `queued`: it waits for its turn or for the mail server. `sending`: an attempt is in progress. `sent`: the mail server has accepted it. `failed`: the mail server has rejected it permanently or for a whole day, or has not confirmed it in five attempts. `cancelled`: it is not sent, because what it says is no longer true.
         * @enum {string}
         */
        DeliveryStatus: "queued" | "sending" | "sent" | "failed" | "cancelled";
        /**
         * @description Why an e-mail was cancelled: its person was deleted or erased or has expired, its course was deleted, its registration was withdrawn, or there is no such registration (after a restore).
         * @enum {string}
         */
        CancelReason: "user-deleted" | "user-erased" | "user-expired" | "course-deleted" | "registration-withdrawn" | "registration-unknown";
        /**
         * @description One e-mail, sent or to be sent.
         * @example {
         *       "id": "5120",
         *       "registrationId": 48151,
         *       "template": 222,
         *       "to": "ada@example.org",
         *       "status": "sent",
         *       "attempts": 1,
         *       "lastError": "",
         *       "messageId": "<222.48151.6f9d3c52-6a0e-4d0c-9a55-0c6b3a4d7f10@rollcall.example>",
         *       "createdAt": "2024-01-15T14:58:42Z",
         *       "sentAt": "2024-01-15T14:58:43Z",
         *       "failedAt": null,
         *       "resentAt": null,
         *       "nextAttemptAt": null,
         *       "possiblySent": false,
         *       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736"
         *     }
         */
        Delivery: {
            /** @description The id of the delivery. */
            id: string;
            /**
             * Format: int64
             * @description The id of the registration.
             */
            registrationId: number;
            /**
             * Format: int32
             * @description The number of its template. 222 is the one for a new registration.
             */
            template: number;
            /** @description The recipient: the address of the user in the last attempt, before the first one that of the event or, of a resend, that of the e-mail that is sent again. While it waits, the user may get another address: it is sent to the present one. */
            to: string;
            status: components["schemas"]["DeliveryStatus"];
            reason?: components["schemas"]["CancelReason"];
            /**
             * Format: int32
             * @description The number of attempts so far.
             */
            attempts: number;
            /** @description The error of the last attempt that failed, also when a later one has sent the e-mail: usually the reply of the mail server, otherwise an error of the connection or a text of Rollcall. `""` if no attempt failed. Also why it was put off, while a service that knows what is true now is unavailable. While the mail server is unavailable or refuses the password, no attempt is made, and this stays as it is. */
            lastError: string;
            /** @description The `Message-ID` of the e-mail, which you find in the log of the mail server. */
            messageId: string;
            /**
             * Format: date-time
             * @description When the e-mail was requested by the event or by an operator.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the mail server accepted it. Null before.
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @description When the last failed attempt (the one of `lastError`) failed. Null if no attempt failed.
             */
            failedAt: string | null;
            /**
             * Format: date-time
             * @description When a failed e-mail was sent again as a new delivery. Null if it was not.
             */
            resentAt: string | null;
            /**
             * Format: date-time
             * @description When the next attempt may begin. Null unless the e-mail is `queued` and waits for a later time. An e-mail that is due is sent in its turn: as soon as the mail server is available and `mailLimits` allow.
             */
            nextAttemptAt: string | null;
            /** @description Whether the mail server may have accepted a copy without confirming it. */
            possiblySent: boolean;
            /** @description The id of the trace of the request that led to it. It is in the log lines too. Null if it is unknown. */
            traceId: string | null;
        };
        /** @description An e-mail and what was filled into its template. */
        ExportedDelivery: {
            delivery: components["schemas"]["Delivery"];
            /** @description The given name in the e-mail. */
            firstName: string;
            /** @description The course in the e-mail. */
            courseName: string;
            /** @description The language of the user, by which the template was chosen. */
            preferredLanguage: string;
        };
        /** @description An event about the user that was sent to a webhook endpoint, or waits. Kept for 30 days. */
        ExportedWebhook: {
            /**
             * Format: int64
             * @description The id of the endpoint.
             */
            endpointId: number;
            delivery: components["schemas"]["WebhookDelivery"];
            /** @description The body of the event. */
            payload: string;
        };
        /**
         * @description A message between services that could not be handled.
         * @example {
         *       "id": "17",
         *       "queue": "notification.registration-created",
         *       "type": "registration.created.v1",
         *       "reason": "payload must have required property 'eventId'",
         *       "payload": {
         *         "registrationId": 48151
         *       },
         *       "receivedAt": "2024-01-15T14:58:43Z",
         *       "replayedAt": null,
         *       "dismissedAt": null,
         *       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736"
         *     }
         */
        DeadLetter: {
            /** @description The id of the dead letter. */
            id: string;
            /** @description The queue of the message. A replay puts it back there. */
            queue: string;
            /** @description The type of the message, with its version. */
            type: string;
            /** @description Why it could not be handled. */
            reason: string;
            /** @description The message. If it is not a JSON object, `unparsed` contains its text. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it became a dead letter.
             */
            receivedAt: string;
            /**
             * Format: date-time
             * @description When it was replayed. Null before.
             */
            replayedAt: string | null;
            /**
             * Format: date-time
             * @description When it was dismissed. Null before.
             */
            dismissedAt: string | null;
            /** @description The id of the trace of the request that led to it. It is in the log lines too. Null if it is unknown. */
            traceId: string | null;
        };
        /**
         * @description What Rollcall holds about one person. After an erasure only the id.
         * @example {
         *       "userId": 1007,
         *       "exportedAt": "2024-01-15T14:58:41Z",
         *       "erased": true
         *     }
         */
        UserExport: {
            /**
             * Format: int64
             * @description The id of the user.
             */
            userId: number;
            /**
             * Format: date-time
             * @description When the document was created.
             */
            exportedAt: string;
            /** @description Whether the person was erased. Then there is nothing more. */
            erased: boolean;
            /** @description More follows: send this as `after`. Absent in the last response. */
            next?: string;
            account?: components["schemas"]["OperatorUser"];
            /** @description The groups that the user is in directly. */
            groups?: components["schemas"]["ExportedGroup"][];
            /** @description The registrations, in the order of their ids. */
            registrations?: components["schemas"]["ExportedRegistration"][];
            /** @description The e-mails about the registrations. */
            deliveries?: components["schemas"]["ExportedDelivery"][];
            /** @description The events about the user and the registrations that webhook endpoints got or get. */
            webhooks?: components["schemas"]["ExportedWebhook"][];
            /** @description Messages about the user that could not be handled. */
            deadLetters?: components["schemas"]["DeadLetter"][];
        };
        /**
         * @description The account that is left.
         * @example {
         *       "into": 1012
         *     }
         */
        MergeInput: {
            /**
             * Format: int64
             * @description The id of the account that gets everything. Choose the one whose `externalId` your systems go on sending.
             */
            into: number;
        };
        /** @description An open registration for a course for which the other account has an older one. */
        PlannedWithdrawal: {
            /**
             * Format: int64
             * @description The id of the registration that is withdrawn.
             */
            id: number;
            /**
             * Format: int64
             * @description The id of the older one.
             */
            keptId: number;
            /**
             * Format: int64
             * @description The id of the course.
             */
            courseId: number;
            /** @description The name of the course. */
            courseName: string;
        };
        /** @description What a merge would do. */
        MergePlan: {
            /**
             * Format: int32
             * @description The number of registrations that go over.
             */
            registrations: number;
            /** @description The registrations that are withdrawn, at most 100. */
            withdrawn: components["schemas"]["PlannedWithdrawal"][];
            /**
             * Format: int32
             * @description The number of all registrations that are withdrawn.
             */
            withdrawnCount: number;
            /** @description The groups that `into` joins. */
            groupIds: number[];
            /**
             * Format: int32
             * @description The number of e-mails that go over.
             */
            deliveries: number;
        };
        /**
         * @description A merge of two accounts of one person.
         * @example {
         *       "fromId": 1007,
         *       "intoId": 1012,
         *       "status": "finished",
         *       "reason": null,
         *       "requestedAt": "2024-01-15T14:58:41Z",
         *       "finishedAt": "2024-01-15T14:58:43Z",
         *       "services": [
         *         {
         *           "service": "user",
         *           "status": "finished",
         *           "finishedAt": "2024-01-15T14:58:41Z",
         *           "records": 2
         *         },
         *         {
         *           "service": "registration",
         *           "status": "finished",
         *           "finishedAt": "2024-01-15T14:58:42Z",
         *           "records": 4
         *         },
         *         {
         *           "service": "notification",
         *           "status": "finished",
         *           "finishedAt": "2024-01-15T14:58:43Z",
         *           "records": 4
         *         }
         *       ]
         *     }
         */
        Merge: {
            /**
             * Format: int64
             * @description The id of the account that is deleted.
             */
            fromId: number;
            /**
             * Format: int64
             * @description The id of the account that gets everything.
             */
            intoId: number;
            /**
             * @description `planned` in a preview; `in-progress` until everything has gone over, then `finished`; `stopped` if it ended before.
             * @enum {string}
             */
            status: "planned" | "in-progress" | "finished" | "stopped";
            /**
             * @description Why it was stopped: meanwhile `into` was deleted or erased, or the first account was, before anything was done, or together they are in too many groups. Null otherwise.
             * @enum {string|null}
             */
            reason: "into-deleted" | "into-erased" | "from-deleted" | "from-erased" | "too-many-groups" | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            requestedAt: string;
            /**
             * Format: date-time
             * @description When it ended. Null before.
             */
            finishedAt: string | null;
            /** @description Each service with its state. Empty in a preview. */
            services: components["schemas"]["ServiceReceipt"][];
            plan?: components["schemas"]["MergePlan"];
        };
        /**
         * @description Merges in the order of the ids of the deleted accounts.
         * @example [
         *       {
         *         "fromId": 1007,
         *         "intoId": 1012,
         *         "status": "finished",
         *         "reason": null,
         *         "requestedAt": "2024-01-15T14:58:41Z",
         *         "finishedAt": "2024-01-15T14:58:43Z",
         *         "services": [
         *           {
         *             "service": "user",
         *             "status": "finished",
         *             "finishedAt": "2024-01-15T14:58:41Z",
         *             "records": 2
         *           },
         *           {
         *             "service": "registration",
         *             "status": "finished",
         *             "finishedAt": "2024-01-15T14:58:42Z",
         *             "records": 4
         *           },
         *           {
         *             "service": "notification",
         *             "status": "finished",
         *             "finishedAt": "2024-01-15T14:58:43Z",
         *             "records": 4
         *           }
         *         ]
         *       }
         *     ]
         */
        Merges: components["schemas"]["Merge"][];
        /**
         * @description Erasures in the order of the ids of their users.
         * @example [
         *       {
         *         "userId": 1007,
         *         "reason": "request DSR-2024-17",
         *         "withRegistrations": false,
         *         "status": "finished",
         *         "requestedAt": "2024-01-15T14:58:41Z",
         *         "finishedAt": "2024-01-15T14:58:43Z",
         *         "services": [
         *           {
         *             "service": "user",
         *             "status": "finished",
         *             "finishedAt": "2024-01-15T14:58:41Z",
         *             "records": 2
         *           },
         *           {
         *             "service": "registration",
         *             "status": "finished",
         *             "finishedAt": "2024-01-15T14:58:42Z",
         *             "records": 4
         *           },
         *           {
         *             "service": "notification",
         *             "status": "finished",
         *             "finishedAt": "2024-01-15T14:58:43Z",
         *             "records": 3
         *           }
         *         ]
         *       }
         *     ]
         */
        Erasures: components["schemas"]["Erasure"][];
        /**
         * @description The whole course. A field that you leave out gets its default. `id` is accepted and ignored, so that you can send back a course that you have read.
         * @example {
         *       "name": "Fire safety",
         *       "externalId": "provider-88",
         *       "groupIds": [
         *         12
         *       ],
         *       "active": true,
         *       "published": true,
         *       "requiresRegistration": true,
         *       "eventBased": false
         *     }
         */
        CourseInput: {
            /** @description Accepted and ignored. The path decides. */
            id?: unknown;
            /** @description The name. Several courses can have the same name. */
            name: string;
            /** @description The number of the course at its provider, `""` for none. */
            externalId?: string;
            groupIds?: components["schemas"]["GroupIds"];
            /**
             * @description Whether the course accepts new registrations.
             * @default true
             */
            active?: boolean;
            /**
             * @description Whether the course is published in the LMS.
             * @default true
             */
            published?: boolean;
            /**
             * @description Whether the course requires registration. False for an article, for example.
             * @default true
             */
            requiresRegistration?: boolean;
            /**
             * @description Whether the course is an event. Users cannot be registered for events.
             * @default false
             */
            eventBased?: boolean;
        };
        /**
         * @description The name of a role. Each operation lists the roles that it accepts.
         * @enum {string}
         */
        RoleName: "Course attendance manager" | "Batch registration manager" | "User administrator";
        /** @description A role in a group and in all groups below it. */
        Grant: {
            role: components["schemas"]["RoleName"];
            /**
             * Format: int64
             * @description The id of the highest group in which the role applies.
             */
            groupId: number;
        };
        /**
         * @description A service account, the identity of a program that calls the public operations.
         * @example {
         *       "id": 3,
         *       "name": "HR sync",
         *       "homeGroupId": 12,
         *       "grants": [
         *         {
         *           "role": "Course attendance manager",
         *           "groupId": 12
         *         },
         *         {
         *           "role": "User administrator",
         *           "groupId": 12
         *         }
         *       ],
         *       "requestsPerMinute": null,
         *       "scimStrict": false,
         *       "scimSource": "scim-3",
         *       "scimTakeOver": false
         *     }
         */
        ServiceAccount: {
            /**
             * Format: int64
             * @description The id of the account.
             */
            id: number;
            /** @description The name, which appears in the history of registrations. */
            name: string;
            /**
             * Format: int64
             * @description The group that the users it creates join. Null if it has no grant.
             */
            homeGroupId: number | null;
            /** @description The roles that it holds. */
            grants: components["schemas"]["Grant"][];
            /**
             * Format: int32
             * @description Its own limit, for users and for registrations each. Null for the default limit.
             */
            requestsPerMinute: number | null;
            /** @description Whether SCIM rejects unknown attributes, and operations of a PATCH without a path. By default it takes what Entra ID and Okta send. */
            scimStrict: boolean;
            /** @description The source of the users that a directory keeps through this account (SCIM). */
            scimSource: string;
            /** @description Whether a directory (SCIM) takes over users of other sources when it changes them. By default, such a change is rejected with 409. */
            scimTakeOver: boolean;
        };
        /**
         * @description Service accounts in the order of their ids.
         * @example [
         *       {
         *         "id": 3,
         *         "name": "HR sync",
         *         "homeGroupId": 12,
         *         "grants": [
         *           {
         *             "role": "Course attendance manager",
         *             "groupId": 12
         *           },
         *           {
         *             "role": "User administrator",
         *             "groupId": 12
         *           }
         *         ],
         *         "requestsPerMinute": null,
         *         "scimStrict": false,
         *         "scimSource": "scim-3",
         *         "scimTakeOver": false
         *       }
         *     ]
         */
        ServiceAccounts: components["schemas"]["ServiceAccount"][];
        /** @description A role to grant in a group and in all groups below it. */
        GrantInput: {
            role: components["schemas"]["RoleName"];
            /**
             * Format: int64
             * @description The id of the highest group in which the role applies.
             */
            groupId: number;
        };
        /**
         * @description The whole account. Grants that you leave out are removed. `id` is accepted and ignored, so that you can send back an account that you have read.
         * @example {
         *       "name": "HR sync",
         *       "homeGroupId": 12,
         *       "grants": [
         *         {
         *           "role": "Course attendance manager",
         *           "groupId": 12
         *         },
         *         {
         *           "role": "User administrator",
         *           "groupId": 12
         *         }
         *       ]
         *     }
         */
        ServiceAccountInput: {
            /** @description Accepted and ignored. The path decides. */
            id?: unknown;
            /** @description The name, which appears in the history of registrations. */
            name: string;
            /**
             * Format: int64
             * @description The group that the users it creates join. By default, or with null, the group of its first grant.
             */
            homeGroupId?: number | null;
            /** @description The roles to grant. None if absent. */
            grants?: components["schemas"]["GrantInput"][];
            /**
             * Format: int32
             * @description Its own limit, for users and for registrations each. By default, or with null, the default limit.
             */
            requestsPerMinute?: number | null;
            /** @description Whether SCIM rejects unknown attributes, and operations of a PATCH without a path. By default it takes what Entra ID and Okta send. */
            scimStrict?: boolean;
            /** @description The source of the users that a directory keeps through this account (SCIM). By default `scim-` and the id of the account. */
            scimSource?: string;
            /** @description Whether a directory (SCIM) takes over users of other sources when it changes them. By default, such a change is rejected with 409. */
            scimTakeOver?: boolean;
        };
        /** @description A key without its secret. */
        Key: {
            /** @description The id of the key (`rck_…`). */
            keyId: string;
            /**
             * Format: int64
             * @description The id of its service account.
             */
            accountId: number;
            /** @description What the key is for, `""` if unset. */
            name: string;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key expires. Null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked. Null if it was not.
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description When the key was last used. A key that is in use may be shown with a use two minutes ago. Null if it was not.
             */
            lastUsedAt: string | null;
            /** @description The IP address of the caller that last used it, or the network of an IPv6 address (`2001:db8:1:2::/64`). `""` if it was never used. */
            lastUsedFrom: string;
        };
        /**
         * @description Keys without their secrets, oldest first.
         * @example [
         *       {
         *         "keyId": "rck_a1B2c3D4e5F6g7H8",
         *         "accountId": 3,
         *         "name": "nightly sync",
         *         "createdAt": "2024-01-15T14:58:41Z",
         *         "expiresAt": "2035-01-01T00:00:00Z",
         *         "revokedAt": null,
         *         "lastUsedAt": "2024-02-01T02:00:00Z",
         *         "lastUsedFrom": "203.0.113.7"
         *       }
         *     ]
         */
        Keys: components["schemas"]["Key"][];
        /**
         * @description The settings of a new key. The body is optional.
         * @example {
         *       "name": "nightly sync",
         *       "expiresAt": "2035-01-01T00:00:00Z"
         *     }
         */
        KeyInput: {
            /** @description What the key is for, or where it is kept. `""` for none. */
            name?: string;
            /**
             * Format: date-time
             * @description When the key expires (RFC 3339). By default, or with null, it does not expire.
             */
            expiresAt?: string | null;
        };
        /**
         * @description A new key with its secret.
         * @example {
         *       "keyId": "rck_a1B2c3D4e5F6g7H8",
         *       "secret": "rcs_EXAMPLEexampleEXAMPLEexampleEXAMPLE0000",
         *       "expiresAt": "2035-01-01T00:00:00Z"
         *     }
         */
        IssuedKey: {
            /** @description The id of the key, for `X-Api-Key`. */
            keyId: string;
            /** @description The secret of the key, for `X-Api-Secret`. It is never shown again. */
            secret: string;
            /**
             * Format: date-time
             * @description When the key expires. Null for never.
             */
            expiresAt: string | null;
        };
        /**
         * @description The settings of the key that replaces another one. The body is optional.
         * @example {
         *       "oldKeyExpiresAt": "2035-01-08T00:00:00Z"
         *     }
         */
        KeyRotationInput: {
            /**
             * Format: date-time
             * @description When the new key expires (RFC 3339), or null for never. By default it is valid for as long as the old key was when it was issued.
             */
            expiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the old key expires at the latest (RFC 3339). By default its expiry does not change; revoke it when `lastUsedAt` shows that it is no longer in use.
             */
            oldKeyExpiresAt?: string;
        };
        /**
         * @description A list of e-mails, newest first.
         * @example [
         *       {
         *         "id": "5120",
         *         "registrationId": 48151,
         *         "template": 222,
         *         "to": "ada@example.org",
         *         "status": "sent",
         *         "attempts": 1,
         *         "lastError": "",
         *         "messageId": "<222.48151.6f9d3c52-6a0e-4d0c-9a55-0c6b3a4d7f10@rollcall.example>",
         *         "createdAt": "2024-01-15T14:58:42Z",
         *         "sentAt": "2024-01-15T14:58:43Z",
         *         "failedAt": null,
         *         "resentAt": null,
         *         "nextAttemptAt": null,
         *         "possiblySent": false,
         *         "traceId": "4bf92f3577b34da6a3ce929d0e0e4736"
         *       }
         *     ]
         */
        Deliveries: components["schemas"]["Delivery"][];
        /**
         * @description A status in which an e-mail can be sent again as part of a group.
         * @enum {string}
         */
        RetryableStatus: "failed" | "queued";
        /**
         * @description The e-mails to send again. With neither `reason` nor `ids`, all in this status.
         * @example {
         *       "status": "failed",
         *       "reason": "refused 550 5.1.1"
         *     }
         */
        DeliveryRetryInput: {
            status: components["schemas"]["RetryableStatus"];
            /** @description Only e-mails with this reason, as `listReasons` writes it. */
            reason?: string;
            /** @description Only e-mails with these ids. */
            ids?: components["schemas"]["Token"][];
        };
        /**
         * @description What became of the request.
         * @example {
         *       "retried": 12,
         *       "remaining": false
         *     }
         */
        DeliveriesRetried: {
            /**
             * Format: int32
             * @description How many e-mails are sent again, or how many queued ones are due.
             */
            retried: number;
            /** @description Whether more deliveries match. Repeat the request for them. */
            remaining: boolean;
        };
        /**
         * @description Dead letters in the order of their ids.
         * @example [
         *       {
         *         "id": "17",
         *         "queue": "notification.registration-created",
         *         "type": "registration.created.v1",
         *         "reason": "payload must have required property 'eventId'",
         *         "payload": {
         *           "registrationId": 48151
         *         },
         *         "receivedAt": "2024-01-15T14:58:43Z",
         *         "replayedAt": null,
         *         "dismissedAt": null,
         *         "traceId": "4bf92f3577b34da6a3ce929d0e0e4736"
         *       }
         *     ]
         */
        DeadLetters: components["schemas"]["DeadLetter"][];
        /**
         * @description The dead letters that match all of these fields. At least one is required.
         * @example {
         *       "queue": "notification.registration-created",
         *       "reason": "payload must have required property 'eventId'"
         *     }
         */
        DeadLetterGroupInput: {
            /** @description The queue of the group, as `listReasons` writes it. */
            queue?: string;
            /** @description The reason of the group, as `listReasons` writes it. */
            reason?: string;
            /** @description Only messages with these ids. */
            ids?: components["schemas"]["Token"][];
        };
        /**
         * @description What became of the request.
         * @example {
         *       "done": 3,
         *       "remaining": false
         *     }
         */
        DeadLettersDone: {
            /**
             * Format: int32
             * @description How many messages were replayed or dismissed.
             */
            done: number;
            /** @description Whether more messages match. Repeat the request for them. */
            remaining: boolean;
        };
        /**
         * @description One event and its attempts to reach one endpoint, with the endpoint.
         * @example {
         *       "id": 9120,
         *       "eventId": "0190c7a4-5b1e-5f3a-9c55-0f6f2d7b8a13",
         *       "eventType": "registration.completed",
         *       "recordId": 48151,
         *       "status": "pending",
         *       "attempts": 2,
         *       "lastResponseStatus": 500,
         *       "lastDurationMs": 87,
         *       "lastError": "bad-status",
         *       "occurredAt": "2024-02-01T09:00:00Z",
         *       "deliveredAt": null,
         *       "nextAttemptAt": "2024-02-01T09:05:07Z",
         *       "endpointId": 7
         *     }
         */
        OperatorWebhookDelivery: {
            /**
             * Format: int64
             * @description The id of the delivery.
             */
            id: number;
            /** @description The id of the event (`webhook-id`). */
            eventId: string;
            eventType: components["schemas"]["WebhookEventType"];
            /**
             * Format: int64
             * @description The id of the registration or of the user that the event is about.
             */
            recordId: number;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: int32
             * @description The number of attempts so far.
             */
            attempts: number;
            /**
             * Format: int32
             * @description The status of the last response. Null if there was none.
             */
            lastResponseStatus: number | null;
            /**
             * Format: int32
             * @description How long the last attempt took in milliseconds. Null if there was none.
             */
            lastDurationMs: number | null;
            lastError: components["schemas"]["WebhookError"];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            occurredAt: string;
            /**
             * Format: date-time
             * @description When the receiver accepted it. Null before.
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is made, now at the earliest. During an attempt: when the delivery is attempted again if the result of this one is lost. Null if no attempt follows.
             */
            nextAttemptAt: string | null;
            /**
             * Format: int64
             * @description The id of the endpoint.
             */
            endpointId: number;
        };
        /**
         * @description Deliveries to the endpoints of all accounts, newest first.
         * @example [
         *       {
         *         "id": 9120,
         *         "eventId": "0190c7a4-5b1e-5f3a-9c55-0f6f2d7b8a13",
         *         "eventType": "registration.completed",
         *         "recordId": 48151,
         *         "status": "pending",
         *         "attempts": 2,
         *         "lastResponseStatus": 500,
         *         "lastDurationMs": 87,
         *         "lastError": "bad-status",
         *         "occurredAt": "2024-02-01T09:00:00Z",
         *         "deliveredAt": null,
         *         "nextAttemptAt": "2024-02-01T09:05:07Z",
         *         "endpointId": 7
         *       }
         *     ]
         */
        OperatorWebhookDeliveries: components["schemas"]["OperatorWebhookDelivery"][];
        /**
         * @description A status in which deliveries can be sent again as a group.
         * @enum {string}
         */
        RetryableWebhookStatus: "failed" | "pending";
        /**
         * @description The deliveries that match all of these fields. `status` or `ids` is required.
         * @example {
         *       "status": "failed",
         *       "endpointId": 7,
         *       "reason": "bad-status 500"
         *     }
         */
        WebhookDeliveryRetryInput: {
            status?: components["schemas"]["RetryableWebhookStatus"];
            /**
             * Format: int64
             * @description Only to this endpoint.
             */
            endpointId?: number;
            /** @description Only with this reason, as `listReasons` writes it. */
            reason?: string;
            /** @description Only deliveries with these ids. */
            ids?: components["schemas"]["Id"][];
        };
        /**
         * @description Which kind of records have failed or wait.
         * @default emails
         * @enum {string}
         */
        ReasonsOf: "emails" | "webhooks" | "dead-letters";
        /**
         * @description The status of e-mails or webhook deliveries that have failed or wait.
         * @enum {string}
         */
        ReasonsStatus: "failed" | "queued" | "pending";
        /** @description How many records have the same reason. */
        ReasonCount: {
            /** @description The class of the failures. `""` if there is none yet. */
            reason: string;
            /**
             * Format: int32
             * @description How many records have it.
             */
            count: number;
            /** @description The ids of those that can be sent again or replayed, the one that has waited longest first. Left out are e-mails that are due already or have no recipient any more, and webhook deliveries to disabled endpoints. Send them back as `ids`, at most 500 at a time, to handle these records and none that was added meanwhile. */
            retryableIds: string[];
            /**
             * Format: date-time
             * @description When the oldest e-mail was requested, the oldest event happened, or the oldest message became a dead letter.
             */
            oldestAt: string;
            /**
             * Format: date-time
             * @description The same of the newest one.
             */
            newestAt: string;
            /** @description The id of the newest one, for `getDelivery`, `getDeadLetter`, or the `ids` of `retryWebhookDeliveries`. */
            exampleId: string;
            /**
             * Format: int64
             * @description The webhook endpoint of the deliveries. Null unless `of` is `webhooks`.
             */
            endpointId: number | null;
            /** @description The queue of the messages, `""` if it is unknown. Null unless `of` is `dead-letters`. */
            queue: string | null;
        };
        /**
         * @description The reasons of failures.
         * @example {
         *       "groups": [
         *         {
         *           "reason": "refused 550 5.1.1",
         *           "count": 2,
         *           "retryableIds": [
         *             "5118",
         *             "5120"
         *           ],
         *           "oldestAt": "2024-01-15T14:58:42Z",
         *           "newestAt": "2024-01-15T16:10:00Z",
         *           "exampleId": "5120",
         *           "endpointId": null,
         *           "queue": null
         *         }
         *       ],
         *       "complete": true
         *     }
         */
        Reasons: {
            /** @description The most frequent reason first. */
            groups: components["schemas"]["ReasonCount"][];
            /** @description Whether all records in this status were counted. */
            complete: boolean;
        };
        /**
         * @description A webhook endpoint and the account that it belongs to.
         * @example {
         *       "id": 7,
         *       "url": "https://hr.example.com/rollcall",
         *       "events": [
         *         "registration.completed",
         *         "user.updated"
         *       ],
         *       "description": "HR sync",
         *       "enabled": true,
         *       "disabledReason": null,
         *       "disabledAt": null,
         *       "failingSince": null,
         *       "pausedUntil": null,
         *       "secretUsable": true,
         *       "createdAt": "2024-01-15T14:58:41Z",
         *       "accountId": 3
         *     }
         */
        OperatorWebhookEndpoint: {
            /**
             * Format: int64
             * @description The id of the endpoint.
             */
            id: number;
            /** @description The address of the receiver. */
            url: string;
            /** @description The types that it receives. */
            events: components["schemas"]["WebhookEventType"][];
            /** @description A note for people. */
            description: string;
            /** @description Whether it receives events. */
            enabled: boolean;
            disabledReason: components["schemas"]["WebhookDisabledReason"];
            /**
             * Format: date-time
             * @description When it was disabled. Null while it is enabled.
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Since when every attempt has failed. Null if the last attempt succeeded.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Nothing is sent before, because the receiver asked for it (`Retry-After` of a 429 or 503). Null if it is not paused.
             */
            pausedUntil: string | null;
            /** @description Whether Rollcall can sign. `false` after a restore that lost the key of the secret: events wait until you replace the secret (`rotateWebhookSecret`), or until an operator configures the key. */
            secretUsable: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: int64
             * @description The service account that it belongs to.
             */
            accountId: number;
        };
        /**
         * @description Webhook endpoints of all accounts in the order of their ids.
         * @example [
         *       {
         *         "id": 7,
         *         "url": "https://hr.example.com/rollcall",
         *         "events": [
         *           "registration.completed",
         *           "user.updated"
         *         ],
         *         "description": "HR sync",
         *         "enabled": true,
         *         "disabledReason": null,
         *         "disabledAt": null,
         *         "failingSince": null,
         *         "pausedUntil": null,
         *         "secretUsable": true,
         *         "createdAt": "2024-01-15T14:58:41Z",
         *         "accountId": 3
         *       }
         *     ]
         */
        OperatorWebhookEndpoints: components["schemas"]["OperatorWebhookEndpoint"][];
        /** @description A server that the service depends on. */
        DependencyStatus: {
            /** @description Its name, such as `mongodb`. */
            name: string;
            /** @description Whether it is available. */
            up: boolean;
            /** @description Whether the service is not ready without it. Otherwise it is degraded. */
            critical: boolean;
            /** @description Why it is unavailable, as its client says, and after a wrong password when the next attempt follows. Empty while it is available. */
            reason: string;
        };
        /** @description A queue that a service consumes. */
        QueueStatus: {
            /** @description The name of the queue. */
            name: string;
            /**
             * Format: int32
             * @description Messages that wait in it or for their next attempt. Those that are just being handled do not count. Null while RabbitMQ does not respond.
             */
            messages: number | null;
            /**
             * Format: int32
             * @description Processes that consume it. Null while RabbitMQ does not respond.
             */
            consumers: number | null;
        };
        /** @description What waits for the mail server, for receivers of webhooks or for an operator. Null if another service knows it, or while MongoDB is unavailable. */
        MailBacklog: {
            /**
             * Format: int32
             * @description E-mails that wait or are being sent. At most 10,000 are counted.
             */
            queuedEmails: number;
            /**
             * Format: int32
             * @description E-mails that have failed and were not sent again.
             */
            failedEmails: number;
            /**
             * Format: int32
             * @description Webhook deliveries that are neither delivered nor failed. At most 10,000 are counted.
             */
            pendingWebhooks: number;
            /**
             * Format: int32
             * @description Webhook endpoints whose secret can't be decrypted with the configured keys. Their events wait until the account replaces the secret.
             */
            unusableWebhookEndpoints: number;
            /**
             * Format: int32
             * @description Dead letters that were neither replayed nor dismissed.
             */
            deadLetters: number;
        } | null;
        /** @description How many e-mails the process that responds sends to the mail server. It sends fewer after a refusal for load, and slowly more again. Null in the other services. */
        MailLimits: {
            /**
             * Format: int32
             * @description At a time by `MAIL_MAX_CONNECTIONS`.
             */
            maxConnections: number;
            /**
             * Format: int32
             * @description At a time at the moment.
             */
            connections: number;
            /**
             * Format: int32
             * @description In a minute by `MAIL_PER_MINUTE`, of all processes together. Null without a limit.
             */
            maxPerMinute: number | null;
            /**
             * Format: int32
             * @description In a minute at the moment. Null while only the number at a time counts.
             */
            perMinute: number | null;
            /** @description The last refusal for load since the process started. Null if there was none. */
            lastRefusal: {
                /**
                 * Format: date-time
                 * @description When the refusal came.
                 */
                at: string;
                /** @description The reply of the mail server. */
                reply: string;
            } | null;
        } | null;
        /** @description A service account whose requests were rejected with 429. */
        LimitedAccount: {
            /**
             * Format: int64
             * @description The id of the service account.
             */
            accountId: number;
            /**
             * Format: int32
             * @description How many requests were rejected.
             */
            rejected: number;
        };
        /**
         * @description How a service is doing.
         * @example {
         *       "service": "registration",
         *       "status": "degraded",
         *       "dependencies": [
         *         {
         *           "name": "mongodb",
         *           "up": true,
         *           "critical": true,
         *           "reason": ""
         *         },
         *         {
         *           "name": "rabbitmq",
         *           "up": false,
         *           "critical": false,
         *           "reason": "connect ECONNREFUSED 10.0.0.7:5672"
         *         }
         *       ],
         *       "stalled": [],
         *       "pendingEvents": 12,
         *       "oldestPendingEvent": "2024-01-15T14:58:41Z",
         *       "queues": [
         *         {
         *           "name": "registration.user-changed",
         *           "messages": 0,
         *           "consumers": 3
         *         }
         *       ],
         *       "perMinute": {
         *         "counts": [
         *           0,
         *           3,
         *           12
         *         ],
         *         "complete": true,
         *         "countedSince": "2024-01-10T08:00:00Z"
         *       },
         *       "backlog": null,
         *       "mailLimits": null,
         *       "limitedAccounts": [
         *         {
         *           "accountId": 3,
         *           "rejected": 41
         *         }
         *       ]
         *     }
         */
        ServiceStatus: {
            /**
             * @description The name of the service.
             * @enum {string}
             */
            service: "registration" | "user" | "notification";
            /**
             * @description The same as `/readyz` says.
             * @enum {string}
             */
            status: "ready" | "degraded" | "not ready";
            /** @description The servers that it depends on. */
            dependencies: components["schemas"]["DependencyStatus"][];
            /** @description The work of this process that waits and of which nothing has been done for 30 s, although everything that it needs is available: a queue, `events` (those of the outboxes), `e-mails` or `webhooks`. */
            stalled: string[];
            /**
             * Format: int32
             * @description How many records have events that RabbitMQ does not have yet. At most 10,000 are counted in each collection. Null while it is not known.
             */
            pendingEvents: number | null;
            /**
             * Format: date-time
             * @description Since when the oldest event waits for RabbitMQ. Null when none waits, or when it is not known.
             */
            oldestPendingEvent: string | null;
            /** @description The queues that it consumes. */
            queues: components["schemas"]["QueueStatus"][];
            /** @description What the service has done in each of the last 60 minutes, the oldest first, in all replicas together. While Redis is unavailable, it is what this replica has done. Null if the service counts nothing. */
            perMinute: {
                /** @description One number for each minute. */
                counts: number[];
                /** @description Whether all replicas were counted in all of these minutes. */
                complete: boolean;
                /**
                 * Format: date-time
                 * @description From when on all replicas are counted. It is in the last hour if Redis has lost the counts, for example when it was restarted, or if Rollcall was started for the first time. Null while Redis is unavailable.
                 */
                countedSince: string | null;
            } | null;
            backlog: components["schemas"]["MailBacklog"];
            mailLimits: components["schemas"]["MailLimits"];
            /** @description The service accounts with the most requests rejected with 429 since the beginning of yesterday (UTC), at most 20. */
            limitedAccounts: components["schemas"]["LimitedAccount"][];
        };
        /**
         * @description The parts of an e-mail. Values are written as `<%= it.courseName %>`. There are courseName, firstName, greeting, spaceFirstName, registrationId, registeredOn, language, direction, sender and portalUrl.
         * @example {
         *       "subject": "Angemeldet zu <%= it.courseName %>",
         *       "text": "Hallo <%= it.firstName %>, Sie sind angemeldet.",
         *       "html": "<p>Hallo <%= it.firstName %>, Sie sind angemeldet.</p>"
         *     }
         */
        MailTemplate: {
            /** @description The subject, in one line. */
            subject: string;
            /** @description The plain text, for mail programs that show no HTML. */
            text: string;
            /** @description The HTML document. Values in it are escaped. */
            html: string;
        };
        /**
         * @description A template, the delivery whose values fill it, and the language. Each can be left out.
         * @example {
         *       "deliveryId": "5120"
         *     }
         */
        MailPreviewInput: {
            template?: components["schemas"]["MailTemplate"];
            /** @description The id of a delivery. */
            deliveryId?: string;
            /** @description The language of the reader; that of the delivery if it is left out. */
            language?: string;
        };
        /**
         * @description The e-mail as the user would get it.
         * @example {
         *       "language": "de",
         *       "languages": [
         *         "en-GB",
         *         "de",
         *         "fr"
         *       ],
         *       "subject": "Angemeldet zu Fire & Safety",
         *       "text": "Hallo Ada, Sie sind angemeldet.",
         *       "html": "<p>Hallo Ada, Sie sind angemeldet.</p>"
         *     }
         */
        MailPreview: {
            /** @description The language of the template that was filled. */
            language: string;
            /** @description The languages that have a template, the default one first. */
            languages: string[];
            /** @description The subject, with its values. */
            subject: string;
            /** @description The plain text, for mail programs that show no HTML. */
            text: string;
            /** @description The HTML document for all other mail programs. */
            html: string;
        };
        /**
         * @description A registration from another platform. Identifies one course and one user, each by at least one parameter, as a create does. Unknown fields are rejected, and dates before 1950 or in the future. Scores have no scale.
         * @example {
         *       "courseExternalId": "FS-1",
         *       "userExternalId": "hr-20931",
         *       "externalId": "moodle-2291",
         *       "statusName": "Completed",
         *       "registrationDate": "2019-03-01T08:00:00Z",
         *       "completionDate": "2019-03-28T16:30:00Z",
         *       "score": 87.5,
         *       "success": true
         *     }
         */
        RegistrationToImport: {
            /**
             * Format: int64
             * @description The id of an exported registration. If there is one with this id, user and course, the item changes nothing: it is `unchanged`, or 409 `import-differs` if other data differ. Otherwise it was exported from another portal: `completionDate` may be earlier than `registrationDate`, and a finished item is stored beside an open registration that was imported with another `registrationDate`.
             */
            id?: number;
            /**
             * Format: int64
             * @description The id of the course in the LMS. Tried first.
             */
            courseId?: number;
            /** @description The exact name of the course. Tried second. 409 if several courses have it. */
            courseName?: string;
            /** @description The number of the course at its provider. Tried last. */
            courseExternalId?: string;
            /**
             * Format: int64
             * @description The id of the user. Tried first.
             */
            userId?: number;
            /** @description The exact external id of the user. Tried second. `""`, as an export has it, for none. */
            userExternalId?: string;
            /** @description The e-mail address of the user, case-insensitive. Tried last. 409 if several users have it. */
            userEmail?: string;
            /** @description The identifier of the registration on the other platform, with which it can be found later. Unique among all registrations. `""` for none. */
            externalId?: string;
            statusName: components["schemas"]["RegistrationStatus"];
            /**
             * Format: date-time
             * @description When the record was created. By default `registrationDate`; one of the two is required, unless `openRegistration` is `complete`.
             */
            createdDate?: string;
            /**
             * Format: date-time
             * @description When the user was registered. By default `createdDate`.
             */
            registrationDate?: string;
            /**
             * Format: date-time
             * @description When it was completed for the first time. Required if the status is Completed, and rejected if it is Not Started. Null for never.
             */
            completionDate?: string | null;
            score?: components["schemas"]["Score"];
            /** @description Whether the user passed: `"true"` or `"false"` as text (case-insensitive), or a boolean. Null if it is not known. */
            success?: (boolean | null) | string;
            /** @description Ignored, so that an export can be sent back. */
            updatedDate?: unknown;
            /** @description Ignored, so that an export can be sent back. */
            importedStatus?: unknown;
            /**
             * @description What happens to finished training (Completed or Withdrawn) of a user who has an open registration for the course; by default the item is rejected with 409 `registration-open`. `complete` moves the open one to the item's status with its `completionDate`, score and `success`; the open one keeps its `externalId`. Without `createdDate` and `registrationDate` the item only does this, and an `externalId` names the open registration: no course and user are needed then; without an open one it is 404 `not-registered`, whose `existingId` is the last finished one, if any, unless that is over 180 days older. Sent again, such an item is `unchanged`; it completes the registration again if that was reopened since, and is 409 `import-differs` if it was withdrawn. An item with the user, course, status and `completionDate` (to the second; midnight stands for the whole day) of a finished registration is `unchanged`, or 409 `import-differs` if its score or `success` differs. `beside` stores the item as a registration of its own.
             * @enum {string}
             */
            openRegistration?: "complete" | "beside";
        };
        /**
         * @description Registrations from another platform. A failed item does not affect the others.
         * @example [
         *       {
         *         "courseExternalId": "FS-1",
         *         "userExternalId": "hr-20931",
         *         "externalId": "moodle-2291",
         *         "statusName": "Completed",
         *         "registrationDate": "2019-03-01T08:00:00Z",
         *         "completionDate": "2019-03-28T16:30:00Z",
         *         "score": 87.5
         *       }
         *     ]
         */
        RegistrationImportInput: components["schemas"]["RegistrationToImport"][];
        /** @description The result of one item, with either `registration`, or `detail` and `code`. */
        RegistrationImportResult: {
            /**
             * Format: int32
             * @description The position of the item in the request, starting with 0.
             */
            index: number;
            /**
             * Format: int32
             * @description 201 if the registration was created, 200 if it was changed or is unchanged, or the status of the error.
             */
            status: number;
            /**
             * @description `changed` if an open registration was moved; `unchanged` if the item was imported before, also by an earlier item of the same request. Absent if the item was rejected.
             * @enum {string}
             */
            outcome?: "created" | "changed" | "unchanged";
            registration?: components["schemas"]["Registration"];
            /** @description Why the item was rejected, for people. */
            detail?: string;
            /** @description Why the item was rejected, for programs. */
            code?: string;
            /**
             * Format: int64
             * @description The id of the registration that is in conflict with the item; with `merged`, of the user who is left.
             */
            existingId?: number;
        };
        /**
         * @description The results, in the order of the items.
         * @example [
         *       {
         *         "index": 0,
         *         "status": 201,
         *         "outcome": "created",
         *         "registration": {
         *           "id": 48151,
         *           "courseId": 210,
         *           "courseName": "Fire safety",
         *           "createdDate": "2019-03-01T08:00:00Z",
         *           "registrationDate": "2019-03-01T08:00:00Z",
         *           "completionDate": "2019-03-28T16:30:00Z",
         *           "statusName": "Completed",
         *           "externalId": "moodle-2291",
         *           "userExternalId": "hr-20931",
         *           "userId": 1007,
         *           "score": 87.5,
         *           "success": true,
         *           "updatedDate": "2024-01-15T14:58:41Z",
         *           "importedStatus": "Completed"
         *         }
         *       },
         *       {
         *         "index": 1,
         *         "status": 400,
         *         "detail": "completionDate must not be in the future.",
         *         "code": "invalid-request"
         *       }
         *     ]
         */
        RegistrationImportResults: components["schemas"]["RegistrationImportResult"][];
        /**
         * @description The registrations, as either `ids` or `all`.
         * @example {
         *       "ids": [
         *         48151,
         *         48162
         *       ]
         *     }
         */
        RegistrationSendInput: {
            /** @description The ids of the registrations. */
            ids?: components["schemas"]["Id"][];
            /**
             * @description All registrations in the list.
             * @enum {boolean}
             */
            all?: true;
        };
        /** @description A registration whose event was not published. */
        RegistrationNotSent: {
            /**
             * Format: int64
             * @description The id of the registration.
             */
            registrationId: number;
            /**
             * @description The reason. `not-registered`: there is no such registration, or its user or course was deleted. `too-recent`: it is younger than 15 minutes, so its event can still arrive. `delivered`: it has a delivery. `user-not-found`: the user service does not know its user.
             * @enum {string}
             */
            reason: "not-registered" | "too-recent" | "delivered" | "user-not-found";
        };
        /**
         * @description The result for the registrations.
         * @example {
         *       "sent": 1,
         *       "notSent": [
         *         {
         *           "registrationId": 48162,
         *           "reason": "delivered"
         *         }
         *       ]
         *     }
         */
        RegistrationsSent: {
            /**
             * Format: int32
             * @description The number of events that were published, or wait for RabbitMQ.
             */
            sent: number;
            /** @description The registrations that were left out, each with the reason. */
            notSent: components["schemas"]["RegistrationNotSent"][];
        };
        /**
         * @description The number above which ids are issued from now on.
         * @example {
         *       "above": 100000
         *     }
         */
        IdFloorInput: {
            /**
             * Format: int64
             * @description A number that no id issued so far exceeds. The maximum is far below the largest possible id, so that enough ids are left after a mistake.
             */
            above: number;
        };
        /**
         * @description The number above which ids are issued from now on.
         * @example {
         *       "above": 100000
         *     }
         */
        IdsAbove: {
            /**
             * Format: int64
             * @description The number. Every id issued from now on is greater.
             */
            above: number;
        };
        /**
         * @description A credential as the caller sent it.
         * @example {
         *       "keyId": "rck_a1B2c3D4e5F6g7H8",
         *       "secret": "rcs_EXAMPLEexampleEXAMPLEexampleEXAMPLE0000"
         *     }
         */
        CredentialCheckInput: {
            /** @description The id of the key. */
            keyId: string;
            /** @description The secret of the key. */
            secret: string;
        };
        /**
         * Format: date-time
         * @description When the account was created, with milliseconds. The id of a deleted account can be used again, and two accounts with one id differ in this date.
         */
        AccountCreation: string;
        /** @description For each role, the groups in which the account holds it, including the groups below. */
        Scopes: {
            /** @description The ids of the groups. */
            courseAttendanceManager: number[];
            /** @description The ids of the groups. */
            batchRegistrationManager: number[];
            /** @description The ids of the groups. */
            userAdministrator: number[];
        };
        /**
         * @description The service account behind a credential.
         * @example {
         *       "accountId": 3,
         *       "createdAt": "2024-01-15T14:58:41.123Z",
         *       "name": "HR sync",
         *       "homeGroupId": 12,
         *       "requestsPerMinute": null,
         *       "scopes": {
         *         "courseAttendanceManager": [
         *           12,
         *           13
         *         ],
         *         "batchRegistrationManager": [],
         *         "userAdministrator": [
         *           12,
         *           13
         *         ]
         *       }
         *     }
         */
        VerifiedAccount: {
            /**
             * Format: int64
             * @description The id of the service account.
             */
            accountId: number;
            createdAt: components["schemas"]["AccountCreation"];
            /** @description Its name, for histories and logs. */
            name: string;
            /**
             * Format: int64
             * @description The group of the users that it creates.
             */
            homeGroupId: number | null;
            /**
             * Format: int32
             * @description Its own limit. Null for the limit of the calling service.
             */
            requestsPerMinute: number | null;
            scopes: components["schemas"]["Scopes"];
            /**
             * Format: date-time
             * @description When the key of the credential expires. Null or absent for never.
             */
            keyExpiresAt?: string | null;
        };
        /**
         * @description Whether the credential is valid, and its account. A response 401 would mean that the token of the calling service was rejected.
         * @example {
         *       "valid": true,
         *       "account": {
         *         "accountId": 3,
         *         "createdAt": "2024-01-15T14:58:41.123Z",
         *         "name": "HR sync",
         *         "homeGroupId": 12,
         *         "requestsPerMinute": null,
         *         "scopes": {
         *           "courseAttendanceManager": [
         *             12,
         *             13
         *           ],
         *           "batchRegistrationManager": [],
         *           "userAdministrator": [
         *             12,
         *             13
         *           ]
         *         }
         *       }
         *     }
         */
        CredentialCheckResult: {
            /** @description Whether the credential is valid. */
            valid: boolean;
            account?: components["schemas"]["VerifiedAccount"];
        };
        /** @description The user parameters of one create. They are tried in this order. */
        UserQuery: {
            userId?: components["schemas"]["Id"];
            userExternalId?: components["schemas"]["ExternalId"];
            userEmail?: components["schemas"]["Email"];
            /** @description Whether all parameters must identify the same user. */
            strict?: boolean;
        };
        /**
         * @description One query for each create.
         * @example [
         *       {
         *         "userExternalId": "hr-20931",
         *         "strict": true
         *       },
         *       {
         *         "userEmail": "nobody@example.org"
         *       }
         *     ]
         */
        UserQueriesInput: components["schemas"]["UserQuery"][];
        /** @description A user, with the fields that a registration needs. */
        IdentifiedUser: {
            /**
             * Format: int64
             * @description The id of the user.
             */
            id: number;
            /**
             * Format: int64
             * @description A number that increases with every change of the user.
             */
            version: number;
            /** @description The identifier in an external system, `""` if unset. */
            externalId: string;
            /** @description The address for e-mails about registrations. */
            email: string;
            /** @description The given name of the person. */
            firstName: string;
            /** @description The family name of the person. */
            lastName: string;
            /** @description The language of e-mails as a BCP 47 tag, `""` for the default. */
            preferredLanguage: string;
            /** @description The ids of the groups that the user is in directly. */
            groupIds: number[];
            expirationDate: components["schemas"]["UserExpiration"];
            /**
             * Format: int64
             * @description Only with `merged`: the account of the same person that is left, whose `groupIds` these are.
             */
            mergedInto?: number;
        };
        /** @description The result of one query. */
        UserIdentification: {
            /**
             * @description `identified`, `identifiers-disagree` or `merged` if a user was found, otherwise the reason why not. `identifiers-disagree`: the query is strict, and another parameter does not name this user. A caller is told only if the account may see the user.
             * @enum {string}
             */
            code: "identified" | "user-not-found" | "user-ambiguous" | "identifiers-disagree" | "merged";
            /**
             * @description The parameter that identified the user. Only with a user.
             * @enum {string}
             */
            identifiedBy?: "userId" | "userExternalId" | "userEmail";
            user?: components["schemas"]["IdentifiedUser"];
        };
        /**
         * @description The results, in the order of the queries.
         * @example [
         *       {
         *         "code": "identified",
         *         "identifiedBy": "userExternalId",
         *         "user": {
         *           "id": 1007,
         *           "version": 1,
         *           "externalId": "hr-20931",
         *           "email": "ada@example.org",
         *           "firstName": "Ada",
         *           "lastName": "Byron",
         *           "preferredLanguage": "de",
         *           "groupIds": [
         *             12
         *           ],
         *           "expirationDate": ""
         *         }
         *       },
         *       {
         *         "code": "user-not-found"
         *       }
         *     ]
         */
        UserIdentifications: components["schemas"]["UserIdentification"][];
        /**
         * @description The users to look up.
         * @example {
         *       "userIds": [
         *         1007
         *       ]
         *     }
         */
        UserIdsInput: {
            /** @description The ids of the users, in any order. */
            userIds: components["schemas"]["Id"][];
        };
        /** @description The groups of one user. */
        UserGroup: {
            /**
             * Format: int64
             * @description The id of the user.
             */
            userId: number;
            /** @description The ids of the groups that the user is in directly. */
            groupIds: number[];
        };
        /**
         * @description The groups of each user that exists.
         * @example [
         *       {
         *         "userId": 1007,
         *         "groupIds": [
         *           12
         *         ]
         *       }
         *     ]
         */
        UserGroups: components["schemas"]["UserGroup"][];
        /** @description The data of one user. */
        UserForEvents: {
            /** @description Whether the user was deleted. */
            deleted: boolean;
            /** @description Whether the personal data was erased. `user` then shows none. */
            erased: boolean;
            /**
             * Format: int64
             * @description The account of the same person that is left; absent if the user was not merged.
             */
            mergedInto?: number;
            /**
             * Format: int64
             * @description A number that increases with every change of the user.
             */
            version: number;
            /** @description The ids of the groups that the user is in directly. */
            groupIds: number[];
            /** @description The language of e-mails as a BCP 47 tag, `""` for the default. */
            preferredLanguage: string;
            user: components["schemas"]["User"];
        };
        /** @description The data of each user that exists. */
        UsersForEvents: components["schemas"]["UserForEvents"][];
        /**
         * @description The service accounts and the groups to check.
         * @example {
         *       "accountIds": [
         *         3,
         *         4
         *       ],
         *       "groupIds": [
         *         13,
         *         20
         *       ]
         *     }
         */
        VisibilityCheckInput: {
            /** @description The ids of the service accounts, in any order. */
            accountIds: components["schemas"]["Id"][];
            /** @description The ids of the groups, in any order. */
            groupIds: components["schemas"]["Id"][];
        };
        /** @description Which of the groups one service account may see. */
        AccountVisibility: {
            /**
             * Format: int64
             * @description The id of the service account.
             */
            accountId: number;
            createdAt: components["schemas"]["AccountCreation"];
            /** @description Whether it has a valid key. Nothing may be sent to it otherwise. */
            hasValidKey: boolean;
            scopes: components["schemas"]["Scopes"];
        };
        /**
         * @description One result for each account that exists.
         * @example [
         *       {
         *         "accountId": 3,
         *         "createdAt": "2024-01-15T14:58:41.123Z",
         *         "hasValidKey": true,
         *         "scopes": {
         *           "courseAttendanceManager": [
         *             13
         *           ],
         *           "batchRegistrationManager": [],
         *           "userAdministrator": [
         *             13
         *           ]
         *         }
         *       }
         *     ]
         */
        VisibilityCheckResult: components["schemas"]["AccountVisibility"][];
        /**
         * @description The service accounts to look up.
         * @example {
         *       "accountIds": [
         *         3
         *       ]
         *     }
         */
        AccountIdsInput: {
            /** @description The ids of the service accounts, in any order. */
            accountIds: components["schemas"]["Id"][];
        };
        /** @description A service account that exists. */
        ExistingAccount: {
            /**
             * Format: int64
             * @description The id of the service account.
             */
            accountId: number;
            createdAt: components["schemas"]["AccountCreation"];
        };
        /**
         * @description Each of the accounts that exists.
         * @example [
         *       {
         *         "accountId": 3,
         *         "createdAt": "2024-01-15T14:58:41.123Z"
         *       }
         *     ]
         */
        ExistingAccounts: components["schemas"]["ExistingAccount"][];
        /**
         * @description The courses to look up.
         * @example {
         *       "courseIds": [
         *         210
         *       ]
         *     }
         */
        CourseIdsInput: {
            /** @description The ids of the courses, in any order. */
            courseIds: components["schemas"]["Id"][];
        };
        /** @description The groups of one course. */
        CourseGroup: {
            /**
             * Format: int64
             * @description The id of the course.
             */
            courseId: number;
            /** @description The ids of the groups that the course is in directly. */
            groupIds: number[];
        };
        /**
         * @description The groups of each course that exists.
         * @example [
         *       {
         *         "courseId": 210,
         *         "groupIds": [
         *           12
         *         ]
         *       }
         *     ]
         */
        CourseGroups: components["schemas"]["CourseGroup"][];
        /**
         * @description The registrations to look up.
         * @example {
         *       "registrationIds": [
         *         48151
         *       ]
         *     }
         */
        RegistrationStateInput: {
            /** @description The ids of the registrations, in any order. */
            registrationIds: components["schemas"]["Id"][];
        };
        /** @description What an e-mail about one registration says of it. */
        RegistrationState: {
            /**
             * Format: int64
             * @description The id of the registration.
             */
            registrationId: number;
            /** @description Whether it was withdrawn. */
            withdrawn: boolean;
            /** @description The present name of the course. */
            courseName: string;
            /** @description Whether the course was deleted. */
            courseDeleted: boolean;
        };
        /**
         * @description The state of each registration that exists.
         * @example [
         *       {
         *         "registrationId": 48151,
         *         "withdrawn": false,
         *         "courseName": "Fire safety",
         *         "courseDeleted": false
         *       }
         *     ]
         */
        RegistrationStates: components["schemas"]["RegistrationState"][];
        /**
         * Format: int64
         * @description The `after` of the response before. 0 for the first request.
         * @default 0
         */
        StepAfter: number;
        /**
         * @description Groups that have moved, subgroups included.
         * @example {
         *       "groupIds": [
         *         12
         *       ],
         *       "movedAt": "2024-01-15T14:58:41.123Z"
         *     }
         */
        MovedGroupsInput: {
            /** @description The ids of the groups, in any order. */
            groupIds: components["schemas"]["Id"][];
            /**
             * Format: date-time
             * @description When the groups were moved. Courses for which this move was announced before are left as they are.
             */
            movedAt: string;
            after?: components["schemas"]["StepAfter"];
        };
        /**
         * @description What one request of a long job has done. The caller repeats the request until it is done.
         * @example {
         *       "records": 3,
         *       "done": true,
         *       "after": 48151
         *     }
         */
        StepResult: {
            /**
             * Format: int32
             * @description The number of records that were changed or removed: by this request, or for an erasure in total.
             */
            records: number;
            /** @description Whether no record is left. */
            done: boolean;
            /**
             * Format: int64
             * @description Where the next request begins.
             */
            after: number;
        };
        /**
         * @description A group that was deleted.
         * @example {
         *       "groupId": 12,
         *       "users": [
         *         {
         *           "userId": 1007,
         *           "version": 4,
         *           "externalId": "hr-20931",
         *           "groupIds": []
         *         }
         *       ]
         *     }
         */
        DeletedGroupInput: {
            groupId: components["schemas"]["Id"];
            /** @description Deleted users who were in it, as they are without it. */
            users: {
                userId: components["schemas"]["Id"];
                /**
                 * Format: int64
                 * @description The version without the group.
                 */
                version: number;
                /** @description The external id, `""` if there is none. */
                externalId: string;
                groupIds: components["schemas"]["GroupIds"];
            }[];
        };
        /**
         * @description Registrations of one user, in the order of their ids; at most ten.
         * @example [
         *       {
         *         "registration": {
         *           "id": 48151,
         *           "courseId": 210,
         *           "courseName": "Fire safety",
         *           "createdDate": "2024-01-15T14:58:41Z",
         *           "registrationDate": "2024-01-15T14:58:41Z",
         *           "completionDate": null,
         *           "statusName": "Not Started",
         *           "externalId": "enrolment-2291",
         *           "userExternalId": "hr-20931",
         *           "userId": 1007,
         *           "score": null
         *         },
         *         "history": []
         *       }
         *     ]
         */
        ExportedRegistrations: components["schemas"]["ExportedRegistration"][];
        /**
         * @description How the registrations of a user are erased.
         * @example {
         *       "withRegistrations": false
         *     }
         */
        RegistrationErasureInput: {
            /** @description Whether the registrations are removed. Otherwise they stay, without anything that names the person. */
            withRegistrations: boolean;
            after?: components["schemas"]["StepAfter"];
        };
        /**
         * @description Ids of registrations, in ascending order.
         * @example [
         *       48151
         *     ]
         */
        ErasedRegistrations: components["schemas"]["Id"][];
        /**
         * @description The account that gets the registrations, as it is.
         * @example {
         *       "into": {
         *         "userId": 1012,
         *         "version": 4,
         *         "externalId": "hr-20931",
         *         "groupIds": [
         *           12
         *         ]
         *       },
         *       "operatorName": "on-call"
         *     }
         */
        RegistrationMergeInput: {
            /** @description The user as registrations have it. */
            into: {
                userId: components["schemas"]["Id"];
                /**
                 * Format: int64
                 * @description The present version of the account.
                 */
                version: number;
                /** @description The external id, `""` if there is none. */
                externalId: string;
                groupIds: components["schemas"]["GroupIds"];
            };
            /** @description The operator, for the history; `""` without a name. */
            operatorName: string;
            after?: components["schemas"]["StepAfter"];
        };
        /**
         * @description What a merge would do with registrations.
         * @example {
         *       "registrations": 4,
         *       "withdrawn": [],
         *       "withdrawnCount": 0
         *     }
         */
        RegistrationMergePlan: {
            /**
             * Format: int32
             * @description The number of registrations that go over.
             */
            registrations: number;
            /** @description The registrations that are withdrawn, at most 100. */
            withdrawn: components["schemas"]["PlannedWithdrawal"][];
            /**
             * Format: int32
             * @description The number of all registrations that are withdrawn.
             */
            withdrawnCount: number;
        };
        /**
         * @description The e-mails, webhooks and dead letters about one user, at most 250 of each.
         * @example {
         *       "deliveries": [],
         *       "webhooks": [],
         *       "deadLetters": []
         *     }
         */
        ExportedNotifications: {
            /** @description The e-mails about the registrations. */
            deliveries: components["schemas"]["ExportedDelivery"][];
            /** @description The events about the user and the registrations that webhook endpoints got or get. */
            webhooks: components["schemas"]["ExportedWebhook"][];
            /** @description Messages about the user that could not be handled. */
            deadLetters: components["schemas"]["DeadLetter"][];
        };
        /**
         * @description What the e-mails, webhooks and dead letters of a user are about.
         * @example {
         *       "registrationIds": [
         *         48151
         *       ]
         *     }
         */
        NotificationErasureInput: {
            /** @description Registrations of the user. Dead letters about them are removed, also if they do not name the user. */
            registrationIds: components["schemas"]["Id"][];
            after?: components["schemas"]["StepAfter"];
        };
        /**
         * @description The account that gets the e-mails.
         * @example {
         *       "intoId": 1012
         *     }
         */
        DeliveryMergeInput: {
            intoId: components["schemas"]["Id"];
            after?: components["schemas"]["StepAfter"];
        };
        /**
         * @description How many e-mails are about a user.
         * @example {
         *       "deliveries": 4
         *     }
         */
        DeliveryCount: {
            /**
             * Format: int32
             * @description The number of e-mails.
             */
            deliveries: number;
        };
        /**
         * @description The registrations to check.
         * @example {
         *       "registrationIds": [
         *         48151,
         *         48162
         *       ]
         *     }
         */
        RegistrationIdsInput: {
            /** @description The ids of the registrations, in any order. */
            registrationIds: components["schemas"]["Id"][];
        };
        /**
         * @description The ids of the registrations without an automatic delivery.
         * @example [
         *       48162
         *     ]
         */
        IdsWithoutDelivery: number[];
        /**
         * @description The state of the delivery of the e-mail about one registration.
         * @example {
         *       "status": "sent",
         *       "attempts": 1,
         *       "sentAt": "2024-01-15T14:58:43Z"
         *     }
         */
        DeliveryReceipt: {
            status: components["schemas"]["DeliveryStatus"];
            reason?: components["schemas"]["CancelReason"];
            /**
             * Format: int32
             * @description The number of attempts so far.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the mail server accepted it. Null before.
             */
            sentAt: string | null;
        };
        /**
         * @description An error in the form of SCIM. Programs can use the header `X-Error-Code` too, which is more precise.
         * @example {
         *       "schemas": [
         *         "urn:ietf:params:scim:api:messages:2.0:Error"
         *       ],
         *       "status": "409",
         *       "scimType": "uniqueness",
         *       "detail": "Another user has this userName. Look the user up by it, or send another one."
         *     }
         */
        ScimError: {
            schemas: components["schemas"]["ScimSchemasOf"];
            /** @description The status of the response as a text. */
            status: string;
            /** @description The keyword of SCIM for the cause, such as `uniqueness`, if there is one. */
            scimType?: string;
            /** @description What is wrong, in one sentence for people. */
            detail: string;
        };
        /** @description The registration as the API shows it, after the event. */
        RegistrationEventData: {
            /**
             * Format: int64
             * @description The id of the registration.
             */
            id: number;
            /**
             * Format: int64
             * @description The id of the course.
             */
            courseId: number;
            /** @description The name of the course. */
            courseName: string;
            /**
             * Format: date-time
             * @description When the registration was created.
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description When the user was registered.
             */
            registrationDate: string;
            /**
             * Format: date-time
             * @description When it was first completed. Null before.
             */
            completionDate: string | null;
            statusName: components["schemas"]["RegistrationStatus"];
            /** @description The identifier in your system, `""` if unset. */
            externalId: string;
            /** @description The external id of the user, `""` if unset. */
            userExternalId: string;
            /**
             * Format: int64
             * @description The id of the user.
             */
            userId: number;
            /**
             * Format: double
             * @description The score of the completion. Null if unset.
             */
            score: number | null;
            /** @description Whether the user passed, as the last completion said. Null until it is set. */
            success: boolean | null;
            /**
             * @description The status before the event. Null for `registration.created`.
             * @enum {string|null}
             */
            previousStatus: "Not Started" | "Completed" | "Approved" | "Withdrawn" | null;
            /**
             * Format: int64
             * @description Grows with each event of this registration. Ignore an event whose version is not higher than the one you have.
             */
            version: number;
        };
        /**
         * @description The body of an event about a registration.
         * @example {
         *       "type": "registration.completed",
         *       "timestamp": "2024-02-01T09:00:00Z",
         *       "data": {
         *         "id": 48151,
         *         "courseId": 210,
         *         "courseName": "Fire safety",
         *         "createdDate": "2024-01-15T14:58:41Z",
         *         "registrationDate": "2024-01-15T14:58:41Z",
         *         "completionDate": "2024-02-01T09:00:00Z",
         *         "statusName": "Completed",
         *         "externalId": "enrolment-2291",
         *         "userExternalId": "hr-20931",
         *         "userId": 1007,
         *         "score": 87.5,
         *         "success": true,
         *         "previousStatus": "Not Started",
         *         "version": 2
         *       }
         *     }
         */
        RegistrationWebhook: {
            type: components["schemas"]["WebhookEventType"];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["RegistrationEventData"];
        };
        /** @description The user as the API shows it, with its `version`, which grows with each change of this user. Ignore an event whose version is not higher than the one you have. */
        UserEventData: components["schemas"]["User"] & {
            /**
             * Format: int64
             * @description Grows with each change of this user.
             */
            version: number;
            /**
             * Format: int64
             * @description Only in `user.deleted`: the account of the same person that is left and has the registrations from then on. Absent if the user was not merged.
             */
            mergedInto?: number;
        };
        /** @description The body of an event about a user. */
        UserWebhook: {
            type: components["schemas"]["WebhookEventType"];
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: components["schemas"]["UserEventData"];
        };
        /**
         * @description The body of a test.
         * @example {
         *       "type": "webhook.test",
         *       "timestamp": "2024-02-01T09:00:00Z",
         *       "data": {
         *         "endpointId": 7
         *       }
         *     }
         */
        TestWebhook: {
            /**
             * @description Only a test has this type.
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When the test was sent.
             */
            timestamp: string;
            /** @description What the test is about. */
            data: {
                /**
                 * Format: int64
                 * @description The id of the webhook endpoint.
                 */
                endpointId: number;
            };
        };
    };
    responses: {
        /** @description No operation has this path. Below `/scim/v2/` the error has the form of SCIM. */
        PathNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "No such path. The contract at /openapi.json lists the public operations, the reference also those of operators."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The path exists, but does not support this method. Below `/scim/v2/` the error has the form of SCIM. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This path does not support the method. The header Allow lists the methods that it supports."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The request is not valid HTTP/1.1, or has no header Host. */
        MalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request is not valid HTTP/1.1. Check the request line and the headers, including Host."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The headers or the body took too long to arrive. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request did not arrive within 30 s. Send it again."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The headers together are larger than allowed. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The headers are larger than 16 KiB, or there are too many. Send fewer or shorter headers."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter breaks a rule, and the detail names both; or the operation takes no body and the request has one that is not `{}`. Sending the same request again does not help. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "query parameter group_id is not known here. Did you mean groupId?"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter or a field breaks a rule, or the body is not JSON. The detail names the field and the rule. */
        InvalidBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is missing, malformed, unknown, wrong, expired or revoked. */
        InvalidToken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Invalid token."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account holds none of the roles that the operation accepts. */
        RoleMissing: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Forbidden"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The operator token may look, and this operation changes or sends something. */
        OperatorTokenReadOnly: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This operator token is read-only. Use a token of OPERATOR_TOKENS."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this Idempotency-Key is still in progress (try again in a second), or it was about a person whose data was erased. */
        InFlight: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "Retry-After": components["headers"]["Retry-After-In-Flight"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The record no longer has the ETag of If-Match, or exists already although If-None-Match says that it must not. Nothing was done. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The record has changed. Read it again and use its new ETag in If-Match."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has more bytes than the operation accepts. Send less in one request. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body is larger than the 102400 bytes allowed here. Send it in parts."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has more bytes than the operation accepts. Send smaller batches. */
        BatchTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body is larger than the 1048576 bytes allowed here. Send it in parts."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not declared as `application/json` in UTF-8, or has an unknown `Content-Encoding`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Send the body as application/json in UTF-8, uncompressed or compressed with gzip, deflate, br or zstd."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used with another body within the last 24 hours. */
        KeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This Idempotency-Key was used with another body or query. Use a new key for a new request."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The limit of this minute is used up, or twenty lists or other large responses are being sent to the account. Nothing was done. Wait as Retry-After says. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Cost": components["headers"]["X-Request-Cost"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Too many requests"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A fault in Rollcall. Report the X-Request-Id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Internal server error"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A server that the service needs is unavailable. Wait as Retry-After says. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Temporarily unavailable. Try again after the seconds in Retry-After."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Any other error, in the same shape. */
        Error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Internal server error"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The record still has the ETag of If-None-Match. There is no body. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One page of the registrations that match the filters and are visible to you. */
        Registrations: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Registrations"];
            };
        };
        /** @description Only with `Prefer: validate-only`: the registration as it would be created, with id 0. Nothing was written. */
        RegistrationPreview: {
            headers: {
                "X-Resolved-By": components["headers"]["X-Resolved-By"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": 0,
                 *       "courseId": 210,
                 *       "courseName": "Fire safety",
                 *       "createdDate": "2024-01-15T14:58:41Z",
                 *       "registrationDate": "2024-01-15T14:58:41Z",
                 *       "completionDate": null,
                 *       "statusName": "Not Started",
                 *       "externalId": "enrolment-2291",
                 *       "userExternalId": "hr-20931",
                 *       "userId": 1007,
                 *       "score": null
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        /** @description The registration was created, and its e-mail will be sent. Or the replay of this response for a repeated key. */
        RegistrationCreated: {
            headers: {
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                "X-Resolved-By": components["headers"]["X-Resolved-By"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        /** @description The account lacks a role for this operation, or the course or the user is not in its scope. */
        RegistrationCreateForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No course or no user matches the parameters of the request. */
        NoMatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Several records match, the user was merged into another one, the registration already exists, a request with the same Idempotency-Key is in progress, or the response that was stored for this key was erased with the data of its user. The code says which. */
        RegistrationConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "Retry-After": components["headers"]["Retry-After-In-Flight"];
                "X-Existing-Id": components["headers"]["X-Existing-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The course or the user is not eligible, or the Idempotency-Key was used with another body. The code says which. */
        Ineligible: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One result for each item, in the order of the items. Check each of them, because the 200 does not tell whether they succeeded. */
        RegistrationBatch: {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistrationBatchResults"];
            };
        };
        /** @description The account lacks a role for this operation (`role-missing`), or the registration is not visible to it (`forbidden`). */
        RegistrationForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The registration with all fields. */
        Registration: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        /** @description There is no such registration, or its user or course was deleted. */
        NotRegistered: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Not registered for this course."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The registration after the move, in status Approved. */
        RegistrationApproved: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": 48151,
                 *       "courseId": 210,
                 *       "courseName": "Fire safety",
                 *       "createdDate": "2024-01-15T14:58:41Z",
                 *       "registrationDate": "2024-01-15T14:58:41Z",
                 *       "completionDate": null,
                 *       "statusName": "Approved",
                 *       "externalId": "enrolment-2291",
                 *       "userExternalId": "hr-20931",
                 *       "userId": 1007,
                 *       "score": null
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        /** @description The move would reopen the registration while the user has another open one for the same course. */
        ReopenConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The user has another open registration for this course. Complete or withdraw that one first. A withdrawn one can be approved again afterwards."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The registration after the move, in status Completed. */
        RegistrationCompleted: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": 48151,
                 *       "courseId": 210,
                 *       "courseName": "Fire safety",
                 *       "createdDate": "2024-01-15T14:58:41Z",
                 *       "registrationDate": "2024-01-15T14:58:41Z",
                 *       "completionDate": "2024-02-01T09:00:00Z",
                 *       "statusName": "Completed",
                 *       "externalId": "enrolment-2291",
                 *       "userExternalId": "hr-20931",
                 *       "userId": 1007,
                 *       "score": 87.5
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        /** @description The registration after the move, in status Withdrawn. */
        RegistrationWithdrawn: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": 48151,
                 *       "courseId": 210,
                 *       "courseName": "Fire safety",
                 *       "createdDate": "2024-01-15T14:58:41Z",
                 *       "registrationDate": "2024-01-15T14:58:41Z",
                 *       "completionDate": null,
                 *       "statusName": "Withdrawn",
                 *       "externalId": "enrolment-2291",
                 *       "userExternalId": "hr-20931",
                 *       "userId": 1007,
                 *       "score": null
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        /** @description The history of the registration, oldest entry first. The first entry is its creation. */
        History: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["History"];
            };
        };
        /** @description The state of the e-mail. */
        NotificationReceipt: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotificationReceipt"];
            };
        };
        /** @description One page of the courses that match the filters and are visible to you. */
        VisibleCourses: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Courses"];
            };
        };
        /** @description The course with all fields. */
        VisibleCourse: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Course"];
            };
        };
        /** @description The account lacks a role for this operation, or the course is not in its scope. */
        CourseForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such record, or it was deleted. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Not found."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The contract, with the public operations only. */
        Contract: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "openapi": "3.0.3",
                 *       "info": {
                 *         "title": "Rollcall",
                 *         "version": "2.0.0"
                 *       },
                 *       "paths": {}
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        /** @description The contract still has the ETag of If-None-Match. There is no body. */
        ContractNotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One page of the users who match the filters and are visible to you. */
        Users: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Users"];
            };
        };
        /** @description Only with `Prefer: validate-only`: the user as it would be created, with id 0. Nothing was written. */
        UserPreview: {
            headers: {
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": 0,
                 *       "address": "1 Analytical Way",
                 *       "address2": "",
                 *       "city": "Seattle",
                 *       "country": "US",
                 *       "createdDate": "2024-01-10T08:00:00Z",
                 *       "email": "ada@example.org",
                 *       "expirationDate": "",
                 *       "externalId": "hr-20931",
                 *       "firstName": "Ada",
                 *       "lastName": "Byron",
                 *       "loginName": "ada",
                 *       "state": "WA",
                 *       "updatedDate": "2024-01-10T08:00:00Z",
                 *       "zip": "98101",
                 *       "ovFormWithInput12": "",
                 *       "workSettingsOtherSpecify": "",
                 *       "workSettingsPrivateIndustryExcept": "false"
                 *     }
                 */
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description The user was created. Or the replay of this response for a repeated key. */
        UserCreated: {
            headers: {
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description The account lacks a role for this operation, or the group of the new user is not in its scope. A replay is rejected too if the user that it created is no longer in the scope. */
        UserCreateForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another user has the login name or the external id, or had it before accounts were merged; or a request with the same Idempotency-Key is in progress. */
        UserCreateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "Retry-After": components["headers"]["Retry-After-In-Flight"];
                "X-Existing-Id": components["headers"]["X-Existing-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One result for each item, in the order of the items. Check each of them, because the 200 does not tell whether they succeeded. */
        UserBatch: {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserBatchResults"];
            };
        };
        /** @description The account lacks a role for this operation, or the group in `groupId` is not in its scope. A replay is rejected too if a user of the stored results is no longer in the scope. */
        UserBatchForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The user, with all fields. */
        User: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description The account lacks a role for this operation, or the user is not in its scope. */
        UserForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The user after the change, with all fields. */
        UserUpdated: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": 1007,
                 *       "address": "1 Analytical Way",
                 *       "address2": "",
                 *       "city": "Tacoma",
                 *       "country": "US",
                 *       "createdDate": "2024-01-10T08:00:00Z",
                 *       "email": "ada@example.org",
                 *       "expirationDate": "",
                 *       "externalId": "hr-20931",
                 *       "firstName": "Ada",
                 *       "lastName": "King",
                 *       "loginName": "ada",
                 *       "state": "WA",
                 *       "updatedDate": "2024-03-04T10:15:00Z",
                 *       "zip": "98101",
                 *       "ovFormWithInput12": "",
                 *       "workSettingsOtherSpecify": "",
                 *       "workSettingsPrivateIndustryExcept": "false"
                 *     }
                 */
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description Another user has the login name or the external id, or had it before accounts were merged; or another source keeps the user. */
        UserConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "X-Existing-Id": components["headers"]["X-Existing-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Done. There is no body. */
        Deleted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Another source keeps the user. */
        UserManagedElsewhere: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "User 1007 is kept by \"hr-north\". Change the person there, or take the user over from that source."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One page of the groups in your scope. */
        VisibleGroups: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Groups"];
            };
        };
        /** @description One page of the users who match the filter and are visible to you. */
        ScimUsers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimUsers"];
            };
        };
        /** @description A parameter breaks a rule, or the filter is not one of those that are supported. It never means that nothing matches. */
        ScimFilterRejected: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The user was created, or an inactive user with the same `externalId` was made active and changed. */
        ScimUserCreated: {
            headers: {
                Location: components["headers"]["ScimLocation"];
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimUser"];
            };
        };
        /** @description The body is not JSON, a parameter or an attribute breaks a rule, or an account with `scimStrict` has sent an unknown attribute. */
        ScimBodyRejected: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account lacks a role for this operation, or its home group is not in its scope. */
        ScimCreateForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another user has the login name or the external id, or had it before accounts were merged; another source keeps the user; or the user would become another person. */
        ScimUserConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "X-Existing-Id": components["headers"]["X-Existing-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The user as a resource of SCIM. */
        ScimUser: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimUser"];
            };
        };
        /** @description The body is not JSON, an attribute breaks a rule, a path can't be parsed, an operation has no target, or an account with `scimStrict` has sent an unknown attribute. */
        ScimPatchRejected: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One page of the groups in your scope that match the filter. */
        ScimGroups: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimGroups"];
            };
        };
        /** @description The account lacks a role for this operation, or has it, and only operators create and delete groups. */
        ScimGroupFixed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The group as a resource of SCIM. */
        ScimGroup: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimGroup"];
            };
        };
        /** @description A parameter breaks a rule, or the group has more members than one response shows. */
        ScimGroupRejected: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account lacks a role for this operation, or the group is not in its scope. */
        ScimGroupForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, an operation names a user that does not exist, a path that can't be parsed, something else than members, no target or one that is no member, or too many members. */
        ScimMembersRejected: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account lacks a role for this operation, or the group or a user is not in its scope. */
        ScimMembersForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What this implementation of SCIM supports. */
        ScimServiceProviderConfig: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimServiceProviderConfig"];
            };
        };
        /** @description The types of resources, users and groups. */
        ScimResourceTypes: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimResourceTypes"];
            };
        };
        /** @description The type of resource with this name. */
        ScimResourceType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimResourceType"];
            };
        };
        /** @description The schemas of users, of their custom fields, and of groups. */
        ScimSchemas: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimSchemas"];
            };
        };
        /** @description The schema with this URN. */
        ScimSchema: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimSchema"];
            };
        };
        /** @description One page of your webhook endpoints. */
        WebhookEndpoints: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookEndpoints"];
            };
        };
        /** @description The webhook endpoint with its secret, which is shown only this once. */
        WebhookEndpointCreated: {
            headers: {
                Location: components["headers"]["Location"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IssuedWebhookEndpoint"];
            };
        };
        /** @description The account has 20 webhook endpoints already. */
        TooManyWebhookEndpoints: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The account has 20 webhook endpoints already. Delete one that is not needed."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The webhook endpoint without its secret. */
        WebhookEndpoint: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookEndpoint"];
            };
        };
        /** @description An operator has disabled the endpoint, so its account can neither enable nor test it. */
        WebhookDisabledByOperator: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Only an operator can enable this webhook endpoint. Ask one."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The new secret, which is shown only this once. */
        WebhookSecret: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookSecret"];
            };
        };
        /** @description What became of the test event. */
        WebhookTest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        /** @description One page of the deliveries that match the filter. */
        WebhookDeliveries: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookDeliveries"];
            };
        };
        /** @description The delivery, which will be attempted again. */
        WebhookDelivery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        /** @description The endpoint is disabled, so nothing can be sent to it: enable it first, or ask an operator if an operator has disabled it (`webhook-disabled-by-operator`). */
        WebhookEndpointDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The events will be sent again. */
        WebhookReplayed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookReplayed"];
            };
        };
        /** @description One page of all groups. */
        Groups: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Groups"];
            };
        };
        /** @description The group was created. */
        GroupCreated: {
            headers: {
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Group"];
            };
        };
        /** @description The group, or a group below it, would lie more than 50 levels deep. */
        GroupTooDeep: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Groups can be nested 50 levels deep. Choose a parentId that is closer to the root."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The parent group does not exist. */
        ParentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "There is no group with this parentId. Create the parent first."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The group with all fields. */
        Group: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Group"];
            };
        };
        /** @description The group would become its own descendant, or it or a group below it would lie more than 50 levels deep; or deleted users and courses have not left the former group with this id yet. */
        GroupNotPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The group still has subgroups, users or grants, or is the home group of a service account. */
        GroupInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The group still has subgroups, users or grants, or is the home group of a service account. Remove those first."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One page of the users who are in the group directly. */
        GroupMembers: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GroupMembers"];
            };
        };
        /** @description One page of the users that match the filters. */
        AllUsers: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OperatorUsers"];
            };
        };
        /** @description The user with all fields, the groups and whether it was deleted. */
        AnyUser: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OperatorUser"];
            };
        };
        /** @description The sources, those with most users first. */
        Sources: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Sources"];
            };
        };
        /** @description How many users were handed over, and whether there are more. */
        UsersHandedOver: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UsersHandedOver"];
            };
        };
        /** @description One result for each item, in the order of the items. Check each of them, because the 200 does not tell whether they succeeded. */
        UserMergeBatch: {
            headers: {
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserMergeResults"];
            };
        };
        /** @description The receipt of the erasure. */
        Erasure: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Erasure"];
            };
        };
        /** @description The erasure has begun. The receipt shows how far each service is. */
        ErasureAccepted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "userId": 1007,
                 *       "reason": "request DSR-2024-17",
                 *       "withRegistrations": false,
                 *       "status": "in-progress",
                 *       "requestedAt": "2024-01-15T14:58:41Z",
                 *       "finishedAt": null,
                 *       "services": [
                 *         {
                 *           "service": "user",
                 *           "status": "finished",
                 *           "finishedAt": "2024-01-15T14:58:41Z",
                 *           "records": 2
                 *         },
                 *         {
                 *           "service": "registration",
                 *           "status": "in-progress",
                 *           "finishedAt": null,
                 *           "records": 0
                 *         },
                 *         {
                 *           "service": "notification",
                 *           "status": "in-progress",
                 *           "finishedAt": null,
                 *           "records": 0
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Erasure"];
            };
        };
        /** @description What is held about the person; with `next`, more follows. */
        UserExport: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserExport"];
            };
        };
        /** @description The merge has ended, or what it would do. */
        MergeDone: {
            headers: {
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Merge"];
            };
        };
        /** @description The merge has begun. It shows how far each service is. */
        MergeAccepted: {
            headers: {
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "fromId": 1007,
                 *       "intoId": 1012,
                 *       "status": "in-progress",
                 *       "reason": null,
                 *       "requestedAt": "2024-01-15T14:58:41Z",
                 *       "finishedAt": null,
                 *       "services": [
                 *         {
                 *           "service": "user",
                 *           "status": "finished",
                 *           "finishedAt": "2024-01-15T14:58:41Z",
                 *           "records": 2
                 *         },
                 *         {
                 *           "service": "registration",
                 *           "status": "in-progress",
                 *           "finishedAt": null,
                 *           "records": 0
                 *         },
                 *         {
                 *           "service": "notification",
                 *           "status": "in-progress",
                 *           "finishedAt": null,
                 *           "records": 0
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Merge"];
            };
        };
        /** @description One of the users was merged before, takes part in another merge, or is deleted or erased; or both are the same user; or together they are in too many groups. */
        NotMergeable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "X-Existing-Id": components["headers"]["X-Existing-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One page of the merges. */
        Merges: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Merges"];
            };
        };
        /** @description The merge and its progress. */
        Merge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Merge"];
            };
        };
        /** @description One page of the receipts. */
        Erasures: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Erasures"];
            };
        };
        /** @description One page of the courses that are not deleted. */
        Courses: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Courses"];
            };
        };
        /** @description The course with all fields. */
        Course: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Course"];
            };
        };
        /** @description The course was created with the id in the path. */
        CourseCreated: {
            headers: {
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Course"];
            };
        };
        /** @description One page of all service accounts. */
        ServiceAccounts: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceAccounts"];
            };
        };
        /** @description The service account was created. It needs a key before it can send requests. */
        ServiceAccountCreated: {
            headers: {
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceAccount"];
            };
        };
        /** @description A group that the body names does not exist. */
        GroupMissing: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "grants names a group that does not exist: 999999. Create the group first."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service account with all fields. */
        ServiceAccount: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceAccount"];
            };
        };
        /** @description One page of the keys of the account, without secrets. */
        Keys: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Keys"];
            };
        };
        /** @description The key with its secret, which is shown only this once. */
        KeyIssued: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IssuedKey"];
            };
        };
        /** @description The key was revoked. */
        KeyRevoked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The key is revoked, so there is nothing to replace. Issue a new key instead."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One page of the keys that match the filters. */
        AllKeys: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Keys"];
            };
        };
        /** @description One page of the e-mails that match the filters. */
        Deliveries: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Deliveries"];
            };
        };
        /** @description How many deliveries are sent again. */
        DeliveriesRetried: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveriesRetried"];
            };
        };
        /** @description The e-mail and its state. */
        Delivery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Delivery"];
            };
        };
        /** @description The e-mail was queued again, as a new delivery. */
        DeliveryCreated: {
            headers: {
                Location: components["headers"]["Location"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "5121",
                 *       "registrationId": 48151,
                 *       "template": 222,
                 *       "to": "ada@example.org",
                 *       "status": "queued",
                 *       "attempts": 0,
                 *       "lastError": "",
                 *       "messageId": "<222.48151.6f9d3c52-6a0e-4d0c-9a55-0c6b3a4d7f10.resend-5121@rollcall.example>",
                 *       "createdAt": "2024-01-15T15:20:00Z",
                 *       "sentAt": null,
                 *       "failedAt": null,
                 *       "resentAt": null,
                 *       "nextAttemptAt": "2024-01-15T15:20:00Z",
                 *       "possiblySent": false,
                 *       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/json": components["schemas"]["Delivery"];
            };
        };
        /** @description The e-mail, or a resend of it, is still going to be sent, so sending it again could lead to two e-mails (`delivery-pending`); the person was erased (`user-erased`); or the recipient was removed after the retention period (`delivery-expired`). */
        DeliveryPending: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One page of the dead letters. */
        DeadLetters: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeadLetters"];
            };
        };
        /** @description How many messages were replayed or dismissed. */
        DeadLettersDone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeadLettersDone"];
            };
        };
        /** @description The message, with the time when it was replayed (`replayedAt`) or dismissed (`dismissedAt`). */
        DeadLetter: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "17",
                 *       "queue": "notification.registration-created",
                 *       "type": "registration.created.v1",
                 *       "reason": "payload must have required property 'eventId'",
                 *       "payload": {
                 *         "registrationId": 48151
                 *       },
                 *       "receivedAt": "2024-01-15T14:58:43Z",
                 *       "replayedAt": "2024-01-15T15:20:00Z",
                 *       "dismissedAt": null,
                 *       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736"
                 *     }
                 */
                "application/json": components["schemas"]["DeadLetter"];
            };
        };
        /** @description One page of the webhook deliveries. */
        OperatorWebhookDeliveries: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OperatorWebhookDeliveries"];
            };
        };
        /** @description The endpoint is disabled, so nothing can be sent to it. */
        AnyWebhookEndpointDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The webhook endpoint is disabled. Enable it first, then send the request again."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The records by reason. */
        Reasons: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Reasons"];
            };
        };
        /** @description One page of the webhook endpoints of all accounts. */
        OperatorWebhookEndpoints: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OperatorWebhookEndpoints"];
            };
        };
        /** @description The webhook endpoint with its account. */
        OperatorWebhookEndpoint: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OperatorWebhookEndpoint"];
            };
        };
        /** @description The account of the endpoint was deleted, or the account that has its id has 20 webhook endpoints already. */
        CannotEnableWebhookEndpoint: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The status of the service. */
        ServiceStatus: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceStatus"];
            };
        };
        /** @description Whether the server is available, and if not, why. */
        DependencyStatus: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DependencyStatus"];
            };
        };
        /** @description The e-mail that the template produces. */
        MailPreview: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MailPreview"];
            };
        };
        /** @description One page of the registrations that match the filters, with details. */
        AllRegistrations: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Registrations"];
            };
        };
        /** @description One result for each item, in the order of the items. Check each of them, because the 200 does not tell whether they succeeded. */
        RegistrationImport: {
            headers: {
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistrationImportResults"];
            };
        };
        /** @description One page of the registrations without a delivery. */
        RegistrationsWithoutDelivery: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Registrations"];
            };
        };
        /** @description How many messages were published, and why others were not. */
        RegistrationsSent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistrationsSent"];
            };
        };
        /** @description One of the registrations was imported from another platform, and no e-mail is sent about it. Nothing was published. */
        RegistrationImported: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "No e-mail is sent about a registration that was imported from another platform. Leave it out."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The number above which ids are issued from now on. */
        IdFloor: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdsAbove"];
            };
        };
        /** @description Whether the credential is valid, and the account behind it. */
        CredentialCheckResult: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CredentialCheckResult"];
            };
        };
        /** @description One result for each query, in order. */
        UserIdentifications: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserIdentifications"];
            };
        };
        /** @description The groups of the users that exist. */
        UserGroups: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserGroups"];
            };
        };
        /** @description The users that exist, as the API shows them. */
        UsersForEvents: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UsersForEvents"];
            };
        };
        /** @description The groups that the accounts may see. */
        VisibilityCheckResult: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["VisibilityCheckResult"];
            };
        };
        /** @description The accounts that exist. */
        ExistingAccounts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExistingAccounts"];
            };
        };
        /** @description The groups of the courses that exist. */
        CourseGroups: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CourseGroups"];
            };
        };
        /** @description The states of the registrations that exist. */
        RegistrationStates: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistrationStates"];
            };
        };
        /** @description What this request has done, and whether it is to be sent again. */
        StepResult: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StepResult"];
            };
        };
        /** @description At most ten registrations of the user. */
        ExportedRegistrations: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExportedRegistrations"];
            };
        };
        /** @description The ids of registrations. */
        ErasedRegistrations: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErasedRegistrations"];
            };
        };
        /** @description What a merge would do with registrations. */
        RegistrationMergePlan: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistrationMergePlan"];
            };
        };
        /** @description The e-mails, the webhooks and the dead letters. */
        ExportedNotifications: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ExportedNotifications"];
            };
        };
        /** @description The number of e-mails about the user. */
        DeliveryCount: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryCount"];
            };
        };
        /** @description The registrations without a delivery. */
        IdsWithoutDelivery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdsWithoutDelivery"];
            };
        };
        /** @description The state of the e-mail. */
        DeliveryReceipt: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryReceipt"];
            };
        };
        /** @description The credential is missing, malformed, unknown, wrong, expired or revoked. */
        ScimInvalidToken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account holds none of the roles that the operation accepts. */
        ScimRoleMissing: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The limit of this minute is used up, or twenty lists or other large responses are being sent to the account. Nothing was done. Wait as Retry-After says. */
        ScimTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Cost": components["headers"]["X-Request-Cost"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A fault in Rollcall. Report the X-Request-Id. */
        ScimInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A server that the service needs is unavailable. Wait as Retry-After says. */
        ScimUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Any other error, in the same shape. */
        ScimError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has more bytes than the operation accepts. Send less in one request. */
        ScimBodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not declared as `application/json` in UTF-8, or has an unknown `Content-Encoding`. */
        ScimUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter breaks a rule, and the detail names both; or the operation takes no body and the request has one that is not `{}`. Sending the same request again does not help. */
        ScimInvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The account lacks a role for this operation, or the user is not in its scope. */
        ScimUserForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such record, or it was deleted. */
        ScimNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The record no longer has the ETag of If-Match, or exists already although If-None-Match says that it must not. Nothing was done. */
        ScimPreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another source keeps the user. */
        ScimUserManagedElsewhere: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                traceresponse: components["headers"]["traceresponse"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Key-Expires": components["headers"]["X-Key-Expires"];
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Only registrations for the course with this id. */
        RegistrationCourseFilter: components["schemas"]["Id"];
        /** @description Only registrations of the user with this id. */
        RegistrationUserFilter: components["schemas"]["Id"];
        /** @description Only registrations of the user with exactly this external id, case-sensitive. */
        RegistrationUserExternalIdFilter: components["schemas"]["ExternalId"];
        /** @description Only registrations in this status; repeated (`status=Approved&status=Completed`), in any of them. */
        RegistrationStatusFilter: components["schemas"]["RegistrationStatus"][];
        /** @description Only registrations created strictly after this date, to the millisecond. Dates are shown in whole seconds, so the registration that shows this date can be returned again. */
        RegistrationsCreatedAfter: components["schemas"]["Moment"];
        /** @description Only registrations created or changed strictly after this date, changes of the course and the user included. A write can become visible up to 60 seconds late, so start each poll 60 seconds before the `Date` header of the previous poll's first response (see [deltas](/docs/guide/deltas-and-deletions)). */
        RegistrationsUpdatedAfter: components["schemas"]["Moment"];
        /** @description `true` also lists registrations whose user or course was deleted, each with `deleted: true`. Use it to find deletions when you poll for changes. An `externalId` may appear twice, because deleted ones release theirs. */
        IncludeDeletedRegistrations: boolean;
        /** @description `details` adds `success` and `updatedDate` to each registration. They are left out by default. */
        IncludeDetails: "details";
        /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
        Offset: number;
        /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
        Limit: number;
        /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
        Cursor: string;
        /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
        PreferList: components["schemas"]["HeaderText"];
        /** @description A value of your choice for this one request, for example a UUID. If you send the same key and body again within 24 hours, you get the first successful response again, and nothing is done twice (see [idempotency](/docs/guide/limits-and-retries#idempotency)). */
        IdempotencyKey: string;
        /** @description `validate-only` runs every check, writes nothing and sends no e-mail. With `handling=strict` the response is 409 if the parameters identify different records, and the one that decides is visible to you. Without it, the first parameter that matches decides, in the order `courseId`, `courseName`, `courseExternalId` and `userId`, `userExternalId`, `userEmail`. Separate the two preferences with a comma. The header `Preference-Applied` lists the preferences that were applied. */
        PreferCreate: components["schemas"]["HeaderText"];
        /**
         * @description The id of the registration, from the response to its creation.
         * @example 48151
         */
        RegistrationId: components["schemas"]["Id"];
        /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
        IfNoneMatch: components["schemas"]["HeaderText"];
        /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
        IfMatch: components["schemas"]["EntityTags"];
        /**
         * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
         * @example enrolment-2291
         */
        RegistrationExternalId: components["schemas"]["ExternalId"];
        /** @description Only courses with exactly this name, case-sensitive. Several courses can share one. */
        CourseNameFilter: components["schemas"]["Name"];
        /** @description Only courses with exactly this external id (the number of the course at its provider), case-sensitive. */
        CourseExternalIdFilter: components["schemas"]["ExternalId"];
        /** @description `true`: only active courses. `false`: only inactive courses. */
        CourseActiveFilter: boolean;
        /** @description `true`: only published courses. `false`: only unpublished courses. */
        CoursePublishedFilter: boolean;
        /**
         * @description The id of the course in the LMS.
         * @example 210
         */
        CourseId: components["schemas"]["Id"];
        /** @description Only users who are in this group or one of its subgroups. */
        UserGroupFilter: components["schemas"]["Id"];
        /** @description Only users with this e-mail address, case-insensitive. Several users can share one. */
        UserEmailFilter: components["schemas"]["Email"];
        /** @description Only the user with this login name, case-insensitive. */
        UserLoginNameFilter: components["schemas"]["LoginName"];
        /** @description Only users created strictly after this date, to the millisecond. Dates are shown in whole seconds, so the user that shows this date can be returned again. */
        UsersCreatedAfter: components["schemas"]["Moment"];
        /** @description Only users created, changed or deleted strictly after this date. A write can become visible up to 60 seconds late, so start each poll 60 seconds before the `Date` header of the previous poll's first response (see [deltas](/docs/guide/deltas-and-deletions)). */
        UsersUpdatedAfter: components["schemas"]["Moment"];
        /** @description `true` also lists deleted users, each with `deleted: true`. Use it to find deletions when you poll for changes. */
        IncludeDeletedUsers: boolean;
        /** @description `details` adds `preferredLanguage`, `managedBy` and `visibleGroupIds` to each user. They are left out by default. */
        IncludeUserDetails: "details";
        /** @description The group that the new user joins. It must be in your scope. The default is the home group of your service account. */
        GroupOfNewUser: components["schemas"]["Id"];
        /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
        Source: components["schemas"]["Source"];
        /** @description `validate-only` runs every check and writes nothing. The response shows the result, with id 0 for what would be created, or the error. */
        PreferValidate: components["schemas"]["HeaderText"];
        /** @description The group that new users join. It must be in your scope. The default is the home group of your service account. Existing users keep their groups, unless you send `outsideGroup=move`. */
        GroupOfNewUsers: components["schemas"]["Id"];
        /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
        TakeOver: boolean;
        /** @description What becomes of existing users who are neither in `groupId` nor in a group below it. `keep` leaves their groups as they are. `move` moves users of `source` from their one group in your scope to `groupId`, and rejects other users (409 `outside-group`); it needs `source` and `groupId`. */
        OutsideGroup: "keep" | "move";
        /**
         * @description The id of the user, from the response to its creation.
         * @example 1007
         */
        UserId: components["schemas"]["Id"];
        /**
         * @description The `externalId` of the user, case-sensitive. Percent-encode it, so that `a/b` becomes `a%2Fb`.
         * @example hr-20931
         */
        UserExternalId: components["schemas"]["ExternalId"];
        /** @description Only users that match: `eq` on `userName` or `emails` (letter case does not matter), `emails[type eq "work"].value`, `externalId` (exact) or `id`; several joined by `and`. Any other filter gets 400 `invalidFilter`. */
        ScimUserFilter: components["schemas"]["ScimText"];
        /** @description The position of the first resource of the page, starting with 1. A number below 1 counts as 1. */
        ScimStartIndex: number;
        /** @description The maximum number of resources on the page. A number above 100 counts as 100, and one below 0 as 0: then the page has no resources, only `totalResults`. */
        ScimCount: number;
        /** @description Only these attributes, separated by commas, besides `id` and `schemas`. Names of sub-attributes are written `name.givenName`. */
        ScimAttributes: components["schemas"]["ScimText"];
        /** @description All attributes but these, separated by commas. It is ignored if `attributes` is sent. */
        ScimExcludedAttributes: components["schemas"]["ScimText"];
        /** @description Accepted and ignored, because sorting is not supported. Pages are in the order of ids. */
        ScimSortBy: components["schemas"]["ScimText"];
        /** @description Accepted and ignored, because sorting is not supported. */
        ScimSortOrder: components["schemas"]["ScimText"];
        /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
        ScimEntraFlag: string;
        /**
         * @description The `id` of the user. In SCIM ids are texts.
         * @example 1007
         */
        ScimUserId: components["schemas"]["ScimText"];
        /** @description Only groups that match, `eq` on `displayName` or `id`. Any other filter gets 400 `invalidFilter`. */
        ScimGroupFilter: components["schemas"]["ScimText"];
        /**
         * @description The `id` of the group. In SCIM ids are texts.
         * @example 12
         */
        ScimGroupId: components["schemas"]["ScimText"];
        /** @description Accepted and ignored, because the list has one page. */
        ScimIgnoredStartIndex: components["schemas"]["ScimText"];
        /** @description Accepted and ignored, because the list has one page. */
        ScimIgnoredCount: components["schemas"]["ScimText"];
        /**
         * @description The `id` of the type of resource.
         * @example User
         */
        ScimResourceTypeName: components["schemas"]["ScimText"];
        /**
         * @description The `id` of the schema, which is its URN.
         * @example urn:ietf:params:scim:schemas:core:2.0:User
         */
        ScimSchemaUrn: components["schemas"]["ScimText"];
        /**
         * @description The id of the webhook endpoint, from the response to its creation.
         * @example 7
         */
        WebhookEndpointId: components["schemas"]["Id"];
        /** @description Only deliveries in this status. */
        WebhookDeliveryStatus: components["schemas"]["WebhookDeliveryStatus"];
        /**
         * @description The id of the delivery, from the list of the endpoint's deliveries.
         * @example 9120
         */
        WebhookDeliveryId: components["schemas"]["Id"];
        /**
         * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
         * @example 12
         */
        GroupId: components["schemas"]["Id"];
        /** @description `*`: only create. If the record exists already, nothing is done and the response is 412. */
        IfAbsent: components["schemas"]["EntityTags"];
        /**
         * @description The id of the user who is a member of the group.
         * @example 1007
         */
        MemberId: components["schemas"]["Id"];
        /** @description Only the user with exactly this external id, case-sensitive. */
        UserExternalIdFilter: components["schemas"]["ExternalId"];
        /** @description Only users whose first or last name contains each word of this text, case-insensitive. `ada byr` and `Byron, Ada` find Ada Byron. */
        UserNameFilter: components["schemas"]["Name"];
        /** @description Only users with exactly this id, external id, e-mail address or login name (the last two case-insensitive), or with each word of this text in the first or last name. */
        UserSearch: components["schemas"]["Name"];
        /** @description Only users of this source. */
        UserSourceFilter: components["schemas"]["Source"];
        /** @description The `next` of the previous response. Do not build it. Without it, the response is the first one. */
        ExportAfter: string;
        /** @description `true`: only merges that at least one service has not finished. `false`: all merges. */
        MergeInProgress: boolean;
        /** @description `true`: only erasures that at least one service has not finished. `false`: all erasures. */
        ErasureInProgress: boolean;
        /**
         * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
         * @example 3
         */
        ServiceAccountId: components["schemas"]["Id"];
        /**
         * @description The id of the key (`rck_…`).
         * @example rck_a1B2c3D4e5F6g7H8
         */
        KeyId: components["schemas"]["Token"];
        /** @description Only valid keys that expire before this date. */
        KeyExpiresBefore: components["schemas"]["Moment"];
        /** @description Only keys that were last used after this date. */
        KeyUsedAfter: components["schemas"]["Moment"];
        /** @description Only e-mails about the registration with this id. */
        DeliveryRegistration: components["schemas"]["Id"];
        /** @description Only e-mails in this status. */
        DeliveryStatus: components["schemas"]["DeliveryStatus"];
        /** @description Only e-mails to exactly this address, case-sensitive. */
        DeliveryRecipient: components["schemas"]["Email"];
        /** @description Only e-mails to this user. */
        DeliveryUser: components["schemas"]["Id"];
        /** @description Only the e-mail with this `Message-ID`, as a bounce or the log of the mail server has it, with or without angle brackets. */
        DeliveryMessageId: string;
        /**
         * @description The id of the delivery, as returned by `listDeliveries`.
         * @example 5120
         */
        DeliveryId: components["schemas"]["Token"];
        /** @description `true` sends the e-mail again even if it, or a resend of it, is still `queued` or `sending`. The user may then get it twice. */
        ResendAnyway: boolean;
        /** @description `true`: only messages that were neither replayed nor dismissed. `false`: all messages. */
        DeadLetterWaiting: boolean;
        /**
         * @description The id of the dead letter, as returned by `listDeadLetters`.
         * @example 17
         */
        DeadLetterId: components["schemas"]["Token"];
        /** @description Only deliveries to the webhook endpoint with this id. */
        WebhookDeliveryEndpoint: components["schemas"]["Id"];
        /** @description Only deliveries of events about this user or one of the user's registrations. */
        WebhookDeliveryUser: components["schemas"]["Id"];
        /** @description Which kind of records have failed or wait. */
        ReasonsOf: components["schemas"]["ReasonsOf"];
        /** @description Only records in this status. For e-mails `failed` (default) or `queued`, for webhooks `failed` (default) or `pending`. Leave it out for dead letters. */
        ReasonsStatus: components["schemas"]["ReasonsStatus"];
        /** @description Only endpoints of the service account with this id. */
        WebhookAccountFilter: components["schemas"]["Id"];
        /** @description `true`: only enabled endpoints. `false`: only disabled endpoints. */
        WebhookEnabledFilter: boolean;
        /** @description Only registrations for this course. */
        OperatorCourseFilter: components["schemas"]["Id"];
        /** @description Only registrations of this user. */
        OperatorUserFilter: components["schemas"]["Id"];
        /** @description Sent by the service that asks for the verification: the IPv4 address of the caller that presented the credential, or the /64 network of the caller's IPv6 address. It is recorded as the key's `lastUsedFrom`. */
        CallerAddress: string;
        /** @description Only registrations with an id greater than this one. To get the next page, send the id of the last registration of this page. */
        AfterId: number;
        /**
         * @description The id of the account that gets everything.
         * @example 1012
         */
        MergeIntoId: components["schemas"]["Id"];
        /** @description Only e-mails with a higher id. */
        AfterDeliveryId: number;
        /** @description Only webhooks with a higher id. */
        AfterWebhookId: number;
        /** @description Only dead letters with a higher id. */
        AfterDeadLetterId: number;
        /**
         * @description The id of the registration.
         * @example 48151
         */
        ReceiptRegistrationId: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Since when the operation is deprecated, as `@` and the seconds since 1970 (RFC 9745).
         * @example @1798761600
         */
        Deprecation: string;
        /**
         * @description From when the operation may be removed (RFC 8594). Until then it works as before.
         * @example Sat, 01 Jan 2028 00:00:00 GMT
         */
        Sunset: string;
        /**
         * @description The next page (`rel="next"`), as a query with the filters: append it to the path that you have called. Absent on the last page.
         * @example <?limit=100&cursor=YWZ0ZXI6NDgxNTE>; rel="next"
         */
        Link: string;
        /**
         * @description The number of all matching records, on every page. Only with `Prefer: count=exact`.
         * @example 2342
         */
        "X-Total-Count": number;
        /**
         * @description The preferences of the header `Prefer` that were applied (RFC 7240).
         * @example count=exact
         */
        "Preference-Applied": string;
        /**
         * @description The request headers that the response depends on, for caches.
         * @example Prefer
         */
        Vary: string;
        /**
         * @description Identifies this request in the logs. Quote it when you ask for help. It is yours, if you sent a valid one.
         * @example 0b6e4f3a-3f5e-4c7e-9d2b-8f1f2a6f5c11
         */
        "X-Request-Id": string;
        /**
         * @description How many requests of the limit are left (`r`), and in how many seconds it is reset (`t`).
         * @example "default";r=599;t=60
         */
        RateLimit: string;
        /**
         * @description Your limit: the number of requests (`q`) in a number of seconds (`w`).
         * @example "default";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description When your key expires. Only on public operations, and only in the last 14 days of the key: ask an operator for a new one.
         * @example 2035-01-01T00:00:00Z
         */
        "X-Key-Expires": string;
        /**
         * @description The parameter that identified the course, and the one that identified the user.
         * @example course=courseName; user=userEmail
         */
        "X-Resolved-By": string;
        /**
         * @description The address of the new record, relative to the path that was called. Resolve it as any relative URL.
         * @example 48151/
         */
        Location: string;
        /**
         * @description Identifies this state of the record. Send it back, including the quotes, as `If-None-Match` or `If-Match`.
         * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
         */
        ETag: string;
        /**
         * @description `true` if this is the stored response to an earlier request with the same `Idempotency-Key`.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description The trace of this request, in the form of `traceparent` (W3C Trace Context): quote its second part, the trace id, when you ask for help. It is the trace of your `traceparent`, if you sent a valid one.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        traceresponse: string;
        /**
         * @description The cause of the error, for programs. The meaning of a code never changes. All codes: [/docs/guide/errors](/docs/guide/errors).
         * @example invalid-request
         */
        "X-Error-Code": string;
        /**
         * @description With `idempotency-in-flight` only, the seconds until the first request has ended or is abandoned.
         * @example 7
         */
        "Retry-After-In-Flight": number;
        /**
         * @description The id of the registration that is in the way: with `already-registered` the open one, with `registration-external-id-taken` the one that has it, where the account may see it. With `merged` the id of the user who is left.
         * @example 48151
         */
        "X-Existing-Id": number;
        /**
         * @description The address of the new resource, absolute as its `meta.location` is, or relative to the path that was called.
         * @example https://learning.example.org/scim/v2/Users/1007
         */
        ScimLocation: string;
        /**
         * @description The methods that this path supports, separated by commas.
         * @example GET, HEAD, POST
         */
        Allow: string;
        /**
         * @description The authentication scheme to use. The two headers of a key are accepted too.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description How many seconds to wait before you send the same request again.
         * @example 12
         */
        "Retry-After": number;
        /**
         * @description How many requests this one costs, at most your whole limit: a batch as many as it has items, a page of a list as its `limit` and `Prefer` say. `RateLimit` says how many are left. Absent if none is left for a request that costs its items, which are not read then, and if too many lists or other large responses are being sent to the account.
         * @example 300
         */
        "X-Request-Cost": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listRegistrations: {
        parameters: {
            query?: {
                /** @description Only registrations for the course with this id. */
                course_id?: components["parameters"]["RegistrationCourseFilter"];
                /** @description Only registrations of the user with this id. */
                user_id?: components["parameters"]["RegistrationUserFilter"];
                /** @description Only registrations of the user with exactly this external id, case-sensitive. */
                user_external_id?: components["parameters"]["RegistrationUserExternalIdFilter"];
                /** @description Only registrations in this status; repeated (`status=Approved&status=Completed`), in any of them. */
                status?: components["parameters"]["RegistrationStatusFilter"];
                /** @description Only registrations created strictly after this date, to the millisecond. Dates are shown in whole seconds, so the registration that shows this date can be returned again. */
                created_after?: components["parameters"]["RegistrationsCreatedAfter"];
                /** @description Only registrations created or changed strictly after this date, changes of the course and the user included. A write can become visible up to 60 seconds late, so start each poll 60 seconds before the `Date` header of the previous poll's first response (see [deltas](/docs/guide/deltas-and-deletions)). */
                updated_after?: components["parameters"]["RegistrationsUpdatedAfter"];
                /** @description `true` also lists registrations whose user or course was deleted, each with `deleted: true`. Use it to find deletions when you poll for changes. An `externalId` may appear twice, because deleted ones release theirs. */
                includeDeleted?: components["parameters"]["IncludeDeletedRegistrations"];
                /** @description `details` adds `success` and `updatedDate` to each registration. They are left out by default. */
                include?: components["parameters"]["IncludeDetails"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Registrations"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    createRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice for this one request, for example a UUID. If you send the same key and body again within 24 hours, you get the first successful response again, and nothing is done twice (see [idempotency](/docs/guide/limits-and-retries#idempotency)). */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check, writes nothing and sends no e-mail. With `handling=strict` the response is 409 if the parameters identify different records, and the one that decides is visible to you. Without it, the first parameter that matches decides, in the order `courseId`, `courseName`, `courseExternalId` and `userId`, `userExternalId`, `userEmail`. Separate the two preferences with a comma. The header `Preference-Applied` lists the preferences that were applied. */
                Prefer?: components["parameters"]["PreferCreate"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The course, the user, and your own identifier for the registration if you have one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationInput"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationPreview"];
            201: components["responses"]["RegistrationCreated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationCreateForbidden"];
            404: components["responses"]["NoMatch"];
            409: components["responses"]["RegistrationConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Ineligible"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    createRegistrationBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice for this one request, for example a UUID. If you send the same key and body again within 24 hours, you get the first successful response again, and nothing is done twice (see [idempotency](/docs/guide/limits-and-retries#idempotency)). */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check, writes nothing and sends no e-mail. With `handling=strict` the response is 409 if the parameters identify different records, and the one that decides is visible to you. Without it, the first parameter that matches decides, in the order `courseId`, `courseName`, `courseExternalId` and `userId`, `userExternalId`, `userEmail`. Separate the two preferences with a comma. The header `Preference-Applied` lists the preferences that were applied. */
                Prefer?: components["parameters"]["PreferCreate"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The registrations to create, each like the body of a single create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationBatchInput"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationBatch"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            409: components["responses"]["InFlight"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getRegistration: {
        parameters: {
            query?: {
                /** @description `details` adds `success` and `updatedDate` to each registration. They are left out by default. */
                include?: components["parameters"]["IncludeDetails"];
            };
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Registration"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    approveRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationApproved"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            409: components["responses"]["ReopenConflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    completeRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        /** @description The score and the success, both optional. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CompletionInput"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationCompleted"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    withdrawRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationWithdrawn"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getRegistrationHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["History"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getRegistrationNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotificationReceipt"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getRegistrationByExternalId: {
        parameters: {
            query?: {
                /** @description `details` adds `success` and `updatedDate` to each registration. They are left out by default. */
                include?: components["parameters"]["IncludeDetails"];
            };
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Registration"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    approveRegistrationByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationApproved"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            409: components["responses"]["ReopenConflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    completeRegistrationByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        /** @description The score and the success, both optional. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CompletionInput"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationCompleted"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    withdrawRegistrationByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationWithdrawn"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RegistrationForbidden"];
            404: components["responses"]["NotRegistered"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listVisibleCourses: {
        parameters: {
            query?: {
                /** @description Only courses with exactly this name, case-sensitive. Several courses can share one. */
                name?: components["parameters"]["CourseNameFilter"];
                /** @description Only courses with exactly this external id (the number of the course at its provider), case-sensitive. */
                externalId?: components["parameters"]["CourseExternalIdFilter"];
                /** @description `true`: only active courses. `false`: only inactive courses. */
                active?: components["parameters"]["CourseActiveFilter"];
                /** @description `true`: only published courses. `false`: only unpublished courses. */
                published?: components["parameters"]["CoursePublishedFilter"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VisibleCourses"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getVisibleCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the course in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VisibleCourse"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["CourseForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Contract"];
            304: components["responses"]["ContractNotModified"];
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Error"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Only users who are in this group or one of its subgroups. */
                groupId?: components["parameters"]["UserGroupFilter"];
                /** @description Only users with this e-mail address, case-insensitive. Several users can share one. */
                email?: components["parameters"]["UserEmailFilter"];
                /** @description Only the user with this login name, case-insensitive. */
                loginName?: components["parameters"]["UserLoginNameFilter"];
                /** @description Only users created strictly after this date, to the millisecond. Dates are shown in whole seconds, so the user that shows this date can be returned again. */
                createdAfter?: components["parameters"]["UsersCreatedAfter"];
                /** @description Only users created, changed or deleted strictly after this date. A write can become visible up to 60 seconds late, so start each poll 60 seconds before the `Date` header of the previous poll's first response (see [deltas](/docs/guide/deltas-and-deletions)). */
                updatedAfter?: components["parameters"]["UsersUpdatedAfter"];
                /** @description `true` also lists deleted users, each with `deleted: true`. Use it to find deletions when you poll for changes. */
                includeDeleted?: components["parameters"]["IncludeDeletedUsers"];
                /** @description `details` adds `preferredLanguage`, `managedBy` and `visibleGroupIds` to each user. They are left out by default. */
                include?: components["parameters"]["IncludeUserDetails"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Users"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /** @description The group that the new user joins. It must be in your scope. The default is the home group of your service account. */
                groupId?: components["parameters"]["GroupOfNewUser"];
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
            };
            header?: {
                /** @description A value of your choice for this one request, for example a UUID. If you send the same key and body again within 24 hours, you get the first successful response again, and nothing is done twice (see [idempotency](/docs/guide/limits-and-retries#idempotency)). */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check and writes nothing. The response shows the result, with id 0 for what would be created, or the error. */
                Prefer?: components["parameters"]["PreferValidate"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The fields of the new user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            200: components["responses"]["UserPreview"];
            201: components["responses"]["UserCreated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserCreateForbidden"];
            409: components["responses"]["UserCreateConflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    mergeVisibleUserBatch: {
        parameters: {
            query?: {
                /** @description The group that new users join. It must be in your scope. The default is the home group of your service account. Existing users keep their groups, unless you send `outsideGroup=move`. */
                groupId?: components["parameters"]["GroupOfNewUsers"];
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
                /** @description What becomes of existing users who are neither in `groupId` nor in a group below it. `keep` leaves their groups as they are. `move` moves users of `source` from their one group in your scope to `groupId`, and rejects other users (409 `outside-group`); it needs `source` and `groupId`. */
                outsideGroup?: components["parameters"]["OutsideGroup"];
            };
            header?: {
                /** @description A value of your choice for this one request, for example a UUID. If you send the same key and body again within 24 hours, you get the first successful response again, and nothing is done twice (see [idempotency](/docs/guide/limits-and-retries#idempotency)). */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check and writes nothing. The response shows the result, with id 0 for what would be created, or the error. */
                Prefer?: components["parameters"]["PreferValidate"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The users, each with the fields to set. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserBatchInput"];
            };
        };
        responses: {
            200: components["responses"]["UserBatch"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserBatchForbidden"];
            409: components["responses"]["InFlight"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                /** @description `details` adds `preferredLanguage`, `managedBy` and `visibleGroupIds` to each user. They are left out by default. */
                include?: components["parameters"]["IncludeUserDetails"];
            };
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateUser: {
        parameters: {
            query?: {
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdateInput"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UserConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UserManagedElsewhere"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    patchUser: {
        parameters: {
            query?: {
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdateInput"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UserConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getUserByExternalId: {
        parameters: {
            query?: {
                /** @description `details` adds `preferredLanguage`, `managedBy` and `visibleGroupIds` to each user. They are left out by default. */
                include?: components["parameters"]["IncludeUserDetails"];
            };
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The `externalId` of the user, case-sensitive. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    replaceUserByExternalId: {
        parameters: {
            query?: {
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` of the user, case-sensitive. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /** @description The fields to change, possibly including the external id. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdateInput"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UserConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateUserByExternalId: {
        parameters: {
            query?: {
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` of the user, case-sensitive. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /** @description The fields to change, possibly including the external id. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdateInput"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UserConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteUserByExternalId: {
        parameters: {
            query?: {
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` of the user, case-sensitive. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UserManagedElsewhere"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    patchUserByExternalId: {
        parameters: {
            query?: {
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` of the user, case-sensitive. Percent-encode it, so that `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /** @description The fields to change, possibly including the external id. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdateInput"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["UserForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UserConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listVisibleGroups: {
        parameters: {
            query?: {
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VisibleGroups"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listScimUsers: {
        parameters: {
            query?: {
                /** @description Only users that match: `eq` on `userName` or `emails` (letter case does not matter), `emails[type eq "work"].value`, `externalId` (exact) or `id`; several joined by `and`. Any other filter gets 400 `invalidFilter`. */
                filter?: components["parameters"]["ScimUserFilter"];
                /** @description The position of the first resource of the page, starting with 1. A number below 1 counts as 1. */
                startIndex?: components["parameters"]["ScimStartIndex"];
                /** @description The maximum number of resources on the page. A number above 100 counts as 100, and one below 0 as 0: then the page has no resources, only `totalResults`. */
                count?: components["parameters"]["ScimCount"];
                /** @description Only these attributes, separated by commas, besides `id` and `schemas`. Names of sub-attributes are written `name.givenName`. */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description All attributes but these, separated by commas. It is ignored if `attributes` is sent. */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
                /** @description Accepted and ignored, because sorting is not supported. Pages are in the order of ids. */
                sortBy?: components["parameters"]["ScimSortBy"];
                /** @description Accepted and ignored, because sorting is not supported. */
                sortOrder?: components["parameters"]["ScimSortOrder"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimUsers"];
            400: components["responses"]["ScimFilterRejected"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimRoleMissing"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    createScimUser: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas, besides `id` and `schemas`. Names of sub-attributes are written `name.givenName`. */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description All attributes but these, separated by commas. It is ignored if `attributes` is sent. */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user as a resource of SCIM. */
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimUserInput"];
                "application/json": components["schemas"]["ScimUserInput"];
            };
        };
        responses: {
            201: components["responses"]["ScimUserCreated"];
            400: components["responses"]["ScimBodyRejected"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimCreateForbidden"];
            409: components["responses"]["ScimUserConflict"];
            413: components["responses"]["ScimBodyTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    getScimUser: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas, besides `id` and `schemas`. Names of sub-attributes are written `name.givenName`. */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description All attributes but these, separated by commas. It is ignored if `attributes` is sent. */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The `id` of the user. In SCIM ids are texts.
                 * @example 1007
                 */
                id: components["parameters"]["ScimUserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimUser"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimUserForbidden"];
            404: components["responses"]["ScimNotFound"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    replaceScimUser: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas, besides `id` and `schemas`. Names of sub-attributes are written `name.givenName`. */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description All attributes but these, separated by commas. It is ignored if `attributes` is sent. */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `id` of the user. In SCIM ids are texts.
                 * @example 1007
                 */
                id: components["parameters"]["ScimUserId"];
            };
            cookie?: never;
        };
        /** @description The whole user as a resource of SCIM. */
        requestBody: {
            content: {
                "application/scim+json": components["schemas"]["ScimUserInput"];
                "application/json": components["schemas"]["ScimUserInput"];
            };
        };
        responses: {
            200: components["responses"]["ScimUser"];
            400: components["responses"]["ScimBodyRejected"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimUserForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimUserConflict"];
            412: components["responses"]["ScimPreconditionFailed"];
            413: components["responses"]["ScimBodyTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    deleteScimUser: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `id` of the user. In SCIM ids are texts.
                 * @example 1007
                 */
                id: components["parameters"]["ScimUserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimUserForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimUserManagedElsewhere"];
            412: components["responses"]["ScimPreconditionFailed"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    patchScimUser: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas, besides `id` and `schemas`. Names of sub-attributes are written `name.givenName`. */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description All attributes but these, separated by commas. It is ignored if `attributes` is sent. */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `id` of the user. In SCIM ids are texts.
                 * @example 1007
                 */
                id: components["parameters"]["ScimUserId"];
            };
            cookie?: never;
        };
        /** @description The operations, in their order. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "replace",
                 *           "path": "active",
                 *           "value": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimPatchInput"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "replace",
                 *           "path": "active",
                 *           "value": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimPatchInput"];
            };
        };
        responses: {
            200: components["responses"]["ScimUser"];
            400: components["responses"]["ScimPatchRejected"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimUserForbidden"];
            404: components["responses"]["ScimNotFound"];
            409: components["responses"]["ScimUserConflict"];
            412: components["responses"]["ScimPreconditionFailed"];
            413: components["responses"]["ScimBodyTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    listScimGroups: {
        parameters: {
            query?: {
                /** @description Only groups that match, `eq` on `displayName` or `id`. Any other filter gets 400 `invalidFilter`. */
                filter?: components["parameters"]["ScimGroupFilter"];
                /** @description The position of the first resource of the page, starting with 1. A number below 1 counts as 1. */
                startIndex?: components["parameters"]["ScimStartIndex"];
                /** @description The maximum number of resources on the page. A number above 100 counts as 100, and one below 0 as 0: then the page has no resources, only `totalResults`. */
                count?: components["parameters"]["ScimCount"];
                /** @description Only these attributes, separated by commas, besides `id` and `schemas`. Names of sub-attributes are written `name.givenName`. */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description All attributes but these, separated by commas. It is ignored if `attributes` is sent. */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
                /** @description Accepted and ignored, because sorting is not supported. Pages are in the order of ids. */
                sortBy?: components["parameters"]["ScimSortBy"];
                /** @description Accepted and ignored, because sorting is not supported. */
                sortOrder?: components["parameters"]["ScimSortOrder"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimGroups"];
            400: components["responses"]["ScimFilterRejected"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimRoleMissing"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    createScimGroup: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimGroupFixed"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    getScimGroup: {
        parameters: {
            query?: {
                /** @description Only these attributes, separated by commas, besides `id` and `schemas`. Names of sub-attributes are written `name.givenName`. */
                attributes?: components["parameters"]["ScimAttributes"];
                /** @description All attributes but these, separated by commas. It is ignored if `attributes` is sent. */
                excludedAttributes?: components["parameters"]["ScimExcludedAttributes"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the group. In SCIM ids are texts.
                 * @example 12
                 */
                id: components["parameters"]["ScimGroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimGroup"];
            400: components["responses"]["ScimGroupRejected"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimGroupForbidden"];
            404: components["responses"]["ScimNotFound"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    deleteScimGroup: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the group. In SCIM ids are texts.
                 * @example 12
                 */
                id: components["parameters"]["ScimGroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimGroupFixed"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    patchScimGroup: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the group. In SCIM ids are texts.
                 * @example 12
                 */
                id: components["parameters"]["ScimGroupId"];
            };
            cookie?: never;
        };
        /** @description The operations, in their order. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "add",
                 *           "path": "members",
                 *           "value": [
                 *             {
                 *               "value": "1007"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimPatchInput"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "add",
                 *           "path": "members",
                 *           "value": [
                 *             {
                 *               "value": "1007"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimPatchInput"];
            };
        };
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ScimMembersRejected"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimMembersForbidden"];
            404: components["responses"]["ScimNotFound"];
            413: components["responses"]["ScimBodyTooLarge"];
            415: components["responses"]["ScimUnsupportedMediaType"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    getScimConfig: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimServiceProviderConfig"];
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimRoleMissing"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    listScimResourceTypes: {
        parameters: {
            query?: {
                /** @description Accepted and ignored, because the list has one page. */
                startIndex?: components["parameters"]["ScimIgnoredStartIndex"];
                /** @description Accepted and ignored, because the list has one page. */
                count?: components["parameters"]["ScimIgnoredCount"];
                /** @description Accepted and ignored, because sorting is not supported. Pages are in the order of ids. */
                sortBy?: components["parameters"]["ScimSortBy"];
                /** @description Accepted and ignored, because sorting is not supported. */
                sortOrder?: components["parameters"]["ScimSortOrder"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimResourceTypes"];
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimRoleMissing"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    getScimResourceType: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the type of resource.
                 * @example User
                 */
                name: components["parameters"]["ScimResourceTypeName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimResourceType"];
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimRoleMissing"];
            404: components["responses"]["ScimNotFound"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    listScimSchemas: {
        parameters: {
            query?: {
                /** @description Accepted and ignored, because the list has one page. */
                startIndex?: components["parameters"]["ScimIgnoredStartIndex"];
                /** @description Accepted and ignored, because the list has one page. */
                count?: components["parameters"]["ScimIgnoredCount"];
                /** @description Accepted and ignored, because sorting is not supported. Pages are in the order of ids. */
                sortBy?: components["parameters"]["ScimSortBy"];
                /** @description Accepted and ignored, because sorting is not supported. */
                sortOrder?: components["parameters"]["ScimSortOrder"];
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimSchemas"];
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimRoleMissing"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    getScimSchema: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. Administrators of Entra ID write it into the tenant URL, to make Entra ID follow the standard. */
                aadOptscim062020?: components["parameters"]["ScimEntraFlag"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the schema, which is its URN.
                 * @example urn:ietf:params:scim:schemas:core:2.0:User
                 */
                urn: components["parameters"]["ScimSchemaUrn"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScimSchema"];
            400: components["responses"]["ScimInvalidRequest"];
            401: components["responses"]["ScimInvalidToken"];
            403: components["responses"]["ScimRoleMissing"];
            404: components["responses"]["ScimNotFound"];
            429: components["responses"]["ScimTooManyRequests"];
            500: components["responses"]["ScimInternalError"];
            503: components["responses"]["ScimUnavailable"];
            default: components["responses"]["ScimError"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookEndpoints"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointInput"];
            };
        };
        responses: {
            201: components["responses"]["WebhookEndpointCreated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            409: components["responses"]["TooManyWebhookEndpoints"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookEndpoint"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdateInput"];
            };
        };
        responses: {
            200: components["responses"]["WebhookEndpoint"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookDisabledByOperator"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookSecret"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookTest"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookDisabledByOperator"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this status. */
                status?: components["parameters"]["WebhookDeliveryStatus"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveries"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The id of the delivery, from the list of the endpoint's deliveries.
                 * @example 9120
                 */
                deliveryId: components["parameters"]["WebhookDeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["WebhookDelivery"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookEndpointDisabled"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplayInput"];
            };
        };
        responses: {
            202: components["responses"]["WebhookReplayed"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["RoleMissing"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookEndpointDisabled"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Groups"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupInput"];
            };
        };
        responses: {
            201: components["responses"]["GroupCreated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            409: components["responses"]["GroupTooDeep"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ParentNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Group"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    putGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `*`: only create. If the record exists already, nothing is done and the response is 412. */
                "If-None-Match"?: components["parameters"]["IfAbsent"];
            };
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupInput"];
            };
        };
        responses: {
            200: components["responses"]["Group"];
            201: components["responses"]["GroupCreated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            409: components["responses"]["GroupNotPut"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ParentNotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["GroupInUse"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listGroupMembers: {
        parameters: {
            query?: {
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["GroupMembers"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    putGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description The id of the user who is a member of the group.
                 * @example 1007
                 */
                userId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the group. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description The id of the user who is a member of the group.
                 * @example 1007
                 */
                userId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listAllUsers: {
        parameters: {
            query?: {
                /** @description Only users with this e-mail address, case-insensitive. Several users can share one. */
                email?: components["parameters"]["UserEmailFilter"];
                /** @description Only the user with exactly this external id, case-sensitive. */
                externalId?: components["parameters"]["UserExternalIdFilter"];
                /** @description Only the user with this login name, case-insensitive. */
                loginName?: components["parameters"]["UserLoginNameFilter"];
                /** @description Only users whose first or last name contains each word of this text, case-insensitive. `ada byr` and `Byron, Ada` find Ada Byron. */
                name?: components["parameters"]["UserNameFilter"];
                /** @description Only users with exactly this id, external id, e-mail address or login name (the last two case-insensitive), or with each word of this text in the first or last name. */
                search?: components["parameters"]["UserSearch"];
                /** @description Only users of this source. */
                managedBy?: components["parameters"]["UserSourceFilter"];
                /** @description `true` also lists deleted users, each with `deleted: true`. Use it to find deletions when you poll for changes. */
                includeDeleted?: components["parameters"]["IncludeDeletedUsers"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllUsers"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getAnyUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AnyUser"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Sources"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    handOverUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandOverInput"];
            };
        };
        responses: {
            200: components["responses"]["UsersHandedOver"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    mergeUserBatch: {
        parameters: {
            query?: {
                /** @description The name of the system that you write for, such as `hr-north`: it becomes the `managedBy` of users who have none. Users of another source are not changed (409 `managed-elsewhere`). */
                source?: components["parameters"]["Source"];
                /** @description `true` also changes users of other sources, who then belong to `source`. It needs `source`. */
                takeOver?: components["parameters"]["TakeOver"];
            };
            header?: {
                /** @description `validate-only` runs every check and writes nothing. The response shows the result, with id 0 for what would be created, or the error. */
                Prefer?: components["parameters"]["PreferValidate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserMergeBatchInput"];
            };
        };
        responses: {
            200: components["responses"]["UserMergeBatch"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasureInput"];
            };
        };
        responses: {
            200: components["responses"]["Erasure"];
            202: components["responses"]["ErasureAccepted"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    exportUser: {
        parameters: {
            query?: {
                /** @description The `next` of the previous response. Do not build it. Without it, the response is the first one. */
                after?: components["parameters"]["ExportAfter"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UserExport"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    mergeAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description `validate-only` runs every check and writes nothing. The response shows the result, with id 0 for what would be created, or the error. */
                Prefer?: components["parameters"]["PreferValidate"];
            };
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeInput"];
            };
        };
        responses: {
            200: components["responses"]["MergeDone"];
            202: components["responses"]["MergeAccepted"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotMergeable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listMerges: {
        parameters: {
            query?: {
                /** @description `true`: only merges that at least one service has not finished. `false`: all merges. */
                inProgress?: components["parameters"]["MergeInProgress"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Merges"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getMerge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Merge"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description `true`: only erasures that at least one service has not finished. `false`: all erasures. */
                inProgress?: components["parameters"]["ErasureInProgress"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Erasures"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Erasure"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listCourses: {
        parameters: {
            query?: {
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Courses"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the course in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Course"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    putCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `*`: only create. If the record exists already, nothing is done and the response is 412. */
                "If-None-Match"?: components["parameters"]["IfAbsent"];
            };
            path: {
                /**
                 * @description The id of the course in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourseInput"];
            };
        };
        responses: {
            200: components["responses"]["Course"];
            201: components["responses"]["CourseCreated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the course in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceAccounts"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceAccountInput"];
            };
        };
        responses: {
            201: components["responses"]["ServiceAccountCreated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["GroupMissing"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getServiceAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceAccount"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    putServiceAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as you last read it, including the quotes, or several of them. If the record has changed, nothing is done and the response is 412. A tag that a compressing proxy has changed (`W/"…"`, `"…-gzip"`) names the same version. The response is 400 for a tag without quotes. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `*`: only create. If the record exists already, nothing is done and the response is 412. */
                "If-None-Match"?: components["parameters"]["IfAbsent"];
            };
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceAccountInput"];
            };
        };
        responses: {
            200: components["responses"]["ServiceAccount"];
            201: components["responses"]["ServiceAccountCreated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["GroupMissing"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Keys"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            201: components["responses"]["KeyIssued"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
                /**
                 * @description The id of the key (`rck_…`).
                 * @example rck_a1B2c3D4e5F6g7H8
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the service account. When you create one with PUT, you choose its id; POST assigns one.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
                /**
                 * @description The id of the key (`rck_…`).
                 * @example rck_a1B2c3D4e5F6g7H8
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotationInput"];
            };
        };
        responses: {
            201: components["responses"]["KeyIssued"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["KeyRevoked"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listAllKeys: {
        parameters: {
            query?: {
                /** @description Only valid keys that expire before this date. */
                expiresBefore?: components["parameters"]["KeyExpiresBefore"];
                /** @description Only keys that were last used after this date. */
                usedAfter?: components["parameters"]["KeyUsedAfter"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllKeys"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only e-mails about the registration with this id. */
                registrationId?: components["parameters"]["DeliveryRegistration"];
                /** @description Only e-mails in this status. */
                status?: components["parameters"]["DeliveryStatus"];
                /** @description Only e-mails to exactly this address, case-sensitive. */
                to?: components["parameters"]["DeliveryRecipient"];
                /** @description Only e-mails to this user. */
                userId?: components["parameters"]["DeliveryUser"];
                /** @description Only the e-mail with this `Message-ID`, as a bounce or the log of the mail server has it, with or without angle brackets. */
                messageId?: components["parameters"]["DeliveryMessageId"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deliveries"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    retryDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryRetryInput"];
            };
        };
        responses: {
            200: components["responses"]["DeliveriesRetried"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the delivery, as returned by `listDeliveries`.
                 * @example 5120
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Delivery"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: {
                /** @description `true` sends the e-mail again even if it, or a resend of it, is still `queued` or `sending`. The user may then get it twice. */
                anyway?: components["parameters"]["ResendAnyway"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the delivery, as returned by `listDeliveries`.
                 * @example 5120
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["DeliveryCreated"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["DeliveryPending"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description `true`: only messages that were neither replayed nor dismissed. `false`: all messages. */
                waiting?: components["parameters"]["DeadLetterWaiting"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeadLetters"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    replayDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeadLetterGroupInput"];
            };
        };
        responses: {
            200: components["responses"]["DeadLettersDone"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    dismissDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeadLetterGroupInput"];
            };
        };
        responses: {
            200: components["responses"]["DeadLettersDone"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the dead letter, as returned by `listDeadLetters`.
                 * @example 17
                 */
                id: components["parameters"]["DeadLetterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeadLetter"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    replayDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the dead letter, as returned by `listDeadLetters`.
                 * @example 17
                 */
                id: components["parameters"]["DeadLetterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeadLetter"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listAllWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries to the webhook endpoint with this id. */
                endpointId?: components["parameters"]["WebhookDeliveryEndpoint"];
                /** @description Only deliveries in this status. */
                status?: components["parameters"]["WebhookDeliveryStatus"];
                /** @description Only deliveries of events about this user or one of the user's registrations. */
                userId?: components["parameters"]["WebhookDeliveryUser"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OperatorWebhookDeliveries"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    retryWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDeliveryRetryInput"];
            };
        };
        responses: {
            200: components["responses"]["DeliveriesRetried"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["AnyWebhookEndpointDisabled"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listReasons: {
        parameters: {
            query?: {
                /** @description Which kind of records have failed or wait. */
                of?: components["parameters"]["ReasonsOf"];
                /** @description Only records in this status. For e-mails `failed` (default) or `queued`, for webhooks `failed` (default) or `pending`. Leave it out for dead letters. */
                status?: components["parameters"]["ReasonsStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Reasons"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listAllWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Only endpoints of the service account with this id. */
                accountId?: components["parameters"]["WebhookAccountFilter"];
                /** @description `true`: only enabled endpoints. `false`: only disabled endpoints. */
                enabled?: components["parameters"]["WebhookEnabledFilter"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OperatorWebhookEndpoints"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getAnyWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, including the quotes. If the record still has it, the response is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OperatorWebhookEndpoint"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OperatorWebhookEndpoint"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint, from the response to its creation.
                 * @example 7
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OperatorWebhookEndpoint"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CannotEnableWebhookEndpoint"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getRegistrationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceStatus"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Error"];
        };
    };
    getUserStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceStatus"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Error"];
        };
    };
    getNotificationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceStatus"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Error"];
        };
    };
    connectToMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DependencyStatus"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Error"];
        };
    };
    previewTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to preview. Leave it out for the present template with the values of an example. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailPreviewInput"];
            };
        };
        responses: {
            200: components["responses"]["MailPreview"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listAllRegistrations: {
        parameters: {
            query?: {
                /** @description Only registrations for this course. */
                courseId?: components["parameters"]["OperatorCourseFilter"];
                /** @description Only registrations of this user. */
                userId?: components["parameters"]["OperatorUserFilter"];
                /** @description Only registrations in this status; repeated (`status=Approved&status=Completed`), in any of them. */
                status?: components["parameters"]["RegistrationStatusFilter"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AllRegistrations"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    importRegistrations: {
        parameters: {
            query?: never;
            header?: {
                /** @description `validate-only` runs every check, writes nothing and sends no e-mail. With `handling=strict` the response is 409 if the parameters identify different records, and the one that decides is visible to you. Without it, the first parameter that matches decides, in the order `courseId`, `courseName`, `courseExternalId` and `userId`, `userExternalId`, `userEmail`. Separate the two preferences with a comma. The header `Preference-Applied` lists the preferences that were applied. */
                Prefer?: components["parameters"]["PreferCreate"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The registrations to import. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationImportInput"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationImport"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getAnyRegistrationHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration, from the response to its creation.
                 * @example 48151
                 */
                id: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["History"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            404: components["responses"]["NotRegistered"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listRegistrationsWithoutDelivery: {
        parameters: {
            query?: {
                /** @description Only registrations created strictly after this date, to the millisecond. Dates are shown in whole seconds, so the registration that shows this date can be returned again. */
                created_after?: components["parameters"]["RegistrationsCreatedAfter"];
                /** @description How many records to skip. Pages can miss or repeat records that change while you read them, so follow the `Link` header to read a whole list. Do not send it together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description The maximum number of records on a page. A number above 1000 counts as 1000. A page costs one request for each 100 records that it may have. With 0 the list is empty and has no `Link`, for those who only want the number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins: an opaque value. Do not build it; request the URL in the `Link` header of the previous page. Do not send it together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records, and costs ten requests more. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsWithoutDelivery"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    sendRegistrationsWithoutDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationSendInput"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsSent"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            409: components["responses"]["RegistrationImported"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    raiseRegistrationIds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdFloorInput"];
            };
        };
        responses: {
            200: components["responses"]["IdFloor"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    raiseUserIds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdFloorInput"];
            };
        };
        responses: {
            200: components["responses"]["IdFloor"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OperatorTokenReadOnly"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    verifyCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent by the service that asks for the verification: the IPv4 address of the caller that presented the credential, or the /64 network of the caller's IPv6 address. It is recorded as the key's `lastUsedFrom`. */
                "X-Caller-Address"?: components["parameters"]["CallerAddress"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialCheckInput"];
            };
        };
        responses: {
            200: components["responses"]["CredentialCheckResult"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    identifyUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserQueriesInput"];
            };
        };
        responses: {
            200: components["responses"]["UserIdentifications"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    findUserGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdsInput"];
            };
        };
        responses: {
            200: components["responses"]["UserGroups"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    findUsersForEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdsInput"];
            };
        };
        responses: {
            200: components["responses"]["UsersForEvents"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    checkVisibility: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisibilityCheckInput"];
            };
        };
        responses: {
            200: components["responses"]["VisibilityCheckResult"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    findExistingAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountIdsInput"];
            };
        };
        responses: {
            200: components["responses"]["ExistingAccounts"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    findCourseGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourseIdsInput"];
            };
        };
        responses: {
            200: components["responses"]["CourseGroups"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    findRegistrationStates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationStateInput"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationStates"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    announceMovedCourses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovedGroupsInput"];
            };
        };
        responses: {
            200: components["responses"]["StepResult"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    leaveDeletedGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletedGroupInput"];
            };
        };
        responses: {
            200: components["responses"]["StepResult"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    exportRegistrations: {
        parameters: {
            query?: {
                /** @description Only registrations with an id greater than this one. To get the next page, send the id of the last registration of this page. */
                afterId?: components["parameters"]["AfterId"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ExportedRegistrations"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    eraseRegistrations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationErasureInput"];
            };
        };
        responses: {
            200: components["responses"]["StepResult"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listErasedRegistrations: {
        parameters: {
            query?: {
                /** @description Only registrations with an id greater than this one. To get the next page, send the id of the last registration of this page. */
                afterId?: components["parameters"]["AfterId"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ErasedRegistrations"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    mergeRegistrations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationMergeInput"];
            };
        };
        responses: {
            200: components["responses"]["StepResult"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    planRegistrationMerge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
                /**
                 * @description The id of the account that gets everything.
                 * @example 1012
                 */
                intoId: components["parameters"]["MergeIntoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationMergePlan"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    exportNotifications: {
        parameters: {
            query?: {
                /** @description Only e-mails with a higher id. */
                afterDeliveryId?: components["parameters"]["AfterDeliveryId"];
                /** @description Only webhooks with a higher id. */
                afterWebhookId?: components["parameters"]["AfterWebhookId"];
                /** @description Only dead letters with a higher id. */
                afterDeadLetterId?: components["parameters"]["AfterDeadLetterId"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ExportedNotifications"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    eraseNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationErasureInput"];
            };
        };
        responses: {
            200: components["responses"]["StepResult"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    mergeDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryMergeInput"];
            };
        };
        responses: {
            200: components["responses"]["StepResult"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    countDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user, from the response to its creation.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryCount"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    findRegistrationsWithoutDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationIdsInput"];
            };
        };
        responses: {
            200: components["responses"]["IdsWithoutDelivery"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the registration.
                 * @example 48151
                 */
                registrationId: components["parameters"]["ReceiptRegistrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryReceipt"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
}

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
         * List registrations.
         * @description Shows the registrations in your reach, in any status, ordered by id and page by page. Filters can be combined; all
         *     of them must hold. An id that does not exist, or lies beyond your reach, finds nothing: the answer is `[]`, not an
         *     error. Registrations of deleted users and for deleted courses are left out unless `includeDeleted=true` asks for them. To
         *     keep a copy up to date, poll with `updated_after` and `includeDeleted=true` (see *Deltas* and *Deletion* above).
         */
        get: operations["listRegistrations"];
        put?: never;
        /**
         * Register a user for a course.
         * @description Creates a registration in status **Not Started**, and sends **one e-mail** about it to the user's address of this
         *     moment, usually within seconds. Name the course by `courseId`, `courseName` or `courseExternalId`, and the user by
         *     `userId`, `userExternalId` or `userEmail`: at least one of each. They are tried in that order. One that matches
         *     nothing gives way to the next; one that matches several records is refused at once (409). The header
         *     `X-Resolved-By` tells which one decided.
         *
         *     The course has to be active, published and in need of registration, the user has to be active, and both have to be
         *     in your reach. A user has at most one open registration (Not Started or Approved) for a course.
         *
         *     Send an `Idempotency-Key`, so that you can repeat the call when no answer arrived: the repetition creates nothing
         *     and sends no second e-mail. To try it out, send `Prefer: validate-only`: every check runs, nothing is written and
         *     no e-mail goes out; the answer is 200 with id 0, or the very error that the create would meet.
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
         * Register many users at once.
         * @description Creates up to 500 registrations in one call, each as `createRegistration` would, with one e-mail for each that is
         *     created. The answer is 200 with a result for every item, in the order of the items: its `status` (201 when it was
         *     created) and either the registration, or `detail` and `code` of the error. One bad item never spoils another, so
         *     **look at each result**. An error of the whole call (400, 401, 403, 413, 429, 503) means that no item was done,
         *     except 503, after which some may be: repeat it with the same `Idempotency-Key`.
         *
         *     With an `Idempotency-Key` a repetition gets the same results again, failed items included; send those in a new
         *     batch with a new key. `Prefer: validate-only` makes the call a dry run: every item is checked, also against
         *     the items before it, and nothing is written. It costs as much as the real one.
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
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read a registration.
         * @description Shows one registration as it is now. 404 when there is none with this id, or when its user or its course was
         *     deleted since; 403 when it lies beyond your reach. Keep the `ETag` of the answer: with it, `If-None-Match` makes
         *     the next read cheap, and `If-Match` makes a move safe.
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
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a registration to Approved.
         * @description Moves the registration to **Approved**, from any status, and adds a step to its history. Score and completion date
         *     stay as they are. No e-mail goes out. Approving an approved registration changes nothing and answers 200, so the
         *     call can be repeated. An approved registration counts as open: when the user has another open one for the same
         *     course, the move is refused with 409 `reopen-conflict`. Send `If-Match` to be refused (412) when somebody else has
         *     moved it since you read it.
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
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a registration to Completed.
         * @description Moves the registration to **Completed**, from any status, and adds a step to its history. The first completion
         *     sets `completionDate`, which stays for good. `score` is stored when it is sent; without it the old score stays.
         *     `success` says whether the user passed: it is shown in the history and does not change the status. The body may be
         *     left out. No e-mail goes out. Completing again with the same score changes nothing and answers 200, so the call can
         *     be repeated; with another score it replaces the score. Another `success` alone changes nothing either. Send `If-Match` to be refused (412) when somebody else has
         *     moved it since you read it.
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
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a registration to Withdrawn.
         * @description Moves the registration to **Withdrawn**, from any status, and adds a step to its history. It is not deleted: it
         *     stays in the lists, keeps its external id, score and completion date, and can be moved on. Afterwards the user can
         *     be registered for the course anew. No e-mail goes out. Withdrawing a withdrawn registration changes nothing and
         *     answers 200, so the call can be repeated. Send `If-Match` to be refused (412) when somebody else has moved it since
         *     you read it.
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
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read the history of a registration.
         * @description Shows every step of a registration, oldest first, its creation included: when it was done, by which service account,
         *     from which status to which, with the score and the success that were sent. A repetition that changed nothing left
         *     no step. The newest 1000 steps are kept.
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
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read what became of the e-mail about a registration.
         * @description Shows whether the e-mail about this registration has been sent. It is `queued` from the moment of creation, then
         *     `sending`, then `sent` or `failed`. `sent` means that the mail server has taken it, not that somebody has read it.
         *     While the mail server is away the e-mail waits and is tried again; `failed` means that the server refused it for
         *     good (a wrong address, for example) or for a whole day, and only an operator can send it again.
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
                 * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        /**
         * Read a registration by its external id.
         * @description Shows the registration that was created with this `externalId`, exactly as `getRegistration` does by id. Handy
         *     right after a create of unknown outcome: 404 means that it was not done. 404 also when its user or its course was
         *     deleted since; 403 when it lies beyond your reach.
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
                 * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a registration, found by its external id, to Approved.
         * @description Moves the registration to **Approved**, from any status, and adds a step to its history. Score and completion date
         *     stay as they are. No e-mail goes out. Approving an approved registration changes nothing and answers 200, so the
         *     call can be repeated. An approved registration counts as open: when the user has another open one for the same
         *     course, the move is refused with 409 `reopen-conflict`. Send `If-Match` to be refused (412) when somebody else has
         *     moved it since you read it.
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
                 * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a registration, found by its external id, to Completed.
         * @description Moves the registration to **Completed**, from any status, and adds a step to its history. The first completion
         *     sets `completionDate`, which stays for good. `score` is stored when it is sent; without it the old score stays.
         *     `success` says whether the user passed: it is shown in the history and does not change the status. The body may be
         *     left out. No e-mail goes out. Completing again with the same score changes nothing and answers 200, so the call can
         *     be repeated; with another score it replaces the score. Another `success` alone changes nothing either. Send `If-Match` to be refused (412) when somebody else has
         *     moved it since you read it.
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
                 * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a registration, found by its external id, to Withdrawn.
         * @description Moves the registration to **Withdrawn**, from any status, and adds a step to its history. It is not deleted: it
         *     stays in the lists, keeps its external id, score and completion date, and can be moved on. Afterwards the user can
         *     be registered for the course anew. No e-mail goes out. Withdrawing a withdrawn registration changes nothing and
         *     answers 200, so the call can be repeated. Send `If-Match` to be refused (412) when somebody else has moved it since
         *     you read it.
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
         * List the courses in your reach.
         * @description Shows the courses that lie in your reach, ordered by id and page by page, so that you can find the `id`, `name` or
         *     `externalId` that a registration needs. Filters can be combined; all of them must hold, and what matches nothing
         *     is `[]`, not an error. Deleted courses are left out; courses that take no registrations now are listed too.
         *
         *     A user can be registered while `active`, `published` and `requiresRegistration` are true and `eventBased` is false.
         *     Users must be in your reach as well, which this list does not tell. Changes are shown at once; the list has no
         *     filter by date, so read it anew to keep a copy up to date.
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
                 * @description The course, by its number in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        /**
         * Read a course.
         * @description Shows one course as it is now: its names, the groups it lies in, and whether users can be registered for it. 404
         *     `not-found` when there is no course with this id or it was deleted; 403 when the course lies beyond your reach.
         *     Courses are kept by operators, so there is no way to change one here.
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
         * Read this contract.
         * @description Shows this contract as OpenAPI 3.0: the public operations and no others. It needs no credential, so
         *     tools can load it as it is; an address may ask 60 times a minute. It changes with a new version of Rollcall only; ask with `If-None-Match` and the last `ETag`
         *     to learn cheaply whether it did.
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
         * List users.
         * @description Shows the users in your reach, ordered by id and page by page. Filters can be combined; all of them must hold. A
         *     group that does not exist, or lies beyond your reach, finds nobody: the answer is `[]`, not an error. Deleted users
         *     are left out unless `includeDeleted=true` asks for them. To keep a copy up to date, poll with `updatedAfter` and
         *     `includeDeleted=true` (see *Deltas* and *Deletion* above).
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user.
         * @description Creates a user account and puts it into one group: the one named by `groupId`, else the home group of your service
         *     account. That group has to be in your reach (403 otherwise). `email`, `firstName`, `lastName` and `loginName` are
         *     required; what you leave out is `""`. No e-mail goes out, and no password is set: people sign in by other means.
         *
         *     `loginName` (in any letter case) and `externalId` have to be unique in the whole portal (409 otherwise), e-mail
         *     addresses need not be. Send an `Idempotency-Key`, so that you can repeat the call when no answer arrived. With
         *     `Prefer: validate-only` every check runs and nothing is written: 200 with id 0, or the very error that the create
         *     would meet.
         */
        post: operations["createUser"];
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
                 * @description The user, by the `id` that its creation answered.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Read a user.
         * @description Shows one user with all fields. What you read can be sent back as an update, unchanged or changed: read-only fields
         *     are ignored. 404 when there is no user with this id or the account was deleted; 403 when the user lies beyond your
         *     reach.
         */
        get: operations["getUser"];
        put?: never;
        /**
         * Change a user.
         * @description Changes the fields that you send and leaves the others as they are. `""` clears an optional field; a required one
         *     (`email`, `firstName`, `lastName`, `loginName`) can't be blank. Read-only fields are accepted and ignored. The
         *     answer is the user after the change, with all fields. No e-mail goes out, and groups stay as they are.
         *
         *     Sending the values that already hold changes nothing, `updatedDate` included, so the call can be repeated. Send
         *     `If-Match` to be refused (412) when somebody else has changed the user since you read it. Registrations show a
         *     changed `externalId` within 5 seconds.
         */
        post: operations["updateUser"];
        /**
         * Mark a user as deleted.
         * @description Marks the account as deleted, for good: it vanishes from lists and is 404 from now on, its `loginName` and
         *     `externalId` become free, and its registrations vanish with it (see *Deletion* above). No e-mail goes out. Deleting
         *     again is 404, so after a lost answer 404 means that it was done. Send `If-Match` to be refused (412) when somebody
         *     else has changed the user since you read it. To bar somebody for a while, set `expirationDate` instead.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/external_id/{externalId}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The user's `externalId`, letter case included. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /**
         * Read a user by the external id.
         * @description Shows the user who has this `externalId`, exactly as `getUser` does by id. The way to ask whether a person of your
         *     own system is known here: 404 means no. After a user was deleted the external id is free, and may belong to another
         *     account later.
         */
        get: operations["getUserByExternalId"];
        /**
         * Change a user by the external id; the same as POST.
         * @description The same operation as POST on this path, for callers that can't send POST: fields that you leave out stay as they
         *     are, with PUT too. See `updateUserByExternalId` for what it does, what a repetition means and which errors it has.
         */
        put: operations["replaceUserByExternalId"];
        /**
         * Change a user by the external id.
         * @description Changes the fields that you send and leaves the others as they are. `""` clears an optional field; a required one
         *     (`email`, `firstName`, `lastName`, `loginName`) can't be blank. Read-only fields are accepted and ignored. The
         *     answer is the user after the change, with all fields. No e-mail goes out, and groups stay as they are.
         *
         *     Sending the values that already hold changes nothing, `updatedDate` included, so the call can be repeated. Send
         *     `If-Match` to be refused (412) when somebody else has changed the user since you read it. Registrations show a
         *     changed `externalId` within 5 seconds.
         */
        post: operations["updateUserByExternalId"];
        /**
         * Mark a user as deleted by the external id.
         * @description Marks the account as deleted, for good: it vanishes from lists and is 404 from now on, its `loginName` and
         *     `externalId` become free, and its registrations vanish with it (see *Deletion* above). No e-mail goes out. Deleting
         *     again is 404, so after a lost answer 404 means that it was done. Send `If-Match` to be refused (412) when somebody
         *     else has changed the user since you read it. To bar somebody for a while, set `expirationDate` instead.
         */
        delete: operations["deleteUserByExternalId"];
        options?: never;
        head?: never;
        /**
         * Change a user by the external id; the same as POST.
         * @description The same operation as POST on this path, for callers that can't send POST: fields that you leave out stay as they
         *     are, with PUT too. See `updateUserByExternalId` for what it does, what a repetition means and which errors it has.
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
         * List the groups in your reach.
         * @description Shows the groups where you hold a role, ordered by id and page by page: those that an operator granted it in and
         *     all below them. A group's number is what `groupId` takes when users are created or listed. Which of your roles
         *     holds where is not told: with a role of registrations only, the groups listed here are those of the courses and
         *     users that you can register, and operations on users stay 403.
         *
         *     `parentId` is the group directly above. At the top of your reach it names a group that is not listed.
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
    "/admin/groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups.
         * @description Shows all groups of the tree, ordered by id and page by page. Each names its parent; null is a root. The tree decides
         *     what service accounts see: a role granted in a group also holds in all groups below it.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create a group under a new id.
         * @description Creates a group with an id that Rollcall chooses, and that no group made this way had before: courses keep the number of a
         *     deleted group, so its next holder would get them. 422 when the parent does not exist; without `parentId` the group is a
         *     root. **A repeated call creates another group**; to be able to repeat, choose the id yourself with `putGroup`.
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
                 * @description The group, by its number. A PUT chooses it.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * Read a group.
         * @description Shows one group with its parent. 404 when there is none with this id. What you read can be put back, unchanged or changed:
         *     `id` in the body is accepted and ignored.
         */
        get: operations["getGroup"];
        /**
         * Create or replace a group.
         * @description Creates the group with this id (201), or replaces the one that has it (200). Another `parentId` moves the group **with
         *     everything below it**, which changes what accounts reach, within 15 seconds. Leaving `parentId` out makes it a root.
         *     Putting the same again changes nothing. A move that would put the group below itself is 409, a parent that does not exist
         *     422.
         */
        put: operations["putGroup"];
        post?: never;
        /**
         * Delete a group that nothing is in.
         * @description Deletes a group that nothing refers to any more. 409 `group-in-use` while it has subgroups, users, grants or a service
         *     account at home in it. Courses that name the group keep its number, which then means nothing. Deleting again is 404.
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
                 * @description The group, by its number. A PUT chooses it.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * List the users who are in a group directly.
         * @description Shows the ids of the users who are in this group directly, ordered by id and page by page. Users of its subgroups are not
         *     among them. Deleted users are left out. 404 when there is no such group.
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
                 * @description The group, by its number. A PUT chooses it.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description The user who is to be in the group or not, by its `id`.
                 * @example 1007
                 */
                userId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Put a user into a group.
         * @description Puts the user into the group, beside the groups that the user is already in. Accounts with a role there reach the user at
         *     once for creates and moves, within 5 seconds in lists. 204 also when the user was in it already, so the call can be
         *     repeated. 404 when there is no such group or user.
         */
        put: operations["putGroupMember"];
        post?: never;
        /**
         * Take a user out of a group.
         * @description Takes the user out of the group. A user who is in no group is reached by no service account; the account itself and its
         *     registrations stay. 204 also when the user was not in it, so the call can be repeated. 404 when there is no such group or
         *     user.
         */
        delete: operations["deleteGroupMember"];
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
         * Create or merge many users with their groups.
         * @description Creates or updates up to 1000 users in one call. Each item is a user with the groups to be in. Fields that an item
         *     leaves out stay as they are, and so do the groups; `groupIds` replaces all of them.
         *
         *     An item updates the user who has its `externalId`, otherwise the user who has its `loginName`, and creates a user when
         *     there is none. A login name may pass from one person to another, so it only finds a user who has no `externalId` yet:
         *     when the item has an `externalId` and the user has another one, the item is rejected with 409 `login-name-taken`. An
         *     item without `externalId` updates the user who has its `loginName`. Two items that name the same user are a mistake in
         *     the data: the later one is rejected with 409 `duplicate-in-batch`, which names the index of the earlier one.
         *
         *     The response is 200 with a result for every item, in order: `status` 201 or 200 with the `outcome` and the user, or the
         *     status of the error with `detail` and `code`. One bad item never spoils another. Sending the same batch again changes
         *     nothing, so it can be repeated whole. No e-mail is sent. `Prefer: validate-only` makes the call a dry run: the same
         *     results, with id 0 for a user who would be created; nothing is written.
         */
        post: operations["mergeUserBatch"];
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
         * List courses.
         * @description Shows the whole catalogue, whatever the groups, ordered by id and page by page. Deleted courses are left out. The
         *     catalogue holds what a registration needs to know of a course: its groups decide who sees it, its four flags decide
         *     whether users can be registered.
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
                 * @description The course, by its number in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        /**
         * Read a course.
         * @description Shows one course as it is now. 404 when there is none with this id or it was deleted. What you read can be put back,
         *     unchanged or changed: `id` in the body is accepted and ignored.
         */
        get: operations["getCourse"];
        /**
         * Create or replace a course.
         * @description Creates the course with this id (201), or **replaces** the one that has it (200). Replacing means the whole course: a
         *     field that you leave out gets its default, it does not keep its value. So read the course first, change what is to be
         *     changed, and put all of it. Putting the same again changes nothing. A deleted course comes back this way, and so do its
         *     registrations. Existing registrations take over a changed name and changed groups within seconds; a course that is no
         *     longer active only takes no new ones.
         */
        put: operations["putCourse"];
        post?: never;
        /**
         * Delete a course.
         * @description Marks the course as deleted. It matches no longer, and **its registrations vanish from the lists and are 404**. To stop
         *     new registrations only, put it with `active: false` instead. Deleting again is 404. Putting the course again brings both
         *     back.
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
         * List service accounts.
         * @description Shows who may call the public operations: each account with its grants, its home group and its own limit if it has one,
         *     ordered by id and page by page. Keys are listed by `listKeys`.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account.
         * @description Creates an account with an id that Rollcall chooses. It can call nothing until it has grants, and nobody can use it until
         *     a key is issued for it. 422 when a group does not exist. **A repeated call creates another account**; to be able to
         *     repeat, choose the id yourself with `putServiceAccount`.
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
                 * @description The service account, by its number. A PUT may choose it.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        /**
         * Read a service account.
         * @description Shows one account with its grants. 404 when there is none with this id. What you read can be put back, unchanged or
         *     changed: `id` in the body is accepted and ignored.
         */
        get: operations["getServiceAccount"];
        /**
         * Create or replace a service account.
         * @description Creates the account with this id (201), or **replaces** the one that has it (200): grants that you leave out are taken
         *     away. Its keys stay valid. Changed grants and limits bite within 15 seconds. Putting the same again changes nothing. 422
         *     when a group does not exist.
         */
        put: operations["putServiceAccount"];
        post?: never;
        /**
         * Delete a service account and its keys.
         * @description Deletes the account with all its keys. Calls with them are 401 within 15 seconds. What the account did stays in the
         *     histories of registrations, under its name. Deleting again is 404. To change keys, issue a new one and revoke the old one
         *     instead.
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
                 * @description The service account, by its number. A PUT may choose it.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        /**
         * List the keys of a service account, without their secrets.
         * @description Shows the keys of an account in the order of issue, page by page: when each was issued, when it expires, and whether it
         *     was revoked. Secrets are never shown; they are not stored. 404 when there is no such account.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Issue a key.
         * @description Issues a new key beside the existing ones. **The secret is in this answer and never shown again**: hand it to the caller
         *     over a safe channel. To rotate without a gap, issue a new key, let the caller change over, then revoke the old one. A
         *     repeated call issues another key; revoke the one whose answer was lost.
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
                 * @description The service account, by its number. A PUT may choose it.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
                /**
                 * @description The key, by its public half, which begins with `rck_`.
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
         * Revoke a key.
         * @description Makes the key invalid for good, within 15 seconds. The key stays in the list, with the date of its revocation. Revoking
         *     again changes nothing and answers 204. 404 when the account has no such key.
         */
        delete: operations["revokeKey"];
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
         * List deliveries.
         * @description Shows the e-mails that were sent or are to be sent, the newest first and page by page, with what became of each. Filter by
         *     registration or by address to answer "did this person get the e-mail?", and by status `failed` to find what needs a
         *     hand. E-mails that come while you read further pages are not among them.
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
    "/admin/deliveries/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery, by the `id` that the list shows.
                 * @example 5120
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /**
         * Read a delivery.
         * @description Shows one e-mail: to whom, how often it was tried, the last answer of the mail server, and the `Message-ID` under which
         *     the mail server's own log has it. 404 when there is none with this id.
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
                 * @description The delivery, by the `id` that the list shows.
                 * @example 5120
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an e-mail again, as a new delivery.
         * @description Sends the same e-mail again, to the original address and with the original content, as a new delivery (201) with a
         *     `Message-ID` of its own. The original stays as it is. **Every call sends another e-mail**: after a lost answer look at
         *     `listDeliveries` for the registration before you repeat it. A user who has a new address needs a new registration.
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
         * List messages that could not be handled.
         * @description Shows the messages between services that could not be handled, each with its reason, ordered by id and page by page.
         *     Replayed and dismissed ones stay in the list, with the date of it. An empty list is the normal state; what to do about an entry
         *     is in the operations handbook.
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
    "/admin/dead-letters/{id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message, by the `id` that the list shows.
                 * @example 17
                 */
                id: components["parameters"]["DeadLetterId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a message back to the queue that it was taken from.
         * @description Puts the message back into the queue that it was taken from, where it is handled once more. Do it after the reason is
         *     mended. A message is replayed once: asking again answers 200 and changes nothing. If handling fails again, it becomes a
         *     new dead letter, which can be replayed in turn. 503 while the broker is away.
         */
        post: operations["replayDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dead-letters/{id}/dismiss/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message, by the `id` that the list shows.
                 * @example 17
                 */
                id: components["parameters"]["DeadLetterId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that nobody will replay a message.
         * @description Marks a message that can never be handled, or need not be, as dismissed: it no longer counts as waiting for an operator, so
         *     the alert about it ends. The message itself stays in the list and can still be replayed. A message is dismissed once: asking
         *     again answers 200 and changes nothing, and so does asking for one that was replayed.
         */
        post: operations["dismissDeadLetter"];
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
         * Show the e-mail as a template would give it.
         * @description Fills a template with the values of a made-up registration, and sends nothing. Without a body it is the template that the
         *     service uses for the e-mail about a new registration (222): the built-in one, or the one of its configuration. With a
         *     body it is the one sent, so that a new template can be looked at before it is configured. 400 when a template could not be
         *     configured: it names a value that there is none of, holds other tags, is blank, or has a subject of more than one line.
         */
        post: operations["previewTemplate"];
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
         * List registrations that no e-mail stands for.
         * @description Shows the registrations, in any status, that are older than 15 minutes and whose e-mail the notification service knows
         *     nothing of, ordered by id and page by page. An empty list is the normal state. Entries appear when the broker was lost
         *     with messages in it, when the notification database was restored to an earlier moment, or while a dead letter waits.
         *     Registrations of deleted users and for deleted courses are left out, and so are those whose message still waits for the
         *     broker. Every registration is compared, so give `created_after` when you know since when something may be missing. 503
         *     while the notification service is away.
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
         * Send the message of registrations that no e-mail stands for.
         * @description Publishes the message about these registrations again, so that their e-mails go out, to the addresses that the users
         *     have now. Name the registrations by `ids`, or take all that the list shows with `all`. Each message carries the id that
         *     it had before: if the lost one turns up after all, or the call is repeated, there is still one e-mail. After the
         *     notification database was restored, an e-mail that went out after the backup is sent once more, so compare the list
         *     with the mail server's log first. The answer counts the messages and tells why others were not sent.
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
         * Issue ids of registrations above a number from now on.
         * @description Raises what ids of registrations are counted from, so that every id issued from now on lies above `above`. Call it after
         *     the registration database was restored, before anything is registered: ids that were issued after the backup would be
         *     issued a second time, and their new registrations would be taken for the old ones. The answer says above which number
         *     ids lie now; a number below it changes nothing. Ids can't be lowered again. A generous margin costs nothing.
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
         * Issue ids of users above a number from now on, and publish every user again.
         * @description Raises what ids of users, service accounts and keys are counted from, so that every id issued from now on lies above
         *     `above`. Every user also gets a version above any that it can have had, and is published again, so that registrations
         *     show users as they are now. Call it after the user database **or** the registration database was restored. The answer
         *     says above which number ids lie now; a lower number raises none. Ids can't be lowered again. Repeating the call
         *     publishes the users once more, and does no harm.
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
         * Tell whose credential this is, and its reach.
         * @description Tells the asking service whether a credential is valid now, whose it is, and in which groups the account holds each role.
         *     A credential that is not valid is an answer, not an error. Callers cache a positive answer for 15 seconds at most,
         *     counted from sending the question.
         */
        post: operations["verifyCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/users/resolve/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find exactly one user for each query.
         * @description Finds exactly one user for each query, by the first parameter that matches, and gives the state of that user which a
         *     registration needs. The answers come in the order of the queries. A user who is not found is an answer, not an error.
         */
        post: operations["resolveUsers"];
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
         * Tell which of these registrations no e-mail stands for.
         * @description Tells the registration service which of its registrations the notification service has no automatic e-mail of, sent or
         *     to be sent. The answer lists their ids; e-mails that an operator sent again do not count.
         */
        post: operations["findMissingReceipts"];
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
                 * @description The registration whose e-mail is asked about, by its `id`.
                 * @example 48151
                 */
                registrationId: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        /**
         * Read what became of the e-mail about a registration.
         * @description Tells the registration service what became of the e-mail about a registration, without checking access: the asking service
         *     has done that. While nothing has arrived about the registration the answer is `queued` with no attempts.
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
         * @description A whole number that every JSON reader holds exactly.
         */
        Id: number;
        /** @description An identifier of another system. It is matched exactly, letter case included. */
        ExternalId: string;
        /**
         * @description Where the registration stands. `Not Started` and `Approved` count as open: a user has at most one open registration for a course. Every status can follow every other one.
         * @enum {string}
         */
        RegistrationStatus: "Not Started" | "Completed" | "Approved" | "Withdrawn";
        /**
         * Format: date-time
         * @description A date and time with any offset (RFC 3339), such as 2024-01-15T14:58:41Z or 2024-01-15T15:58:41+01:00.
         */
        Moment: string;
        /** @description The value of a header, as its own standard writes it. */
        HeaderText: string;
        /**
         * Format: double
         * @description The result of the user, any decimal number; null until one is set.
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
             * @description The number by which all calls name the registration. 0 in a preview, which was not written.
             */
            id: number;
            /**
             * Format: int64
             * @description The course, by its number in the LMS.
             */
            courseId: number;
            /** @description The name that the course has now. */
            courseName: string;
            /**
             * Format: date-time
             * @description When the record was created.
             */
            createdDate: string;
            /**
             * Format: date-time
             * @description When the user was registered, the same moment as `createdDate`.
             */
            registrationDate: string;
            /**
             * Format: date-time
             * @description When it was completed for the first time; null until then, and kept when the status moves on.
             */
            completionDate: string | null;
            statusName: components["schemas"]["RegistrationStatus"];
            /** @description The identifier that you gave it at its creation, `""` when you gave none. */
            externalId: string;
            /** @description The external id that the user has now, `""` when unset. */
            userExternalId: string;
            /** @description The user, by `id`. A JSON number. */
            userId: number;
            score: components["schemas"]["Score"];
            /** @description Present, and true, when the user or the course was deleted; only a list with `includeDeleted=true` shows such a registration. */
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
        /** @description One line of text that is not blank. */
        RequiredText: string;
        /**
         * Format: email
         * @description An e-mail address. Letter case does not matter when users are looked up by it.
         */
        Email: string;
        /** @description One line of text, `""` when unset. */
        Text: string;
        /**
         * @description Names one course and one user, each by at least one parameter; several are tried in the order in which they stand here. Nothing else is required, and an unknown field is refused.
         * @example {
         *       "courseName": "Fire safety",
         *       "userEmail": "ada@example.org",
         *       "externalId": "enrolment-2291"
         *     }
         */
        RegistrationCreate: {
            /**
             * Format: int64
             * @description The course, by its number in the LMS; tried first.
             */
            courseId?: number;
            /** @description The course, by its exact name; tried second. 409 when several courses have it. */
            courseName?: string;
            /** @description The course, by the number that its provider gave it; tried last. */
            courseExternalId?: string;
            /**
             * Format: int64
             * @description The user, by `id`; tried first.
             */
            userId?: number;
            /** @description The user, by the exact external id; tried second. */
            userExternalId?: string;
            /**
             * Format: email
             * @description The user, by e-mail address in any letter case; tried last. 409 when several users have it.
             */
            userEmail?: string;
            /** @description Your own identifier for the registration, by which you can find it later. Unique in the whole portal, withdrawn registrations included; `""` for none. */
            externalId?: string;
        };
        /**
         * @description What went wrong, in one sentence. The cause for programs is in the header `X-Error-Code`.
         * @example {
         *       "detail": "Forbidden"
         *     }
         */
        Error: {
            /** @description For people; it names the field and the rule where there is one. It may be worded better over time. */
            detail: string;
        };
        /**
         * @description The same error as RFC 9457 describes it, for callers that send `Accept: application/problem+json`.
         * @example {
         *       "type": "about:blank",
         *       "title": "Forbidden",
         *       "status": 403,
         *       "detail": "Forbidden",
         *       "code": "role-missing"
         *     }
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description Always `about:blank`; look at `code` instead.
             */
            type: string;
            /** @description The usual name of the HTTP status. */
            title: string;
            /** @description The HTTP status of this answer. */
            status: number;
            /** @description The sentence for people, the same as in the plain form. */
            detail: string;
            /** @description The cause for programs, the same as in `X-Error-Code`. */
            code: string;
            /** @description With `invalid-request` alone, every fault that was found, up to 20; the first one is `detail`. */
            errors?: {
                /** @description One fault, with its field and its rule. */
                detail: string;
            }[];
        };
        /**
         * @description Registrations to create. Each item is checked on its own, so that one bad item never spoils another.
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
        RegistrationBatch: components["schemas"]["RegistrationCreate"][];
        /** @description What became of one item; either with `registration`, or with `detail` and `code`. */
        RegistrationBatchResult: {
            /** @description The position of the item in the batch, from 0. */
            index: number;
            /** @description The HTTP status that the item alone would have got; 201 when it was created, 200 in a dry run. */
            status: number;
            registration?: components["schemas"]["Registration"];
            /** @description Why it was refused, for people. */
            detail?: string;
            /** @description Why it was refused, for programs; one of the codes of the introduction. */
            code?: string;
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
        /**
         * @description How the user did. Both fields may be left out; a `score` of null is the same as none.
         * @example {
         *       "score": 87.5,
         *       "success": "true"
         *     }
         */
        Completion: {
            score?: components["schemas"]["Score"];
            /** @description Whether the user passed: `"true"` or `"false"` as text in any letter case, or a boolean. Shown in the history; the status is Completed either way. */
            success?: boolean | string;
        };
        /** @description One step of a registration, its creation or a move. */
        HistoryEntry: {
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /**
             * Format: int64
             * @description The service account that did it, by id; null when it was not one.
             */
            by: number | null;
            /** @description The name of that account at the time. */
            byName: string;
            /**
             * @description The status before; null for the creation.
             * @enum {string|null}
             */
            from: "Not Started" | "Completed" | "Approved" | "Withdrawn" | null;
            to: components["schemas"]["RegistrationStatus"];
            score: components["schemas"]["Score"];
            /** @description The `success` that a completion brought; null when it brought none. */
            success: boolean | null;
        };
        /**
         * @description The steps, oldest first.
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
         * @description Where the e-mail is: `queued` waits for its turn or for the mail server, `sending` is being handed over, `sent` was taken by the mail server, `failed` was refused by it for good, or for a whole day.
         * @enum {string}
         */
        DeliveryStatus: "queued" | "sending" | "sent" | "failed";
        /**
         * @description What became of the e-mail about one registration.
         * @example {
         *       "status": "sent",
         *       "attempts": 1,
         *       "sentAt": "2024-01-15T14:58:43Z"
         *     }
         */
        NotificationReceipt: {
            status: components["schemas"]["DeliveryStatus"];
            /** @description How often it was handed to the mail server so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the mail server took it; null until then.
             */
            sentAt: string | null;
        };
        /**
         * @description A course, as far as registration needs to know it.
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
             * @description The number of the course in the LMS.
             */
            id: number;
            /** @description The name, which several courses may share. */
            name: string;
            /** @description The number that the provider gave it, `""` when there is none. */
            externalId: string;
            /** @description The groups it lies in directly. They decide which service accounts see it. */
            groupIds: number[];
            /** @description Whether users can be registered for it at all. */
            active: boolean;
            /** @description Whether it is published in the LMS; only then users can be registered. */
            published: boolean;
            /** @description False for what is open without, an article for example: it can not be registered for. */
            requiresRegistration: boolean;
            /** @description True for an event; events can not be registered for. */
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
        /**
         * @description From when on the user is no longer active and can't be registered any more, as an RFC 3339 date-time; `""` for never.
         * @example 2035-01-01T00:00:00Z
         */
        UserExpiration: string;
        /**
         * @description A user account. Texts are `""` when unset.
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
             * @description The number by which all calls name the user. 0 in a preview, which was not written.
             */
            id: number;
            /** @description The first line of the postal address. */
            address: string;
            /** @description The second line of the postal address. */
            address2: string;
            /** @description The city of the postal address. */
            city: string;
            /** @description The country as an ISO 3166-1 alpha-2 code, such as `US`; `""` when unset. */
            country: string;
            /**
             * Format: date-time
             * @description When the account was created.
             */
            createdDate: string;
            /** @description Where e-mails about registrations go. Several users may share an address. */
            email: string;
            expirationDate: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, your HR system for example. Unique; `""` for none. */
            externalId: string;
            /** @description The given name of the person; greets in e-mails. */
            firstName: string;
            /** @description The family name of the person. */
            lastName: string;
            /** @description The name that the person signs in with. Unique, in any letter case. */
            loginName: string;
            /** @description The US state or territory as a two-letter abbreviation, such as `WA`; `""` when unset. */
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
            /** @description A custom field that holds a yes or no as text, such as `"true"`; any text is taken. */
            workSettingsPrivateIndustryExcept: string;
            /** @description Present, and true, on deleted users only, which only a list with `includeDeleted=true` shows. */
            deleted?: boolean;
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
        /**
         * @description The country as an ISO 3166-1 alpha-2 code in capitals, such as `US`; `""` when unset.
         * @example US
         * @enum {string}
         */
        Country: "" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        /**
         * @description The US state or territory as a two-letter abbreviation (ANSI INCITS 38), such as `WA`; `""` when unset.
         * @example WA
         * @enum {string}
         */
        State: "" | "AK" | "AL" | "AR" | "AS" | "AZ" | "CA" | "CO" | "CT" | "DC" | "DE" | "FL" | "FM" | "GA" | "GU" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MH" | "MI" | "MN" | "MO" | "MP" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "PR" | "PW" | "RI" | "SC" | "SD" | "TN" | "TX" | "UM" | "UT" | "VA" | "VI" | "VT" | "WA" | "WI" | "WV" | "WY";
        /** @description Text of several lines, `""` when unset. */
        FreeText: string;
        /**
         * @description A new user: `email`, `firstName`, `lastName` and `loginName` are required. Read-only fields are accepted and ignored, unknown ones refused.
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
        UserCreate: {
            /** @description Read-only. Accepted and ignored. */
            id?: unknown;
            /** @description Read-only. Accepted and ignored. */
            createdDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            updatedDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            deleted?: unknown;
            /** @description The first line of the postal address. */
            address?: string;
            /** @description The second line of the postal address. */
            address2?: string;
            /** @description The city of the postal address. */
            city?: string;
            country?: components["schemas"]["Country"];
            /**
             * Format: email
             * @description Where e-mails about registrations go. Several users may share an address.
             */
            email: string;
            expirationDate?: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, your HR system for example. Unique; `""` for none. */
            externalId?: string;
            /** @description The given name of the person; greets in e-mails. */
            firstName: string;
            /** @description The family name of the person. */
            lastName: string;
            /** @description The name that the person signs in with. Unique, in any letter case. */
            loginName: string;
            state?: components["schemas"]["State"];
            /** @description The postal code of the address. */
            zip?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify?: string;
            /** @description A custom field that holds a yes or no as text, such as `"true"`; any text is taken. */
            workSettingsPrivateIndustryExcept?: string;
        };
        /**
         * @description The fields to change. One that is left out stays as it is, `""` clears an optional one. Read-only fields are accepted and ignored, so what was read can be sent back; unknown ones are refused.
         * @example {
         *       "lastName": "King",
         *       "city": "Tacoma"
         *     }
         */
        UserUpdate: {
            /** @description Read-only. Accepted and ignored. */
            id?: unknown;
            /** @description Read-only. Accepted and ignored. */
            createdDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            updatedDate?: unknown;
            /** @description Read-only. Accepted and ignored. */
            deleted?: unknown;
            /** @description The first line of the postal address. */
            address?: string;
            /** @description The second line of the postal address. */
            address2?: string;
            /** @description The city of the postal address. */
            city?: string;
            country?: components["schemas"]["Country"];
            /**
             * Format: email
             * @description Where e-mails about registrations go. Several users may share an address.
             */
            email?: string;
            expirationDate?: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, your HR system for example. Unique; `""` for none. */
            externalId?: string;
            /** @description The given name of the person; greets in e-mails. */
            firstName?: string;
            /** @description The family name of the person. */
            lastName?: string;
            /** @description The name that the person signs in with. Unique, in any letter case. */
            loginName?: string;
            state?: components["schemas"]["State"];
            /** @description The postal code of the address. */
            zip?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify?: string;
            /** @description A custom field that holds a yes or no as text, such as `"true"`; any text is taken. */
            workSettingsPrivateIndustryExcept?: string;
        };
        /**
         * @description A group of the tree that decides which service accounts see which courses and users.
         * @example {
         *       "id": 12,
         *       "name": "Operations",
         *       "parentId": 1
         *     }
         */
        Group: {
            /**
             * Format: int64
             * @description The number of the group.
             */
            id: number;
            /** @description The name, for people; several groups may share it. */
            name: string;
            /**
             * Format: int64
             * @description The group directly above; null for a root.
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
        /**
         * @description The whole group. `id` is accepted and ignored, so that what was read can be put back.
         * @example {
         *       "name": "Operations",
         *       "parentId": 1
         *     }
         */
        GroupInput: {
            /** @description Accepted and ignored; a group keeps its number. */
            id?: unknown;
            /** @description The name, for people; several groups may share it. */
            name: string;
            /**
             * Format: int64
             * @description The group directly above; null or absent for a root.
             */
            parentId?: number | null;
        };
        /**
         * @description A user who is in the group directly.
         * @example {
         *       "userId": 1007
         *     }
         */
        GroupMember: {
            /**
             * Format: int64
             * @description The user, by id.
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
        /** @description The groups it is in directly, by id. The groups above them are not listed. */
        GroupIds: components["schemas"]["Id"][];
        /**
         * @description A user with the groups to be in directly. The user is found by `externalId`, otherwise by `loginName`, and is created when there is none. A field that is left out is unchanged; a new user needs the fields that a create needs.
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
            deleted?: unknown;
            /** @description The first line of the postal address. */
            address?: string;
            /** @description The second line of the postal address. */
            address2?: string;
            /** @description The city of the postal address. */
            city?: string;
            country?: components["schemas"]["Country"];
            /**
             * Format: email
             * @description Where e-mails about registrations go. Several users may share an address.
             */
            email?: string;
            expirationDate?: components["schemas"]["UserExpiration"];
            /** @description The identifier of the person in an external system, your HR system for example. Unique; `""` for none. */
            externalId?: string;
            /** @description The given name of the person; greets in e-mails. */
            firstName?: string;
            /** @description The family name of the person. */
            lastName?: string;
            /** @description The name that the person signs in with. Unique, in any letter case. */
            loginName?: string;
            state?: components["schemas"]["State"];
            /** @description The postal code of the address. */
            zip?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            ovFormWithInput12?: string;
            /** @description A custom field for free text of up to 4000 characters. */
            workSettingsOtherSpecify?: string;
            /** @description A custom field that holds a yes or no as text, such as `"true"`; any text is taken. */
            workSettingsPrivateIndustryExcept?: string;
            groupIds?: components["schemas"]["GroupIds"];
        };
        /**
         * @description Users to create or merge. Each item is checked on its own, so that one bad item never spoils another.
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
        UserMergeBatch: components["schemas"]["UserMerge"][];
        /** @description What became of one item; either with `user`, or with `detail` and `code`. */
        UserMergeResult: {
            /** @description The position of the item in the batch, from 0. */
            index: number;
            /** @description 201 when the user was created, 200 when it was changed or unchanged, or the status of the error. */
            status: number;
            /**
             * @description What the batch did to the user; absent when the item was rejected. Sending the same item again leaves the user `unchanged`.
             * @enum {string}
             */
            outcome?: "created" | "changed" | "unchanged";
            user?: components["schemas"]["User"];
            /** @description Why it was refused, for people. */
            detail?: string;
            /** @description Why it was refused, for programs. */
            code?: string;
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
         *         "status": 400,
         *         "detail": "email is required.",
         *         "code": "invalid-request"
         *       }
         *     ]
         */
        UserMergeResults: components["schemas"]["UserMergeResult"][];
        /**
         * @description The whole course: a field that is left out gets its default. `id` is accepted and ignored, so that what was read can be put back.
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
            /** @description Accepted and ignored; the path decides. */
            id?: unknown;
            /** @description The name, which several courses may share. */
            name: string;
            /** @description The number that the provider gave it, `""` for none. */
            externalId?: string;
            groupIds?: components["schemas"]["GroupIds"];
            /**
             * @description Whether users can be registered for it at all.
             * @default true
             */
            active?: boolean;
            /**
             * @description Whether it is published in the LMS.
             * @default true
             */
            published?: boolean;
            /**
             * @description False for what is open without, an article for example.
             * @default true
             */
            requiresRegistration?: boolean;
            /**
             * @description True for an event; events can not be registered for.
             * @default false
             */
            eventBased?: boolean;
        };
        /**
         * @description A role as it is granted; each operation says which roles it takes.
         * @enum {string}
         */
        RoleName: "Course attendance manager" | "Batch registration manager" | "User administrator";
        /** @description A role, held in a group and in all groups below it. */
        Grant: {
            role: components["schemas"]["RoleName"];
            /**
             * Format: int64
             * @description The highest group in which the role holds.
             */
            groupId: number;
        };
        /**
         * @description A program that calls the public operations, with what it may do.
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
         *       "requestsPerMinute": null
         *     }
         */
        ServiceAccount: {
            /**
             * Format: int64
             * @description The number of the account.
             */
            id: number;
            /** @description Its name, which histories of registrations show. */
            name: string;
            /**
             * Format: int64
             * @description The group that users created by it join; null when it has no grant.
             */
            homeGroupId: number | null;
            /** @description Which roles it holds where. */
            grants: components["schemas"]["Grant"][];
            /** @description Its own limit for users and for registrations each; null for the usual one. */
            requestsPerMinute: number | null;
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
         *         "requestsPerMinute": null
         *       }
         *     ]
         */
        ServiceAccounts: components["schemas"]["ServiceAccount"][];
        /** @description A role to be held in a group and in all groups below it. */
        GrantInput: {
            role: components["schemas"]["RoleName"];
            /**
             * Format: int64
             * @description The highest group in which the role is to hold.
             */
            groupId: number;
        };
        /**
         * @description The whole account: what is left out is taken away. `id` is accepted and ignored, so that what was read can be put back.
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
            /** @description Accepted and ignored; the path decides. */
            id?: unknown;
            /** @description Its name, which histories of registrations show. */
            name: string;
            /**
             * Format: int64
             * @description The group that users created by it join. By default, and when null, the group of its first grant.
             */
            homeGroupId?: number | null;
            /** @description Which roles it is to hold where; none when absent. */
            grants?: components["schemas"]["GrantInput"][];
            /** @description Its own limit for users and for registrations each. By default, and when null, the usual one. */
            requestsPerMinute?: number | null;
        };
        /** @description A key without its secret. */
        Key: {
            /** @description The public half, which begins with `rck_`. */
            keyId: string;
            /**
             * Format: date-time
             * @description When it was issued.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From when on it is invalid; null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked; null while it was not.
             */
            revokedAt: string | null;
        };
        /**
         * @description Keys in the order of their issue.
         * @example [
         *       {
         *         "keyId": "rck_a1B2c3D4e5F6g7H8",
         *         "createdAt": "2024-01-15T14:58:41Z",
         *         "expiresAt": "2035-01-01T00:00:00Z",
         *         "revokedAt": null
         *       }
         *     ]
         */
        Keys: components["schemas"]["Key"][];
        /**
         * @description The wishes for a new key; the body may be left out.
         * @example {
         *       "expiresAt": "2035-01-01T00:00:00Z"
         *     }
         */
        KeyInput: {
            /**
             * Format: date-time
             * @description From when on the key is invalid (RFC 3339). By default, and when null, it does not expire.
             */
            expiresAt?: string | null;
        };
        /**
         * @description A new key, the only time with its secret.
         * @example {
         *       "keyId": "rck_a1B2c3D4e5F6g7H8",
         *       "secret": "rcs_EXAMPLEexampleEXAMPLEexampleEXAMPLE0000",
         *       "expiresAt": "2035-01-01T00:00:00Z"
         *     }
         */
        IssuedKey: {
            /** @description The public half, for `X-Api-Key`. */
            keyId: string;
            /** @description The secret half, for `X-Api-Secret`. It can not be read again. */
            secret: string;
            /**
             * Format: date-time
             * @description From when on the key is invalid; null for never.
             */
            expiresAt: string | null;
        };
        /** @description An identifier without inner meaning; send it back as you got it. */
        Token: string;
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
         *       "possiblySent": false
         *     }
         */
        Delivery: {
            /** @description The number of the delivery. */
            id: string;
            /**
             * Format: int64
             * @description The registration that it is about, by id.
             */
            registrationId: number;
            /** @description Which template it was written from; 222 tells of a new registration. */
            template: number;
            /** @description The address it goes to, the one that the user had at the time of the creation. */
            to: string;
            status: components["schemas"]["DeliveryStatus"];
            /** @description How often it was handed to the mail server so far. */
            attempts: number;
            /** @description What the mail server answered to the last attempt that failed, `""` when none did. */
            lastError: string;
            /** @description The `Message-ID` of the e-mail, by which the mail server's log has it. */
            messageId: string;
            /**
             * Format: date-time
             * @description When the e-mail was asked for, by the event or by an operator.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the mail server took it; null until then.
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @description When the last attempt that failed did so, the one that `lastError` is about; null when none did.
             */
            failedAt?: string | null;
            /** @description Whether a mail server may have accepted a copy that it has not confirmed. */
            possiblySent: boolean;
        };
        /**
         * @description E-mails, the newest first.
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
         *         "possiblySent": false
         *       }
         *     ]
         */
        Deliveries: components["schemas"]["Delivery"][];
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
         *       "dismissedAt": null
         *     }
         */
        DeadLetter: {
            /** @description The number of the dead letter. */
            id: string;
            /** @description The queue that it was taken from and that a replay puts it back to. */
            queue: string;
            /** @description The type of the message, with its version. */
            type: string;
            /** @description Why it could not be handled. */
            reason: string;
            /** @description The message itself; one that is no JSON object stands as text in `unparsed`. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was set aside.
             */
            receivedAt: string;
            /**
             * Format: date-time
             * @description When it was replayed; null until then.
             */
            replayedAt: string | null;
            /**
             * Format: date-time
             * @description When it was dismissed; null until then.
             */
            dismissedAt: string | null;
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
         *         "dismissedAt": null
         *       }
         *     ]
         */
        DeadLetters: components["schemas"]["DeadLetter"][];
        /**
         * @description The parts of an e-mail, with values written as `<%= it.courseName %>`: courseName, firstName, greeting, registrationId, registeredOn, language, portalUrl.
         * @example {
         *       "subject": "Angemeldet zu <%= it.courseName %>",
         *       "text": "Hallo <%= it.firstName %>, Sie sind angemeldet.",
         *       "html": "<p>Hallo <%= it.firstName %>, Sie sind angemeldet.</p>"
         *     }
         */
        MailTemplate: {
            /** @description The subject, on one line. */
            subject: string;
            /** @description What mail programs show that show no HTML. */
            text: string;
            /** @description The HTML document; values in it are escaped. */
            html: string;
        };
        /**
         * @description The e-mail as the user would get it.
         * @example {
         *       "subject": "Angemeldet zu Fire & Safety",
         *       "text": "Hallo Ada, Sie sind angemeldet.",
         *       "html": "<p>Hallo Ada, Sie sind angemeldet.</p>"
         *     }
         */
        MailPreview: {
            /** @description The subject, with its values filled in. */
            subject: string;
            /** @description What mail programs show that show no HTML. */
            text: string;
            /** @description The HTML document that others show. */
            html: string;
        };
        /**
         * @description Which registrations; either `ids` or `all`.
         * @example {
         *       "ids": [
         *         48151,
         *         48162
         *       ]
         *     }
         */
        RegistrationsToSend: {
            /** @description The registrations to send for, by id. */
            ids?: components["schemas"]["Id"][];
            /**
             * @description All that the list shows.
             * @enum {boolean}
             */
            all?: true;
        };
        /** @description A registration whose message was not sent. */
        RegistrationNotSent: {
            /**
             * Format: int64
             * @description The registration, by id.
             */
            registrationId: number;
            /**
             * @description Why: `not-registered`, there is no such registration, or its user or course was deleted; `too-recent`, it is younger than 15 minutes, so its message may be under way; `delivered`, an e-mail stands for it; `user-not-found`, the user service does not know its user.
             * @enum {string}
             */
            reason: "not-registered" | "too-recent" | "delivered" | "user-not-found";
        };
        /**
         * @description What became of the registrations.
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
            /** @description How many messages were given to the broker, or wait for it. */
            sent: number;
            /** @description Those that were left out, each with its reason. */
            notSent: components["schemas"]["RegistrationNotSent"][];
        };
        /**
         * @description What ids issued from now on lie above.
         * @example {
         *       "above": 100000
         *     }
         */
        IdFloor: {
            /**
             * Format: int64
             * @description A number that no id issued so far exceeds. Far below the largest id, so that a slip leaves enough.
             */
            above: number;
        };
        /**
         * @description What ids issued from now on lie above.
         * @example {
         *       "above": 100000
         *     }
         */
        IdsAbove: {
            /**
             * Format: int64
             * @description The number; each id issued from now on is greater.
             */
            above: number;
        };
        /**
         * @description A credential as a caller presented it.
         * @example {
         *       "keyId": "rck_a1B2c3D4e5F6g7H8",
         *       "secret": "rcs_EXAMPLEexampleEXAMPLEexampleEXAMPLE0000"
         *     }
         */
        CredentialCheck: {
            /** @description The public half, as it was sent. */
            keyId: string;
            /** @description The secret half, as it was sent. */
            secret: string;
        };
        /** @description For each role, the groups in which the account holds it, those below included. */
        Scope: {
            /** @description The groups in which it is held, by id. */
            courseAttendanceManager: number[];
            /** @description The groups in which it is held, by id. */
            batchRegistrationManager: number[];
            /** @description The groups in which it is held, by id. */
            userAdministrator: number[];
        };
        /**
         * @description The service account behind a credential.
         * @example {
         *       "accountId": 3,
         *       "name": "HR sync",
         *       "homeGroupId": 12,
         *       "requestsPerMinute": null,
         *       "reach": {
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
             * @description The number of the service account.
             */
            accountId: number;
            /** @description Its name, for histories and logs. */
            name: string;
            /**
             * Format: int64
             * @description The group of the users that it creates.
             */
            homeGroupId: number | null;
            /** @description Its own limit; null for that of the asking service. */
            requestsPerMinute: number | null;
            reach: components["schemas"]["Scope"];
        };
        /**
         * @description Whether the credential is valid now, and whose it is. A credential that is not valid is an answer, not an error: 401 here means that the asking service's own token was refused.
         * @example {
         *       "valid": true,
         *       "account": {
         *         "accountId": 3,
         *         "name": "HR sync",
         *         "homeGroupId": 12,
         *         "requestsPerMinute": null,
         *         "reach": {
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
        CredentialVerdict: {
            /** @description Whether the credential is valid now. */
            valid: boolean;
            account?: components["schemas"]["VerifiedAccount"];
        };
        /** @description The user parameters of one create, tried in this order. */
        UserQuery: {
            userId?: components["schemas"]["Id"];
            userExternalId?: components["schemas"]["ExternalId"];
            userEmail?: components["schemas"]["Email"];
            /** @description Refuse unless every parameter that was sent names the user taken. */
            strict?: boolean;
        };
        /**
         * @description One query for each create that waits.
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
        UserQueries: components["schemas"]["UserQuery"][];
        /** @description The state of a user that registration needs. */
        ResolvedUser: {
            /**
             * Format: int64
             * @description The number of the user.
             */
            id: number;
            /**
             * Format: int64
             * @description Grows with every change of the user.
             */
            version: number;
            /** @description The identifier in an external system, `""` when unset. */
            externalId: string;
            /** @description Where e-mails about registrations go. */
            email: string;
            /** @description The given name of the person. */
            firstName: string;
            /** @description The family name of the person. */
            lastName: string;
            /** @description The name that the person signs in with. */
            loginName: string;
            /** @description The groups the user is in directly, by id. */
            groupIds: number[];
            expirationDate: components["schemas"]["UserExpiration"];
        };
        /** @description The answer to one query. */
        UserResolution: {
            /**
             * @description Whether a user was found and else why not.
             * @enum {string}
             */
            code: "resolved" | "user-not-found" | "user-ambiguous" | "identifiers-disagree";
            /**
             * @description The parameter that decided; with `resolved` only.
             * @enum {string}
             */
            resolvedBy?: "userId" | "userExternalId" | "userEmail";
            user?: components["schemas"]["ResolvedUser"];
        };
        /**
         * @description The answers, in the order of the queries.
         * @example [
         *       {
         *         "code": "resolved",
         *         "resolvedBy": "userExternalId",
         *         "user": {
         *           "id": 1007,
         *           "version": 1,
         *           "externalId": "hr-20931",
         *           "email": "ada@example.org",
         *           "firstName": "Ada",
         *           "lastName": "Byron",
         *           "loginName": "ada",
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
        UserResolutions: components["schemas"]["UserResolution"][];
        /**
         * @description The registrations that are asked about.
         * @example {
         *       "registrationIds": [
         *         48151,
         *         48162
         *       ]
         *     }
         */
        RegistrationIds: {
            /** @description Their ids, in any order. */
            registrationIds: components["schemas"]["Id"][];
        };
        /**
         * @description Those of the registrations that no automatic e-mail stands for, by id.
         * @example [
         *       48162
         *     ]
         */
        MissingReceipts: number[];
    };
    responses: {
        /** @description No operation has this path. Check it against the contract. */
        PathNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "No such path. The operations are listed at /openapi.json."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path exists, and does not answer this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Method not allowed here. The header Allow names those that are."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What arrived is not HTTP/1.1, or has no header Host. */
        MalformedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request is not well-formed HTTP/1.1. Check its first line and its headers, Host among them."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Headers or body took too long to arrive. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
        /** @description The headers together are larger than any may be. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The headers are larger than 16 KiB. Send fewer or shorter ones."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter breaks a rule; the detail names it and the rule. The same request is never accepted. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "query parameter colour is not known here."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter or a field breaks a rule, or the body is not JSON; the detail names the field and the rule. */
        InvalidBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The account holds none of the roles that the operation takes. */
        RoleMissing: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The first request with this Idempotency-Key is still at work. Try again in a second. */
        InFlight: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After-In-Flight"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A request with this Idempotency-Key is still being handled. Try again in a moment."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The record has changed since the ETag of If-Match; nothing was done. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The body has more bytes than the operation takes. Send less at once. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The body has more bytes than the operation takes. Send smaller batches. */
        BatchTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The body is not declared as `application/json`, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Send the body as application/json in UTF-8."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key came with another body within the last 24 hours. */
        KeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This Idempotency-Key was used with another body. Use a new key for a new request."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The limit of this minute is used up. Nothing was done; wait as Retry-After says. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
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
        /** @description A fault on our side. Report the X-Request-Id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description Something that the service needs is away. Wait as Retry-After says. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description Any other error, in the same shape as all of them. */
        Error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The record still has the ETag of If-None-Match, so there is nothing new to send. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One page of the registrations that pass the filters and are in your reach. */
        Registrations: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Registrations"];
            };
        };
        /** @description Only with `Prefer: validate-only`: the registration as it would be, with id 0. Nothing was written. */
        RegistrationPreview: {
            headers: {
                "X-Resolved-By": components["headers"]["X-Resolved-By"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The registration was created, and its e-mail is on its way. Or the same answer again, for a repeated key. */
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        /** @description The account lacks a role for this operation, or the course or the user lies beyond its reach. */
        RegistrationCreateForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No course, or no user, matches the parameters that were sent. */
        NoMatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Several records match, the registration exists already, or the same Idempotency-Key is still at work. The code says which. */
        RegistrationConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After-In-Flight"];
                "X-Existing-Id": components["headers"]["X-Existing-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The course or the user is not eligible, or the Idempotency-Key came with another body. The code says which. */
        Ineligible: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A result for each item, in the order of the items. Look at each, since 200 says nothing about them. */
        RegistrationBatch: {
            headers: {
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistrationBatchResults"];
            };
        };
        /** @description The account lacks a role for this operation (`role-missing`), or the registration lies beyond its reach (`forbidden`). */
        RegistrationForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The registration as it is now. */
        Registration: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The move would open the registration beside another open one of the same user and course. */
        ReopenConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The user has another open registration for this course. Complete or withdraw that one first."
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
        /** @description The steps of the registration, oldest first; the first one is its creation. */
        History: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["History"];
            };
        };
        /** @description What became of the e-mail so far. */
        NotificationReceipt: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotificationReceipt"];
            };
        };
        /** @description One page of the courses that pass the filters and are in your reach. */
        VisibleCourses: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Courses"];
            };
        };
        /** @description The course as it is now. */
        VisibleCourse: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Course"];
            };
        };
        /** @description The account lacks a role for this operation, or the course lies beyond its reach. */
        CourseForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The contract, with the public operations alone. */
        Contract: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The contract still has the ETag of If-None-Match, so there is nothing new to send. */
        ContractNotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One page of the users who pass the filters and are in your reach. */
        Users: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Users"];
            };
        };
        /** @description Only with `Prefer: validate-only`: the user as it would be, with id 0. Nothing was written. */
        UserPreview: {
            headers: {
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The user was created; all its fields. Or the same answer again, for a repeated key. */
        UserCreated: {
            headers: {
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description The account lacks a role for this operation, or the group of the new user lies beyond its reach. A repetition is refused as well when the user that it created has left the reach. */
        UserCreateForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another user has the login name or the external id, or the same Idempotency-Key is still at work. */
        UserCreateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After-In-Flight"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The user as it is now, with all fields. */
        User: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description The account lacks a role for this operation, or the user lies beyond its reach. */
        UserForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description Another user has the login name or the external id. */
        UserConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Done; there is nothing more to say, so the answer has no body. */
        Deleted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One page of the groups in your reach. */
        VisibleGroups: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Groups"];
            };
        };
        /** @description One page of all groups of the tree. */
        Groups: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Groups"];
            };
        };
        /** @description The group was created; the answer shows its id. */
        GroupCreated: {
            headers: {
                Location: components["headers"]["Location"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Group"];
            };
        };
        /** @description The group named as parent does not exist. */
        ParentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The group as it is now. */
        Group: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Group"];
            };
        };
        /** @description The group would lie below itself. */
        GroupCycle: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A group can not lie below itself. Choose another parentId."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The group still has subgroups, users, grants, or an account at home in it. */
        GroupInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The group still has subgroups, users, grants or an account at home in it. Remove those first."
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GroupMembers"];
            };
        };
        /** @description A result for each item, in the order of the items. Look at each, since 200 says nothing about them. */
        UserMergeBatch: {
            headers: {
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserMergeResults"];
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Courses"];
            };
        };
        /** @description The course as it is now. */
        Course: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Course"];
            };
        };
        /** @description The course was created under the id of the path. */
        CourseCreated: {
            headers: {
                Location: components["headers"]["Location"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceAccounts"];
            };
        };
        /** @description The service account was created; it needs a key before it can call. */
        ServiceAccountCreated: {
            headers: {
                Location: components["headers"]["Location"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                "X-Error-Code": components["headers"]["X-Error-Code"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
        /** @description The service account as it is now. */
        ServiceAccount: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceAccount"];
            };
        };
        /** @description One page of the keys of this account, without secrets. */
        Keys: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Keys"];
            };
        };
        /** @description The key with its secret, which is shown this once. */
        KeyIssued: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IssuedKey"];
            };
        };
        /** @description One page of the e-mails that pass the filters. */
        Deliveries: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Deliveries"];
            };
        };
        /** @description The e-mail, and what became of it so far. */
        Delivery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Delivery"];
            };
        };
        /** @description The e-mail was queued once more, as a delivery of its own. */
        DeliveryCreated: {
            headers: {
                Location: components["headers"]["Location"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                 *       "possiblySent": false
                 *     }
                 */
                "application/json": components["schemas"]["Delivery"];
            };
        };
        /** @description One page of the messages that could not be handled. */
        DeadLetters: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeadLetters"];
            };
        };
        /** @description The message, with when it was put back into its queue (`replayedAt`) or dismissed (`dismissedAt`). */
        DeadLetter: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                 *       "dismissedAt": null
                 *     }
                 */
                "application/json": components["schemas"]["DeadLetter"];
            };
        };
        /** @description The e-mail that the template gives. */
        MailPreview: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MailPreview"];
            };
        };
        /** @description One page of the registrations that no e-mail stands for. */
        RegistrationsWithoutDelivery: {
            headers: {
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                Vary: components["headers"]["Vary"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Registrations"];
            };
        };
        /** @description How many messages were sent, and why others were not. */
        RegistrationsSent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistrationsSent"];
            };
        };
        /** @description Above which number ids are issued now. */
        IdFloor: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdsAbove"];
            };
        };
        /** @description Whether the credential is valid, and the account behind it. */
        CredentialVerdict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CredentialVerdict"];
            };
        };
        /** @description An answer for each query, in order. */
        UserResolutions: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserResolutions"];
            };
        };
        /** @description The registrations that no e-mail stands for. */
        MissingReceipts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MissingReceipts"];
            };
        };
        /** @description What became of the e-mail so far. */
        InternalReceipt: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotificationReceipt"];
            };
        };
    };
    parameters: {
        /** @description Only registrations for the course with this id. */
        CourseFilter: components["schemas"]["Id"];
        /** @description Only registrations of the user with this id. */
        UserFilter: components["schemas"]["Id"];
        /** @description Only registrations of the user who has this external id now. */
        UserExternalIdFilter: components["schemas"]["ExternalId"];
        /** @description Only registrations that are in this status now. */
        StatusFilter: components["schemas"]["RegistrationStatus"];
        /** @description Only registrations created strictly after this moment. */
        CreatedAfterFilter: components["schemas"]["Moment"];
        /** @description Only registrations created or moved strictly after this moment. A write may become visible up to 60 seconds late: begin each poll 60 seconds before the `Date` of the poll before (see *Deltas*). */
        UpdatedAfterFilter: components["schemas"]["Moment"];
        /** @description `true` also lists registrations whose user or course was deleted, each with `deleted: true`. A delta poller needs it to learn of them. */
        IncludeDeletedRegistrations: boolean;
        /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
        Offset: number;
        /** @description How many records a page holds at most. More than 1000 counts as 1000. */
        Limit: number;
        /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
        Cursor: string;
        /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
        PreferList: components["schemas"]["HeaderText"];
        /** @description A value of your own for this one request, a UUID for example. Within 24 hours the same key with the same body gets the first successful answer again, and nothing is done twice (see *Retries and Idempotency-Key*). */
        IdempotencyKey: string;
        /** @description `validate-only` runs every check, writes nothing and sends no e-mail. `handling=strict` refuses (409) parameters that name different records, where otherwise the first one that matches decides. Separate both by a comma. The header `Preference-Applied` says which ones were followed. */
        PreferCreate: components["schemas"]["HeaderText"];
        /**
         * @description The registration, by the `id` that its creation answered.
         * @example 48151
         */
        Id: components["schemas"]["Id"];
        /** @description The `ETag` that you have, quotes included. While the record still has it the answer is 304 without a body. */
        IfNoneMatch: components["schemas"]["HeaderText"];
        /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
        IfMatch: components["schemas"]["HeaderText"];
        /**
         * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
         * @example enrolment-2291
         */
        RegistrationExternalId: components["schemas"]["ExternalId"];
        /** @description Only courses with exactly this name, letter case included. Several courses may share one. */
        CourseNameFilter: components["schemas"]["RequiredText"];
        /** @description Only courses with exactly this number of the provider, letter case included. */
        CourseExternalIdFilter: components["schemas"]["ExternalId"];
        /** @description `true` lists only active courses, `false` only those that are not. */
        ActiveFilter: boolean;
        /** @description `true` lists only published courses, `false` only those that are not. */
        PublishedFilter: boolean;
        /**
         * @description The course, by its number in the LMS.
         * @example 210
         */
        CourseId: components["schemas"]["Id"];
        /** @description Only users who are in this group or in one below it. */
        GroupFilter: components["schemas"]["Id"];
        /** @description Only users with this e-mail address, in any letter case. Several users may share one. */
        EmailFilter: components["schemas"]["Email"];
        /** @description Only users created strictly after this moment. */
        CreatedAfter: components["schemas"]["Moment"];
        /** @description Only users created, changed or deleted strictly after this moment. A write may become visible up to 60 seconds late: begin each poll 60 seconds before the `Date` of the poll before (see *Deltas*). */
        UpdatedAfter: components["schemas"]["Moment"];
        /** @description `true` lists deleted users too, each with `deleted: true`. A delta poller needs it to learn of deletions. */
        IncludeDeleted: boolean;
        /** @description The group that the new user joins. It has to be in your reach. By default the home group of your service account. */
        HomeGroup: components["schemas"]["Id"];
        /** @description `validate-only` runs every check and writes nothing: the answer shows what would be, with id 0 for what would be created, or the very error. */
        PreferValidate: components["schemas"]["HeaderText"];
        /**
         * @description The user, by the `id` that its creation answered.
         * @example 1007
         */
        UserId: components["schemas"]["Id"];
        /**
         * @description The user's `externalId`, letter case included. Percent-encode it, so `a/b` becomes `a%2Fb`.
         * @example hr-20931
         */
        UserExternalId: components["schemas"]["ExternalId"];
        /**
         * @description The group, by its number. A PUT chooses it.
         * @example 12
         */
        GroupId: components["schemas"]["Id"];
        /**
         * @description The user who is to be in the group or not, by its `id`.
         * @example 1007
         */
        MemberId: components["schemas"]["Id"];
        /**
         * @description The service account, by its number. A PUT may choose it.
         * @example 3
         */
        ServiceAccountId: components["schemas"]["Id"];
        /**
         * @description The key, by its public half, which begins with `rck_`.
         * @example rck_a1B2c3D4e5F6g7H8
         */
        KeyId: components["schemas"]["Token"];
        /** @description Only e-mails about the registration with this id. */
        DeliveryRegistration: components["schemas"]["Id"];
        /** @description Only e-mails that are in this status now. */
        DeliveryStatus: components["schemas"]["DeliveryStatus"];
        /** @description Only e-mails to exactly this address, letter case included. */
        DeliveryRecipient: components["schemas"]["Email"];
        /**
         * @description The delivery, by the `id` that the list shows.
         * @example 5120
         */
        DeliveryId: components["schemas"]["Token"];
        /**
         * @description The message, by the `id` that the list shows.
         * @example 17
         */
        DeadLetterId: components["schemas"]["Token"];
        /**
         * @description The registration whose e-mail is asked about, by its `id`.
         * @example 48151
         */
        RegistrationId: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description The address of the next page, marked `rel="next"`, filters included. Absent when nothing follows: the list is read.
         * @example </registrations/?limit=100&cursor=YWZ0ZXI6NDgxNTE>; rel="next"
         */
        Link: string;
        /**
         * @description The number of all matching records, on every page. Only when you asked for `Prefer` `count=exact`.
         * @example 2342
         */
        "X-Total-Count": number;
        /**
         * @description The preferences of your header `Prefer` that were followed (RFC 7240).
         * @example count=exact
         */
        "Preference-Applied": string;
        /**
         * @description The request headers that this answer depends on, for caches.
         * @example Prefer
         */
        Vary: string;
        /**
         * @description Names this request in our logs; tell it when you ask for help. Yours, if you sent a usable one.
         * @example 0b6e4f3a-3f5e-4c7e-9d2b-8f1f2a6f5c11
         */
        "X-Request-Id": string;
        /**
         * @description How many requests are left (`r`) of this minute's limit, and in how many seconds it is whole again (`t`).
         * @example "default";r=599;t=60
         */
        RateLimit: string;
        /**
         * @description The limit that applies to you, so many requests (`q`) in so many seconds (`w`).
         * @example "default";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Which of the parameters that you sent decided on the course, and which one on the user.
         * @example course=courseName; user=userEmail
         */
        "X-Resolved-By": string;
        /**
         * @description Path of the new record, in the form (with or without `/api/v2`) that was called.
         * @example /registrations/48151/
         */
        Location: string;
        /**
         * @description Stands for this state of the record. Send it back, quotes included, as `If-None-Match` or `If-Match`.
         * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
         */
        ETag: string;
        /**
         * @description `true` when this is the stored answer of an earlier request with the same `Idempotency-Key`.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description The cause of the error, for programs. Its meaning never changes; the table of all codes is in the introduction.
         * @example invalid-request
         */
        "X-Error-Code": string;
        /**
         * @description With `idempotency-in-flight` only, whole seconds until the first request has ended or is given up.
         * @example 7
         */
        "Retry-After-In-Flight": number;
        /**
         * @description With `already-registered`, the id of the open registration that stands in the way.
         * @example 48151
         */
        "X-Existing-Id": number;
        /**
         * @description The methods that this path answers, separated by commas.
         * @example GET, HEAD, POST
         */
        Allow: string;
        /**
         * @description The scheme of a missing or wrong credential. The two headers of a key are taken as well.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description How many seconds to wait before the same request is worth sending again.
         * @example 12
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listRegistrations: {
        parameters: {
            query?: {
                /** @description Only registrations for the course with this id. */
                course_id?: components["parameters"]["CourseFilter"];
                /** @description Only registrations of the user with this id. */
                user_id?: components["parameters"]["UserFilter"];
                /** @description Only registrations of the user who has this external id now. */
                user_external_id?: components["parameters"]["UserExternalIdFilter"];
                /** @description Only registrations that are in this status now. */
                status?: components["parameters"]["StatusFilter"];
                /** @description Only registrations created strictly after this moment. */
                created_after?: components["parameters"]["CreatedAfterFilter"];
                /** @description Only registrations created or moved strictly after this moment. A write may become visible up to 60 seconds late: begin each poll 60 seconds before the `Date` of the poll before (see *Deltas*). */
                updated_after?: components["parameters"]["UpdatedAfterFilter"];
                /** @description `true` also lists registrations whose user or course was deleted, each with `deleted: true`. A delta poller needs it to learn of them. */
                includeDeleted?: components["parameters"]["IncludeDeletedRegistrations"];
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
                /** @description A value of your own for this one request, a UUID for example. Within 24 hours the same key with the same body gets the first successful answer again, and nothing is done twice (see *Retries and Idempotency-Key*). */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check, writes nothing and sends no e-mail. `handling=strict` refuses (409) parameters that name different records, where otherwise the first one that matches decides. Separate both by a comma. The header `Preference-Applied` says which ones were followed. */
                Prefer?: components["parameters"]["PreferCreate"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The course, the user, and your own identifier for the registration if you have one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationCreate"];
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
                /** @description A value of your own for this one request, a UUID for example. Within 24 hours the same key with the same body gets the first successful answer again, and nothing is done twice (see *Retries and Idempotency-Key*). */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check, writes nothing and sends no e-mail. `handling=strict` refuses (409) parameters that name different records, where otherwise the first one that matches decides. Separate both by a comma. The header `Preference-Applied` says which ones were followed. */
                Prefer?: components["parameters"]["PreferCreate"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The registrations to create, each as for a create of its own. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationBatch"];
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
            query?: never;
            header?: {
                /** @description The `ETag` that you have, quotes included. While the record still has it the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
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
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
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
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description Score and success, as far as there are any. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Completion"];
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
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
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
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
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
                 * @description The registration, by the `id` that its creation answered.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
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
            query?: never;
            header?: {
                /** @description The `ETag` that you have, quotes included. While the record still has it the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
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
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
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
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        /** @description Score and success, as far as there are any. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Completion"];
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
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The `externalId` that the registration was created with. Percent-encode it, so `a/b` becomes `a%2Fb`.
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
                /** @description Only courses with exactly this name, letter case included. Several courses may share one. */
                name?: components["parameters"]["CourseNameFilter"];
                /** @description Only courses with exactly this number of the provider, letter case included. */
                externalId?: components["parameters"]["CourseExternalIdFilter"];
                /** @description `true` lists only active courses, `false` only those that are not. */
                active?: components["parameters"]["ActiveFilter"];
                /** @description `true` lists only published courses, `false` only those that are not. */
                published?: components["parameters"]["PublishedFilter"];
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
                /** @description The `ETag` that you have, quotes included. While the record still has it the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The course, by its number in the LMS.
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
                /** @description The `ETag` that you have, quotes included. While the record still has it the answer is 304 without a body. */
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
                /** @description Only users who are in this group or in one below it. */
                groupId?: components["parameters"]["GroupFilter"];
                /** @description Only users with this e-mail address, in any letter case. Several users may share one. */
                email?: components["parameters"]["EmailFilter"];
                /** @description Only users created strictly after this moment. */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /** @description Only users created, changed or deleted strictly after this moment. A write may become visible up to 60 seconds late: begin each poll 60 seconds before the `Date` of the poll before (see *Deltas*). */
                updatedAfter?: components["parameters"]["UpdatedAfter"];
                /** @description `true` lists deleted users too, each with `deleted: true`. A delta poller needs it to learn of deletions. */
                includeDeleted?: components["parameters"]["IncludeDeleted"];
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
                /** @description The group that the new user joins. It has to be in your reach. By default the home group of your service account. */
                groupId?: components["parameters"]["HomeGroup"];
            };
            header?: {
                /** @description A value of your own for this one request, a UUID for example. Within 24 hours the same key with the same body gets the first successful answer again, and nothing is done twice (see *Retries and Idempotency-Key*). */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check and writes nothing: the answer shows what would be, with id 0 for what would be created, or the very error. */
                Prefer?: components["parameters"]["PreferValidate"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The fields of the new user. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
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
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, quotes included. While the record still has it the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The user, by the `id` that its creation answered.
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
            query?: never;
            header?: {
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The user, by the `id` that its creation answered.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
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
            query?: never;
            header?: {
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The user, by the `id` that its creation answered.
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
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    getUserByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you have, quotes included. While the record still has it the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The user's `externalId`, letter case included. Percent-encode it, so `a/b` becomes `a%2Fb`.
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
            query?: never;
            header?: {
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The user's `externalId`, letter case included. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /** @description The fields to change; the external id itself may be among them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
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
            query?: never;
            header?: {
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The user's `externalId`, letter case included. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /** @description The fields to change; the external id itself may be among them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
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
            query?: never;
            header?: {
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The user's `externalId`, letter case included. Percent-encode it, so `a/b` becomes `a%2Fb`.
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
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    patchUserByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state that you decided upon, quotes included. When the record has changed since, nothing is done and the answer is 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The user's `externalId`, letter case included. Percent-encode it, so `a/b` becomes `a%2Fb`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /** @description The fields to change; the external id itself may be among them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
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
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
    listGroups: {
        parameters: {
            query?: {
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
            header?: never;
            path: {
                /**
                 * @description The group, by its number. A PUT chooses it.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Group"];
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
            header?: never;
            path: {
                /**
                 * @description The group, by its number. A PUT chooses it.
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
            409: components["responses"]["GroupCycle"];
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
                 * @description The group, by its number. A PUT chooses it.
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
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path: {
                /**
                 * @description The group, by its number. A PUT chooses it.
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
                 * @description The group, by its number. A PUT chooses it.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description The user who is to be in the group or not, by its `id`.
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
                 * @description The group, by its number. A PUT chooses it.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description The user who is to be in the group or not, by its `id`.
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    mergeUserBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `validate-only` runs every check and writes nothing: the answer shows what would be, with id 0 for what would be created, or the very error. */
                Prefer?: components["parameters"]["PreferValidate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserMergeBatch"];
            };
        };
        responses: {
            200: components["responses"]["UserMergeBatch"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listCourses: {
        parameters: {
            query?: {
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
            header?: never;
            path: {
                /**
                 * @description The course, by its number in the LMS.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Course"];
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
            header?: never;
            path: {
                /**
                 * @description The course, by its number in the LMS.
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
                 * @description The course, by its number in the LMS.
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
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
            header?: never;
            path: {
                /**
                 * @description The service account, by its number. A PUT may choose it.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ServiceAccount"];
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
            header?: never;
            path: {
                /**
                 * @description The service account, by its number. A PUT may choose it.
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
                 * @description The service account, by its number. A PUT may choose it.
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
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
                Prefer?: components["parameters"]["PreferList"];
            };
            path: {
                /**
                 * @description The service account, by its number. A PUT may choose it.
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
                 * @description The service account, by its number. A PUT may choose it.
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
                 * @description The service account, by its number. A PUT may choose it.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
                /**
                 * @description The key, by its public half, which begins with `rck_`.
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
            404: components["responses"]["NotFound"];
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
                /** @description Only e-mails that are in this status now. */
                status?: components["parameters"]["DeliveryStatus"];
                /** @description Only e-mails to exactly this address, letter case included. */
                to?: components["parameters"]["DeliveryRecipient"];
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery, by the `id` that the list shows.
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
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery, by the `id` that the list shows.
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
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
    replayDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message, by the `id` that the list shows.
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
    dismissDeadLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message, by the `id` that the list shows.
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
    previewTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The template to try; left out for the one in use. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailTemplate"];
            };
        };
        responses: {
            200: components["responses"]["MailPreview"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    listRegistrationsWithoutDelivery: {
        parameters: {
            query?: {
                /** @description Only registrations created strictly after this moment. */
                created_after?: components["parameters"]["CreatedAfterFilter"];
                /** @description How many records to skip from the beginning. Reliable only while nothing changes; to read a whole list, follow `Link`. Not together with `cursor`. */
                offset?: components["parameters"]["Offset"];
                /** @description How many records a page holds at most. More than 1000 counts as 1000. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the page begins. Opaque: take it from the `Link` header of the page before, together with the rest of that address. Not together with `offset`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description `count=exact` adds the header `X-Total-Count`, the number of all matching records. Large lists count slowly. */
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
                "application/json": components["schemas"]["RegistrationsToSend"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsSent"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
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
                "application/json": components["schemas"]["IdFloor"];
            };
        };
        responses: {
            200: components["responses"]["IdFloor"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
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
                "application/json": components["schemas"]["IdFloor"];
            };
        };
        responses: {
            200: components["responses"]["IdFloor"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialCheck"];
            };
        };
        responses: {
            200: components["responses"]["CredentialVerdict"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    resolveUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserQueries"];
            };
        };
        responses: {
            200: components["responses"]["UserResolutions"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    findMissingReceipts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationIds"];
            };
        };
        responses: {
            200: components["responses"]["MissingReceipts"];
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
                 * @description The registration whose e-mail is asked about, by its `id`.
                 * @example 48151
                 */
                registrationId: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InternalReceipt"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidToken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
}

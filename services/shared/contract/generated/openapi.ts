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
         * @description Specification §4.1; decisions A5, R12, R13, R14, R16. Active registrations in any status whose course and user the account reaches.
         */
        get: operations["listRegistrations"];
        put?: never;
        /**
         * Register a user for a course.
         * @description Specification §1, §3 (first row), §4.1.1; decisions R1 to R4, R8 to R11, R16, R18, R21, S3.
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
         * @description Beyond the specification; decisions R10, R11, R19, R20. One result per item; an item is treated as a create of its own would be.
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
                 * @description Identifier of the registration.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read a registration.
         * @description Specification §4.1, §7; decisions A4, R16, S1.
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
                 * @description Identifier of the registration.
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
         * @description Specification §3, row "approve"; decisions A4, R5, R8.
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
                 * @description Identifier of the registration.
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
         * @description Specification §3, row "complete"; decisions A4, R5, R6, R7.
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
                 * @description Identifier of the registration.
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
         * @description Specification §3, row "withdraw"; decisions A4, R5, S5.
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
                 * @description Identifier of the registration.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read the history of a registration.
         * @description Beyond the specification; decisions A4, R5, R6. Who moved it, when, from which status to which.
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
                 * @description Identifier of the registration.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Read what became of the e-mail about a registration.
         * @description Beyond the specification (§1 names the e-mail); decisions A4, R21. Queued from the moment of creation.
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
                 * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        /**
         * Read a registration by its external id.
         * @description Specification §4.1, §7; decisions A4, R16, S1, S9.
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
                 * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
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
         * @description Specification §3, row "approve"; decisions A4, R5, R8.
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
                 * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
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
         * @description Specification §3, row "complete"; decisions A4, R5, R6, R7.
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
                 * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
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
         * @description Specification §3, row "withdraw"; decisions A4, R5, S5.
         */
        post: operations["withdrawRegistrationByExternalId"];
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
         * @description Beyond the specification. The public operations alone. Limited by the client's address.
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
         * @description Specification §4.2; decisions A3, R13, R14, R16.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user.
         * @description Specification §2.2, §4.2; decisions A6, R10, R11, R15, R17, R19.
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
                 * @description Identifier of the user.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Read a user.
         * @description Specification §4.2; decisions A4, R16, S1, S6.
         */
        get: operations["getUser"];
        put?: never;
        /**
         * Change a user.
         * @description Specification §4.2; decisions A4, R15, R16, R17, R19, S6. Fields left out are unchanged.
         */
        post: operations["updateUser"];
        /**
         * Mark a user as deleted.
         * @description Specification §3 (last line), §4.2; decisions A4, R15, R16, S2.
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
                 * @description Identifier of the user in an external system; percent-encoded, so `a%2Fb` is `a/b`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        /**
         * Read a user by the external id.
         * @description Specification §4.2; decisions A4, R16, S1, S6.
         */
        get: operations["getUserByExternalId"];
        /**
         * Change a user by the external id; the same as POST.
         * @description Specification §4.2; decisions A4, R15, R16, R17, R19, S6, S10. Fields left out are unchanged.
         */
        put: operations["replaceUserByExternalId"];
        /**
         * Change a user by the external id.
         * @description Specification §4.2; decisions A4, R15, R16, R17, R19, S6, S10. Fields left out are unchanged.
         */
        post: operations["updateUserByExternalId"];
        /**
         * Mark a user as deleted by the external id.
         * @description Specification §3 (last line), §4.2; decisions A4, R15, R16, S2, S10.
         */
        delete: operations["deleteUserByExternalId"];
        options?: never;
        head?: never;
        /**
         * Change a user by the external id; the same as POST.
         * @description Specification §4.2; decisions A4, R15, R16, R17, R19, S6, S10. Fields left out are unchanged.
         */
        patch: operations["patchUserByExternalId"];
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
         * @description Operator API; decisions A7, R13.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
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
                 * @description Identifier of the group.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * Read a group.
         * @description Operator API; decision A7.
         */
        get: operations["getGroup"];
        /**
         * Create or replace a group.
         * @description Operator API; decision A7. Creates (201) or replaces (200); idempotent.
         */
        put: operations["putGroup"];
        post?: never;
        /**
         * Delete a group that nothing is in.
         * @description Operator API; decision A7.
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
                 * @description Identifier of the group.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * List the users who are in a group directly.
         * @description Operator API; decisions A7, R13.
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
                 * @description Identifier of the group.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description Identifier of the member.
                 * @example 1007
                 */
                userId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Put a user into a group.
         * @description Operator API; decisions A2b, A7. Idempotent.
         */
        put: operations["putGroupMember"];
        post?: never;
        /**
         * Take a user out of a group.
         * @description Operator API; decision A7.
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
         * @description Operator API; decisions A7, R15, R17, R19. Found by `externalId`, else by `loginName`.
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
         * @description Operator API; decisions A7, R13.
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
                 * @description Identifier of the course.
                 * @example 210
                 */
                id: components["parameters"]["CourseId"];
            };
            cookie?: never;
        };
        /**
         * Read a course.
         * @description Operator API; decision A7.
         */
        get: operations["getCourse"];
        /**
         * Create or replace a course.
         * @description Operator API; decision A7. Creates (201) or replaces (200); idempotent.
         */
        put: operations["putCourse"];
        post?: never;
        /**
         * Delete a course.
         * @description Operator API; decisions A7, R3, R12. The course is marked as deleted and matches no longer; its registrations leave the lists. Putting it again brings both back.
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
         * @description Operator API; decisions A7, R13.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account.
         * @description Operator API; decisions A2, A3, A6, A7.
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
                 * @description Identifier of the service account.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        /**
         * Read a service account.
         * @description Operator API; decision A7.
         */
        get: operations["getServiceAccount"];
        /**
         * Create or replace a service account.
         * @description Operator API; decision A7. Creates (201) or replaces (200); idempotent.
         */
        put: operations["putServiceAccount"];
        post?: never;
        /**
         * Delete a service account and its keys.
         * @description Operator API; decision A7.
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
                 * @description Identifier of the service account.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        /**
         * List the keys of a service account, without their secrets.
         * @description Operator API; decisions A7, R13.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Issue a key.
         * @description Operator API; decisions A1, A2. The secret is shown this once.
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
                 * @description Identifier of the service account.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
                /**
                 * @description Identifier of the key.
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
         * @description Operator API; decision A7.
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
         * @description Operator API; decisions A7, R13.
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
                 * @description Identifier of the delivery.
                 * @example 5120
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /**
         * Read a delivery.
         * @description Operator API; decision A7.
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
                 * @description Identifier of the delivery.
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
         * @description Operator API; decisions A7, R21.
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
         * @description Operator API; decisions A7, R13.
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
                 * @description Identifier of the dead letter.
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
         * @description Operator API; decision A7.
         */
        post: operations["replayDeadLetter"];
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
         * @description Internal; decisions A1, A2, A2b, A3, A7.
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
         * @description Internal; decisions A7, R2, R3.
         */
        post: operations["resolveUsers"];
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
                 * @description Identifier of the registration.
                 * @example 48151
                 */
                registrationId: components["parameters"]["RegistrationId"];
            };
            cookie?: never;
        };
        /**
         * Read what became of the e-mail about a registration.
         * @description Internal; decisions A7, R21. Queued with no attempts while nothing has arrived.
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
         * @description A user with the groups to be in directly; found by `externalId`, else by `loginName`, and created when there is none. A field left out is unchanged; a new user needs what a create needs.
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
            /** @description Read-only; accepted and ignored (decision R17). */
            id?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            createdDate?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            updatedDate?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            deleted?: unknown;
            address?: components["schemas"]["Text"];
            address2?: components["schemas"]["Text"];
            city?: components["schemas"]["Text"];
            country?: components["schemas"]["Country"];
            email?: components["schemas"]["Email"];
            expirationDate?: components["schemas"]["UserExpiration"];
            externalId?: components["schemas"]["Text"];
            firstName?: components["schemas"]["RequiredText"];
            lastName?: components["schemas"]["RequiredText"];
            loginName?: components["schemas"]["RequiredText"];
            state?: components["schemas"]["State"];
            zip?: components["schemas"]["Text"];
            ovFormWithInput12?: components["schemas"]["FreeText"];
            workSettingsOtherSpecify?: components["schemas"]["FreeText"];
            workSettingsPrivateIndustryExcept?: components["schemas"]["FreeText"];
            groupIds?: components["schemas"]["GroupIds"];
        };
        /**
         * Format: int64
         * @description Identifier, a whole number that every JSON reader holds exactly.
         * @example 48151
         */
        Id: number;
        /**
         * @description Specification §3.
         * @enum {string}
         */
        RegistrationStatus: "Not Started" | "Completed" | "Approved" | "Withdrawn";
        /**
         * Format: date-time
         * @description RFC 3339 date-time with any offset (decision S8).
         * @example 2024-01-15T14:58:41Z
         */
        Moment: string;
        HeaderText: string;
        /**
         * Format: double
         * @description Score, decimal; null until set (decisions S6, R19).
         * @example 87.5
         */
        Score: number | null;
        /**
         * @description Specification §2.1.
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
             * @description 0 when nothing was written (decision R11).
             */
            id: number;
            /** Format: int64 */
            courseId: number;
            courseName: string;
            /** Format: date-time */
            createdDate: string;
            /** Format: date-time */
            registrationDate: string;
            /**
             * Format: date-time
             * @description Set by the first complete; null until then (decisions S6, R7).
             */
            completionDate: string | null;
            statusName: components["schemas"]["RegistrationStatus"];
            /** @description Identifier in the caller's system; "" when unset. */
            externalId: string;
            /** @description "" when unset. */
            userExternalId: string;
            /** @description A JSON number (decision S7). */
            userId: number;
            score: components["schemas"]["Score"];
        };
        /**
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
        /** @description One line of text that is not blank (decisions R17, R19). */
        RequiredText: string;
        /**
         * @description Identifier in an external system; matched exactly.
         * @example hr-20931
         */
        ExternalId: string;
        /**
         * Format: email
         * @description E-mail address (decision R19).
         * @example ada@example.org
         */
        Email: string;
        /** @description One line of text; "" when unset (decisions S6, R19). */
        Text: string;
        /**
         * @description Specification §4.1.1; decisions R1 to R4. At least one of `courseId`, `courseName`, `courseExternalId` and at least one of `userId`, `userExternalId`, `userEmail`; each group is tried in that order. The service checks that rule: a schema for it would hide which parameter is missing.
         * @example {
         *       "courseName": "Fire safety",
         *       "userEmail": "ada@example.org",
         *       "externalId": "enrolment-2291"
         *     }
         */
        RegistrationCreate: {
            courseId?: components["schemas"]["Id"];
            courseName?: components["schemas"]["RequiredText"];
            courseExternalId?: components["schemas"]["ExternalId"];
            userId?: components["schemas"]["Id"];
            userExternalId?: components["schemas"]["ExternalId"];
            userEmail?: components["schemas"]["Email"];
            externalId?: components["schemas"]["Text"];
        };
        /**
         * @description What went wrong (specification §7, decision S4).
         * @example {
         *       "detail": "Forbidden"
         *     }
         */
        Error: {
            /** @description For a person; the code for a machine is in `X-Error-Code`. */
            detail: string;
        };
        /**
         * @description The same error as RFC 9457 describes it, for callers that ask (decision S4).
         * @example {
         *       "type": "about:blank",
         *       "title": "Forbidden",
         *       "status": 403,
         *       "detail": "Forbidden",
         *       "code": "forbidden"
         *     }
         */
        Problem: {
            /** Format: uri-reference */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description The same as `X-Error-Code`. */
            code: string;
        };
        /**
         * @description Registrations to create. Each item is checked on its own against the schema that `x-item-schema` names, so that one bad item never spoils another.
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
        RegistrationBatch: unknown[];
        /** @description What became of one item. */
        RegistrationBatchResult: {
            /** @description Position of the item. */
            index: number;
            /** @description HTTP status that the item alone would have got. */
            status: number;
            registration?: components["schemas"]["Registration"];
            /** @description Why not. */
            detail?: string;
            /** @description Stable code of the reason. */
            code?: string;
        };
        /**
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
         * @description Specification §4.1; decisions R5, R6. A `score` of null is the same as none.
         * @example {
         *       "score": 87.5,
         *       "success": "true"
         *     }
         */
        Completion: {
            score?: components["schemas"]["Score"];
            /** @description Stored and shown in the history; true or false as text in any case, or as a boolean (decision R6). */
            success?: boolean | string;
        };
        /** @description One step of a registration. */
        HistoryEntry: {
            /** Format: date-time */
            at: string;
            /**
             * Format: int64
             * @description Service account; null when it was not one.
             */
            by: number | null;
            byName: string;
            /**
             * @description Null for the creation.
             * @enum {string|null}
             */
            from: "Not Started" | "Completed" | "Approved" | "Withdrawn" | null;
            to: components["schemas"]["RegistrationStatus"];
            score: components["schemas"]["Score"];
            /** @description Null when not said. */
            success: boolean | null;
        };
        /**
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
         * @description Where the e-mail is.
         * @enum {string}
         */
        DeliveryStatus: "queued" | "sending" | "sent" | "failed";
        /**
         * @description What became of the e-mail about one registration; queued from the moment of creation.
         * @example {
         *       "status": "sent",
         *       "attempts": 1,
         *       "sentAt": "2024-01-15T14:58:43Z"
         *     }
         */
        NotificationReceipt: {
            status: components["schemas"]["DeliveryStatus"];
            attempts: number;
            /** Format: date-time */
            sentAt: string | null;
        };
        /**
         * @description RFC 3339; "" when unset (decision S6).
         * @example 2035-01-01T00:00:00Z
         */
        UserExpiration: string;
        /**
         * @description Specification §2.2. Strings are "" when unset (decision S6).
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
             * @description 0 when nothing was written (decision R11).
             */
            id: number;
            /** @description Address line 1. */
            address: string;
            /** @description Address line 2. */
            address2: string;
            city: string;
            /** @description ISO 3166-1 alpha-2 code. */
            country: string;
            /** Format: date-time */
            createdDate: string;
            email: string;
            expirationDate: components["schemas"]["UserExpiration"];
            /** @description Identifier in an external system. */
            externalId: string;
            firstName: string;
            lastName: string;
            loginName: string;
            /** @description ANSI INCITS 38:2009 abbreviation. */
            state: string;
            /** Format: date-time */
            updatedDate: string;
            /** @description Postal code. */
            zip: string;
            /** @description Free text. */
            ovFormWithInput12: string;
            /** @description Free text. */
            workSettingsOtherSpecify: string;
            /** @description Boolean-like text. */
            workSettingsPrivateIndustryExcept: string;
            /** @description Present, and true, on the deleted users of a list only (decision R16). */
            deleted?: boolean;
        };
        /**
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
         * @description ISO 3166-1 alpha-2 code; "" when unset (decision R19).
         * @example US
         * @enum {string}
         */
        Country: "" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        /**
         * @description State or territory as ANSI INCITS 38:2009 abbreviates it; "" when unset (decision R19).
         * @example WA
         * @enum {string}
         */
        State: "" | "AK" | "AL" | "AR" | "AS" | "AZ" | "CA" | "CO" | "CT" | "DC" | "DE" | "FL" | "FM" | "GA" | "GU" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MH" | "MI" | "MN" | "MO" | "MP" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OR" | "PA" | "PR" | "PW" | "RI" | "SC" | "SD" | "TN" | "TX" | "UM" | "UT" | "VA" | "VI" | "VT" | "WA" | "WI" | "WV" | "WY";
        /** @description Text of several lines; "" when unset (decisions S6, R19). */
        FreeText: string;
        /**
         * @description Specification §4.2; decisions R17, R19. Read-only fields are accepted and ignored.
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
            /** @description Read-only; accepted and ignored (decision R17). */
            id?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            createdDate?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            updatedDate?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            deleted?: unknown;
            address?: components["schemas"]["Text"];
            address2?: components["schemas"]["Text"];
            city?: components["schemas"]["Text"];
            country?: components["schemas"]["Country"];
            email: components["schemas"]["Email"];
            expirationDate?: components["schemas"]["UserExpiration"];
            externalId?: components["schemas"]["Text"];
            firstName: components["schemas"]["RequiredText"];
            lastName: components["schemas"]["RequiredText"];
            loginName: components["schemas"]["RequiredText"];
            state?: components["schemas"]["State"];
            zip?: components["schemas"]["Text"];
            ovFormWithInput12?: components["schemas"]["FreeText"];
            workSettingsOtherSpecify?: components["schemas"]["FreeText"];
            workSettingsPrivateIndustryExcept?: components["schemas"]["FreeText"];
        };
        /**
         * @description Specification §4.2; decisions R17, R19. A field left out is unchanged, "" clears an optional one, read-only fields are ignored: what was read can be sent back.
         * @example {
         *       "lastName": "King",
         *       "city": "Tacoma"
         *     }
         */
        UserUpdate: {
            /** @description Read-only; accepted and ignored (decision R17). */
            id?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            createdDate?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            updatedDate?: unknown;
            /** @description Read-only; accepted and ignored (decision R17). */
            deleted?: unknown;
            address?: components["schemas"]["Text"];
            address2?: components["schemas"]["Text"];
            city?: components["schemas"]["Text"];
            country?: components["schemas"]["Country"];
            email?: components["schemas"]["Email"];
            expirationDate?: components["schemas"]["UserExpiration"];
            externalId?: components["schemas"]["Text"];
            firstName?: components["schemas"]["RequiredText"];
            lastName?: components["schemas"]["RequiredText"];
            loginName?: components["schemas"]["RequiredText"];
            state?: components["schemas"]["State"];
            zip?: components["schemas"]["Text"];
            ovFormWithInput12?: components["schemas"]["FreeText"];
            workSettingsOtherSpecify?: components["schemas"]["FreeText"];
            workSettingsPrivateIndustryExcept?: components["schemas"]["FreeText"];
        };
        /**
         * @description A group of the tree by which visibility is limited.
         * @example {
         *       "id": 12,
         *       "name": "Operations",
         *       "parentId": 1
         *     }
         */
        Group: {
            /** Format: int64 */
            id: number;
            name: string;
            /**
             * Format: int64
             * @description Null for a root.
             */
            parentId: number | null;
        };
        /**
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
         * @description `id` is accepted and ignored, so that what was read can be put back.
         * @example {
         *       "name": "Operations",
         *       "parentId": 1
         *     }
         */
        GroupInput: {
            /** @description Ignored. */
            id?: unknown;
            name: components["schemas"]["RequiredText"];
            /**
             * Format: int64
             * @description Null or absent for a root.
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
            /** Format: int64 */
            userId: number;
        };
        /**
         * @example [
         *       {
         *         "userId": 1007
         *       }
         *     ]
         */
        GroupMembers: components["schemas"]["GroupMember"][];
        /**
         * @description Users to create or merge. Each item is checked on its own against the schema that `x-item-schema` names, so that one bad item never spoils another.
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
         *         "loginName": ""
         *       }
         *     ]
         */
        UserMergeBatch: unknown[];
        /** @description What became of one item. */
        UserMergeResult: {
            /** @description Position of the item. */
            index: number;
            /** @description 201 created and 200 merged or the status of the error. */
            status: number;
            user?: components["schemas"]["User"];
            /** @description Why not. */
            detail?: string;
            /** @description Stable code of the reason. */
            code?: string;
        };
        /**
         * @example [
         *       {
         *         "index": 0,
         *         "status": 201,
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
         *         "detail": "loginName must not be blank or contain control characters.",
         *         "code": "invalid-request"
         *       }
         *     ]
         */
        UserMergeResults: components["schemas"]["UserMergeResult"][];
        /**
         * @description A course as far as registration needs it.
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
            /** Format: int64 */
            id: number;
            name: string;
            /** @description "" when unset. */
            externalId: string;
            groupIds: number[];
            active: boolean;
            published: boolean;
            requiresRegistration: boolean;
            eventBased: boolean;
        };
        /**
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
        /** @description Groups, directly; their parents are not listed. */
        GroupIds: components["schemas"]["Id"][];
        /**
         * @description `id` is accepted and ignored, so that what was read can be put back.
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
            /** @description Ignored. */
            id?: unknown;
            name: components["schemas"]["RequiredText"];
            externalId?: components["schemas"]["Text"];
            groupIds?: components["schemas"]["GroupIds"];
            /** @default true */
            active?: boolean;
            /** @default true */
            published?: boolean;
            /** @default true */
            requiresRegistration?: boolean;
            /** @default false */
            eventBased?: boolean;
        };
        /**
         * @description A role as it is granted (decision A3).
         * @enum {string}
         */
        RoleName: "Course attendance manager" | "Batch registration manager" | "User administrator";
        /** @description A role in a group and all its subgroups. */
        Grant: {
            role: components["schemas"]["RoleName"];
            /** Format: int64 */
            groupId: number;
        };
        /**
         * @description A caller of the public operations.
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
            /** Format: int64 */
            id: number;
            name: string;
            /**
             * Format: int64
             * @description Group of the users that it creates (decision A6); null when it has no grant.
             */
            homeGroupId: number | null;
            grants: components["schemas"]["Grant"][];
            /** @description Its own rate limit; null for the configured one (decision R20). */
            requestsPerMinute: number | null;
        };
        /**
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
        GrantInput: {
            role: components["schemas"]["RoleName"];
            groupId: components["schemas"]["Id"];
        };
        /**
         * @description `id` is accepted and ignored, so that what was read can be put back.
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
            /** @description Ignored. */
            id?: unknown;
            name: components["schemas"]["RequiredText"];
            /**
             * Format: int64
             * @description By default the group of the first grant (decision A6).
             */
            homeGroupId?: number | null;
            /** @description None when absent. */
            grants?: components["schemas"]["GrantInput"][];
            /** @description By default, and when null, the configured limit (decision R20). */
            requestsPerMinute?: number | null;
        };
        /** @description A key without its secret. */
        Key: {
            keyId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
        };
        /**
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
         * @example {
         *       "expiresAt": "2035-01-01T00:00:00Z"
         *     }
         */
        KeyInput: {
            /**
             * Format: date-time
             * @description By default, and when null, the key does not expire.
             */
            expiresAt?: string | null;
        };
        /**
         * @description The only time that the secret is shown (decision A2).
         * @example {
         *       "keyId": "rck_a1B2c3D4e5F6g7H8",
         *       "secret": "rcs_EXAMPLEexampleEXAMPLEexampleEXAMPLE0000",
         *       "expiresAt": "2035-01-01T00:00:00Z"
         *     }
         */
        IssuedKey: {
            keyId: string;
            secret: string;
            /** Format: date-time */
            expiresAt: string | null;
        };
        /** @description Opaque identifier. */
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
         *       "sentAt": "2024-01-15T14:58:43Z",
         *       "possiblySent": false
         *     }
         */
        Delivery: {
            id: string;
            /** Format: int64 */
            registrationId: number;
            /** @description Template pattern identifier (specification §1). */
            template: number;
            to: string;
            status: components["schemas"]["DeliveryStatus"];
            attempts: number;
            /** @description "" when there was none. */
            lastError: string;
            /** @description Message-ID of the e-mail (decision R21). */
            messageId: string;
            /** Format: date-time */
            sentAt: string | null;
            /** @description A mail server may have accepted a copy that it has not confirmed. */
            possiblySent: boolean;
        };
        /**
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
         *         "sentAt": "2024-01-15T14:58:43Z",
         *         "possiblySent": false
         *       }
         *     ]
         */
        Deliveries: components["schemas"]["Delivery"][];
        /**
         * @description A message that could not be handled.
         * @example {
         *       "id": "17",
         *       "queue": "notification.registration-created",
         *       "type": "registration.created.v1",
         *       "reason": "payload must have required property 'eventId'",
         *       "payload": {
         *         "registrationId": 48151
         *       },
         *       "receivedAt": "2024-01-15T14:58:43Z",
         *       "replayedAt": null
         *     }
         */
        DeadLetter: {
            id: string;
            /** @description Queue that it was taken from. */
            queue: string;
            /** @description Type of the message. */
            type: string;
            reason: string;
            /** @description The message itself; one that is no JSON object stands as text in `unparsed`. */
            payload: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            receivedAt: string;
            /**
             * Format: date-time
             * @description Null until replayed.
             */
            replayedAt: string | null;
        };
        /**
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
         *         "replayedAt": null
         *       }
         *     ]
         */
        DeadLetters: components["schemas"]["DeadLetter"][];
        /**
         * @description A credential as a caller presented it.
         * @example {
         *       "keyId": "rck_a1B2c3D4e5F6g7H8",
         *       "secret": "rcs_EXAMPLEexampleEXAMPLEexampleEXAMPLE0000"
         *     }
         */
        CredentialCheck: {
            keyId: string;
            secret: string;
        };
        /** @description For each role, the groups in which it is held, subgroups included. */
        Reach: {
            courseAttendanceManager: number[];
            batchRegistrationManager: number[];
            userAdministrator: number[];
        };
        /**
         * @description The service account behind a credential (decision A2b).
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
            /** Format: int64 */
            accountId: number;
            name: string;
            /** Format: int64 */
            homeGroupId: number | null;
            /** @description Null for the asking service's own limit. */
            requestsPerMinute: number | null;
            reach: components["schemas"]["Reach"];
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
            valid: boolean;
            account?: components["schemas"]["VerifiedAccount"];
        };
        /** @description The user parameters of one create, tried in this order (decisions R2, R3). */
        UserQuery: {
            userId?: components["schemas"]["Id"];
            userExternalId?: components["schemas"]["ExternalId"];
            userEmail?: components["schemas"]["Email"];
            /** @description Refuse unless every parameter supplied names the user taken. */
            strict?: boolean;
        };
        /**
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
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            version: number;
            externalId: string;
            email: string;
            firstName: string;
            lastName: string;
            loginName: string;
            groupIds: number[];
            expirationDate: components["schemas"]["UserExpiration"];
        };
        /** @description The answer to one query. */
        UserResolution: {
            /** @enum {string} */
            code: "resolved" | "user-not-found" | "user-ambiguous" | "identifiers-disagree";
            /**
             * @description With `resolved` only.
             * @enum {string}
             */
            resolvedBy?: "userId" | "userExternalId" | "userEmail";
            user?: components["schemas"]["ResolvedUser"];
        };
        /**
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
    };
    responses: {
        /** @description No operation has this path (decision S4). */
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
        /** @description The path does not answer this method (decision S4). */
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
        /** @description What arrived is not HTTP, or has no header Host (specification §7). */
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
        /** @description Headers or body took too long to arrive (specification §7). */
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
        /** @description The headers are larger than any may be (specification §7). */
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
        /** @description A parameter or the body breaks a rule; the detail names the field and the rule (decision S3). */
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
        /** @description A parameter or the body breaks a rule, or the body is not JSON; the detail names the field and the rule (decision S3). */
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
        /** @description No credential, or one that does not count (decisions A1, S1). */
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
        /** @description The account lacks the role, or the record is outside its groups (decisions A4, S1). */
        Forbidden: {
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
        /** @description The same Idempotency-Key is in flight (decision R10). */
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
        /** @description The record no longer has the ETag of If-Match. */
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
        /** @description The body is larger than `x-body-limit` (decision R19). */
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
        /** @description The body is larger than `x-body-limit` (decision R19). */
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
        /** @description The body is not declared as `application/json` (decision S4). */
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
        /** @description The Idempotency-Key came with another body (decision R10). */
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
        /** @description The rate limit is exceeded (decisions R20, S1). */
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
        /** @description A fault of ours; the request id finds it in the logs (decision S4). */
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
        /** @description Something that the service needs is away (decision S4). */
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
        /** @description Any other error, in the same shape. */
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
        /** @description The record still has the ETag of If-None-Match. */
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
        /** @description One page of registrations. */
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
        /** @description The registration as it would be, with id 0; nothing was written (decision R11). */
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
        /** @description The new registration. */
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
        /** @description No course, or no user, matches (decisions R3, S3). */
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
        /** @description An ambiguous match, a duplicate, or the same Idempotency-Key in flight (decisions R3, R8, R9, R10). */
        RegistrationConflict: {
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
        /** @description The user or the course is not eligible, or the Idempotency-Key came with another body (decisions R10, R18, S3). */
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
        /** @description A result for each item, in order. */
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
        /** @description The registration. */
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
        /** @description No such registration (decisions A4, S1). */
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
        /** @description The registration, approved. */
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
        /** @description The move would re-open the registration beside an open one (decision R8). */
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
        /** @description The registration, completed. */
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
        /** @description The registration, withdrawn. */
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
        /** @description The steps of the registration, oldest first. */
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
        /** @description What became of the e-mail. */
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
        /** @description The public operations of this contract. */
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
        /** @description The contract still has the ETag of If-None-Match. */
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
        /** @description One page of users. */
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
        /** @description The user as it would be, with id 0; nothing was written (decision R11). */
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
        /** @description The new user, with all fields. */
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
        /** @description The login name or the external id is taken, or the same Idempotency-Key is in flight (decisions R10, R15). */
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
        /** @description The user, with all fields. */
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
        /** @description No such record (decisions A4, S1). */
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
        /** @description The login name or the external id is taken (decision R15). */
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
        /** @description Done. */
        Deleted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One page of groups. */
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
        /** @description The group. */
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
        /** @description The new group. */
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
        /** @description The group would be its own ancestor. */
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
        /** @description The parent group does not exist. */
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
        /** @description The group has subgroups, users or grants. */
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
        /** @description One page of members. */
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
        /** @description A result for each item, in order. */
        UserMergeBatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserMergeResults"];
            };
        };
        /** @description One page of courses. */
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
        /** @description The course. */
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
        /** @description The new course. */
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
        /** @description One page of service accounts. */
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
        /** @description The new service account. */
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
        /** @description A group that the body or a parameter names does not exist. */
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
        /** @description The service account. */
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
        /** @description One page of keys. */
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
        /** @description The key with its secret, which is not shown again. */
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
        /** @description One page of deliveries. */
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
        /** @description The delivery. */
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
        /** @description The new delivery. */
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
                 *       "sentAt": null,
                 *       "possiblySent": false
                 *     }
                 */
                "application/json": components["schemas"]["Delivery"];
            };
        };
        /** @description One page of messages. */
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
        /** @description The message, replayed. */
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
                 *       "replayedAt": "2024-01-15T15:20:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["DeadLetter"];
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
        /** @description What became of the e-mail. */
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
        /**
         * @description Only registrations for this course.
         * @example 210
         */
        CourseFilter: components["schemas"]["Id"];
        /**
         * @description Only registrations of this user.
         * @example 1007
         */
        UserFilter: components["schemas"]["Id"];
        /**
         * @description Only registrations in this status (decision R14).
         * @example Not Started
         */
        StatusFilter: components["schemas"]["RegistrationStatus"];
        /**
         * @description Only registrations created strictly after this moment (decision R14).
         * @example 2024-01-15T14:58:41Z
         */
        CreatedAfterFilter: components["schemas"]["Moment"];
        /**
         * @description Only registrations changed strictly after this moment (decision R14). A write may become visible up to 60 seconds late; start each poll that much before the one before began (decision R13).
         * @example 2024-01-15T14:58:41Z
         */
        UpdatedAfterFilter: components["schemas"]["Moment"];
        /**
         * @description Records to skip (decision R13).
         * @example 0
         */
        Offset: number;
        /**
         * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
         * @example 50
         */
        Limit: number;
        /**
         * @description Opaque position, as found in the `Link` header of the page before.
         * @example YWZ0ZXI6NDgxNTE
         */
        Cursor: string;
        /**
         * @description `count=exact` asks for `X-Total-Count` (decision R13).
         * @example count=exact
         */
        PreferList: components["schemas"]["HeaderText"];
        /**
         * @description A value of the caller's own. The same key with the same body within 24 hours gets the first answer again (decision R10).
         * @example 7f3c2b1e-enrol-2291
         */
        IdempotencyKey: string;
        /** @description `validate-only` runs every check and writes nothing (decision R11); `handling=strict` refuses parameters that disagree (decision R3). */
        PreferCreate: components["schemas"]["HeaderText"];
        /**
         * @description Identifier of the registration.
         * @example 48151
         */
        Id: components["schemas"]["Id"];
        /**
         * @description Answer 304 while the record still has this ETag.
         * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
         */
        IfNoneMatch: components["schemas"]["HeaderText"];
        /**
         * @description Act only while the record still has this ETag; otherwise 412.
         * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
         */
        IfMatch: components["schemas"]["HeaderText"];
        /**
         * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
         * @example enrolment-2291
         */
        RegistrationExternalId: components["schemas"]["ExternalId"];
        /**
         * @description Only users in this group or its subgroups.
         * @example 12
         */
        GroupFilter: components["schemas"]["Id"];
        /**
         * @description Only users created strictly after this moment.
         * @example 2024-01-15T14:58:41Z
         */
        CreatedAfter: components["schemas"]["Moment"];
        /**
         * @description Only users changed strictly after this moment. A write may become visible up to 60 seconds late; start each poll that much before the one before began (decision R13).
         * @example 2024-01-15T14:58:41Z
         */
        UpdatedAfter: components["schemas"]["Moment"];
        /**
         * @description Also list deleted users, each with `deleted` true (decision R16).
         * @example true
         */
        IncludeDeleted: boolean;
        /**
         * @description Group of the new user, within reach; by default the account's home group (decision A6).
         * @example 12
         */
        HomeGroup: components["schemas"]["Id"];
        /**
         * @description `validate-only` runs every check and writes nothing (decision R11).
         * @example validate-only
         */
        PreferValidate: components["schemas"]["HeaderText"];
        /**
         * @description Identifier of the user.
         * @example 1007
         */
        UserId: components["schemas"]["Id"];
        /**
         * @description Identifier of the user in an external system; percent-encoded, so `a%2Fb` is `a/b`.
         * @example hr-20931
         */
        UserExternalId: components["schemas"]["ExternalId"];
        /**
         * @description Identifier of the group.
         * @example 12
         */
        GroupId: components["schemas"]["Id"];
        /**
         * @description Identifier of the member.
         * @example 1007
         */
        MemberId: components["schemas"]["Id"];
        /**
         * @description Identifier of the course.
         * @example 210
         */
        CourseId: components["schemas"]["Id"];
        /**
         * @description Identifier of the service account.
         * @example 3
         */
        ServiceAccountId: components["schemas"]["Id"];
        /**
         * @description Identifier of the key.
         * @example rck_a1B2c3D4e5F6g7H8
         */
        KeyId: components["schemas"]["Token"];
        /**
         * @description Only deliveries for this registration.
         * @example 48151
         */
        DeliveryRegistration: components["schemas"]["Id"];
        /**
         * @description Only deliveries in this status.
         * @example sent
         */
        DeliveryStatus: components["schemas"]["DeliveryStatus"];
        /**
         * @description Identifier of the delivery.
         * @example 5120
         */
        DeliveryId: components["schemas"]["Token"];
        /**
         * @description Identifier of the dead letter.
         * @example 17
         */
        DeadLetterId: components["schemas"]["Token"];
        /**
         * @description Identifier of the registration.
         * @example 48151
         */
        RegistrationId: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Absent on the last page; otherwise the next page, `rel="next"`, with an opaque cursor (decision R13).
         * @example </registrations/?limit=100&cursor=YWZ0ZXI6NDgxNTE>; rel="next"
         */
        Link: string;
        /**
         * @description Number of matching records, when asked for with `Prefer` `count=exact` (decision R13).
         * @example 2342
         */
        "X-Total-Count": number;
        /**
         * @description The preferences that were honoured (RFC 7240).
         * @example count=exact
         */
        "Preference-Applied": string;
        /**
         * @description Request headers that this answer depends on.
         * @example Prefer
         */
        Vary: string;
        /**
         * @description Identifier of this request, for support and logs.
         * @example 0b6e4f3a-3f5e-4c7e-9d2b-8f1f2a6f5c11
         */
        "X-Request-Id": string;
        /**
         * @description What is left of the caller's quota and when it is restored (decision R20).
         * @example "default";r=599;t=60
         */
        RateLimit: string;
        /**
         * @description The quota that applies to the caller (decision R20).
         * @example "default";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Which of the supplied parameters identified the course and the user (decision R3).
         * @example course=courseName; user=userEmail
         */
        "X-Resolved-By": string;
        /**
         * @description Path of the new record.
         * @example /registrations/48151/
         */
        Location: string;
        /**
         * @description Version of the record, for If-None-Match and If-Match.
         * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
         */
        ETag: string;
        /**
         * @description `true` when this is the first answer again (decision R10).
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description Stable machine-readable cause of the error (decision S3).
         * @example invalid-request
         */
        "X-Error-Code": string;
        /**
         * @description With `idempotency-in-flight` only, whole seconds until the first request has ended or is given up.
         * @example 7
         */
        "Retry-After-In-Flight": number;
        /**
         * @description Methods that the path answers.
         * @example GET, HEAD, POST
         */
        Allow: string;
        /**
         * @description The scheme that is expected (decision A1).
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description Whole seconds to wait before another try.
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
                /**
                 * @description Only registrations for this course.
                 * @example 210
                 */
                course_id?: components["parameters"]["CourseFilter"];
                /**
                 * @description Only registrations of this user.
                 * @example 1007
                 */
                user_id?: components["parameters"]["UserFilter"];
                /**
                 * @description Only registrations in this status (decision R14).
                 * @example Not Started
                 */
                status?: components["parameters"]["StatusFilter"];
                /**
                 * @description Only registrations created strictly after this moment (decision R14).
                 * @example 2024-01-15T14:58:41Z
                 */
                created_after?: components["parameters"]["CreatedAfterFilter"];
                /**
                 * @description Only registrations changed strictly after this moment (decision R14). A write may become visible up to 60 seconds late; start each poll that much before the one before began (decision R13).
                 * @example 2024-01-15T14:58:41Z
                 */
                updated_after?: components["parameters"]["UpdatedAfterFilter"];
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description A value of the caller's own. The same key with the same body within 24 hours gets the first answer again (decision R10).
                 * @example 7f3c2b1e-enrol-2291
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check and writes nothing (decision R11); `handling=strict` refuses parameters that disagree (decision R3). */
                Prefer?: components["parameters"]["PreferCreate"];
            };
            path?: never;
            cookie?: never;
        };
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description A value of the caller's own. The same key with the same body within 24 hours gets the first answer again (decision R10).
                 * @example 7f3c2b1e-enrol-2291
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `validate-only` runs every check and writes nothing (decision R11); `handling=strict` refuses parameters that disagree (decision R3). */
                Prefer?: components["parameters"]["PreferCreate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationBatch"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationBatch"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Answer 304 while the record still has this ETag.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the registration.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the registration.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the registration.
                 * @example 48151
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Completion"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationCompleted"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the registration.
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
            403: components["responses"]["Forbidden"];
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
                 * @description Identifier of the registration.
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
            403: components["responses"]["Forbidden"];
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
                 * @description Identifier of the registration.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Answer 304 while the record still has this ETag.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
                 * @example enrolment-2291
                 */
                registrationExternalId: components["parameters"]["RegistrationExternalId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Completion"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationCompleted"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the registration in the caller's system; percent-encoded, so `a%2Fb` is `a/b`.
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotRegistered"];
            412: components["responses"]["PreconditionFailed"];
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
                /**
                 * @description Answer 304 while the record still has this ETag.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
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
                /**
                 * @description Only users in this group or its subgroups.
                 * @example 12
                 */
                groupId?: components["parameters"]["GroupFilter"];
                /**
                 * @description Only users created strictly after this moment.
                 * @example 2024-01-15T14:58:41Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only users changed strictly after this moment. A write may become visible up to 60 seconds late; start each poll that much before the one before began (decision R13).
                 * @example 2024-01-15T14:58:41Z
                 */
                updatedAfter?: components["parameters"]["UpdatedAfter"];
                /**
                 * @description Also list deleted users, each with `deleted` true (decision R16).
                 * @example true
                 */
                includeDeleted?: components["parameters"]["IncludeDeleted"];
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
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
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Error"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /**
                 * @description Group of the new user, within reach; by default the account's home group (decision A6).
                 * @example 12
                 */
                groupId?: components["parameters"]["HomeGroup"];
            };
            header?: {
                /**
                 * @description A value of the caller's own. The same key with the same body within 24 hours gets the first answer again (decision R10).
                 * @example 7f3c2b1e-enrol-2291
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `validate-only` runs every check and writes nothing (decision R11).
                 * @example validate-only
                 */
                Prefer?: components["parameters"]["PreferValidate"];
            };
            path?: never;
            cookie?: never;
        };
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Answer 304 while the record still has this ETag.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the user.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the user.
                 * @example 1007
                 */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the user.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Answer 304 while the record still has this ETag.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the user in an external system; percent-encoded, so `a%2Fb` is `a/b`.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the user in an external system; percent-encoded, so `a%2Fb` is `a/b`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the user in an external system; percent-encoded, so `a%2Fb` is `a/b`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the user in an external system; percent-encoded, so `a%2Fb` is `a/b`.
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
            403: components["responses"]["Forbidden"];
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
                /**
                 * @description Act only while the record still has this ETag; otherwise 412.
                 * @example "fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Identifier of the user in an external system; percent-encoded, so `a%2Fb` is `a/b`.
                 * @example hr-20931
                 */
                externalId: components["parameters"]["UserExternalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: components["responses"]["UserUpdated"];
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
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
    listGroups: {
        parameters: {
            query?: {
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
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
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the group.
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
                 * @description Identifier of the group.
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
                 * @description Identifier of the group.
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
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
                Prefer?: components["parameters"]["PreferList"];
            };
            path: {
                /**
                 * @description Identifier of the group.
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
                 * @description Identifier of the group.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description Identifier of the member.
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
                 * @description Identifier of the group.
                 * @example 12
                 */
                id: components["parameters"]["GroupId"];
                /**
                 * @description Identifier of the member.
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
            header?: never;
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
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
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
                 * @description Identifier of the course.
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
                 * @description Identifier of the course.
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
                 * @description Identifier of the course.
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
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
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
                 * @description Identifier of the service account.
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
                 * @description Identifier of the service account.
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
                 * @description Identifier of the service account.
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
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
                Prefer?: components["parameters"]["PreferList"];
            };
            path: {
                /**
                 * @description Identifier of the service account.
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
                 * @description Identifier of the service account.
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
                 * @description Identifier of the service account.
                 * @example 3
                 */
                id: components["parameters"]["ServiceAccountId"];
                /**
                 * @description Identifier of the key.
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
                /**
                 * @description Only deliveries for this registration.
                 * @example 48151
                 */
                registrationId?: components["parameters"]["DeliveryRegistration"];
                /**
                 * @description Only deliveries in this status.
                 * @example sent
                 */
                status?: components["parameters"]["DeliveryStatus"];
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
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
                 * @description Identifier of the delivery.
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
                 * @description Identifier of the delivery.
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
                /**
                 * @description Records to skip (decision R13).
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Records to return; a value above 1000 is taken as 1000 (decision R13).
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Opaque position, as found in the `Link` header of the page before.
                 * @example YWZ0ZXI6NDgxNTE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description `count=exact` asks for `X-Total-Count` (decision R13).
                 * @example count=exact
                 */
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
                 * @description Identifier of the dead letter.
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
    getReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the registration.
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

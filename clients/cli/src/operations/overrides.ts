import type { ServiceAccount } from '@rollcall/client/operator'
import { requireGroups } from '../commands/course-groups.ts'
import { grantOf, grantText, GRANT_HELP } from '../commands/grants.ts'
import { withServices } from '../commands/erasures.ts'
import { withReason } from '../commands/reasons.ts'
import { UsageError } from '../errors.ts'
import type { OperationId, Override, ValueType } from './contract.ts'

/** The choice of deliveries to send again. */
interface Chosen {
  readonly ids: readonly string[]
  readonly status?: string
  readonly reason?: string
  readonly endpoint?: number
}

const SHOWN_ONCE = 'Store the secret now: it is not shown again.'

/** Shorter nouns than those of the contract. */
export const SHORT_NOUNS: Readonly<Record<string, string>> = {
  'webhook-endpoints': 'webhooks',
  'webhook-deliveries': 'webhooks',
  'registrations-without-delivery': 'without-delivery',
}

/** The operations whose commands differ from what the contract says; several commands in a list. */
export const OVERRIDES: { readonly [id in OperationId]?: Override | readonly Override[] } = {
  deleteGroup: { question: 'Courses in group {id} will be in no group. Delete it?' },
  putGroupMember: { verb: 'add', message: 'User {user} is in group {group}.' },
  deleteGroupMember: {
    verb: 'remove',
    question:
      'If it is the only group of the person, no sync sees the person any more, who stays active. Remove ' +
      'user {user} from group {group}?',
    message: 'User {user} is no longer in group {group}.',
  },
  listAllUsers: {
    verb: 'find',
    describe: 'Find users in all groups and in none; uses the operator token',
    names: { loginName: 'login' },
    ifNone: 'Who was deleted or merged into another account: --include-deleted.',
    columns:
      'id loginName externalId email firstName lastName expirationDate groupIds managedBy deleted mergedInto',
    examples: {
      'find --name "ada byr"': 'Ada Byron and others with these words in their names',
      'find --external-id hr-17 --include-deleted': 'who has this number, or had it before a merge',
    },
  },
  getAnyUser: { verb: 'show', describe: 'Show a user of any group; uses the operator token' },
  getMerge: { verb: 'show' },
  getErasure: { verb: 'show' },
  listCourses: { columns: 'id name externalId groupIds active published' },
  putCourse: {
    before: requireGroups,
    examples: { 'put 210 --name "Fire safety" --group 12': 'course 210 in group 12' },
    changes: {
      retire: {
        describe: 'Stop new registrations for a course. Existing ones stay',
        sets: { active: false },
      },
    },
  },
  deleteCourse: {
    question: 'Lists will omit the registrations for course {id} until it is put again. Delete it?',
  },
  listServiceAccounts: { columns: 'id name homeGroupId grants requestsPerMinute' },
  createServiceAccount: {
    examples: { 'create --name "HR sync" --grant user-administrator:12': 'to manage users of group 12' },
  },
  deleteServiceAccount: {
    question: 'Delete service account {id}, its keys and its webhook endpoints for good?',
    message: 'Service account {id} and its keys are deleted.',
  },
  issueKey: {
    warning: SHOWN_ONCE,
    examples: { 'issue 3 --name "nightly sync" --expires-in 90d': 'a key for 90 days' },
  },
  rotateKey: {
    names: { oldKeyExpiresAt: 'old-expires-at' },
    warning: SHOWN_ONCE,
    message: 'Revoke the old key when `rollcall keys list {account}` shows that it is no longer used.',
    examples: { 'rotate 3 rck_a1B2c3D4e5F6g7H8 --old-expires-in 7d': 'the old key stays valid for a week' },
  },
  revokeKey: {
    message: 'Key {key} is revoked. It may still be accepted for 15 seconds.',
  },
  listDeliveries: {
    columns:
      'id registrationId to status reason attempts possiblySent createdAt sentAt failedAt nextAttemptAt ' +
      'lastError',
    examples: {
      'list --status failed': 'e-mails that could not be sent, with the error',
      'list --status cancelled': 'e-mails that were not sent, because they were no longer true',
    },
  },
  retryDeliveries: {
    arguments: ['ids'],
    required: { status: false },
    prepare({ ids, status, ...given }: Chosen) {
      if (ids.length === 0 && status === undefined)
        throw new UsageError('Give ids of deliveries, or a --status, for all with this status.')
      return { ...given, ids, status: status ?? 'failed' }
    },
    question: ({ ids, status, reason }: Chosen) =>
      ids.length > 0 ? undefined : `Send all ${status} e-mails${withReason(reason)}?`,
    message: ({ status }: Chosen) =>
      status === 'queued'
        ? 'They are sent in turn, when the mail server is available, within the limits in `rollcall doctor`.'
        : undefined,
    leftOut:
      'are sent again. The others do not exist, are not {status}, were sent again or have no recipient.',
    examples: {
      'retry 5120': 'send one that failed again',
      'retry --status failed': 'send all again, after the mail server has been fixed',
      'retry --status failed --reason "refused 550 5.1.1"': 'only those with this reason',
    },
  },
  listDeadLetters: {
    columns: 'id queue type reason receivedAt replayedAt dismissedAt',
    examples: { 'list --waiting': 'dead letters to replay or dismiss' },
  },
  getDeadLetter: { verb: 'show' },
  listAllWebhookEndpoints: {
    without: ['enabled'],
    flags: { disabled: { describe: 'only those that are disabled', sets: { enabled: false } } },
    columns: 'id accountId url description enabled disabledReason failingSince pausedUntil secretUsable',
    examples: { 'list --disabled': 'disabled endpoints, with the reason' },
  },
  listAllWebhookDeliveries: {
    verb: 'deliveries',
    columns:
      'endpointId id eventType recordId status attempts lastResponseStatus ' +
      'lastDurationMs lastError occurredAt nextAttemptAt',
  },
  retryWebhookDeliveries: [
    {
      describe: 'Send deliveries of an endpoint again',
      arguments: ['endpointId', 'ids'],
      names: { endpointId: 'id', ids: 'deliveries' },
      required: { endpointId: true, ids: true },
      without: ['status', 'reason'],
      leftOut:
        'are sent again. The others are not deliveries of endpoint {id}, or an attempt is in progress.',
      examples: { 'retry 7 9120': 'send delivery 9120 to endpoint 7 again' },
    },
    {
      verb: 'retry-all',
      describe: 'Send all deliveries with a status again, to enabled endpoints or to one, or with one reason',
      required: { status: true },
      without: ['ids'],
      question: ({ status, endpoint, reason }: Chosen) =>
        `Send all ${status} deliveries to ` +
        `${endpoint === undefined ? 'all endpoints' : `endpoint ${endpoint}`}${withReason(reason)}?`,
      examples: {
        'retry-all --status failed --endpoint 7':
          'send everything that failed again, after the receiver has been fixed',
      },
    },
  ],
  listRegistrationsWithoutDelivery: {
    columns: 'id userId courseId courseName statusName createdDate',
  },
}

/** The commands that are written by hand, because they are more than a call, with their operations. */
export const BY_HAND: Readonly<Record<string, readonly OperationId[]>> = {
  'users merge': ['mergeUserBatch'],
  'users merge-accounts': ['mergeAccounts'],
  'users erase': ['eraseUser'],
  'users export': ['exportUser'],
  'sources hand-over': ['handOverUsers'],
  'keys list': ['listKeys', 'listAllKeys'],
  'deliveries resend': ['resendDelivery'],
  'deliveries reasons': ['listReasons'],
  'dead-letters replay': ['replayDeadLetter', 'replayDeadLetters'],
  'dead-letters dismiss': ['dismissDeadLetters'],
  'webhooks show': ['getAnyWebhookEndpoint'],
  'templates preview': ['previewTemplate'],
  'registrations list': ['listAllRegistrations'],
  'registrations import-history': ['importRegistrations'],
  'registrations history': ['getAnyRegistrationHistory'],
  'without-delivery send': ['sendRegistrationsWithoutDelivery'],
  'ids floor': ['raiseRegistrationIds', 'raiseUserIds'],
  status: ['getRegistrationStatus', 'getUserStatus', 'getNotificationStatus'],
}

/** Objects that the command line takes and shows as a text, by schema. */
export const TYPES: Readonly<Record<string, ValueType>> = {
  GrantInput: { describe: GRANT_HELP, read: grantOf, text: grantText },
}

/** How a person sees a record, by schema. Programs (`--json`) see it as in the contract. */
export const SHOWN: Readonly<Record<string, (record: never) => object>> = {
  ServiceAccount: (account: ServiceAccount) => ({ ...account, grants: account.grants.map(grantText) }),
  Erasure: withServices,
  Merge: withServices,
}

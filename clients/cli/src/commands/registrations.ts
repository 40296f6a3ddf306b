import { RegistrationStatus, type Registration, type Rollcall } from '@rollcall/client'
import type { Argv } from 'yargs'
import type { Context, Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { exportRecords } from '../files/export.ts'
import { everyRecord, type ListPage } from '../paging.ts'
import { importCommand } from './import.ts'
import { printList } from './list.ts'
import {
  dateTimeOption,
  defined,
  flagOption,
  idArgument,
  listOptions,
  numberOption,
  readWholeNumber,
  textOption,
} from './options.ts'
import { registrationsSyncCommand } from './sync.ts'

type RegistrationsApi = Rollcall['registrations']

const registrationIdArgument = idArgument('id', 'id of the registration')

/** A registration by id or, with --external, by external id. */
const registrationArgument = <T>(yargs: Argv<T>) =>
  yargs
    .positional('registration', {
      type: 'string',
      demandOption: true,
      describe: 'id of the registration, or its external id with --external',
    })
    .option('external', flagOption('`<registration>` is an external id'))

interface RegistrationArgument {
  registration: string
  external: boolean
}

/** An operation on one registration, which the contract has twice. */
interface Operation {
  readonly byId: (api: RegistrationsApi, id: number) => Promise<Registration>
  readonly byExternalId: (api: RegistrationsApi, registrationExternalId: string) => Promise<Registration>
}

/** Calls the operation by id or the one by external id, and shows the registration that it returns. */
async function callAndShow(
  { publicApi, output }: Context,
  { registration, external }: RegistrationArgument,
  { byId, byExternalId }: Operation,
): Promise<void> {
  const api = publicApi().registrations
  const result = external
    ? await byExternalId(api, registration)
    : await byId(api, readWholeNumber('registration', registration))
  await output.record(result)
}

const filterOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('course', numberOption('course', 'for this course'))
    .option('user', numberOption('user', 'of this user'))
    .option('status', { choices: Object.values(RegistrationStatus), describe: 'with this status' })
    .option('created-after', dateTimeOption('created-after', 'created after this date-time'))
    .option('updated-after', dateTimeOption('updated-after', 'updated after this date-time'))

interface Filters {
  course?: number | undefined
  user?: number | undefined
  status?: RegistrationStatus | undefined
  createdAfter?: Date | undefined
  updatedAfter?: Date | undefined
}

function visibleRegistrations({ publicApi }: Context, filters: Filters): ListPage<Registration> {
  const { registrations } = publicApi()
  const query = defined({
    course_id: filters.course,
    user_id: filters.user,
    status: filters.status,
    created_after: filters.createdAfter,
    updated_after: filters.updatedAfter,
  })
  return (page) => registrations.listRegistrationsRaw({ ...query, ...page })
}

function allRegistrations({ operatorApi }: Context, { course, user }: Filters): ListPage<Registration> {
  const { registration } = operatorApi()
  const query = defined({ courseId: course, userId: user })
  return (page) => registration.listAllRegistrationsRaw({ ...query, ...page })
}

const LISTED_COLUMNS = [
  'id',
  'courseId',
  'courseName',
  'userId',
  'statusName',
  'createdDate',
  'externalId',
] as const

const EXPORTED_COLUMNS = [
  'id',
  'externalId',
  'courseId',
  'courseName',
  'userId',
  'userExternalId',
  'statusName',
  'score',
  'createdDate',
  'registrationDate',
  'completionDate',
] as const

export const registrations: Noun = {
  name: 'registrations',
  describe: 'Registrations of users for courses',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List the registrations that the service account of the API key can see, or all (--all-groups)',
        (y) =>
          filterOptions(listOptions(y))
            // Not `flagOption`: with a default, `conflicts` would reject the other options.
            .option('all-groups', {
              type: 'boolean',
              describe: 'registrations in all groups; uses the operator token',
            })
            .conflicts('all-groups', ['status', 'created-after', 'updated-after'])
            .example(
              '$0 registrations list --course 210 --status "Not Started"',
              'users who have not started course 210',
            )
            .example('$0 registrations list --user 1007 --all-groups', 'all registrations of user 1007'),
        action((context, args) => {
          const list = args.allGroups ? allRegistrations(context, args) : visibleRegistrations(context, args)
          return printList(context, args, list, LISTED_COLUMNS)
        }),
      )
      .command(
        'get <registration>',
        'Show a registration',
        (y) =>
          registrationArgument(y).example(
            '$0 registrations get enrolment-2291 --external',
            'the registration with this external id',
          ),
        action((context, args) =>
          callAndShow(context, args, {
            byId: (api, id) => api.getRegistration({ id }),
            byExternalId: (api, registrationExternalId) =>
              api.getRegistrationByExternalId({ registrationExternalId }),
          }),
        ),
      )
      .command(
        'create',
        'Register a user for a course',
        (y) =>
          y
            .option('course-id', numberOption('course-id', 'id of the course'))
            .option('course-name', textOption('name of the course'))
            .option(
              'course-external-id',
              textOption('external id of the course (its number at the provider)'),
            )
            .option('user-id', numberOption('user-id', 'id of the user'))
            .option('user-external-id', textOption('external id of the user'))
            .option('user-email', textOption('e-mail address of the user'))
            .option('external-id', textOption('external id of the new registration'))
            .option(
              'strict',
              flagOption('fail if the course options, or the user options, name different records'),
            )
            .option('dry-run', flagOption('run every check, write nothing'))
            .option(
              'idempotency-key',
              textOption('repeat the command with the same key and it creates nothing twice'),
            )
            .example(
              '$0 registrations create --course-id 210 --user-email ada@example.org',
              'register Ada for course 210',
            ),
        action(async ({ publicApi, output }, args) => {
          const preferences = [args.strict && 'handling=strict', args.dryRun && 'validate-only']
          const registration = await publicApi().registrations.createRegistration({
            RegistrationCreate: defined({
              courseId: args.courseId,
              courseName: args.courseName,
              courseExternalId: args.courseExternalId,
              userId: args.userId,
              userExternalId: args.userExternalId,
              userEmail: args.userEmail,
              externalId: args.externalId,
            }),
            ...defined({
              Idempotency_Key: args.idempotencyKey,
              Prefer: preferences.filter(Boolean).join(', ') || undefined,
            }),
          })
          await output.record(registration)
          if (args.dryRun) output.info('Nothing was written. This is what would be created.')
        }),
      )
      .command(...importCommand({ kind: 'registrations', noun: 'registrations', verb: 'import' }, action))
      .command(...registrationsSyncCommand(action))
      .command(
        'export [file]',
        'Write registrations to a CSV or NDJSON file',
        (y) =>
          filterOptions(y)
            .positional('file', { type: 'string', describe: 'file [default: standard output]' })
            .option('format', {
              choices: ['csv', 'ndjson'] as const,
              describe: 'format of the file [default: by its extension, else CSV]',
            })
            .example('$0 registrations export done.csv --status Completed', 'export completed registrations'),
        action((context, { file, format, ...filters }) =>
          exportRecords(
            context,
            { file, format },
            everyRecord(visibleRegistrations(context, filters)),
            EXPORTED_COLUMNS,
          ),
        ),
      )
      .command(
        'approve <registration>',
        'Move a registration to Approved',
        (y) =>
          registrationArgument(y).example('$0 registrations approve 48151', 'approve registration 48151'),
        action((context, args) =>
          callAndShow(context, args, {
            byId: (api, id) => api.approveRegistration({ id }),
            byExternalId: (api, registrationExternalId) =>
              api.approveRegistrationByExternalId({ registrationExternalId }),
          }),
        ),
      )
      .command(
        'complete <registration>',
        'Move a registration to Completed',
        (y) =>
          registrationArgument(y)
            .option('score', { ...textOption('score, a number such as 87.5'), coerce: readScore })
            .option('success', { type: 'boolean', describe: 'the user passed; --no-success if not' })
            .example(
              '$0 registrations complete 48151 --score 87.5 --success',
              'complete it with a score, passed',
            ),
        action((context, args) => {
          const result = defined({ score: args.score, success: args.success })
          return callAndShow(context, args, {
            byId: (api, id) => api.completeRegistration({ id, Completion: result }),
            byExternalId: (api, registrationExternalId) =>
              api.completeRegistrationByExternalId({ registrationExternalId, Completion: result }),
          })
        }),
      )
      .command(
        'withdraw <registration>',
        'Move a registration to Withdrawn',
        (y) =>
          registrationArgument(y).example(
            '$0 registrations withdraw enrolment-2291 --external',
            'by external id',
          ),
        action((context, args) =>
          callAndShow(context, args, {
            byId: (api, id) => api.withdrawRegistration({ id }),
            byExternalId: (api, registrationExternalId) =>
              api.withdrawRegistrationByExternalId({ registrationExternalId }),
          }),
        ),
      )
      .command(
        'history <id>',
        'Show the status changes of a registration: who made them, and when',
        (y) =>
          registrationIdArgument(y)
            .option('all-groups', flagOption('of a registration in any group; uses the operator token'))
            .example('$0 registrations history 48151', 'all status changes of registration 48151'),
        action(async ({ publicApi, operatorApi, output }, { id, allGroups }) => {
          const history = allGroups
            ? await operatorApi().registration.getAnyRegistrationHistory({ id })
            : await publicApi().registrations.getRegistrationHistory({ id })
          await output.list(history, ['at', 'byName', 'from', 'to', 'score', 'success'])
        }),
      )
      .command(
        'notification <id>',
        'Show the state of the e-mail about a registration',
        (y) =>
          registrationIdArgument(y).example(
            '$0 registrations notification 48151',
            'whether the e-mail was sent',
          ),
        action(async ({ publicApi, output }, { id }) =>
          output.record(await publicApi().registrations.getRegistrationNotification({ id })),
        ),
      ),
}

function readScore(text: string): number {
  const score = Number(text)
  if (text.trim() === '' || !Number.isFinite(score))
    throw new UsageError(`score must be a number, not ${JSON.stringify(text)}.`)
  return score
}

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
  textOption,
  wholeNumber,
} from './options.ts'
import { registrationsSyncCommand } from './sync.ts'

type RegistrationsApi = Rollcall['registrations']

const registrationId = idArgument('id', 'id of the registration')

/** A registration by id or, with --external, by external id. */
const registrationArgument = <T>(yargs: Argv<T>) =>
  yargs
    .positional('registration', { type: 'string', demandOption: true, describe: 'id of the registration' })
    .option('external', flagOption('the id is its external id'))

interface RegistrationArgument {
  registration: string
  external: boolean
}

/** Calls the operation by id or the one by external id, and shows the registration. */
async function showResult(
  { publicApi, output }: Context,
  { registration, external }: RegistrationArgument,
  byId: (api: RegistrationsApi, id: number) => Promise<Registration>,
  byExternalId: (api: RegistrationsApi, registrationExternalId: string) => Promise<Registration>,
): Promise<void> {
  const api = publicApi().registrations
  const result = external
    ? await byExternalId(api, registration)
    : await byId(api, wholeNumber('registration')(registration))
  await output.record(result)
}

const filterOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('course', numberOption('course', 'for this course'))
    .option('user', numberOption('user', 'of this user'))
    .option('status', { choices: Object.values(RegistrationStatus), describe: 'with this status' })
    .option('created-after', dateTimeOption('created-after', 'created after this date-time'))
    .option('updated-after', dateTimeOption('updated-after', 'changed after this date-time'))

interface Filters {
  course?: number | undefined
  user?: number | undefined
  status?: RegistrationStatus | undefined
  createdAfter?: Date | undefined
  updatedAfter?: Date | undefined
}

function listOf({ publicApi }: Context, filters: Filters): ListPage<Registration> {
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

function listOfAllGroups({ operatorApi }: Context, { course, user }: Filters): ListPage<Registration> {
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
  describe: 'Registrations of users for courses, as the service account of the API key',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List registrations that the service account of the API key can see',
        (y) =>
          filterOptions(listOptions(y))
            // Without a default, which would conflict with the other options.
            .option('all-groups', {
              type: 'boolean',
              describe: 'of all groups, through the operator API',
            })
            .conflicts('all-groups', ['status', 'created-after', 'updated-after'])
            .example('$0 registrations list --course 210 --status "Not Started"', 'who has not started yet')
            .example('$0 registrations list --user 1007 --all-groups', 'as the operator'),
        action((context, args) => {
          const list = args.allGroups ? listOfAllGroups : listOf
          return printList(context, args, list(context, args), LISTED_COLUMNS)
        }),
      )
      .command(
        'get <registration>',
        'Show a registration',
        (y) =>
          registrationArgument(y).example('$0 registrations get enrolment-2291 --external', 'by external id'),
        action((context, args) =>
          showResult(
            context,
            args,
            (api, id) => api.getRegistration({ id }),
            (api, registrationExternalId) => api.getRegistrationByExternalId({ registrationExternalId }),
          ),
        ),
      )
      .command(
        'create',
        'Register a user for a course',
        (y) =>
          y
            .option('course-id', numberOption('course-id', 'id of the course'))
            .option('course-name', textOption('name of the course'))
            .option('course-external-id', textOption("the provider's number of the course"))
            .option('user-id', numberOption('user-id', 'id of the user'))
            .option('user-external-id', textOption('external id of the user'))
            .option('user-email', textOption('e-mail address of the user'))
            .option('external-id', textOption('external id of the new registration'))
            .option('strict', flagOption('reject options that name different courses or users'))
            .option('dry-run', flagOption('run every check, write nothing'))
            .option('idempotency-key', textOption('makes a repeated command the same request'))
            .example('$0 registrations create --course-id 210 --user-email ada@example.org', 'register Ada'),
        action(async ({ publicApi, output }, args) => {
          const preferences = [
            args.strict ? 'handling=strict' : '',
            args.dryRun ? 'validate-only' : '',
          ].filter(Boolean)
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
            ...defined({ Idempotency_Key: args.idempotencyKey }),
            ...(preferences.length > 0 ? { Prefer: preferences.join(', ') } : {}),
          })
          await output.record(registration)
          if (args.dryRun) output.info('Nothing was written. This is what would be created.')
        }),
      )
      .command(...importCommand('registrations', 'registrations import', 'import <file>', action))
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
            .example('$0 registrations export done.csv --status Completed', 'safe to open in a spreadsheet'),
        action((context, { file, format, ...filters }) =>
          exportRecords(context, { file, format }, everyRecord(listOf(context, filters)), EXPORTED_COLUMNS),
        ),
      )
      .command(
        'approve <registration>',
        'Move a registration to Approved',
        (y) => registrationArgument(y).example('$0 registrations approve 48151', 'approve it'),
        action((context, args) =>
          showResult(
            context,
            args,
            (api, id) => api.approveRegistration({ id }),
            (api, registrationExternalId) => api.approveRegistrationByExternalId({ registrationExternalId }),
          ),
        ),
      )
      .command(
        'complete <registration>',
        'Move a registration to Completed',
        (y) =>
          registrationArgument(y)
            .option('score', { ...textOption('score, a decimal number'), coerce: decimal })
            .option('success', { type: 'boolean', describe: 'passed; --no-success if not' })
            .example('$0 registrations complete 48151 --score 87.5 --success', 'with score and success'),
        action((context, args) => {
          const Completion = defined({ score: args.score, success: args.success })
          return showResult(
            context,
            args,
            (api, id) => api.completeRegistration({ id, Completion }),
            (api, registrationExternalId) =>
              api.completeRegistrationByExternalId({ registrationExternalId, Completion }),
          )
        }),
      )
      .command(
        'withdraw <registration>',
        'Move a registration to Withdrawn',
        (y) => registrationArgument(y).example('$0 registrations withdraw 48151', 'withdraw it'),
        action((context, args) =>
          showResult(
            context,
            args,
            (api, id) => api.withdrawRegistration({ id }),
            (api, registrationExternalId) => api.withdrawRegistrationByExternalId({ registrationExternalId }),
          ),
        ),
      )
      .command(
        'history <id>',
        'Show who moved a registration, and when',
        (y) =>
          registrationId(y)
            .option('all-groups', flagOption('of all groups, through the operator API'))
            .example('$0 registrations history 48151', 'all its moves'),
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
        (y) => registrationId(y).example('$0 registrations notification 48151', 'whether it was sent'),
        action(async ({ publicApi, output }, { id }) =>
          output.record(await publicApi().registrations.getRegistrationNotification({ id })),
        ),
      ),
}

function decimal(text: string): number {
  const score = Number(text)
  if (text.trim() === '' || !Number.isFinite(score))
    throw new UsageError(`score must be a number, not ${JSON.stringify(text)}.`)
  return score
}

import { each, RegistrationStatus, type Registration, type Rollcall } from '@rollcall/client'
import type { Argv } from 'yargs'
import type { Context, Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { exportFile } from '../files/export-file.ts'
import { importCommand } from './import.ts'
import { showList } from './list.ts'
import { amount, given, id, moment, pageSize, wholeNumber } from './options.ts'

const number = (name: string, describe: string) =>
  ({ type: 'string', requiresArg: true, describe, coerce: wholeNumber(name) }) as const
const date = (name: string, describe: string) =>
  ({ type: 'string', requiresArg: true, describe, coerce: moment(name) }) as const
const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const

/** `<registration>`, by id or, with --external, by the external id. */
const target = <T>(yargs: Argv<T>) =>
  yargs
    .positional('registration', { type: 'string', demandOption: true, describe: 'id of the registration' })
    .option('external', { type: 'boolean', default: false, describe: 'the id is its external id' })

interface Target {
  registration: string
  external: boolean
}

const filters = <T>(yargs: Argv<T>) =>
  yargs
    .option('course', number('course', 'for this course'))
    .option('user', number('user', 'of this user'))
    .option('status', { choices: Object.values(RegistrationStatus), describe: 'in this status' })
    .option('created-after', date('created-after', 'created after this date-time'))
    .option('updated-after', date('updated-after', 'changed after this date-time'))

interface Filters {
  course?: number | undefined
  user?: number | undefined
  status?: RegistrationStatus | undefined
  createdAfter?: Date | undefined
  updatedAfter?: Date | undefined
}

function listed(
  { portal }: Context,
  { course, user, status, createdAfter, updatedAfter }: Filters,
  limit: number,
) {
  const api = portal().registrations
  const dates = { created_after: createdAfter, updated_after: updatedAfter }
  const query = given({ course_id: course, user_id: user, status, ...dates })
  return each((page) => api.listRegistrationsRaw({ ...query, limit, ...page }))
}

type Registrations = Rollcall['registrations']

/** Calls one of two operations, depending on the kind of id, and shows the registration. */
async function onTarget(
  { portal, output }: Context,
  { registration, external }: Target,
  byId: (api: Registrations, id: number) => Promise<Registration>,
  byExternalId: (api: Registrations, registrationExternalId: string) => Promise<Registration>,
): Promise<void> {
  const api = portal().registrations
  await output.record(
    external
      ? await byExternalId(api, registration)
      : await byId(api, wholeNumber('registration')(registration)),
  )
}

export const registrations: Noun = {
  name: 'registrations',
  describe: 'Registrations of users for courses, as the service account of the API key',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list',
        'List registrations',
        (y) =>
          filters(amount(y)).example(
            '$0 registrations list --course 210 --status "Not Started"',
            'who has yet to begin',
          ),
        act((context, args) => {
          const records = listed(context, args, pageSize(args))
          return showList(context, args, records, [
            ...([
              'id',
              'courseId',
              'courseName',
              'userId',
              'statusName',
              'createdDate',
              'externalId',
            ] as const),
          ])
        }),
      )
      .command(
        'get <registration>',
        'Show a registration',
        (y) => target(y).example('$0 registrations get enrolment-2291 --external', 'by its external id'),
        act((context, args) =>
          onTarget(
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
            .option('course-id', number('course-id', 'the course, by id'))
            .option('course-name', text('the course, by name'))
            .option('course-external-id', text("the course, by the provider's number"))
            .option('user-id', number('user-id', 'the user, by id'))
            .option('user-external-id', text('the user, by external id'))
            .option('user-email', text('the user, by e-mail address'))
            .option('external-id', text('external id of the new registration'))
            .option('strict', { type: 'boolean', describe: 'refuse parameters that disagree' })
            .option('dry-run', { type: 'boolean', describe: 'check everything, write nothing' })
            .option('idempotency-key', text('makes a repeated command the same request'))
            .example('$0 registrations create --course-id 210 --user-email ada@example.org', 'register Ada'),
        act(async ({ portal, output }, args) => {
          const { courseId, courseName, courseExternalId, userId, userExternalId, userEmail, externalId } =
            args
          const prefer = [args.strict ? 'handling=strict' : '', args.dryRun ? 'validate-only' : ''].filter(
            Boolean,
          )
          const registration = await portal().registrations.createRegistration({
            RegistrationCreate: given({
              ...{ courseId, courseName, courseExternalId, userId, userExternalId, userEmail, externalId },
            }),
            ...given({ Idempotency_Key: args.idempotencyKey }),
            ...(prefer.length > 0 ? { Prefer: prefer.join(', ') } : {}),
          })
          await output.record(registration)
          if (args.dryRun) output.say('Nothing was written: this is how it would be.')
        }),
      )
      .command(...importCommand('registrations', 'registrations import', 'import <file>', act))
      .command(
        'export [file]',
        'Write registrations to a CSV or NDJSON file',
        (y) =>
          filters(y)
            .positional('file', { type: 'string', describe: 'standard output without one' })
            .option('format', {
              choices: ['csv', 'ndjson'] as const,
              describe: 'by default, as the file is named',
            })
            .example('$0 registrations export done.csv --status Completed', 'safe to open in a spreadsheet'),
        act((context, { file, format, ...args }) =>
          exportFile(context, { file, format }, listed(context, args, 1000), [
            ...(['id', 'externalId', 'courseId', 'courseName', 'userId', 'userExternalId'] as const),
            ...(['statusName', 'score', 'createdDate', 'registrationDate', 'completionDate'] as const),
          ]),
        ),
      )
      .command(
        'approve <registration>',
        'Move a registration to Approved',
        (y) => target(y).example('$0 registrations approve 48151', 'approve it'),
        act((context, args) =>
          onTarget(
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
          target(y)
            .option('score', { ...text('score, decimal'), coerce: decimal })
            .option('success', { type: 'boolean', describe: 'passed; --no-success if not' })
            .example('$0 registrations complete 48151 --score 87.5 --success', 'with score and success'),
        act((context, args) => {
          const Completion = given({ score: args.score, success: args.success })
          return onTarget(
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
        (y) => target(y).example('$0 registrations withdraw 48151', 'withdraw it'),
        act((context, args) =>
          onTarget(
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
        (y) => id('id of the registration')(y).example('$0 registrations history 48151', 'its steps'),
        act(async ({ portal, output }, args) => {
          const steps = await portal().registrations.getRegistrationHistory({ id: args.id })
          await output.list(steps, ['at', 'byName', 'from', 'to', 'score', 'success'])
        }),
      )
      .command(
        'notification <id>',
        'Show what became of the e-mail about a registration',
        (y) => id('id of the registration')(y).example('$0 registrations notification 48151', 'sent or not'),
        act(async ({ portal, output }, args) =>
          output.record(await portal().registrations.getRegistrationNotification({ id: args.id })),
        ),
      ),
}

function decimal(text: string): number {
  const score = Number(text)
  if (text.trim() === '' || !Number.isFinite(score))
    throw new UsageError(`score must be a number, not ${JSON.stringify(text)}.`)
  return score
}

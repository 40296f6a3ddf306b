import { RegistrationStatus, type Registration } from '@rollcall/client'
import type { Api } from '../context.ts'
import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { DELIMITERS, type Delimiter } from '../files/csv-line.ts'
import { exportRecords } from '../files/export.ts'
import { isRowFile } from '../import/input.ts'
import { everyRecord } from '../paging.ts'
import { completeFromFile } from '../sync/registrations/complete.ts'
import { shellWord } from '../shell.ts'
import { COMPLETION_FIELDS } from '../sync/registrations/completion.ts'
import {
  choiceOption,
  dateTimeOption,
  decimal,
  flagOption,
  idArgument,
  ADD_EXTERNAL_ID,
  numberOption,
  outputFileArgument,
  textArgument,
  textOption,
  wholeNumber,
  yesOption,
  type Values,
} from './arguments.ts'
import { columnNames, importCommand, INPUT, resultsOption } from './import.ts'
import { syncRegistrationsCommand } from './sync.ts'
import { command, list, operation, table, type Noun } from './table.ts'

const id = idArgument('id of the registration')

/** A registration by id or, with --external-id, by external id. */
const REGISTRATION = {
  registration: textArgument('id of the registration, or its external id with --external-id'),
  'external-id': flagOption('`<registration>` is an external id'),
}

/** @param ifOther what to do about a text that is no id */
const byOf = (
  { registration, externalId }: Pick<Values<typeof REGISTRATION>, 'registration' | 'externalId'>,
  ifOther = ADD_EXTERNAL_ID,
) => (externalId ? { externalId: registration } : wholeNumber(registration, 'registration', ifOther))

const FILTERS = {
  course: numberOption('for this course'),
  user: {
    ...textOption('of the user with this id (not the external id)'),
    read: (text: string, name: string) =>
      wholeNumber(text, name, ` Its id: rollcall users find --external-id ${shellWord(text)}`),
  },
  status: {
    ...choiceOption(Object.values(RegistrationStatus), 'in this status; repeatable'),
    array: true,
    read: (given: readonly RegistrationStatus[]) => [given].flat(),
  },
  'created-after': dateTimeOption('created after this date-time'),
  'updated-after': dateTimeOption('updated after this date-time'),
}

const visibleRegistrations = (
  { publicApi }: Api,
  { course, user, status, createdAfter, updatedAfter }: Values<typeof FILTERS>,
  page: object,
) =>
  publicApi.registrations.listRegistrationsRaw({
    ...defined({
      course_id: course,
      user_id: user,
      status,
      created_after: createdAfter,
      updated_after: updatedAfter,
    }),
    ...page,
    include: 'details',
  })

/** @throws UsageError */
function delimiterOf(text: string): Delimiter {
  const found = DELIMITERS.find((one) => one === text || (one === '\t' && /^(tab|\\t)$/i.test(text)))
  if (found !== undefined) return found
  throw new UsageError(`delimiter must be , or ; or | or tab, not ${JSON.stringify(text)}.`)
}

const completeOne = {
  ...REGISTRATION,
  registration: textArgument(
    'id of the registration, or its external id with --external-id; or a file of finished training',
  ),
  score: { ...textOption('score, a number such as 87.5'), read: decimal },
  success: { type: 'boolean', describe: 'the user passed; --no-success if not' },
} as const

const { file: _file, ...INPUT_OPTIONS } = INPUT

/** One registration, now; or those of a list from elsewhere, with its dates. */
const completeCommand = command({
  describe: 'Move a registration to Completed, or as an operator those of a file, with their dates',
  arguments: {
    ...completeOne,
    ...INPUT_OPTIONS,
    results: resultsOption('.complete'),
    course: numberOption('course of the rows of the file that name none'),
    'dry-run': flagOption('of a file: show what would be done, check every row, change nothing'),
    'allow-earlier': flagOption(
      'of a file: also complete registrations that are over 180 days younger than the training',
    ),
    yes: yesOption('of a file: do not ask; needed without a terminal'),
  },
  examples: {
    'complete 48151 --score 87.5 --success': 'complete it with a score, passed',
    'complete completions.csv --course 101 --dry-run': 'show the plan for a list of course 101',
    'complete completions.csv --course 101 --yes': 'complete the open registrations of the list',
  },
  epilogue:
    'A file completes the open registration of each row, found by externalId or by person and course. ' +
    `Columns: ${columnNames(COMPLETION_FIELDS)}. Scores are such as 87.5 or 87,5, success is true or false.`,
  async run(context, { registration, externalId, score, success, ...options }) {
    if (!externalId && isRowFile(registration)) {
      if (score !== undefined || success !== undefined)
        throw new UsageError('Give the score and success of a file in its columns.')
      return await completeFromFile(context, { ...options, file: [registration] })
    }
    const { publicApi } = context.api
    const completion = defined({ score, success })
    const by = byOf({ registration, externalId }, ` A file is named .csv or .ndjson.${ADD_EXTERNAL_ID}`)
    const completed = await publicApi.completeRegistration(by, completion)
    await context.output.record({ ...completed, ...defined({ success }) })
    return EXIT.done
  },
})

const EXPORTED_COLUMNS = [
  'id',
  'externalId',
  'courseId',
  'courseName',
  'userId',
  'userExternalId',
  'statusName',
  'score',
  'success',
  'createdDate',
  'registrationDate',
  'completionDate',
] as const

export const registrations: Noun = {
  describe: 'Registrations of users for courses',
  commands: {
    list: list({
      describe:
        'List the registrations that the service account of the API key can see, or all (--all-groups)',
      arguments: {
        ...FILTERS,
        // Not `flagOption`: with a default, `conflicts` would reject the other options.
        'all-groups': {
          type: 'boolean',
          describe: 'registrations in all groups; uses the operator token',
          conflicts: ['created-after', 'updated-after'],
        },
      },
      examples: {
        'list --course 210 --status "Not Started"': 'users who have not started course 210',
        'list --user 1007 --all-groups': 'all registrations of user 1007',
      },
      ifNone: ({ user }) =>
        user === undefined
          ? undefined
          : '--user takes the id that `rollcall users find --external-id` shows. Of a merged account: ' +
            `rollcall merges show ${user}`,
      call(api, args, page) {
        if (!args.allGroups) return visibleRegistrations(api, args, page)
        const filters = defined({ courseId: args.course, userId: args.user, status: args.status })
        return api.registration.listAllRegistrationsRaw({ ...filters, ...page })
      },
      columns: [
        ...['id', 'courseId', 'courseName', 'userId', 'userExternalId', 'statusName', 'completionDate'],
        ...['score', 'success', 'createdDate', 'externalId'],
      ] as const,
    }),
    'get <registration>': operation({
      describe: 'Show a registration',
      arguments: REGISTRATION,
      examples: { 'get enrolment-2291 --external-id': 'the registration with this external id' },
      call: ({ publicApi }, args) => publicApi.getRegistration(byOf(args), { details: true }),
    }),
    create: operation({
      describe: 'Register a user for a course',
      arguments: {
        'course-id': numberOption('id of the course'),
        'course-name': textOption('name of the course'),
        'course-external-id': textOption('external id of the course (its number at the provider)'),
        'user-id': numberOption('id of the user'),
        'user-external-id': textOption('external id of the user'),
        'user-email': textOption('e-mail address of the user'),
        'external-id': textOption('external id of the new registration'),
        strict: flagOption('fail if the course options, or the user options, name different records'),
        'dry-run': flagOption('run every check, write nothing'),
        'idempotency-key': textOption('repeat the command with the same key and it creates nothing twice'),
      },
      examples: {
        'create --course-id 210 --user-email ada@example.org': 'register Ada for course 210',
      },
      call({ publicApi }, { strict, dryRun: validateOnly, idempotencyKey, ...args }) {
        const registration = defined({
          courseId: args.courseId,
          courseName: args.courseName,
          courseExternalId: args.courseExternalId,
          userId: args.userId,
          userExternalId: args.userExternalId,
          userEmail: args.userEmail,
          externalId: args.externalId,
        })
        return publicApi.createRegistration(registration, { strict, validateOnly, idempotencyKey })
      },
      message: ({ dryRun }) => (dryRun ? 'Nothing was written. This is what would be created.' : undefined),
    }),
    'import <file>': importCommand('registrations', 'import'),
    'import-history <file>': importCommand('history', 'import-history'),
    'sync <file..>': syncRegistrationsCommand,
    'export [file]': command({
      describe: 'Write registrations to a CSV or NDJSON file',
      arguments: {
        ...FILTERS,
        file: outputFileArgument,
        format: choiceOption(['csv', 'ndjson'], 'format of the file [default: by its extension, else CSV]'),
        bom: flagOption('begin the file with a byte-order mark, so that Excel reads it as UTF-8'),
        delimiter: {
          ...textOption('what separates cells: a comma, a semicolon, a | or tab [default: a comma]'),
          read: delimiterOf,
        },
      },
      examples: {
        'export done.csv --status Completed': 'export completed registrations',
        "export done.csv --bom --delimiter ';'": 'for Excel where numbers have a decimal comma',
      },
      run: (context, { file, format, bom, delimiter, ...filters }) =>
        exportRecords(
          context,
          { file, format, bom, delimiter },
          everyRecord<Registration>((page) => visibleRegistrations(context.api, filters, page)),
          EXPORTED_COLUMNS,
        ),
    }),
    'approve <registration>': operation({
      describe: 'Move a registration to Approved',
      arguments: REGISTRATION,
      examples: { 'approve 48151': 'approve registration 48151' },
      call: ({ publicApi }, args) => publicApi.approveRegistration(byOf(args)),
    }),
    'complete <registration>': completeCommand,
    'withdraw <registration>': operation({
      describe: 'Move a registration to Withdrawn',
      arguments: { ...REGISTRATION, yes: yesOption('not needed: it never asks') },
      examples: { 'withdraw enrolment-2291 --external-id': 'by external id' },
      call: ({ publicApi }, args) => publicApi.withdrawRegistration(byOf(args)),
    }),
    'history <id>': table({
      describe: 'Show the status changes of a registration: who made them, and when',
      arguments: {
        id,
        'all-groups': flagOption('of a registration in any group; uses the operator token'),
      },
      examples: { 'history 48151': 'all status changes of registration 48151' },
      call: (api, { id, allGroups }) =>
        allGroups
          ? api.registration.getAnyRegistrationHistory({ id })
          : api.publicApi.getRegistrationHistory(id),
      columns: ['at', 'byName', 'from', 'to', 'score', 'success'],
    }),
    'notification <id>': operation({
      describe: 'Show the state of the e-mail about a registration',
      arguments: { id },
      examples: { 'notification 48151': 'whether the e-mail was sent' },
      call: ({ publicApi }, { id }) => publicApi.getRegistrationNotification(id),
    }),
  },
}

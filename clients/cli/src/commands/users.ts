import type { UserMergeResult } from '@rollcall/client/operator'
import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { fieldsOf, valueOf } from '../import/fields.ts'
import { sendAsIs } from '../import/targets/batch.ts'
import { describeUser } from '../sync/user.ts'
import {
  dateTimeOption,
  flagOption,
  ADD_EXTERNAL_ID,
  numberOption,
  textArgument,
  textOption,
  wholeNumber,
  type Values,
} from './arguments.ts'
import { CONFIRMATION, isConfirmed } from './confirmation.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { eraseUsers, exportUser } from './personal-data.ts'
import { renumberUsersCommand, syncUsersCommand } from './sync.ts'
import { command, list, operation, type Noun } from './table.ts'

/** The fields that a row of an import has are options of `users merge`. */
const FIELDS = fieldsOf('users').filter(({ readOnly }) => !readOnly)
const optionOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A user by id or, with --external-id, by external id. */
const USER = {
  user: textArgument('id of the user, or its external id with --external-id'),
  'external-id': flagOption('`<user>` is an external id'),
}

const byOf = ({ user, externalId }: Values<typeof USER>) =>
  externalId ? { externalId: user } : wholeNumber(user, 'user', ADD_EXTERNAL_ID)

export const users: Noun = {
  describe: 'User accounts',
  commands: {
    'export <id>': exportUser,
    'erase [ids..]': eraseUsers,
    list: list({
      describe: 'List the users that the service account of the API key can see',
      arguments: {
        group: numberOption('in this group or its subgroups'),
        'updated-after': dateTimeOption('updated after this date-time'),
        'include-deleted': flagOption('also deleted users'),
      },
      examples: { 'list --group 12': 'users in group 12 and its subgroups' },
      call: ({ publicApi }, { group: groupId, updatedAfter, includeDeleted }, page) =>
        publicApi.users.listUsersRaw({
          ...defined({ groupId, updatedAfter, includeDeleted }),
          include: 'details',
          ...page,
        }),
      columns: ['id', 'loginName', 'externalId', 'email', 'firstName', 'lastName', 'updatedDate'],
    }),
    'get <user>': operation({
      describe: 'Show a user that the service account of the API key can see',
      arguments: USER,
      examples: { 'get hr-20931 --external-id': 'the user with this external id' },
      call: ({ publicApi }, args) => publicApi.getUser(byOf(args), { details: true }),
    }),
    'delete <user>': command({
      describe: 'Delete a user permanently. Lists omit the registrations of deleted users',
      arguments: { ...USER, ...CONFIRMATION },
      examples: { 'delete hr-20931 --external-id': 'delete the user with this external id' },
      async run(context, { yes, ...args }) {
        const { publicApi } = context.api
        const user = await publicApi.getUser(byOf(args))
        if (!(await isConfirmed(context, { yes, question: `Delete ${describeUser(user)} for good?` })))
          return EXIT.failed
        await publicApi.deleteUser(byOf(args), { ifMatch: user.lastResponse.etag })
        context.output.info(`${describeUser(user)} is deleted.`)
        return EXIT.done
      },
    }),
    'merge-accounts <from> <into>': mergeAccounts,
    'sync <file..>': syncUsersCommand,
    'renumber <file>': renumberUsersCommand,
    merge: operation({
      describe:
        'Create or update a user, found by external id, else by login name. What is not given is unchanged',
      arguments: Object.fromEntries(
        FIELDS.map(({ name, describe }) => [
          optionOf(name),
          { ...textOption(describe), mayBeEmpty: true, group: 'Fields:' } as const,
        ]),
      ),
      examples: {
        'merge --login-name ada --email ada@example.org --first-name Ada --last-name Byron --group-ids 12':
          'create Ada Byron, or update her account',
      },
      async call(api, args) {
        const fields = givenFields(args)
        if (Object.keys(fields).length === 0) throw new UsageError('Give at least one field.')
        const [result] = await api.user.mergeUserBatch({ UserMerge: [{}] }, sendAsIs([fields]))
        return mergedUser(result)
      },
    }),
  },
}

function givenFields(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const given = args[field.name] as string | string[] | undefined
      if (given === undefined) return []
      // A repeated option.
      if (Array.isArray(given) && field.type !== 'ids')
        throw new UsageError(`Give --${optionOf(field.name)} only once.`)
      return [[field.name, valueOf(field, [given].flat().join(' '))]]
    }),
  )
}

function mergedUser(result: UserMergeResult | undefined): object {
  if (result?.user !== undefined) return result.user
  throw new Error(`The user was rejected: ${result?.detail ?? 'without a reason'} (${result?.code ?? '-'})`)
}

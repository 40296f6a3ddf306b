import {
  RoleName,
  type GrantInput,
  type Operator,
  type ServiceAccount,
  type ServiceAccountInput,
} from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { Output } from '../output.ts'
import { printList } from './list.ts'
import { defined, idArgument, listOptions, numberOption, readWholeNumber, textOption } from './options.ts'
import { readModifyWrite } from './read-modify-write.ts'

const accountArgument = idArgument('id', 'id of the service account')

const slugOf = (role: string) => role.toLowerCase().replaceAll(' ', '-')
const ROLES = new Map(Object.values(RoleName).map((role) => [slugOf(role), role]))

/** Reads a grant such as `user-administrator:12`. */
function grantOf(text: string): GrantInput {
  const [, name = '', group = ''] = /^(.+):([^:]*)$/.exec(text) ?? []
  const role = ROLES.get(slugOf(name))
  if (role === undefined)
    throw new UsageError(
      `A grant must be <role>:<group>, with one of the roles ${[...ROLES.keys()].join(', ')}.`,
    )
  return { role, groupId: readWholeNumber('group of a grant', group) }
}

const slugOfGrant = ({ role, groupId }: GrantInput) => `${slugOf(role)}:${groupId}`

/** Grants are shown to people as they type them, and to programs as in the contract. */
const toShown = (account: ServiceAccount, { json }: Output): object =>
  json ? account : { ...account, grants: account.grants.map(slugOfGrant) }

const grantOption = (describe: string) =>
  ({
    ...textOption(describe),
    array: true,
    coerce: (texts: string | readonly string[]) => [texts].flat().map(grantOf),
  }) as const

const fieldOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('name', textOption('name'))
    .option(
      'home-group',
      numberOption('home-group', 'group of the users that it creates [default: group of its first grant]'),
    )
    .option(
      'requests-per-minute',
      numberOption('requests-per-minute', 'its own rate limit [default: that of the installation]'),
    )

const GRANT = `<role>:<group>; repeatable; roles: ${[...ROLES.keys()].join(', ')}`

const replaceOptions = <T>(yargs: Argv<T>) =>
  fieldOptions(yargs).demandOption('name').option('grant', grantOption(GRANT))

interface FieldOptions {
  name?: string | undefined
  homeGroup?: number | undefined
  requestsPerMinute?: number | undefined
}

const fieldsOf = ({ name, homeGroup, requestsPerMinute }: FieldOptions) =>
  defined({ name, homeGroupId: homeGroup, requestsPerMinute })

const inputOf = (
  options: FieldOptions & { name: string; grant?: GrantInput[] | undefined },
): ServiceAccountInput => ({
  ...fieldsOf(options),
  name: options.name,
  ...defined({ grants: options.grant }),
})

interface Changes extends FieldOptions {
  addGrant?: GrantInput[] | undefined
  removeGrant?: GrantInput[] | undefined
}

const update = ({ user }: Operator, id: number, changes: Changes): Promise<ServiceAccount> =>
  readModifyWrite(
    `service account ${id}`,
    () => user.getServiceAccountRaw({ id }),
    ({ name, homeGroupId, requestsPerMinute, grants }, ifMatch) => {
      const current = { name, homeGroupId, requestsPerMinute }
      const changed = { ...current, ...fieldsOf(changes), grants: changedGrants(grants, changes) }
      return user.putServiceAccount({ id, ServiceAccountInput: changed, ...ifMatch })
    },
  )

function changedGrants(
  grants: readonly GrantInput[],
  { addGrant = [], removeGrant = [] }: Changes,
): GrantInput[] {
  const bySlug = new Map([...grants, ...addGrant].map((grant) => [slugOfGrant(grant), grant]))
  for (const grant of removeGrant)
    if (!bySlug.delete(slugOfGrant(grant)))
      throw new UsageError(`The service account does not have the grant ${slugOfGrant(grant)}.`)
  return [...bySlug.values()].map(({ role, groupId }) => ({ role, groupId }))
}

export const serviceAccounts: Noun = {
  name: 'service-accounts',
  describe: 'Accounts that call the public API, and their roles',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List service accounts',
        (y) => listOptions(y).example('$0 service-accounts list', 'the first 100 accounts'),
        action((context, args) => {
          const { user } = context.operatorApi()
          const columns = ['id', 'name', 'homeGroupId', 'grants', 'requestsPerMinute'] as const
          return printList(
            context,
            args,
            (page) => user.listServiceAccountsRaw(page),
            columns,
            (account) => toShown(account, context.output),
          )
        }),
      )
      .command(
        'get <id>',
        'Show a service account',
        (y) => accountArgument(y).example('$0 service-accounts get 3', 'account 3'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(toShown(await operatorApi().user.getServiceAccount({ id }), output)),
        ),
      )
      .command(
        'create',
        'Create a service account',
        (y) =>
          replaceOptions(y).example(
            '$0 service-accounts create --name "HR sync" --grant user-administrator:12',
            'an account that manages the users of group 12',
          ),
        action(async ({ operatorApi, output }, args) => {
          const account = await operatorApi().user.createServiceAccount({
            ServiceAccountInput: inputOf(args),
          })
          await output.record(toShown(account, output))
        }),
      )
      .command(
        'put <id>',
        'Create or replace a service account. What is not given gets its default',
        (y) =>
          replaceOptions(accountArgument(y)).example(
            '$0 service-accounts put 3 --name "HR sync" --grant course-attendance-manager:1',
            'account 3, with this grant only',
          ),
        action(async ({ operatorApi, output }, args) => {
          const account = await operatorApi().user.putServiceAccount({
            id: args.id,
            ServiceAccountInput: inputOf(args),
          })
          await output.record(toShown(account, output))
        }),
      )
      .command(
        'update <id>',
        'Change a service account. What is not given is unchanged',
        (y) =>
          fieldOptions(accountArgument(y))
            .option('add-grant', grantOption(GRANT))
            .option('remove-grant', grantOption('<role>:<group>; repeatable'))
            .example(
              '$0 service-accounts update 3 --add-grant user-administrator:12',
              'give account 3 another grant',
            ),
        action(async ({ operatorApi, output }, args) =>
          output.record(toShown(await update(operatorApi(), args.id, args), output)),
        ),
      )
      .command(
        'delete <id>',
        'Delete a service account and its keys',
        (y) => accountArgument(y).example('$0 service-accounts delete 3', 'delete account 3 and its keys'),
        action(async ({ operatorApi, output }, { id }) => {
          await operatorApi().user.deleteServiceAccount({ id })
          output.info(`Service account ${id} and its keys are deleted.`)
        }),
      ),
}

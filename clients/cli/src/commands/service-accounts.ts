import {
  RoleName,
  type GrantInput,
  type Operator,
  type ServiceAccount,
  type ServiceAccountInput,
} from '@rollcall/client/operator'
import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import type { Output } from '../output.ts'
import {
  idArgument,
  numberOption,
  required,
  switchOption,
  textOption,
  wholeNumber,
  type Values,
} from './arguments.ts'
import { readModifyWrite } from './read-modify-write.ts'
import { list, operation, type Noun } from './table.ts'

const id = idArgument('id of the service account')

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
  return { role, groupId: wholeNumber(group, 'group of a grant') }
}

const slugOfGrant = ({ role, groupId }: GrantInput) => `${slugOf(role)}:${groupId}`

/** Grants are shown to people as they type them, and to programs as in the contract. */
const shown = (account: ServiceAccount, { json }: Output): object =>
  json ? account : { ...account, grants: account.grants.map(slugOfGrant) }

const grantOption = (describe: string) =>
  ({
    ...textOption(describe),
    array: true,
    read: (texts: string | readonly string[]) => [texts].flat().map(grantOf),
  }) as const

const FIELDS = {
  name: textOption('name'),
  'home-group': numberOption('group of the users that it creates [default: group of its first grant]'),
  'requests-per-minute': numberOption('its own rate limit [default: that of the installation]'),
  'scim-strict': switchOption('SCIM rejects what is not in its standard; --no-scim-strict if not'),
}
const GRANT = `<role>:<group>; repeatable; roles: ${[...ROLES.keys()].join(', ')}`
const INPUT = { ...FIELDS, name: required(FIELDS.name), grant: grantOption(GRANT) }
const CHANGES = {
  ...FIELDS,
  'add-grant': grantOption(GRANT),
  'remove-grant': grantOption('<role>:<group>; repeatable'),
}

const fieldsOf = ({ name, homeGroup, requestsPerMinute, scimStrict }: Values<typeof FIELDS>) =>
  defined({ name, homeGroupId: homeGroup, requestsPerMinute, scimStrict })

const inputOf = (args: Values<typeof INPUT>): ServiceAccountInput => ({
  ...fieldsOf(args),
  name: args.name,
  ...defined({ grants: args.grant }),
})

const update = (user: Operator['user'], id: number, changes: Values<typeof CHANGES>) =>
  readModifyWrite(
    `service account ${id}`,
    () => user.getServiceAccountRaw({ id }),
    ({ name, homeGroupId, requestsPerMinute, scimStrict, grants }, ifMatch) => {
      const current = { name, homeGroupId, requestsPerMinute, scimStrict }
      const changed = { ...current, ...fieldsOf(changes), grants: changedGrants(grants, changes) }
      return user.putServiceAccount({ id, ServiceAccountInput: changed, ...ifMatch })
    },
  )

function changedGrants(
  grants: readonly GrantInput[],
  { addGrant = [], removeGrant = [] }: Values<typeof CHANGES>,
): GrantInput[] {
  const bySlug = new Map([...grants, ...addGrant].map((grant) => [slugOfGrant(grant), grant]))
  for (const grant of removeGrant)
    if (!bySlug.delete(slugOfGrant(grant)))
      throw new UsageError(`The service account does not have the grant ${slugOfGrant(grant)}.`)
  return [...bySlug.values()].map(({ role, groupId }) => ({ role, groupId }))
}

export const serviceAccounts: Noun = {
  describe: 'Accounts that call the public API, and their roles',
  commands: {
    list: list({
      describe: 'List service accounts',
      examples: { list: 'the first 100 accounts' },
      call: ({ user }, _, page) => user.listServiceAccountsRaw(page),
      columns: ['id', 'name', 'homeGroupId', 'grants', 'requestsPerMinute'],
      shown,
    }),
    'get <id>': operation({
      describe: 'Show a service account',
      arguments: { id },
      examples: { 'get 3': 'account 3' },
      call: ({ user }, { id }) => user.getServiceAccount({ id }),
      shown,
    }),
    create: operation({
      describe: 'Create a service account',
      arguments: INPUT,
      examples: {
        'create --name "HR sync" --grant user-administrator:12':
          'an account that manages the users of group 12',
      },
      call: ({ user }, args) => user.createServiceAccount({ ServiceAccountInput: inputOf(args) }),
      shown,
    }),
    'put <id>': operation({
      describe: 'Create or replace a service account. What is not given gets its default',
      arguments: { id, ...INPUT },
      examples: {
        'put 3 --name "HR sync" --grant course-attendance-manager:1': 'account 3, with this grant only',
      },
      call: ({ user }, args) => user.putServiceAccount({ id: args.id, ServiceAccountInput: inputOf(args) }),
      shown,
    }),
    'update <id>': operation({
      describe: 'Change a service account. What is not given is unchanged',
      arguments: { id, ...CHANGES },
      examples: { 'update 3 --add-grant user-administrator:12': 'give account 3 another grant' },
      call: ({ user }, args) => update(user, args.id, args),
      shown,
    }),
    'delete <id>': operation({
      describe: 'Delete a service account and its keys',
      arguments: { id },
      examples: { 'delete 3': 'delete account 3 and its keys' },
      call: ({ user }, { id }) => user.deleteServiceAccount({ id }),
      question: ({ id }) => `Delete service account ${id}, its keys and its webhook endpoints for good?`,
      message: ({ id }) => `Service account ${id} and its keys are deleted.`,
    }),
  },
}

import {
  each,
  RoleName,
  type GrantInput,
  type ServiceAccount,
  type ServiceAccountInput,
} from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { Output } from '../output.ts'
import { showList } from './list.ts'
import { amount, given, id, pageSize, wholeNumber } from './options.ts'

const slug = (role: string) => role.toLowerCase().replaceAll(' ', '-')
const roles = new Map(Object.values(RoleName).map((role) => [slug(role), role]))

/** `user-administrator:12` */
function grantOf(text: string): GrantInput {
  const [, name = '', group = ''] = /^(.+):([^:]*)$/.exec(text) ?? []
  const role = roles.get(slug(name))
  if (role === undefined)
    throw new UsageError(
      `grant must be <role>:<group>, with one of the roles ${[...roles.keys()].join(', ')}.`,
    )
  return { role, groupId: wholeNumber('group of a grant')(group) }
}

/** Grants are shown to people as they would type them, and to programs as in the contract. */
const shown = (account: ServiceAccount, { json }: Output): object =>
  json
    ? account
    : { ...account, grants: account.grants.map(({ role, groupId }) => `${slug(role)}:${groupId}`) }

const fields = <T>(yargs: Argv<T>) =>
  yargs
    .option('name', { type: 'string', demandOption: true, requiresArg: true, describe: 'name' })
    .option('grant', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe: `<role>:<group>, may be repeated; roles: ${[...roles.keys()].join(', ')}`,
      coerce: (given: string | readonly string[]) => [given].flat().map(grantOf),
    })
    .option('home-group', {
      type: 'string',
      requiresArg: true,
      describe: 'group of the users that it creates; by default that of the first grant',
      coerce: wholeNumber('home-group'),
    })
    .option('requests-per-minute', {
      type: 'string',
      requiresArg: true,
      describe: 'a rate limit of its own',
      coerce: wholeNumber('requests-per-minute'),
    })

interface Fields {
  name: string
  grant?: GrantInput[] | undefined
  homeGroup?: number | undefined
  requestsPerMinute?: number | undefined
}

const inputOf = ({ name, grant, homeGroup, requestsPerMinute }: Fields): ServiceAccountInput => ({
  name,
  ...given({ grants: grant, homeGroupId: homeGroup, requestsPerMinute }),
})

export const serviceAccounts: Noun = {
  name: 'service-accounts',
  describe: 'Who may call the public operations, with which roles',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list',
        'List service accounts',
        (y) => amount(y).example('$0 service-accounts list', 'the first 100'),
        act((context, args) => {
          const { user } = context.operator()
          const records = each((page) => user.listServiceAccountsRaw({ limit: pageSize(args), ...page }))
          const columns = ['id', 'name', 'homeGroupId', 'grants', 'requestsPerMinute'] as const
          return showList(context, args, records, columns, (account) => shown(account, context.output))
        }),
      )
      .command(
        'get <id>',
        'Show a service account',
        (y) => id('id of the account')(y).example('$0 service-accounts get 3', 'show account 3'),
        act(async ({ operator, output }, args) =>
          output.record(shown(await operator().user.getServiceAccount({ id: args.id }), output)),
        ),
      )
      .command(
        'create',
        'Create a service account',
        (y) =>
          fields(y).example(
            '$0 service-accounts create --name "HR sync" --grant user-administrator:12',
            'may manage the users of group 12',
          ),
        act(async ({ operator, output }, args) => {
          const ServiceAccountInput = inputOf(args)
          const account = await operator().user.createServiceAccount({ ServiceAccountInput })
          await output.record(shown(account, output))
        }),
      )
      .command(
        'put <id>',
        'Create or replace a service account',
        (y) =>
          fields(id('id of the account')(y)).example(
            '$0 service-accounts put 3 --name "HR sync" --grant course-attendance-manager:1',
            'replaces its grants',
          ),
        act(async ({ operator, output }, args) => {
          const ServiceAccountInput = inputOf(args)
          const account = await operator().user.putServiceAccount({ id: args.id, ServiceAccountInput })
          await output.record(shown(account, output))
        }),
      )
      .command(
        'delete <id>',
        'Delete a service account and its keys',
        (y) => id('id of the account')(y).example('$0 service-accounts delete 3', 'its keys end with it'),
        act(async ({ operator, output }, args) => {
          await operator().user.deleteServiceAccount({ id: args.id })
          output.say(`Service account ${args.id} is deleted, and its keys with it.`)
        }),
      ),
}

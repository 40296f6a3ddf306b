import { RoleName, type GrantInput } from '@rollcall/client/operator'
import { UsageError } from '../errors.ts'
import { wholeNumber } from './arguments.ts'

const slugOf = (role: string) => role.toLowerCase().replaceAll(' ', '-')
const ROLES = new Map(Object.values(RoleName).map((role) => [slugOf(role), role]))

export const GRANT_HELP = `<role>:<group>; repeatable; roles: ${[...ROLES.keys()].join(', ')}`

/** Reads a grant such as `user-administrator:12`. @throws UsageError */
export function grantOf(text: string): GrantInput {
  const [, name = '', group = ''] = /^(.+):([^:]*)$/.exec(text) ?? []
  const role = ROLES.get(slugOf(name))
  if (role === undefined)
    throw new UsageError(
      `A grant must be <role>:<group>, with one of the roles ${[...ROLES.keys()].join(', ')}.`,
    )
  return { role, groupId: wholeNumber(group, 'group of a grant') }
}

/** A grant as a person types it. */
export const grantText = ({ role, groupId }: GrantInput) => `${slugOf(role)}:${groupId}`

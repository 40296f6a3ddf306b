import { RollcallError } from '@rollcall/client/operator'
import type { Api } from '../context.ts'
import { noSuchGroup } from '../errors.ts'

/** The registration service would put a course into any group. @throws Error for one that does not exist */
export async function requireGroups({ user }: Api, course: Readonly<Record<string, unknown>>): Promise<void> {
  for (const id of (course['groupIds'] ?? []) as Iterable<number>)
    await user.getGroup({ id }).catch((error: unknown) => {
      if (!(error instanceof RollcallError && error.status === 404)) throw error
      throw new Error(noSuchGroup(id))
    })
}

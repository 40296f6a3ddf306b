import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { Output } from '../output.ts'
import { collect, everyRecord } from '../paging.ts'

/** Tells a person why the sync waits, and for how long. */
export const waitingShownBy = (output: Output) => (reason: string, ms: number) =>
  output.info(`waiting ${Math.ceil(ms / 1000)} s: ${reason}`)

/** @throws UsageError when the service account can't see the group, which would look like an empty one */
export async function requireVisibleGroup({ publicApi }: Context, groupId: number): Promise<void> {
  const { users } = publicApi()
  const groups = await collect(everyRecord((page) => users.listVisibleGroupsRaw(page)))
  if (!groups.some(({ id }) => id === groupId))
    throw new UsageError(`Group ${groupId} is not visible to the service account of this API key.`)
}

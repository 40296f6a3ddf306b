import type { Group, Rollcall, User } from '@rollcall/client'
import { hash, randomUUID } from 'node:crypto'
import { pMapIterable } from 'p-map'
import type { Context } from '../context.ts'
import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import { BackOff } from '../import/back-off.ts'
import { batchesOf } from '../import/batches.ts'
import {
  MAX_BATCH_BYTES,
  ONE_ATTEMPT,
  sendBatch,
  type sendAsIs,
  VALIDATE_ONLY,
  type ItemResult,
} from '../import/targets/batch.ts'
import { everyRecord, type ListPage } from '../paging.ts'

/** A batch costs as many requests as it has items, so it is far smaller than the limit of a minute. */
const MAX_BATCH = { rows: 100, bytes: MAX_BATCH_BYTES }

/** Records that are changed at once. */
const CHANGES_AT_ONCE = 4

interface Item {
  readonly body: Readonly<Record<string, unknown>>
}

/** An item that was sent, and its result. */
export interface SentItem<T> {
  readonly item: T
  readonly result: ItemResult | undefined
  /** Whether the batch was sent again: the first time may have done it, and its answer was lost. */
  readonly isRepeated: boolean
}

/** Sends one batch. `bodies` replace what the generated client would send. */
export type SendBatch<T> = (
  headers: { readonly Prefer?: string },
  bodies: ReturnType<typeof sendAsIs>,
  items: readonly T[],
) => Promise<{ readonly raw: Response }>

/** The users of a group and its subgroups. */
export interface GroupMembers {
  readonly users: readonly User[]
  /** Whether the user is in another visible group, too, whose file may name the person. */
  readonly isElsewhere: (user: User) => boolean
  /** Whether the service account sees another group, too. */
  readonly hasOthers: boolean
}

/** The ids of a group and of those below it. */
export function withSubgroups(
  groupId: number,
  groups: readonly Pick<Group, 'id' | 'parentId'>[],
): ReadonlySet<number> {
  const below = Map.groupBy(groups, ({ parentId }) => parentId)
  const found = new Set([groupId])
  for (const id of found) for (const group of below.get(id) ?? []) found.add(group.id)
  return found
}

const removal = (group: number, id: number) => `rollcall members remove ${group} ${id} --yes`

/** The commands with which an operator moves somebody into a group. */
export const moveCommands = ({ id, visibleGroupIds = [] }: User, group: number | undefined) =>
  `rollcall members add ${group} ${id}, then ${visibleGroupIds.map((from) => removal(from, id)).join(', ')}.`

/** The error of somebody about whom the files of two groups may contradict each other. */
export const inSeveralGroups = ({ id, externalId, loginName, visibleGroupIds = [] }: User) => ({
  ok: false,
  who: externalId || loginName,
  code: 'in-several-groups',
  detail:
    `The person is in the groups ${visibleGroupIds.join(' and ')}, and only one of their files may name ` +
    'the person. An operator removes the person from the wrong one: ' +
    `${visibleGroupIds.map((group) => removal(group, id)).join(', or ')}.`,
})

export const BROUGHT_BACK = 'brought-back'
/**
 * The error of somebody whom the last run has removed and another caller has brought back. The next run would
 * undo that again, and so every night: an account that sees one group can't tell that a person is in two.
 */
export const broughtBack = (who: string, done: string, ways: { ifStays: string; ifGone: string }) => ({
  ok: false,
  who,
  code: BROUGHT_BACK,
  detail:
    `The last run ${done}, and somebody has undone that. Does another job name the person, who is in its ` +
    'group, too? Then an operator removes the person from one of the two groups (rollcall members remove), ' +
    'or each job gets a --source of its own. ' +
    `Is it to stay so? Then ${ways.ifStays}. Otherwise: ${ways.ifGone}.`,
})

export const MOVED_BACK = 'moved-back'
/** Why a row does not move somebody whom the last run has moved into the group, and another job out. */
export const movedBack = (user: User, group: number | undefined) =>
  'The last run moved the person into the group, and another job, whose file has the person, too, has ' +
  'moved the person out. Is that file right? Then take this row out. Is this one right? Then take the row ' +
  'out of that file, and an operator moves the person, or this error stays. If the other job has ended the ' +
  `account meanwhile, --reactivate clears the date after that: ${moveCommands(user, group)}`

/**
 * The error of somebody whom the last run has moved into the group, and whom the file drops at once: the file
 * of the former group may name the person, and can't move the person back ({@link movedBack}).
 */
export const justMoved = ({ id, externalId, loginName }: User, group: number | undefined) => ({
  ok: false,
  who: externalId || loginName,
  code: 'just-moved',
  detail:
    'The last run moved the person into the group, and the file does not name the person any more. The ' +
    'next run ends the account. Does the file of another group name the person? Then an operator moves the ' +
    `person there before: rollcall members add GROUP ${id}, then ${removal(Number(group), id)}.`,
})

/** How a sync calls the service. A request is sent again when the service asks to wait; the wait is shown. */
export class SyncService {
  readonly #context: Context
  protected readonly backOff: BackOff
  protected readonly interrupted: AbortSignal

  constructor(context: Context) {
    this.#context = context
    this.interrupted = context.terminal.interrupted
    this.backOff = new BackOff((text) => context.output.info(text))
  }

  /** As the service account of the API key. */
  protected get api(): Rollcall {
    return this.#context.publicApi(ONE_ATTEMPT)
  }

  protected send<R>(request: (isRepeated: boolean) => Promise<R>): Promise<R> {
    return this.backOff.send(request)
  }

  protected list<R>(list: ListPage<R>): Promise<R[]> {
    return Array.fromAsync(everyRecord((page) => this.send(() => list(page))))
  }

  /**
   * The users of the group and its subgroups, or all whom the service account can see.
   * @throws UsageError when the service account can't see the group, which would look like an empty one
   */
  async membersOf(groupId: number | undefined): Promise<GroupMembers> {
    const { users } = this.api
    const include = 'details'
    if (groupId === undefined) {
      const all = await this.list((page) => users.listUsersRaw({ include, ...page }))
      return { users: all, isElsewhere: () => false, hasOthers: false }
    }
    const groups = await this.list((page) => users.listVisibleGroupsRaw(page))
    if (!groups.some(({ id }) => id === groupId))
      throw new UsageError(`Group ${groupId} is not visible to the service account of this API key.`)
    const inside = withSubgroups(groupId, groups)
    return {
      users: await this.list((page) => users.listUsersRaw({ groupId, include, ...page })),
      isElsewhere: ({ visibleGroupIds = [] }) => visibleGroupIds.some((id) => !inside.has(id)),
      hasOthers: groups.some(({ id }) => !inside.has(id)),
    }
  }

  /** The user, whose e-mail address was this, if the user is in the group at this moment. */
  async member(groupId: number | undefined, { id, email }: Pick<User, 'id' | 'email'>) {
    const { users } = this.api
    const filter = defined({ groupId, email, include: 'details' as const })
    const found = await this.list((page) => users.listUsersRaw({ ...filter, ...page }))
    return found.find((user) => user.id === id)
  }

  /** Changes records one by one, a few at once. After an interruption, no further change begins. */
  async *forEach<Present, R>(
    records: readonly Present[],
    change: (record: Present) => Promise<R>,
  ): AsyncGenerator<R> {
    const work = async (record: Present) => (this.interrupted.aborted ? undefined : await change(record))
    for await (const result of pMapIterable(records, work, { concurrency: CHANGES_AT_ONCE }))
      if (result !== undefined) yield result
  }
}

/** The same for a sync that sends items in batches. */
export abstract class BatchSyncService<T extends Item> extends SyncService {
  /** Part of idempotency keys: only a batch that is sent again in the same run has the same key. */
  readonly #run = randomUUID()

  protected abstract readonly sendBatch: SendBatch<T>

  /** Items of different kinds are sent in different batches. */
  protected kindOf(_item: T): unknown {
    return undefined
  }

  /** Sends the items with `Prefer: validate-only`: the results say what the service would do. */
  async validate<Checked extends T>(items: readonly Checked[]): Promise<SentItem<Checked>[]> {
    const sent: SentItem<Checked>[] = []
    for await (const batch of this.#batchesOf(items))
      sent.push(...(await this.#sendItems(batch, VALIDATE_ONLY)))
    return sent
  }

  /** Sends the items in batches. After an interruption, no further batch is sent. */
  async *write<Sent extends T>(items: readonly Sent[]): AsyncGenerator<SentItem<Sent>> {
    for await (const batch of this.#batchesOf(items)) {
      if (this.interrupted.aborted) return
      const request = JSON.stringify([this.#run, batch.map(({ body }) => body)])
      yield* await this.#sendItems(batch, { Idempotency_Key: hash('sha256', request) })
    }
  }

  #batchesOf<Sent extends T>(items: readonly Sent[]) {
    return batchesOf(items, MAX_BATCH, (item) => this.kindOf(item))
  }

  async #sendItems<Sent extends T>(items: readonly Sent[], headers: object): Promise<SentItem<Sent>[]> {
    const bodies = items.map(({ body }) => body)
    let isRepeated = false
    const results = await sendBatch(this.backOff, bodies, (init, isAgain) => {
      isRepeated = isAgain
      return this.sendBatch(headers, init, items)
    })
    return items.map((item, i) => ({ item, result: results[i], isRepeated }))
  }
}

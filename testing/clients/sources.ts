import { expectBody } from '../portal.ts'
import { settings, type CommandResult } from './command.ts'
import { personNamed, written, type Person } from './roster.ts'
import type { SyncScene } from './sync-scene.ts'

const ROLES = ['Course attendance manager', 'User administrator']

/** Numbered with the initial and the group. */
export const someone = (group: number, name: string): Person =>
  personNamed(`${name[0]}${group}`.toLowerCase(), name)

export const several = <N extends readonly string[]>(group: number, ...names: N) =>
  names.map((name) => someone(group, name)) as { [K in keyof N]: Person }

/** Runs `users sync` and `registrations sync` for sources, in a scene. */
export function sourceKit(scene: SyncScene) {
  const { file, run, user } = scene
  const roster = (name: string, people: readonly Person[]) => file(name, [written(people, 'csv')])
  const syncFiles = (group: number, files: readonly string[], ...more: string[]) =>
    run(['users', 'sync', ...files, '--group', String(group), '--yes', '--json', ...more])
  return {
    roster,
    syncFiles,

    async sync(group: number, people: readonly Person[], source: string, ...more: string[]) {
      const leavers = more.includes('--leavers') ? [] : ['--leavers', 'expire']
      const name = await roster(`of-${group}.csv`, people)
      return syncFiles(group, [name], '--source', source, ...leavers, ...more)
    },

    /** The user, as an operator sees it. */
    admin: async (externalId: string) =>
      (await scene.system.operator.get(`/admin/users/?externalId=${externalId}`)).body[0],

    isActive: async (externalId: string) => (await user(externalId)).expirationDate === '',

    /** To another source; "" is none. */
    async handOver(id: number, to: string) {
      const path = '/admin/sources/hand-over/'
      expectBody(await scene.system.operator.post(path, { ids: [id], to }), 200)
    },

    async move(id: number, { from, to }: { from: number; to: number }) {
      await scene.system.operator.put(`/admin/groups/${to}/members/${id}/`)
      await scene.system.operator.delete(`/admin/groups/${from}/members/${id}/`)
    },

    /** The two commands of a night, with an account that sees one group only. */
    async nightlyJob({ group, source }: { group: number; source: string }) {
      const grants = ROLES.map((role) => ({ role, groupId: group }))
      const env = settings(scene.system, await scene.system.issueKey({ grants }))
      const name = `night-${group}.csv`
      return {
        async users(people: readonly Person[]) {
          const leavers = ['--leavers', 'expire', '--reactivate']
          const options = ['--group', `${group}`, '--source', source, ...leavers, '--yes']
          return run(['users', 'sync', await roster(name, people), ...options], { env })
        },
        async registrations(people: readonly Person[], course: number, ...more: string[]) {
          const mapped = ['--map', 'externalId=userExternalId', '--only-mapped']
          const options = ['--course', `${course}`, ...mapped, '--yes', '--json', ...more]
          return run(['registrations', 'sync', await roster(name, people), ...options], { env })
        },
      }
    },
  }
}

/** @param says in messages or in the plan */
export const expectEnd = ({ code, stderr }: CommandResult, expected: number, says: string | RegExp) =>
  expect([code, stderr]).toEqual([
    expected,
    typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says),
  ])

type IsMeant = (url: string, request: RequestInit | undefined) => boolean

const writesBatch: IsMeant = (url, request) =>
  url.includes('/batch/') && new Headers(request?.headers).get('prefer')?.includes('validate-only') !== true

/** Makes a change while a command runs, before its first request that `isMeant`: the first write. */
export async function meanwhile<R>(
  change: () => Promise<unknown>,
  act: () => Promise<R>,
  isMeant: IsMeant = writesBatch,
): Promise<R> {
  const sent = globalThis.fetch
  let changed: Promise<unknown> | undefined
  globalThis.fetch = async (...request) => {
    if (isMeant(String(request[0] as string), request[1])) await (changed ??= change())
    return sent(...request)
  }
  try {
    const result = await act()
    if (changed === undefined) throw new Error('There was no such request.')
    return result
  } finally {
    globalThis.fetch = sent
  }
}

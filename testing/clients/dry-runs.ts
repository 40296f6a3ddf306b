import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from './command.ts'
import { personNamed } from './roster.ts'
import { scriptedServer } from './scripted-server.ts'

export type Fields = object

export const otto = personNamed('1215', 'Otto Wolff')
export const kim = personNamed('1215', 'Kim Possible')
export const ann = personNamed('1001', 'Ann Arbor')

export const GROUP = 12
/** Below it. */
export const SUBGROUPS = [15, 16] as const
/** For a dry run without a source. */
export const ALL_SOURCES = '--all-sources'
/** For a dry run by an account that sees group 13, too: before it creates people, it reads all users. */
export const SEES_OTHERS = '--sees-others'
export const LONG_AGO = '2020-01-01T00:00:00Z'

/** A user as the service returns it. */
export const stored = <P extends Fields>(id: number, person: P, more: Fields = {}) => ({
  ...{ id, ...person, expirationDate: '', managedBy: 'hr', visibleGroupIds: [GROUP] },
  ...{ createdDate: LONG_AGO, updatedDate: LONG_AGO, deleted: false, ...more },
})

type User = ReturnType<typeof stored> & { readonly externalId: string }
const GROUPS = [
  { id: GROUP, name: 'Sales', parentId: 1 },
  ...SUBGROUPS.map((id) => ({ id, name: `Sales ${id}`, parentId: GROUP })),
]
const COURSE = { id: 101, name: 'Cranes', externalId: 'c-101', groupIds: [GROUP], active: true }

/** What a service returns for a row that it would do. */
export const changed = (id: number) => [{ status: 200, outcome: 'changed', user: { id } }]
export const created = [{ status: 201, outcome: 'created', user: { id: 0 } }]

/** Runs syncs without a system: for tests of what they plan. */
export function dryRuns() {
  const dryRuns = { folder: '' }
  beforeAll(async () => (dryRuns.folder = await mkdtemp(join(tmpdir(), 'rollcall-people-'))))
  afterAll(() => rm(dryRuns.folder, { recursive: true }))

  async function dryRun(
    sync: readonly string[],
    rows: readonly Fields[],
    script: readonly unknown[],
    ...more: readonly string[]
  ) {
    const { folder } = dryRuns
    const { url } = await scriptedServer(...script.map((body) => ({ status: 200, body })))
    const env = { ROLLCALL_URL: url, ROLLCALL_API_KEY: 'key', ROLLCALL_API_SECRET: 'secret' }
    await writeFile(join(folder, 'people.ndjson'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const options = ['--group', `${GROUP}`, '--dry-run', ...more]
    return command([...sync, 'people.ndjson', ...options], { folder, env })
  }

  return Object.assign(dryRuns, {
    /**
     * A dry run of a sync of the group.
     * @param then what the service returns after the members; the last one for every further request
     * @param more options, {@link ALL_SOURCES} or {@link SEES_OTHERS}
     */
    async dryRun(
      members: readonly Fields[],
      rows: readonly Fields[],
      then: readonly unknown[],
      ...more: string[]
    ) {
      const other = more.includes(SEES_OTHERS) ? [{ id: 13, name: 'Store', parentId: 1 }] : []
      const script = [[...GROUPS, ...other], members, ...then]
      const source = more.includes(ALL_SOURCES) ? [] : ['--source', 'hr']
      const options = more.filter((option) => option !== ALL_SOURCES && option !== SEES_OTHERS)
      return dryRun(['users', 'sync'], rows, script, ...source, '--reactivate', ...options)
    },

    /**
     * The same for a sync of the registrations of the group for a course.
     * @param registered those with an open registration
     */
    dryRunOfCourse(
      members: readonly User[],
      registered: readonly User[],
      rows: readonly Fields[],
      ...then: readonly unknown[]
    ) {
      const registrations = registered.map(({ id: userId, externalId: userExternalId }) => ({
        ...{ id: 500 + userId, courseId: COURSE.id, courseName: COURSE.name, userId, userExternalId },
        ...{ statusName: 'Not Started', registrationDate: LONG_AGO, createdDate: LONG_AGO },
      }))
      const script = [COURSE, GROUPS, members, registrations, ...then]
      return dryRun(['registrations', 'sync'], rows, script, '--course', `${COURSE.id}`)
    },
  })
}

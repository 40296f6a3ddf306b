import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { courseModel, toRecord } from '../../services/registration/src/courses/record.ts'
import { client, type Client } from '../client.ts'
import { freshDatabaseUrl } from '../isolated.ts'
import { expectBody } from '../portal.ts'
import { aStoredCourse } from '../registration/begun.ts'
import { addGroups } from '../user/add-groups.ts'
import { command, settings, type CommandOptions } from './command.ts'
import { wholeSystem, type System, type SystemOptions } from './system.ts'

const FIRST_ID = 1001

export const aPerson = (externalId: string) => ({
  externalId,
  loginName: externalId,
  email: `${externalId}@example.org`,
  firstName: 'Ada',
  lastName: 'Byron',
})

/** For the syncs of one test file: a system, an account that sees everything, and a folder for rosters. */
export interface SyncScene {
  readonly system: System
  readonly env: NodeJS.ProcessEnv
  readonly api: Client
  readonly folder: string
  /** The id of a group and of a course that no other test uses. */
  next(): number
  /** Creates users in a group. */
  create(group: number, ...users: readonly object[]): Promise<void>
  /** Registers people, who are named by their external ids. @returns the ids of the registrations */
  register(course: number, people: readonly string[]): Promise<number[]>
  /** The user with this external id. */
  user(externalId: string): Promise<any>
  /** The statuses of the registrations for a course, by external id. */
  statuses(course: number): Promise<Record<string, string>>
  /** Writes a file into the folder. @returns its name */
  file(name: string, lines: readonly string[]): Promise<string>
  run(args: readonly string[], more?: CommandOptions): ReturnType<typeof command>
  /** The results of each row of this file, in the last command. */
  results(file: string): Promise<any[]>
}

/** Keeps the users of a scene. */
export const SOURCE = 'hr'

/** @param size how many groups and courses: all are created first, because what a key sees is cached */
export function syncScene(size: number, options: SystemOptions = {}): SyncScene {
  const databases = {
    user: freshDatabaseUrl(),
    registration: freshDatabaseUrl(),
    notification: freshDatabaseUrl(),
  }
  const system = wholeSystem({ databaseUrl: (service) => databases[service], ...options })
  const ids = Array.from({ length: size }, (_, i) => FIRST_ID + i)
  const unused = ids.values()
  const scene = { system } as { -readonly [name in keyof SyncScene]: SyncScene[name] }
  beforeAll(async () => {
    // By the API, each would take 20 ms of CPU.
    await addGroups({ databaseUrl: databases.user, parentId: 1, count: size, firstId: FIRST_ID })
    const connection = await mongoose.createConnection(databases.registration).asPromise()
    const courses = ids.map((id) => toRecord(aStoredCourse({ id, name: `Course ${id}`, groupIds: [1] })))
    await courseModel(connection).insertMany(courses)
    await connection.close()
    const key = await system.issueKey()
    scene.env = settings(system, key)
    scene.api = client(system.url, key.credential)
    scene.folder = await mkdtemp(join(tmpdir(), 'rollcall-sync-'))
  })
  afterAll(() => rm(scene.folder, { recursive: true, force: true }))
  return Object.assign(scene, {
    next() {
      const { value, done } = unused.next()
      if (done) throw new Error('All groups are used: give syncScene a higher size.')
      return value
    },

    async create(group: number, ...users: readonly object[]) {
      const inGroup = users.map((user) => ({ ...user, groupIds: [group] }))
      expectBody(await system.operator.post(`/admin/users/batch/?source=${SOURCE}`, inGroup), 200)
    },

    async register(courseId: number, people: readonly string[]) {
      const items = people.map((userExternalId) => ({ courseId, userExternalId }))
      const results: any[] = expectBody(await scene.api.post('/registrations/batch/', items), 200)
      return results.map(({ registration }) => registration.id)
    },

    user: async (externalId: string) =>
      expectBody(await scene.api.get(`/users/external_id/${externalId}/`), 200),

    async statuses(course: number) {
      const list: any[] = expectBody(
        await scene.api.get(`/registrations/?course_id=${course}&limit=1000`),
        200,
      )
      const byPerson = Map.groupBy(list, ({ userExternalId }) => userExternalId)
      return Object.fromEntries(
        [...byPerson].map(([person, all]) => [person, all.map(({ statusName }) => statusName).join(', ')]),
      )
    },

    async file(name: string, lines: readonly string[]) {
      await writeFile(join(scene.folder, name), lines.join('\n'))
      return name
    },

    run: (args: readonly string[], more: CommandOptions = {}) =>
      command(args, { env: scene.env, folder: scene.folder, ...more }),

    async results(file: string) {
      const names = await readdir(scene.folder)
      const paths = names
        .filter((name) => name.startsWith(`${file}.`) && name.endsWith('.results.ndjson'))
        .map((name) => join(scene.folder, name))
      const dated = await Promise.all(
        paths.map(async (path) => ({ path, mtimeMs: (await stat(path)).mtimeMs })),
      )
      const newest = dated.toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0]
      const ndjson = await readFile(newest?.path ?? file, 'utf8')
      return JSON.parse(`[${ndjson.trim().replaceAll('\n', ',')}]`)
    },
  })
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writePrivately } from '../support/files.ts'
import { messageOf, CommandError } from '../support/command-error.ts'
import type { RunFile } from '../paths.ts'
import { callerOf, headersOf, type Call, type Key } from './call.ts'

/** The rows of a file in this folder. `rollcall import` accepts the same form. */
const rowsOf = <Row>(name: string): readonly Row[] =>
  readFileSync(join(import.meta.dirname, `${name}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

type Rules = Readonly<Record<'active' | 'published' | 'requiresRegistration' | 'eventBased', boolean>>

/**
 * A state's learning service: districts with their schools, and a central office with departments. Parents
 * come first.
 */
const GROUPS = rowsOf<{ readonly id: number }>('groups')
/**
 * Of every kind that the rules know: those that can be registered for, each reason why not, and one name
 * twice.
 */
const COURSES = rowsOf<Rules & { readonly id: number; readonly name: string }>('courses')
/** Invented people, some of whom have expired, at addresses that no mail can reach. */
const USERS = rowsOf<{ readonly externalId: string }>('users')
/**
 * One with everything in scope, and one that shows how visibility is limited. Their ids are far from those
 * that are counted up.
 */
const ACCOUNTS = rowsOf<{ readonly id: number }>('accounts')

export type Demo = Awaited<ReturnType<typeof loadDemo>>

interface Stored {
  /** Hash of the data: other data is loaded again. */
  readonly stamp: string
  /** Secrets are shown once, so they are stored here. */
  readonly keys: readonly Key[]
}

/**
 * Loads the demo data through the operator API, and makes sure that its keys are valid. Existing data is left
 * alone: a person may have changed it on purpose.
 * @param at.file where the keys are stored
 */
export async function loadDemo(
  at: Pick<RunFile, 'baseUrl' | 'adminUrl' | 'operatorToken'> & { readonly file: string },
) {
  try {
    const operator = callerOf(at.adminUrl, { Authorization: `Bearer ${at.operatorToken}` })
    const all = JSON.stringify([GROUPS, COURSES, USERS, ACCOUNTS])
    const stamp = createHash('sha256').update(all).digest('hex')
    const stored = readJson<Stored>(at.file)
    const existing = await operator<readonly unknown[]>('GET', '/admin/service-accounts/?limit=1')
    if (stored?.stamp !== stamp || existing.length === 0) await load(operator)

    const keys: Key[] = []
    for (const [index, { id }] of ACCOUNTS.entries()) {
      const key = stored?.keys[index]
      const isValid = key !== undefined && (await accepts(at.baseUrl, key))
      keys.push(isValid ? key : await operator<Key>('POST', `/admin/service-accounts/${id}/keys/`, {}))
    }
    writePrivately(at.file, JSON.stringify({ stamp, keys } satisfies Stored, null, 2))

    const [first] = keys as [Key, ...Key[]]
    const example = await findExample(callerOf(at.baseUrl, headersOf(first)))
    return { apiKey: first.keyId, apiSecret: first.secret, example }
  } catch (error) {
    throw new CommandError(`The demo data could not be loaded: ${messageOf(error)}`)
  }
}

async function load(operator: Call): Promise<void> {
  for (const { id, ...group } of GROUPS) await operator('PUT', `/admin/groups/${id}/`, group)
  type Result = { readonly index: number; readonly status: number; readonly detail?: string }
  const results = await operator<readonly Result[]>('POST', '/admin/users/batch/', USERS)
  const rejected = results.find(({ status }) => status >= 300)
  if (rejected !== undefined) throw new Error(`demo user ${rejected.index} was rejected: ${rejected.detail}`)

  await Promise.all(COURSES.map(({ id, ...course }) => operator('PUT', `/admin/courses/${id}/`, course)))
  for (const { id, ...account } of ACCOUNTS) await operator('PUT', `/admin/service-accounts/${id}/`, account)
}

async function accepts(baseUrl: string, key: Key): Promise<boolean> {
  const { status } = await fetch(`${baseUrl}/registrations/?limit=1`, { headers: headersOf(key) })
  return status !== 401
}

type User = Readonly<Record<'externalId' | 'email' | 'firstName' | 'lastName' | 'expirationDate', string>>

/** A demo course and an active demo user who has not registered for it: what one pasted command can do. */
async function findExample(call: Call) {
  const demoIds = new Set(USERS.map(({ externalId }) => externalId))
  const open = COURSES.filter(
    (course) => course.active && course.published && course.requiresRegistration && !course.eventBased,
  )
  const users = await call<readonly User[]>('GET', '/users/?limit=1000')
  const active = users.filter((user) => demoIds.has(user.externalId) && user.expirationDate === '')
  for (const { id, name } of open) {
    const path = `/registrations/?course_id=${id}&limit=1000`
    const registered = await call<readonly { userExternalId: string }[]>('GET', path)
    const registeredIds = new Set(registered.map(({ userExternalId }) => userExternalId))
    const user = active.find(({ externalId }) => !registeredIds.has(externalId))
    if (user === undefined) continue
    const userName = `${user.firstName} ${user.lastName}`
    return { courseId: id, courseName: name, userEmail: user.email, userName }
  }
  return undefined
}

import { createHash } from 'node:crypto'
import { readJson, writePrivately } from '../../support/files.ts'
import { messageOf, Refusal } from '../../support/refusal.ts'
import type { RunFile } from '../places.ts'
import { callerOf, headersOf, type Call, type Key } from './call.ts'
import { DEMO_ACCOUNTS, DEMO_COURSES, DEMO_GROUPS, DEMO_USERS } from './rows.ts'

export type Demo = Awaited<ReturnType<typeof loadDemo>>

interface Kept {
  /** Of the data: other data is loaded again. */
  readonly stamp: string
  readonly keys: readonly Key[]
}

/** `file`: where the keys are kept, whose secrets are shown once. */
type Where = Pick<RunFile, 'baseUrl' | 'adminUrl' | 'operatorToken'> & { readonly file: string }

/**
 * Makes sure that the demo data is there, through the operator API like any operator would, and that its keys are valid.
 * What is there already is left alone: somebody may have changed it on purpose.
 */
export async function loadDemo({ baseUrl, adminUrl, operatorToken, file }: Where) {
  try {
    const operator = callerOf(adminUrl, { Authorization: `Bearer ${operatorToken}` })
    const all = JSON.stringify([DEMO_GROUPS, DEMO_COURSES, DEMO_USERS, DEMO_ACCOUNTS])
    const stamp = createHash('sha256').update(all).digest('hex')
    const kept = readJson<Kept>(file)
    const there = await operator<readonly unknown[]>('GET', '/admin/service-accounts/?limit=1')
    if (kept?.stamp !== stamp || there.length === 0) await load(operator)

    const keys: Key[] = []
    for (const [index, { id }] of DEMO_ACCOUNTS.entries()) {
      const key = kept?.keys[index]
      const isValid = key !== undefined && (await accepts(baseUrl, key))
      keys.push(isValid ? key : await operator<Key>('POST', `/admin/service-accounts/${id}/keys/`, {}))
    }
    writePrivately(file, JSON.stringify({ stamp, keys } satisfies Kept, null, 2))

    const [first] = keys as [Key, ...Key[]]
    const example = await findExample(callerOf(baseUrl, headersOf(first)))
    return { apiKey: first.keyId, apiSecret: first.secret, example }
  } catch (fault) {
    throw new Refusal(
      `The demo data could not be brought in: ${messageOf(fault)}\n` +
        'If the data of an earlier version is in the way, forget it: npm start -- --reset',
    )
  }
}

async function load(operator: Call): Promise<void> {
  for (const { id, ...group } of DEMO_GROUPS) await operator('PUT', `/admin/groups/${id}/`, group)
  type Result = { readonly index: number; readonly status: number; readonly detail?: string }
  const results = await operator<readonly Result[]>('POST', '/admin/users/batch/', DEMO_USERS)
  const refused = results.find(({ status }) => status >= 300)
  if (refused !== undefined) throw new Error(`demo user ${refused.index} was refused: ${refused.detail}`)

  await Promise.all(DEMO_COURSES.map(({ id, ...course }) => operator('PUT', `/admin/courses/${id}/`, course)))
  for (const { id, ...account } of DEMO_ACCOUNTS)
    await operator('PUT', `/admin/service-accounts/${id}/`, account)
}

async function accepts(baseUrl: string, key: Key): Promise<boolean> {
  const { status } = await fetch(`${baseUrl}/registrations/?limit=1`, { headers: headersOf(key) })
  return status !== 401
}

type User = Readonly<Record<'externalId' | 'email' | 'firstName' | 'lastName' | 'expirationDate', string>>

const DEMO_IDS = new Set(DEMO_USERS.map(({ externalId }) => externalId))
const OPEN_COURSES = DEMO_COURSES.filter(
  (course) => course.active && course.published && course.requiresRegistration && !course.eventBased,
)

/** A demo course and an active demo user who never registered for it: what a person can do now by pasting one command. */
async function findExample(call: Call) {
  const users = await call<readonly User[]>('GET', '/users/?limit=1000')
  const active = users.filter((user) => DEMO_IDS.has(user.externalId) && user.expirationDate === '')
  for (const { id, name } of OPEN_COURSES) {
    const path = `/registrations/?course_id=${id}&limit=1000`
    const registered = await call<readonly { userExternalId: string }[]>('GET', path)
    const user = active.find(({ externalId }) =>
      registered.every(({ userExternalId }) => userExternalId !== externalId),
    )
    if (user === undefined) continue
    const userName = `${user.firstName} ${user.lastName}`
    return { courseId: id, courseName: name, userEmail: user.email, userName }
  }
  return undefined
}

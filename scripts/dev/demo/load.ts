import { createHash } from 'node:crypto'
import { readJson, writePrivately } from '../../support/files.ts'
import { messageOf, Refusal } from '../../support/refusal.ts'
import { callerOf, type Call } from './call.ts'
import { DEMO_ACCOUNTS, DEMO_COURSES, DEMO_GROUPS, DEMO_USERS } from './rows.ts'
import { findExample, type Example } from './example.ts'

export interface Demo {
  readonly apiKey: string
  readonly apiSecret: string
  /** A registration that would be accepted now; undefined when all have been made. */
  readonly example: Example | undefined
}

interface Key {
  readonly keyId: string
  readonly secret: string
}

interface Kept {
  /** Of the data below: other data is loaded again. */
  readonly stamp: string
  readonly keys: readonly Key[]
}

interface Where {
  readonly baseUrl: string
  readonly adminUrl: string
  readonly operatorToken: string
  /** Where the keys are kept: their secrets are shown once. */
  readonly file: string
}

/**
 * Makes sure that the demo data is there, through the operator API like any operator would, and that its keys are valid.
 * What is there already is left alone: somebody may have changed it on purpose.
 */
export async function loadDemo({ baseUrl, adminUrl, operatorToken, file }: Where): Promise<Demo> {
  try {
    const operator = callerOf(adminUrl, { Authorization: `Bearer ${operatorToken}` })
    const stamp = createHash('sha256')
      .update(JSON.stringify([DEMO_GROUPS, DEMO_COURSES, DEMO_USERS, DEMO_ACCOUNTS]))
      .digest('hex')
    const kept = readJson<Kept>(file)
    const there = await operator<readonly unknown[]>('GET', '/admin/service-accounts/?limit=1')
    const complete = kept?.stamp === stamp && there.length > 0
    if (!complete) await load(operator)

    const keys: Key[] = []
    for (const [index, { id }] of DEMO_ACCOUNTS.entries()) {
      const key = kept?.keys[index]
      const valid = key !== undefined && (await isValid(baseUrl, key))
      keys.push(valid ? key : await operator<Key>('POST', `/admin/service-accounts/${id}/keys/`, {}))
    }
    writePrivately(file, JSON.stringify({ stamp, keys } satisfies Kept, null, 2))

    const [first] = keys
    if (first === undefined) throw new Error('there are no demo accounts')
    return {
      apiKey: first.keyId,
      apiSecret: first.secret,
      example: await findExample(callerOf(baseUrl, headersOf(first))),
    }
  } catch (fault) {
    throw new Refusal(
      `The demo data could not be brought in: ${messageOf(fault)}\n` +
        'If the data of an earlier version is in the way, forget it: npm start -- --reset',
    )
  }
}

async function load(operator: Call): Promise<void> {
  for (const { id, ...group } of DEMO_GROUPS) await operator('PUT', `/admin/groups/${id}/`, group)
  const results = await operator<readonly { index: number; status: number; detail?: string }[]>(
    'POST',
    '/admin/users/batch/',
    DEMO_USERS,
  )
  const refused = results.find(({ status }) => status >= 300)
  if (refused !== undefined) throw new Error(`demo user ${refused.index} was refused: ${refused.detail}`)

  await Promise.all(DEMO_COURSES.map(({ id, ...course }) => operator('PUT', `/admin/courses/${id}/`, course)))
  for (const { id, ...account } of DEMO_ACCOUNTS)
    await operator('PUT', `/admin/service-accounts/${id}/`, account)
}

const headersOf = ({ keyId, secret }: Key) => ({ 'X-Api-Key': keyId, 'X-Api-Secret': secret })

async function isValid(baseUrl: string, key: Key): Promise<boolean> {
  const { status } = await fetch(`${baseUrl}/registrations/?limit=1`, { headers: headersOf(key) })
  return status !== 401
}

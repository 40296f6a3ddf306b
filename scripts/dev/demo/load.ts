import { createHash } from 'node:crypto'
import { readJson, writePrivately } from '../../support/files.ts'
import { messageOf, Refusal } from '../../support/refusal.ts'
import { CallFailed, clientOf, type Client } from './client.ts'
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
    const operator = clientOf(adminUrl, { Authorization: `Bearer ${operatorToken}` })
    const stamp = createHash('sha256')
      .update(JSON.stringify([DEMO_GROUPS, DEMO_COURSES, DEMO_USERS, DEMO_ACCOUNTS]))
      .digest('hex')
    const kept = readJson<Kept>(file)
    const there = await operator.call<readonly unknown[]>('GET', '/admin/service-accounts/?limit=1')
    const complete = kept?.stamp === stamp && there.length > 0
    if (!complete) await load(operator)

    const keys: Key[] = []
    for (const [index, { id }] of DEMO_ACCOUNTS.entries()) {
      const key = kept?.keys[index]
      const valid = key !== undefined && (await isValid(baseUrl, key))
      keys.push(valid ? key : await operator.call<Key>('POST', `/admin/service-accounts/${id}/keys/`, {}))
    }
    writePrivately(file, JSON.stringify({ stamp, keys } satisfies Kept, null, 2))

    const [first] = keys
    if (first === undefined) throw new Error('there are no demo accounts')
    return {
      apiKey: first.keyId,
      apiSecret: first.secret,
      example: await findExample(clientOf(baseUrl, headersOf(first))),
    }
  } catch (fault) {
    throw new Refusal(
      `The demo data could not be brought in: ${messageOf(fault)}\n` +
        'If the data of an earlier version is in the way, forget it: npm start -- --reset',
    )
  }
}

async function load(operator: Client): Promise<void> {
  for (const { id, ...group } of DEMO_GROUPS) await operator.call('PUT', `/admin/groups/${id}/`, group)
  const results = await operator.call<readonly { index: number; status: number; detail?: string }[]>(
    'POST',
    '/admin/users/batch/',
    DEMO_USERS,
  )
  const refused = results.find(({ status }) => status >= 300)
  if (refused !== undefined) throw new Error(`demo user ${refused.index} was refused: ${refused.detail}`)

  await Promise.all(
    DEMO_COURSES.map(({ id, ...course }) => operator.call('PUT', `/admin/courses/${id}/`, course)),
  )
  for (const { id, ...account } of DEMO_ACCOUNTS)
    await operator.call('PUT', `/admin/service-accounts/${id}/`, account)
}

const headersOf = ({ keyId, secret }: Key) => ({ 'X-Api-Key': keyId, 'X-Api-Secret': secret })

async function isValid(baseUrl: string, key: Key): Promise<boolean> {
  try {
    await clientOf(baseUrl, headersOf(key)).call('GET', '/registrations/?limit=1')
    return true
  } catch (fault) {
    if (fault instanceof CallFailed && fault.status === 401) return false
    throw fault
  }
}

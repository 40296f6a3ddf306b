import { until } from '../support/wait.ts'
import { aKey, headersOf } from '../dev/demo/call.ts'
import { ask, type Way } from './http.ts'

/** What the load needs: one account that may do everything, users and courses enough for every pair to be used once. */
export type World = Awaited<ReturnType<typeof fill>>

export const credentialOf = ({ key }: World) => headersOf(key)

const GROUP = 1
const USERS = 400
const COURSES = 40
const NO_LIMIT = 1_000_000
const A_MOMENT = { timeoutMs: 30_000, everyMs: 500 }

export async function fill(operator: Way, token: string) {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await ask(operator, method, path, { Authorization: `Bearer ${token}` }, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 300)}`)
    return JSON.parse(answer.body) as T
  }
  // A route may be a moment behind the pods that it leads to.
  await until(() => call('PUT', `/admin/groups/${GROUP}/`, { name: 'Everyone', parentId: null }), A_MOMENT)
  const users = Array.from({ length: USERS }, (_, index) => {
    const name = `load-${index}`
    const names = { externalId: name, loginName: name, firstName: 'Load', lastName: String(index) }
    return { ...names, email: `${name}@example.org`, groupIds: [GROUP] }
  })
  type Merged = readonly { user?: { id: number }; detail?: string }[]
  const merged = await call<Merged>('POST', '/admin/users/batch/', users)
  const courseIds = Array.from({ length: COURSES }, (_, index) => 1_000 + index)
  for (const id of courseIds) {
    const course = { name: `Load ${id}`, externalId: `load-${id}`, groupIds: [GROUP] }
    await until(() => call('PUT', `/admin/courses/${id}/`, course), A_MOMENT)
  }
  const key = await aKey(call, 1, NO_LIMIT)
  const userIds = merged.map(({ user, detail }) => {
    if (user === undefined) throw new Error(`a user was refused: ${detail}`)
    return user.id
  })
  return { key, courseIds, userIds }
}

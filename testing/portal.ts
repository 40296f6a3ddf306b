import type { ErrorCode } from '../services/shared/contract/generated/errors.ts'
import { stopParts, type Service } from '../services/shared/process/part.ts'
import { searchMetrics } from './canary.ts'
import { uncheckedClient, type Answer, type Client } from './client.ts'
import { eventually } from './eventually.ts'

/** The small tree of groups that every portal of the tests starts with: north, with a school below it, and south. */
export const [ROOT, NORTH, NORTH_SCHOOL, SOUTH] = [1, 10, 11, 20]
/** Each group with its parent. */
export const FIRST_GROUPS: ReadonlyMap<number, number | null> = new Map([
  [ROOT, null],
  [NORTH, ROOT],
  [NORTH_SCHOOL, NORTH],
  [SOUTH, ROOT],
])

export const ATTENDANCE = 'Course attendance manager'
export const BATCH = 'Batch registration manager'
export const ADMINISTRATOR = 'User administrator'

export const at = (port: number) => `http://127.0.0.1:${port}`

export async function putFirstGroups(operator: Client): Promise<void> {
  for (const [id, parentId] of FIRST_GROUPS)
    must(await operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId }), 201)
}

/** Returns once the service with this administrative port is ready. */
export async function ready(adminPort: number, withinMs = 15_000): Promise<void> {
  await eventually(async () => {
    const { body } = await uncheckedClient(at(adminPort)).get('/readyz')
    if (body.status !== 'ready') throw new Error(`not ready: ${JSON.stringify(body)}`)
  }, withinMs)
}

/** The body of an answer that has to be a success. */
export function must(answer: Answer, status: number): any {
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Of many that asked at once one was answered with that status, and every other one refused like this. Returns the one. */
export function onlyOne(answers: readonly Answer[], status: number, code: ErrorCode): Answer {
  const succeeded = answers.filter((answer) => answer.status === status)
  expect(succeeded).toHaveLength(1)
  for (const answer of answers) if (!succeeded.includes(answer)) expect(answer).toBeError(code)
  return succeeded[0] as Answer
}

/** Stops services in this order, once their metrics were searched. @throws when a part of one can't stop */
export async function stopServices(
  services: readonly (Service & { ports: { admin: { port(): number } } })[],
): Promise<void> {
  for (const { parts, ports } of services) {
    await searchMetrics(at(ports.admin.port()))
    const failures = await stopParts(parts)
    if (failures.length > 0) throw new AggregateError(failures.map(({ error }) => error))
  }
}

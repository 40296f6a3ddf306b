import type { ErrorCode } from '../services/platform/contract/generated/errors.ts'
import { stopParts, type Service } from '../services/platform/process/part.ts'
import { uncheckedClient, type Client, type TestResponse } from './client.ts'
import { eventually } from './eventually.ts'
import { checkMetricsForLeaks } from './leak-check.ts'

/** The groups that every test portal starts with: north, with a school below it, and south. */
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
    expectBody(await operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId }), 201)
}

/** Returns once the service with this admin port is ready. */
export async function ready(adminPort: number, withinMs?: number): Promise<void> {
  await eventually(async () => {
    const { body } = await uncheckedClient(at(adminPort)).get('/readyz')
    if (body.status !== 'ready') throw new Error(`not ready: ${JSON.stringify(body)}`)
  }, withinMs)
}

/** Returns the body. @throws when the response has another status */
export function expectBody(response: TestResponse, status: number): any {
  if (response.status !== status)
    throw new Error(`${response.status} instead of ${status}: ${JSON.stringify(response.body)}`)
  return response.body
}

/**
 * Expects that one of several concurrent requests succeeded and all others failed with this error. @returns
 * the success
 */
export function expectOneSuccess(
  responses: readonly TestResponse[],
  status: number,
  code: ErrorCode,
): TestResponse {
  const succeeded = responses.filter((response) => response.status === status)
  expect(succeeded).toHaveLength(1)
  for (const response of responses) if (!succeeded.includes(response)) expect(response).toBeError(code)
  return succeeded[0] as TestResponse
}

/**
 * Stops services in this order, after their metrics were searched for leaks. @throws when a part of one can't
 * stop
 */
export async function stopServices(
  services: readonly (Service & { ports: { admin: { port(): number } } })[],
): Promise<void> {
  for (const { parts, ports } of services) {
    await checkMetricsForLeaks(at(ports.admin.port()))
    const failures = await stopParts(parts)
    if (failures.length > 0) throw new AggregateError(failures.map(({ error }) => error))
  }
}

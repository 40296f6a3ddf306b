import { until } from '../../local/support/wait.ts'
import { bearer, uncheckedClient } from '../client.ts'
import { OPERATOR_TOKEN } from '../isolated.ts'
import { expectBody, NORTH, ROOT } from '../portal.ts'

/** Longer than a service takes to recover from the previous fault. */
const PATIENCE_MS = 30_000

/** Calls an operator operation, and retries a 503 as `Retry-After` says. @returns the body of the response */
export function operators({ operatorUrl }: { readonly operatorUrl: string }) {
  const client = uncheckedClient(operatorUrl, bearer(OPERATOR_TOKEN))
  const insist = (method: string, path: string, expected: number, body?: object): Promise<any> =>
    until(async () => expectBody(await client.send(method, path, body), expected), { timeoutMs: PATIENCE_MS })
  return {
    client,
    get: (path: string) => insist('GET', path, 200),
    post: (path: string, expected: number, body?: object) => insist('POST', path, expected, body),
    put: (path: string, expected: number, body?: object) => insist('PUT', path, expected, body),
    /** The ids of new users, all in the group of the north. */
    async someUsers(loginNames: readonly string[]): Promise<number[]> {
      const rows = loginNames.map((loginName) => ({
        loginName,
        email: `${loginName}@example.org`,
        firstName: 'Ada',
        lastName: 'Byron',
        groupIds: [NORTH],
      }))
      const made: { user: { id: number } }[] = await this.post('/admin/users/batch/', 200, rows)
      return made.map(({ user }) => user.id)
    },
    /** The credential of a new account that holds roles everywhere. */
    async anAccount(roles: readonly string[], more: object = {}) {
      const grants = roles.map((role) => ({ role, groupId: ROOT }))
      const account = { name: 'caller', grants, ...more }
      const { id } = await this.post('/admin/service-accounts/', 201, account)
      const key = await this.post(`/admin/service-accounts/${id}/keys/`, 201, { expiresAt: null })
      return bearer(`${key.keyId}.${key.secret}`)
    },
  }
}

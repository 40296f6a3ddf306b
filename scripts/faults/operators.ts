import { until } from '../support/wait.ts'
import { bearer, uncheckedClient } from '../../services/shared/tests/kit/client.ts'
import { OPERATOR_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { must } from '../../services/shared/tests/kit/portal.ts'
import type { Server } from './system.ts'

/** Longer than a service takes to come back from the fault before; until then it answers 503. */
const PATIENCE_MS = 30_000

/** What operators ask of a service, again after a 503 as it says. @returns the body of the answer */
export function operators({ operatorUrl }: Server) {
  const client = uncheckedClient(operatorUrl, bearer(OPERATOR_TOKEN))
  const insist = (method: string, path: string, expected: number, body?: object): Promise<any> =>
    until(async () => must(await client.send(method, path, body), expected), { timeoutMs: PATIENCE_MS })
  return {
    get: (path: string) => insist('GET', path, 200),
    post: (path: string, expected: number, body?: object) => insist('POST', path, expected, body),
  }
}

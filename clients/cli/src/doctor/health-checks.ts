import { fetchThroughProxy } from '@rollcall/client'
import { EXIT } from '../exit-codes.ts'
import { failed, ok, fetchErrorReason, skipped, TIMEOUT_MS, type Finding } from './finding.ts'

const HEALTH = 'health'

/** The response of a service to `/readyz`. */
interface Health {
  readonly status?: string
  /** Unavailable servers. */
  readonly away?: readonly string[]
}

/** Whether each service is ready, and has all the servers that it uses. @param addresses of admin ports */
export async function* healthChecks(addresses: readonly string[]): AsyncGenerator<Finding> {
  if (addresses.length === 0) yield skipped(HEALTH, 'no admin address of a service is known: give --health')
  const send = fetchThroughProxy()
  for (const address of addresses) yield await checkHealth(address, send)
}

async function checkHealth(address: string, send: typeof fetch): Promise<Finding> {
  try {
    const response = await send(new URL('/readyz', address), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status, away = [] } = (await response.json().catch(() => ({}))) as Health
    if (response.ok && status === 'ready') return ok(HEALTH, `${address} is ready`)
    const reason = away.length > 0 ? `: ${away.join(', ')}` : ''
    return failed(
      HEALTH,
      `${address} is ${status ?? `no admin port (${response.status})`}${reason}`,
      EXIT.unavailable,
    )
  } catch (error) {
    return failed(HEALTH, `${address} does not respond: ${fetchErrorReason(error)}`, EXIT.unavailable)
  }
}

import { contractVersion, fetchThroughProxy } from '@rollcall/client'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { failed, ok, fetchErrorReason, skipped, TIMEOUT_MS, warning, type Finding } from './finding.ts'

/**
 * Keys expire and responses are cached by date: a larger difference misleads. The Date header has whole
 * seconds.
 */
const MAX_CLOCK_SKEW_S = 5
const FIRST_PROXY_STATUS = 502

/** Whether Rollcall responds at the public address, with the contract that this command was made for. */
export async function* addressChecks({ settings }: Context): AsyncGenerator<Finding> {
  const url = settings.find('url')
  if (url === undefined) {
    yield skipped('address', 'no address of the public API is set')
    return
  }
  const started = Date.now()
  try {
    const response = await fetchThroughProxy()(`${url.replace(/(?<!\/)\/+$/, '')}/openapi.json`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const took = Date.now() - started
    const document = (await response.json().catch(() => ({}))) as { info?: { version?: string } }
    if (!response.ok) {
      const exitCode = response.status >= FIRST_PROXY_STATUS ? EXIT.unavailable : EXIT.failed
      yield failed('address', `${url} responds with ${response.status} to /openapi.json`, exitCode)
      return
    }
    yield ok('address', `${url} responds in ${took} ms`)
    yield checkContract(document.info?.version)
    yield checkClock(response.headers.get('date'), started + took / 2)
  } catch (error) {
    yield failed('address', `${url} does not respond: ${fetchErrorReason(error)}`, EXIT.unavailable)
  }
}

function checkContract(version: string | undefined): Finding {
  if (version === undefined)
    return failed('contract', 'the server at this address is not Rollcall', EXIT.failed)
  if (version === contractVersion) return ok('contract', `version ${version}`)
  const message = `version ${version}; this command was made for ${contractVersion}`
  return major(version) === major(contractVersion)
    ? warning('contract', message)
    : failed('contract', message, EXIT.failed)
}

const major = (version: string) => version.split('.')[0]

/** @param localMs the local time at which the response was probably made */
function checkClock(date: string | null, localMs: number): Finding {
  if (date === null) return skipped('clock', 'the service does not send its time')
  const skew = Math.round((Date.parse(date) - localMs) / 1000)
  const size = Math.abs(skew)
  if (size <= MAX_CLOCK_SKEW_S) return ok('clock', `within ${Math.max(size, 1)} s of the service`)
  const side = skew > 0 ? 'behind' : 'ahead of'
  return failed('clock', `this machine is ${size} s ${side} the service; set its clock`, EXIT.failed)
}

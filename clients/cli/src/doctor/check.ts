import { RollcallError } from '@rollcall/client'
import type { Context } from '../context.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { explain } from '../errors.ts'

/** The result of one check. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly message: string
  /** The exit code when this is the first check that failed. */
  readonly exitCode?: ExitCode
}

interface Facts {
  readonly health: readonly string[]
  readonly contractVersion: string
  readonly now: () => number
}

/**
 * Keys expire and answers are cached by date: a larger difference misleads. The Date header has whole
 * seconds.
 */
const TOLERATED_SKEW_S = 5
const TIMEOUT_MS = 10_000

const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message })
const skipped = (check: string, message: string): Finding => ({ check, state: 'skipped', message })
const failed = (check: string, message: string, exitCode: ExitCode): Finding => ({
  ...{ check, state: 'failed', message, exitCode },
})

/** Runs the checks in order; later ones depend on earlier ones. */
export async function* check(context: Context, facts: Facts): AsyncGenerator<Finding> {
  yield* checkAddress(context, facts)
  yield await checkOperatorToken(context)
  yield await checkApiKey(context)
  for (const address of facts.health) yield await checkHealth(address)
}

async function* checkAddress({ settings }: Context, facts: Facts): AsyncGenerator<Finding> {
  const url = settings.find('url')
  if (url === undefined) {
    yield skipped('address', 'no address of the public operations is set')
    return
  }
  const started = facts.now()
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/openapi.json`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const took = facts.now() - started
    const document = (await answer.json().catch(() => ({}))) as { info?: { version?: string } }
    if (!answer.ok) {
      const exitCode = answer.status >= 502 ? EXIT.unreachable : EXIT.failed
      yield failed('address', `${url} answers ${answer.status} to /openapi.json`, exitCode)
      return
    }
    yield ok('address', `${url} answers in ${took} ms`)
    yield contractFinding(document.info?.version, facts.contractVersion)
    yield clockFinding(answer.headers.get('date'), started + took / 2)
  } catch (fault) {
    yield failed('address', `${url} does not answer: ${reasonOf(fault)}`, EXIT.unreachable)
  }
}

function contractFinding(served: string | undefined, known: string): Finding {
  if (served === undefined) return failed('contract', 'what answers there is not Rollcall', EXIT.failed)
  if (served === known) return ok('contract', `version ${served}`)
  const message = `version ${served}, and this command was made for ${known}`
  return major(served) === major(known)
    ? { check: 'contract', state: 'warning', message }
    : failed('contract', message, EXIT.failed)
}

const major = (version: string) => version.split('.')[0]

function clockFinding(date: string | null, at: number): Finding {
  if (date === null) return skipped('clock', 'the service does not say what time it is')
  const skew = Math.round((Date.parse(date) - at) / 1000)
  const size = Math.abs(skew)
  if (size <= TOLERATED_SKEW_S) return ok('clock', `within ${Math.max(size, 1)} s of the service`)
  const side = skew > 0 ? 'behind' : 'ahead of'
  return failed('clock', `this machine is ${size} s ${side} the service; set its clock`, EXIT.failed)
}

async function checkOperatorToken(context: Context): Promise<Finding> {
  const name = 'operator token'
  const missing = missingOf(context, ['adminUrl', 'operatorToken'])
  if (missing) return skipped(name, missing)
  try {
    await context.operator().user.listGroups({ limit: 1 })
    return ok(name, `taken at ${context.settings.need('adminUrl')}`)
  } catch (fault) {
    return failureOf(name, fault)
  }
}

async function checkApiKey(context: Context): Promise<Finding> {
  const name = 'API key'
  const missing = missingOf(context, ['url', 'apiKey', 'apiSecret'])
  if (missing) return skipped(name, missing)
  const { registrations, users } = context.portal()
  const asked = {
    registrations: () => registrations.listRegistrations({ limit: 1 }),
    users: () => users.listUsers({ limit: 1 }),
  }
  const may: string[] = []
  for (const [what, ask] of Object.entries(asked)) {
    try {
      await ask()
      may.push(what)
    } catch (fault) {
      // The key is valid, but its account lacks the role.
      if (!(fault instanceof RollcallError && fault.status === 403)) return failureOf(name, fault)
    }
  }
  if (may.length > 0) return ok(name, `valid; may work with ${may.join(' and ')}`)
  return { check: name, state: 'warning', message: 'valid, but its account has no role: grant one' }
}

async function checkHealth(address: string): Promise<Finding> {
  const name = 'health'
  try {
    const answer = await fetch(new URL('/readyz', address), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = (await answer.text()).slice(0, 500)
    return answer.ok
      ? ok(name, `${address} ${text}`)
      : failed(name, `${address} is not ready: ${text}`, EXIT.unreachable)
  } catch (fault) {
    return failed(name, `${address} does not answer: ${reasonOf(fault)}`, EXIT.unreachable)
  }
}

function missingOf(
  { settings }: Context,
  names: readonly Parameters<typeof settings.find>[0][],
): string | undefined {
  const missing = names.filter((name) => settings.find(name) === undefined)
  return missing.length > 0 ? `not set: ${missing.join(', ')}` : undefined
}

function failureOf(name: string, fault: unknown): Finding {
  const { message, exitCode } = explain(fault)
  return failed(name, message, exitCode)
}

function reasonOf(fault: unknown): string {
  const { cause, message } = fault as Error
  return cause instanceof Error ? cause.message || cause.name : message
}

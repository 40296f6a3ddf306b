import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import contract from '../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { contractCheck, type Exchange } from './contract-check.ts'

/**
 * Where each test process records the responses that it received; contract-tests/responses-received.ts
 * compares them.
 */
export const FOLDER = join(import.meta.dirname, '../.local/test/responses')

const recorded = new Set<string>()
const check = contractCheck(contract)

/** Throws when a response breaks the contract, and otherwise records it. */
export function requireContract(exchange: Exchange): void {
  const { breaches, covered } = check(exchange)
  if (breaches.length > 0) {
    const { method, path, status, body } = exchange
    const response = `${method} ${path} returned ${status} ${JSON.stringify(body)?.slice(0, 500) ?? ''}`
    throw new Error(`${response}\nwhich breaks the contract: ${breaches.join('; ')}`)
  }
  if (covered === undefined || recorded.has(covered)) return
  recorded.add(covered)
  mkdirSync(FOLDER, { recursive: true })
  appendFileSync(join(FOLDER, `${process.pid}.txt`), `${covered}\n`)
}

/** Declared responses that no test can cause, each with the reason. Do not add any. */
export const UNREACHABLE_RESPONSES: Readonly<Record<string, string>> = {
  'getContract 500 internal-error': 'it is served from memory: nothing in it can fail',
  'getScimConfig 500 internal-error': 'it is served from memory',
  'listScimResourceTypes 500 internal-error': 'it is served from memory',
  'getScimResourceType 500 internal-error': 'it is served from memory',
  'listScimSchemas 500 internal-error': 'it is served from memory',
  'getScimSchema 500 internal-error': 'it is served from memory',
  'createScimGroup 500 internal-error': 'it does nothing but reject',
  'deleteScimGroup 500 internal-error': 'it does nothing but reject',
}

/** Declared responses that no test received, and exceptions that are not needed. */
export function coverageFaults(
  declared: readonly string[],
  covered: ReadonlySet<string>,
  unreachable: readonly string[],
): string[] {
  return [
    ...declared
      .filter((response) => !covered.has(response) && !unreachable.includes(response))
      .map((response) => `${response}: declared, but no test receives it`),
    ...unreachable
      .filter((response) => covered.has(response) || !declared.includes(response))
      .map((response) => `${response}: received or not declared, so remove it from the exceptions`),
  ]
}

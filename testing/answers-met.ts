import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import contract from '../services/shared/contract/generated/openapi.json' with { type: 'json' }
import { contractCheck, type Exchange } from './contract-check.ts'

/** Where each process of the tests notes the answers that it met; contract-tests/answers-met.ts compares. */
export const FOLDER = join(import.meta.dirname, '../.local/test/answers')

const noted = new Set<string>()
const check = contractCheck(contract)

/** Throws when an answer breaks the contract, and otherwise notes that it was met. */
export function holdAgainstContract(exchange: Exchange): void {
  const { breaches, met } = check(exchange)
  if (breaches.length > 0) {
    const { method, path, status, body } = exchange
    const answer = `${method} ${path} answered ${status} ${JSON.stringify(body)?.slice(0, 500) ?? ''}`
    throw new Error(`${answer}\nwhich breaks the contract: ${breaches.join('; ')}`)
  }
  if (met === undefined || noted.has(met)) return
  noted.add(met)
  mkdirSync(FOLDER, { recursive: true })
  appendFileSync(join(FOLDER, `${process.pid}.txt`), `${met}\n`)
}

/** What no test can bring about, each with the reason. Lines may go, and none may come. */
export const NEVER_MET: Readonly<Record<string, string>> = {
  'getContract 500 internal-error': 'it is answered from memory: nothing in it can fail',
}

/** Where the tests and the contract disagree about what is answered, a line each. */
export function coverageFaults(
  declared: readonly string[],
  met: ReadonlySet<string>,
  neverMet: readonly string[],
): string[] {
  return [
    ...declared
      .filter((answer) => !met.has(answer) && !neverMet.includes(answer))
      .map((answer) => `${answer}: declared, and no test meets it`),
    ...neverMet
      .filter((answer) => met.has(answer) || !declared.includes(answer))
      .map((answer) => `${answer}: met or not declared, so its line among those never met goes`),
  ]
}

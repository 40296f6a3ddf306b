import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { VerifierOptions } from '@pact-foundation/pact-core'

/** The part of the result of pact's core that is used. */
export interface PactCoreResult {
  readonly result: boolean
  readonly output: readonly string[]
  readonly interactionResults?: readonly { readonly description: string; readonly result: string }[]
}

/**
 * Runs pact's native core in a separate process, because it writes to standard output and can crash its
 * process.
 */
export async function runPactCore(options: VerifierOptions): Promise<PactCoreResult> {
  const child = fork(join(import.meta.dirname, 'run-pact-core-main.ts'), {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '', PACT_DO_NOT_TRACK: 'true' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  let result: string | undefined
  child.on('message', (message) => (result = message as string))
  child.send(options)
  await once(child, 'close')
  try {
    const { output, ...rest } = JSON.parse(result ?? '') as PactCoreResult
    return { ...rest, output: output.map(stripVTControlCharacters) }
  } catch {
    throw new Error(`The pacts could not be verified: ${result ?? stderr}`)
  }
}

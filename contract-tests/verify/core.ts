import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { VerifierOptions } from '@pact-foundation/pact-core'

/** What pact's core tells, as far as we say it again. */
export interface CoreResult {
  readonly result: boolean
  readonly output: readonly string[]
}

/**
 * Runs pact's native core in a process of its own: it writes what it does to standard output, whoever asks, and takes
 * its process with it when it fails.
 */
export async function runCore(options: VerifierOptions): Promise<CoreResult> {
  const child = fork(join(import.meta.dirname, 'core-main.ts'), {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '', PACT_DO_NOT_TRACK: 'true' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  let result: string | undefined
  child.on('message', (message) => (result = message as string))
  child.send(options)
  await once(child, 'close')
  try {
    const { result: passed, output } = JSON.parse(result ?? '') as CoreResult
    return { result: passed, output: output.map(stripVTControlCharacters) }
  } catch {
    throw new Error(`The pacts could not be verified: ${result ?? said}`)
  }
}

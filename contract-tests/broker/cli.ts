import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BrokerOptions } from './options.ts'

const CLI = join(import.meta.dirname, '../../node_modules/@pact-foundation/pact-cli/bin/pact-broker.js')

/** Runs one command of pact's own client of the broker, and tells whether it succeeded. */
export async function brokerCli(
  { url }: BrokerOptions,
  args: readonly string[],
  say: (text: string) => void,
): Promise<boolean> {
  const child = spawn(process.execPath, [CLI, ...args, '--broker-base-url', url], {
    env: { ...process.env, NODE_OPTIONS: '', PACT_DO_NOT_TRACK: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => say(chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0
}

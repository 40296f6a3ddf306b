import { Writable } from 'node:stream'
import type { System } from '../../../tests/kit/system.ts'
import { run } from '../../src/run.ts'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Standard output as JSON. */
  json<T = any>(): T
}

export interface Surroundings {
  readonly env?: NodeJS.ProcessEnv
  readonly folder?: string
  /** Both streams are terminals. */
  readonly terminal?: boolean
  /** How wide they are. */
  readonly columns?: number
  readonly interrupted?: AbortSignal
}

/** The variables by which a command line reaches a system: as its operator, and with the key of an account. */
export const settings = (
  { url, adminUrl, operatorToken }: System,
  key?: Readonly<{ apiKey: string; apiSecret: string }>,
) => ({
  ROLLCALL_URL: url,
  ROLLCALL_ADMIN_URL: adminUrl,
  ROLLCALL_OPERATOR_TOKEN: operatorToken,
  ...(key && { ROLLCALL_API_KEY: key.apiKey, ROLLCALL_API_SECRET: key.apiSecret }),
})

/** Runs one command line as the binary does, without a process of its own. */
export async function command(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const {
    env = {},
    folder = '/',
    terminal = false,
    columns = 100,
    interrupted = new AbortController().signal,
  } = surroundings
  const [stdout, stderr] = [collecting(terminal, columns), collecting(terminal, columns)]
  // Help and version come from yargs, which says them with console.log.
  const log = jest.spyOn(console, 'log').mockImplementation((text: string) => void stdout.write(`${text}\n`))
  const code = await run(args, { stdout, stderr, env, folder, interrupted }).finally(() => log.mockRestore())
  return {
    code,
    stdout: stdout.text(),
    stderr: stderr.text(),
    json: () => JSON.parse(stdout.text()),
  }
}

function collecting(isTTY: boolean, columns: number) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return Object.assign(stream, { isTTY, columns, text: () => Buffer.concat(chunks).toString() })
}

import { PassThrough } from 'node:stream'
import type { System } from './system.ts'
import { runCommandLine } from '../../clients/cli/src/command-line.ts'

/** Streams without backpressure. */
const ALL_AT_ONCE = 2 ** 30

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
  /** The response to a confirmation; undefined when there is no terminal. */
  readonly response?: boolean
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

/** Runs one command line as the binary does, without its own process. */
export async function command(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const { terminal: isTTY = false, columns = 100, response = true, ...others } = surroundings
  const aStream = () => Object.assign(new PassThrough({ highWaterMark: ALL_AT_ONCE }), { isTTY, columns })
  const [stdout, stderr] = [aStream(), aStream()]
  // yargs prints help and version with console.log.
  const log = jest.spyOn(console, 'log').mockImplementation((text: string) => void stdout.write(`${text}\n`))
  const interrupted = new AbortController().signal
  const confirm = (question: string) => {
    stderr.write(`${question}\n`)
    return Promise.resolve(response)
  }
  const terminal = {
    stdout,
    stderr,
    env: {},
    folder: '/',
    interrupted,
    confirm,
    isInteractive: isTTY,
    ...others,
  }
  const code = await runCommandLine(args, terminal).finally(() => log.mockRestore())
  const [said, complained] = [stdout, stderr].map((stream) => String(stream.read() ?? '')) as [string, string]
  return { code, stdout: said, stderr: complained, json: () => JSON.parse(said) }
}

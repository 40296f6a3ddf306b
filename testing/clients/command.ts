import { PassThrough } from 'node:stream'
import type { System } from './system.ts'
import { runCommandLine } from '../../clients/cli/src/command-line.ts'

/** Streams without backpressure. */
const ALL_AT_ONCE = 2 ** 30

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Standard output as JSON. */
  json<T = any>(): T
}

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly folder?: string
  /** Both streams are terminals. */
  readonly terminal?: boolean
  /** The width of the terminal. */
  readonly columns?: number
  readonly interrupted?: AbortSignal
  /** The response of a person to a confirmation. Without it and without `terminal`, no one can be asked. */
  readonly response?: boolean
}

/**
 * The environment variables with which a command reaches a system as its operator and, with a key, as an
 * account.
 */
export const settings = (
  { url, adminUrl, operatorToken }: System,
  key?: Readonly<{ apiKey: string; apiSecret: string }>,
) => ({
  ROLLCALL_URL: url,
  ROLLCALL_ADMIN_URL: adminUrl,
  ROLLCALL_OPERATOR_TOKEN: operatorToken,
  ...(key && { ROLLCALL_API_KEY: key.apiKey, ROLLCALL_API_SECRET: key.apiSecret }),
})

/** Runs one command line as the program does, but in this process. */
export async function command(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { terminal: isTTY = false, columns = 100, response, ...others } = options
  const newStream = () => Object.assign(new PassThrough({ highWaterMark: ALL_AT_ONCE }), { isTTY, columns })
  const [stdout, stderr] = [newStream(), newStream()]
  // yargs prints help and version with console.log.
  const log = jest.spyOn(console, 'log').mockImplementation((text: string) => void stdout.write(`${text}\n`))
  const interrupted = new AbortController().signal
  const confirm = (question: string) => {
    stderr.write(`${question}\n`)
    return Promise.resolve(response ?? true)
  }
  const terminal = {
    stdout,
    stderr,
    env: {},
    folder: '/',
    interrupted,
    confirm,
    isInteractive: isTTY || response !== undefined,
    ...others,
  }
  const code = await runCommandLine(args, terminal).finally(() => log.mockRestore())
  const [out, err] = [stdout, stderr].map((stream) => String(stream.read() ?? '')) as [string, string]
  const json = () => {
    if (out === '') throw new Error(`The command has written no result: ${err}`)
    return JSON.parse(out)
  }
  return { code, stdout: out, stderr: err, json }
}

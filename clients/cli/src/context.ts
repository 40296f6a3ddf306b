import { rollcall, type Patience, type Rollcall } from '@rollcall/client'
import { operator, type Operator } from '@rollcall/client/operator'
import type { Argv, InferredOptionTypes } from 'yargs'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import { connectionOptions, type Settings } from './settings.ts'
import type { Terminal } from './terminal.ts'

export const globalOptions = {
  ...connectionOptions,
  json: {
    type: 'boolean',
    default: false,
    group: 'Output:',
    describe: 'print JSON',
  },
  quiet: {
    alias: 'q',
    type: 'boolean',
    default: false,
    group: 'Output:',
    describe: 'print only results, warnings and errors',
  },
} as const

export type GlobalOptions = InferredOptionTypes<typeof globalOptions>

/** What a command works with. */
export interface Context {
  readonly terminal: Terminal
  readonly settings: Settings
  readonly output: Output
  /** The client of the operator API. @throws UsageError without an address or a token */
  readonly operatorApi: (patience?: Partial<Patience>) => Operator
  /** The client of the public API, as a service account. @throws UsageError without an address or a key */
  readonly publicApi: (patience?: Partial<Patience>) => Rollcall
}

/** Large batches take a long time, and operators would rather wait than not know the outcome. */
const TIMEOUT_MS = 120_000

export function createContext(terminal: Terminal, settings: Settings, output: Output): Context {
  return {
    terminal,
    settings,
    output,
    operatorApi: (patience) =>
      operator({
        baseUrl: settings.need('adminUrl'),
        token: settings.need('operatorToken'),
        patience: { timeoutMs: TIMEOUT_MS, ...patience },
      }),
    publicApi: (patience) =>
      rollcall({
        baseUrl: settings.need('url'),
        apiKey: settings.need('apiKey'),
        apiSecret: settings.need('apiSecret'),
        patience: { timeoutMs: TIMEOUT_MS, ...patience },
      }),
  }
}

/** Turns the function of a command into a yargs handler. A command that returns no exit code has succeeded. */
export type Action = <A>(
  work: (context: Context, args: A) => Promise<ExitCode | void>,
) => (args: A) => Promise<void>

/** A top-level command: a noun with verbs, such as `groups list`, or a command without verbs, such as `doctor`. */
export interface Noun {
  readonly name: string
  readonly describe: string
  /** It runs without a verb. */
  readonly hasNoVerbs?: true
  /** Adds the verbs, or the options and the command `$0` of a command without verbs. */
  readonly verbs: (yargs: Argv<GlobalOptions>, action: Action) => Argv<GlobalOptions>
}

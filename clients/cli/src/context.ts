import { rollcall, type Patience, type Rollcall } from '@rollcall/client'
import { operator, type Operator } from '@rollcall/client/operator'
import type { Argv, InferredOptionTypes } from 'yargs'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import { connectionOptions, type Settings } from './settings.ts'
import type { Terminal } from './terminal.ts'

export const globalOptions = {
  ...connectionOptions,
  json: { type: 'boolean', default: false, group: 'Output:', describe: 'answer as JSON' },
  quiet: {
    alias: 'q',
    type: 'boolean',
    default: false,
    group: 'Output:',
    describe: 'no messages but faults',
  },
} as const

export type Globals = InferredOptionTypes<typeof globalOptions>
export type Root = Argv<Globals>

/** What a command works with. */
export interface Context {
  readonly terminal: Terminal
  readonly settings: Settings
  readonly output: Output
  /** The operators' operations. @throws UsageError without address or token */
  readonly operator: (patience?: Partial<Patience>) => Operator
  /** The public operations, as a service account. @throws UsageError without address or key */
  readonly portal: (patience?: Partial<Patience>) => Rollcall
}

/** Large batches take long, and operators would rather wait than not know the outcome. */
const TIMEOUT_MS = 120_000

export function contextOf(terminal: Terminal, settings: Settings, output: Output): Context {
  const patience = { timeoutMs: TIMEOUT_MS }
  return {
    terminal,
    settings,
    output,
    operator: (other) =>
      operator({
        baseUrl: settings.need('adminUrl'),
        token: settings.need('operatorToken'),
        patience: { ...patience, ...other },
      }),
    portal: (other) =>
      rollcall({
        baseUrl: settings.need('url'),
        apiKey: settings.need('apiKey'),
        apiSecret: settings.need('apiSecret'),
        patience: { ...patience, ...other },
      }),
  }
}

/** Turns a command's work into a yargs handler. */
export type Act = <A>(
  work: (context: Context, args: A) => Promise<ExitCode | void>,
) => (args: A) => Promise<void>

/** A noun with its verbs. */
export interface Noun {
  readonly name: string
  readonly describe: string
  readonly verbs: (yargs: Root, act: Act) => Argv<Globals>
}

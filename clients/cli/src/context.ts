import { rollcall, type DeprecationNotice, type Patience, type Rollcall } from '@rollcall/client'
import { operator, type Operator } from '@rollcall/client/operator'
import type { InferredOptionTypes } from 'yargs'
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

/** The operations of both APIs. An address and a credential are needed only for the API that is used. */
export interface Api extends Operator {
  /** The public API, as a service account. */
  readonly publicApi: Rollcall
}

/** What a command works with. */
export interface Context {
  readonly terminal: Terminal
  readonly settings: Settings
  readonly output: Output
  readonly api: Api
  /** The same with other timeouts and retries. @throws UsageError without an address or a token */
  readonly operatorApi: (patience: Partial<Patience>) => Operator
  /** @throws UsageError without an address or a key */
  readonly publicApi: (patience: Partial<Patience>) => Rollcall
}

/** Large batches take a long time, and operators would rather wait than not know the outcome. */
const TIMEOUT_MS = 120_000

export function createContext(terminal: Terminal, settings: Settings, output: Output): Context {
  const noticed = new Set<string>()
  const onDeprecated = ({ operation, sunset }: DeprecationNotice) => {
    if (noticed.has(operation)) return
    noticed.add(operation)
    const day = sunset.toISOString().slice(0, 10)
    output.warn(`${operation} is deprecated and may be removed from ${day}. Look for a newer rollcall.`)
  }
  const operatorApi = (patience: Partial<Patience>) =>
    operator({
      baseUrl: settings.need('admin-url'),
      token: settings.need('operator-token'),
      patience: { timeoutMs: TIMEOUT_MS, ...patience },
      onDeprecated,
    })
  const publicApi = (patience: Partial<Patience>) =>
    rollcall({
      baseUrl: settings.need('url'),
      apiKey: settings.need('api-key'),
      apiSecret: settings.need('api-secret'),
      patience: { timeoutMs: TIMEOUT_MS, ...patience },
      onDeprecated,
    })
  const api: Api = {
    get user() {
      return operatorApi({}).user
    },
    get registration() {
      return operatorApi({}).registration
    },
    get notification() {
      return operatorApi({}).notification
    },
    get publicApi() {
      return publicApi({})
    },
  }
  return { terminal, settings, output, api, operatorApi, publicApi }
}

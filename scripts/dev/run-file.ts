import { rmSync } from 'node:fs'
import type { BackingName } from './backing/index.ts'
import type { ServiceName } from './gateway/routes.ts'
import { writePrivately } from '../support/files.ts'
import { PLACES } from './places.ts'

/** What a running system tells scripts about itself (decisions, "Running it locally"). */
export interface RunFile {
  readonly baseUrl: string
  readonly adminUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly operatorToken: string
  readonly mailboxUrl: string
  readonly services: Readonly<Record<ServiceName, string>>
  readonly backing: Readonly<Record<BackingName, string>>
  readonly pids: Readonly<Record<string, number>>
}

export function writeRunFile(run: RunFile): void {
  writePrivately(PLACES.runFile, `${JSON.stringify(run, null, 2)}\n`)
}

export function removeRunFile(): void {
  rmSync(PLACES.runFile, { force: true })
}

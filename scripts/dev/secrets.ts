import { randomBytes } from 'node:crypto'
import { readJson, writePrivately } from '../support/files.ts'
import { PLACES } from './places.ts'

export interface Secrets {
  /** What services show to each other's internal operations. */
  readonly serviceToken: string
  readonly operatorToken: string
}

const SECRET_BYTES = 32

/** The secrets of this clone, made once. */
export function readSecrets(): Secrets {
  const kept = readJson<Secrets>(PLACES.secrets)
  if (kept !== undefined) return kept
  const token = (): string => randomBytes(SECRET_BYTES).toString('base64url')
  const made: Secrets = { serviceToken: token(), operatorToken: token() }
  writePrivately(PLACES.secrets, JSON.stringify(made))
  return made
}

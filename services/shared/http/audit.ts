import type { Logger } from '../logger.ts'
import { fingerprint, readBearer } from './authenticate.ts'

/** One line for every change that an operator makes: by which token, what, and to what. */
export function audit(
  { header, log }: { header: (name: string) => string | undefined; log: Logger },
  operation: string,
  target: Readonly<Record<string, unknown>>,
): void {
  const operator = fingerprint(readBearer({ authorization: header('authorization') }) ?? '')
  log.info({ event: 'audit', operator, operation, target }, 'operator change')
}

import { execFileSync } from 'node:child_process'
import { Refusal } from '../../scripts/support/refusal.ts'

/** What every step of the broker's way needs to know. Credentials are read by pact's own tools. */
export interface BrokerOptions {
  readonly url: string
  /** Of all our services: they are released together. */
  readonly version: string
  readonly branch: string
}

/** @throws Refusal when there is no broker to talk to */
export function brokerOptions(env: NodeJS.ProcessEnv): BrokerOptions {
  const url = env['PACT_BROKER_BASE_URL']
  if (url === undefined || url === '')
    throw new Refusal('Set PACT_BROKER_BASE_URL to the address of your Pact Broker.', 2)
  return {
    url: url.replace(/\/$/, ''),
    version: env['PACT_VERSION'] ?? git('rev-parse', 'HEAD'),
    branch: env['PACT_BRANCH'] ?? git('rev-parse', '--abbrev-ref', 'HEAD'),
  }
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

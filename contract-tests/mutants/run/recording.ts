import type { Exchange } from '../../answers/exchange.ts'
import type { Tape } from '../kill/tape.ts'
import { inChild } from './children.ts'
import { kept } from './kept.ts'
import type { RecordResult } from './record-main.ts'

/** A run of all examples, or of the pacts of a provider, on a machine that has other things to do. */
const LONGEST_MS = 900_000

interface Options {
  readonly say: (line: string) => void
  /** Even when it is known from a run before with the same sources. */
  readonly again: boolean
}

/** What the system as it is was asked and answered. @throws when it does not do as the contract says */
export function recordedExchanges(digest: string, { say, again }: Options): Promise<Exchange[]> {
  return kept(
    'exchanges',
    digest,
    async () => {
      say('recording what the system answers as it is')
      const { exchanges, faults } = await inOwnProcess<RecordResult>('record-main.ts', {})
      if (faults.length > 0) throw new Error(`without any mutant: ${faults.join('\n')}`)
      return [...exchanges]
    },
    again,
  )
}

/** What a provider did in a verification of its pacts. @throws when it does not keep them */
export function tapeOf(service: string, digest: string, { say, again }: Options): Promise<Tape> {
  return kept(
    `tape-${service}`,
    digest,
    () => {
      say(`verifying the pacts with ${service} as it is`)
      return inOwnProcess<Tape>('tape-main.ts', { service })
    },
    again,
  )
}

async function inOwnProcess<Result>(program: string, job: object): Promise<Result> {
  const outcome = await inChild<object, Result>(program, job, { longestMs: LONGEST_MS })
  if ('error' in outcome) throw new Error(outcome.error)
  return outcome.result
}

/**
 * `npm run mutants [-- --only <pattern> | --sample N --seed S] [--again]`: tries every mutant and says what was caught by
 * what. Fails when one survives that is not called equivalent, or one is called equivalent without being so.
 */
import { parseArgs } from 'node:util'
import { readContract } from '../contract.ts'
import { contractMutants } from '../derive/derive.ts'
import { handlerMutants } from '../derive/handlers.ts'
import { serializerMutants } from '../derive/serializers.ts'
import { matches } from '../equivalent.ts'
import { answerJudge } from '../kill/answering.ts'
import { committedPacts, evidence } from '../kill/evidence.ts'
import type { Tape } from '../kill/tape.ts'
import { sampled } from '../../fuzz/sample.ts'
import { inChild } from './children.ts'
import { tryContractMutants } from './contract-run.ts'
import { caughtByPacts, type RunningMutant } from './handler-run.ts'
import { kept } from './kept.ts'
import type { RecordResult } from './record-main.ts'
import { Results } from './results.ts'
import { withServers } from './servers.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '*' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** Verifying the pacts of a provider on a machine that has other things to do. */
const LONGEST_MS = 900_000

process.exitCode = await withServers(async () => {
  const contract = await readContract()
  const chosen = <M extends { id: string }>(all: readonly M[]): M[] => {
    const wanted = all.filter(({ id }) => matches(values.only, id))
    return values.sample === undefined ? wanted : sampled(wanted, Number(values.sample), Number(values.seed))
  }
  const ofContract = chosen(contractMutants(contract))
  const running: RunningMutant[] = chosen([...handlerMutants(contract), ...serializerMutants(contract)])
  const results = new Results([...ofContract, ...running])
  say(`${results.size} mutants`)

  const input = [contract, committedPacts()]
  const exchanges = await kept('exchanges', input, recordedExchanges, values.again)
  const known = evidence(contract, exchanges)

  const judge = answerJudge(contract, known)
  for (const mutant of running) if (mutant.family === 'handler') results.caught(mutant, judge(mutant))
  for (const service of ['user', 'registration', 'notification'] as const) {
    const tape = await kept(`tape-${service}`, input, () => tapeOf(service), values.again)
    say(`verifying the pacts with ${service}, mutant by mutant`)
    await caughtByPacts(contract, tape, running, (mutant, fault) =>
      results.caught(mutant, [{ by: 'pact', fault }]),
    )
  }
  await tryContractMutants(contract, known, ofContract, {
    caught: (mutant, by) => results.caught(mutant, by),
    say,
  })
  return results.report(say)
})

async function recordedExchanges() {
  say('recording what the system answers as it is')
  const outcome = await inChild<object, RecordResult>('record-main.ts', {}, { longestMs: LONGEST_MS })
  if ('error' in outcome) throw new Error(outcome.error)
  const { exchanges, faults } = outcome.result
  if (faults.length > 0) throw new Error(`without any mutant: ${faults.join('\n')}`)
  return exchanges
}

async function tapeOf(service: string): Promise<Tape> {
  say(`verifying the pacts with ${service} as it is`)
  const outcome = await inChild<object, Tape>('tape-main.ts', { service }, { longestMs: LONGEST_MS })
  if ('error' in outcome) throw new Error(outcome.error)
  return outcome.result
}

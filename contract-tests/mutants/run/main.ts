/**
 * `npm run mutants [-- --only <pattern> | --sample N --seed S] [--again] [--every-way]`: tries every mutant and says what
 * was caught by what. What a run before caught with the same sources is not tried again, unless `--again` says so. Fails
 * when one survives that is not called equivalent, or one is called equivalent without being so.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readContract } from '../contract.ts'
import { contractMutants } from '../derive/derive.ts'
import { handlerMutants } from '../derive/handlers.ts'
import { serializerMutants } from '../derive/serializers.ts'
import { matches } from '../equivalent.ts'
import { answerJudge } from '../kill/answering.ts'
import { evidence } from '../kill/evidence.ts'
import { hasJava } from '../../../scripts/generate/tools.ts'
import { sampled } from '../../fuzz/sample.ts'
import { tryContractMutants } from './contract-run.ts'
import { caughtByPacts, type RunningMutant } from './handler-run.ts'
import { digestOfSources } from './kept.ts'
import { recordedExchanges, tapeOf } from './recording.ts'
import { Results } from './results.ts'
import { withServers } from './servers.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '*' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    'every-way': { type: 'boolean', default: false },
  },
})
/** What docs/contract.md shows. */
const MATRIX = join(import.meta.dirname, '../matrix.json')
const say = (line: string): void => void process.stdout.write(`${line}\n`)

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

  const input = await digestOfSources()
  const exchanges = await recordedExchanges(input, { say, again: values.again })
  const known = evidence(contract, exchanges)
  if (!values.again && !values['every-way']) results.recall(input)

  const judge = answerJudge(contract, known)
  for (const mutant of results.left(running))
    if (mutant.family === 'handler') results.caught(mutant, judge(mutant))
  for (const service of ['user', 'registration', 'notification'] as const) {
    const tape = await tapeOf(service, input, { say, again: values.again })
    const tried = values['every-way'] ? running : results.left(running)
    await caughtByPacts(contract, tape, tried, {
      caught: (mutant, fault) => results.caught(mutant, [{ by: 'pact', fault }]),
      say,
    })
  }
  const clients = await hasJava()
  if (!clients) say('Without Java the clients are not generated again.')
  await tryContractMutants(contract, results.left(ofContract), {
    exchanges,
    caught: (mutant, by) => results.caught(mutant, by),
    say,
    clients,
    everyWay: values['every-way'],
  })
  say(`Who caught what: ${results.write(input)}`)
  return report(results, [
    ...contractMutants(contract),
    ...handlerMutants(contract),
    ...serializerMutants(contract),
  ])
})

/** Says what survived; a complete run is written down for docs/contract.md. */
function report(results: Results, all: readonly { readonly id: string }[]): number {
  const faults = [...results.faults(), ...Results.stale(all)]
  for (const fault of faults) say(fault)
  const { mutants, survived, equivalent } = results.matrix
  if (mutants === all.length) writeFileSync(MATRIX, `${JSON.stringify(results.matrix, null, 2)}\n`)
  say(`${survived} survived of ${mutants}; ${equivalent} were called equivalent`)
  return faults.length === 0 ? 0 : 1
}

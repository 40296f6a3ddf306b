import { hasJava } from '../../scripts/generate/tools.ts'
import { sampled } from '../fuzz/sample.ts'
import { readContract, type WholeContract } from './contract.ts'
import { contractMutants } from './derive/derive.ts'
import { handlerMutants } from './derive/handlers.ts'
import { serializerMutants } from './derive/serializers.ts'
import { EQUIVALENT, equivalentOf, matches } from './equivalent.ts'
import { tryContractMutants } from './run/contract-run.ts'
import { digestOfSources } from './run/kept.ts'
import { recordedExchanges } from './run/recording.ts'

const COUNT = 12
/** Each run draws others; MUTANTS_SEED=<seed> repeats them. */
const seed = Number(process.env['MUTANTS_SEED'] ?? Date.now() % 2_147_483_648)

let contract: WholeContract
beforeAll(async () => {
  contract = await readContract()
})

it(`a sample of the mutants of the contract is caught, seed ${seed}`, async () => {
  const mutants = sampled(
    contractMutants(contract).filter(({ id }) => !equivalentOf(id)),
    COUNT,
    seed,
  )
  const say = () => undefined
  const caught = new Set<string>()
  await tryContractMutants(contract, mutants, {
    exchanges: await recordedExchanges(await digestOfSources(), { say, again: false }),
    caught: ({ id }) => void caught.add(id),
    say,
    clients: await hasJava(),
    everyWay: false,
  })
  expect(mutants.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([])
}, 600_000)

it('every mutant that is called equivalent is one', () => {
  const all = [...contractMutants(contract), ...handlerMutants(contract), ...serializerMutants(contract)]
  expect(EQUIVALENT.filter(({ id }) => !all.some((mutant) => matches(id, mutant.id)))).toEqual([])
})

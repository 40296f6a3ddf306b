import { sampled } from '../fuzz/sample.ts'
import { readContract, type WholeContract } from './contract.ts'
import { contractMutants } from './derive/derive.ts'
import { handlerMutants } from './derive/handlers.ts'
import { serializerMutants } from './derive/serializers.ts'
import { EQUIVALENT, equivalentOf, matches } from './equivalent.ts'
import type { Family } from './mutant.ts'
import { tryContractMutants } from './run/contract-run.ts'

/** Families that a pact or the fuzzing catches; `npm run mutants` has all of them and every way. */
const FAMILIES: readonly Family[] = ['parameter', 'access', 'enum value']
const COUNT = 12
/** One sample, always the same, for as long as not every mutant is caught; MUTANTS_SEED draws another one. */
const seed = Number(process.env['MUTANTS_SEED'] ?? 1)

let contract: WholeContract
beforeAll(async () => {
  contract = await readContract()
})

it(`a sample of the mutants is caught by pacts and fuzzing, seed ${seed}`, async () => {
  const all = contractMutants(contract).filter(
    ({ id, family }) => FAMILIES.includes(family) && !equivalentOf(id),
  )
  const mutants = sampled(all, COUNT, seed)
  const caught = new Set<string>()
  await tryContractMutants(contract, mutants, {
    exchanges: [],
    caught: ({ id }) => void caught.add(id),
    say: () => undefined,
    clients: false,
    everyWay: false,
  })
  expect(mutants.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([])
}, 300_000)

it('every mutant that is called equivalent is one', () => {
  const all = [...contractMutants(contract), ...handlerMutants(contract), ...serializerMutants(contract)]
  expect(EQUIVALENT.filter(({ id }) => !all.some((mutant) => matches(id, mutant.id)))).toEqual([])
})

import type { System } from '../../clients/tests/kit/system.ts'
import { startSystem } from '../../clients/tests/kit/system.ts'
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import events from '../../services/shared/contract/generated/events.json' with { type: 'json' }
import { casesOf } from './cases.ts'
import { defaultFaults } from './defaults.ts'
import { messageCases, readFault } from './messages.ts'
import { fuzzing } from './run.ts'
import { sampled } from './sample.ts'

/** `npm test` sends so many cases; `FUZZ_CASES=all npm run test:fuzz` sends each. */
const SHORT = 600
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2_147_483_648)
const document = contract as unknown as OpenApiDocument

describe(`what the contract takes and what it refuses, seed ${seed}`, () => {
  let system: System
  beforeAll(async () => {
    system = await startSystem()
  })
  afterAll(() => system.stop())

  it('is what the services take and refuse, naming the field (S3)', async () => {
    const all = casesOf(document, seed)
    const cases = process.env['FUZZ_CASES'] === 'all' ? all : sampled(all, SHORT, seed)
    const fuzz = await fuzzing(document, system)
    const faults: string[] = []
    for (const one of cases) {
      const fault = await fuzz(one)
      if (fault !== undefined) faults.push(`${one.name}: ${fault}`)
    }
    expect(faults).toEqual([])
  }, 600_000)

  it('is the same without a value as with its default', async () => {
    expect(await defaultFaults(document, system)).toEqual([])
  })
})

it('consumers take and refuse messages as their schemas say, naming the field', () => {
  const faults = messageCases(events, seed).flatMap((one) => {
    const fault = readFault(one)
    return fault === undefined ? [] : [`${one.name}: ${fault}`]
  })
  expect(faults).toEqual([])
})

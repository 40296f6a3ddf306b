import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { ourContract } from '../agreement/ours.ts'
import { breaches } from '../answers/conformance.ts'
import type { Exchange } from '../answers/exchange.ts'
import { unpromised } from '../answers/promises.ts'
import { recorded } from '../answers/recorder.ts'
import { exampled } from './examples.ts'
import { runExamples, type Problem } from './run.ts'
import { startWorld, type World } from './world.ts'

const document = contract as unknown as OpenApiDocument
const whole = ourContract()

describe('the running system answers as the examples of the contract say', () => {
  let world: World
  let problems: Problem[]
  let exchanges: Exchange[]

  beforeAll(async () => {
    world = await startWorld(document)
    exchanges = await recorded(whole, 'examples', async () => {
      problems = await runExamples(document, world)
    })
  }, 300_000)
  afterAll(() => world.stop())

  it.each(exampled(document).map(({ id }) => id))('%s', (id) => {
    const mine = problems.filter(({ operationId }) => operationId === id)
    expect(mine.map(({ about, fault }) => `${about}: ${fault}`)).toEqual([])
  })

  it('and with nothing that the contract does not declare', () => {
    const known = new Set(Object.keys(document.components['headers'] ?? {}).map((name) => name.toLowerCase()))
    const faults = exchanges.flatMap((exchange) =>
      breaches(whole, known, exchange).map((fault) => `${exchange.operationId}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it('and what is always there is promised', () => {
    // The one example of a verdict is that of a valid credential; a pact holds that another one shows no account.
    const ofValid = /^CredentialVerdict\.account is optional/
    expect(unpromised(whole, exchanges).filter((what) => !ofValid.test(what))).toEqual([])
  })

  it('and is noticed when it does not', async () => {
    const changed = structuredClone(document) as any
    changed.components.schemas.Course.example.name = 'Swimming'
    delete changed.components.responses.Course.headers.RateLimit
    changed.components.responses.NotFound.content['application/json'].example.detail = 'Gone.'
    const found = await runExamples(changed, world, { only: ['getCourse'] })
    expect(found.map(({ about, fault }) => `${about}: ${fault}`)).toEqual([
      '200: body/name is "Fire safety", the example has "Swimming"',
      '200: header ratelimit is not declared',
      'not-found: body/detail is "Not found.", the example has "Gone."',
    ])
  }, 60_000)
})

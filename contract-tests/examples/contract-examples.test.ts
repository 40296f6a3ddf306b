import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { exampled } from './examples.ts'
import { runExamples, type Problem } from './run.ts'
import { startWorld, type World } from './world.ts'

const document = contract as unknown as OpenApiDocument

describe('the running system answers as the examples of the contract say', () => {
  let world: World
  let problems: Problem[]

  beforeAll(async () => {
    world = await startWorld(document)
    problems = await runExamples(document, world)
  }, 300_000)
  afterAll(() => world.stop())

  it.each(exampled(document).map(({ id }) => id))('%s', (id) => {
    const mine = problems.filter(({ operationId }) => operationId === id)
    expect(mine.map(({ about, fault }) => `${about}: ${fault}`)).toEqual([])
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

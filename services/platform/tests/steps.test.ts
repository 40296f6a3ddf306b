import { pino } from 'pino'
import { logSteps, steps } from '../observability/steps.ts'

afterEach(() => delete steps.log)

it('steps are logged with debug lines only, and cost less than a microsecond otherwise', () => {
  logSteps(pino({ level: 'info' }))
  const count = 1_000_000
  const began = performance.now()
  for (let n = 0; n < count; n++) steps.log?.({ step: 'publish', event: String(n), claim: 'a claim' })
  const microseconds = (1_000 * (performance.now() - began)) / count
  expect(microseconds).toBeLessThan(1)
})

it('a step has the event, the claim and a time that all processes share', () => {
  const lines: string[] = []
  logSteps(pino({ level: 'debug' }, { write: (line) => void lines.push(line) }))
  steps.log?.({ step: 'publish', event: 'an event', claim: 'a claim' })
  const { pid } = process
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'step', step: 'publish', event: 'an event', claim: 'a claim', pid }),
  ])
  expect(JSON.parse(lines[0] ?? '').microseconds).toBeGreaterThan(0)
})

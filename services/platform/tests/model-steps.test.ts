import { pino } from 'pino'
import { logModelSteps, modelSteps } from '../observability/model-steps.ts'

afterEach(() => delete modelSteps.log)

it('steps are logged with debug lines only; otherwise not even their fields are made', () => {
  logModelSteps(pino({ level: 'info' }))
  const event = jest.fn(() => 'an event')
  modelSteps.log?.({ step: 'publish', event: event() })
  expect(event).not.toHaveBeenCalled()
  logModelSteps(pino({ level: 'debug' }, { write: () => undefined }))
  modelSteps.log?.({ step: 'publish', event: event() })
  expect(event).toHaveBeenCalledTimes(1)
})

it('a step has the event, the claim and a time that all processes share', () => {
  const lines: string[] = []
  logModelSteps(pino({ level: 'debug' }, { write: (line) => void lines.push(line) }))
  modelSteps.log?.({ step: 'publish', event: 'an event', claim: 'a claim' })
  const { pid } = process
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'step', step: 'publish', event: 'an event', claim: 'a claim', pid }),
  ])
  expect(JSON.parse(lines[0] ?? '').microseconds).toBeGreaterThan(0)
})

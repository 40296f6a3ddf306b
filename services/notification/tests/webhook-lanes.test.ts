import { anEvent as aRegistrationEvent } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { NOW, webhookProcesses } from '../../../testing/notification/webhook-process.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import { MAX_IN_FLIGHT_PER_ENDPOINT } from '../src/webhooks/deliveries/rules.ts'

const { aProcess, anEndpoint } = webhookProcesses()
const later = (ms: number) => new Date(NOW.getTime() + ms)
const HOUR = 60 * 60 * 1_000

it('an event that could not be stored for one endpoint keeps no place of another (W5)', async () => {
  let isUnavailable = false
  const one = await aProcess({
    endpoints: (real) =>
      withOverrides(real, {
        find: (id) => (isUnavailable ? Promise.reject(new Error('MongoDB is unavailable')) : real.find(id)),
      }),
  })
  const healthy = await anEndpoint(one, 11, ['registration.created'])
  const paused = await anEndpoint(one, 11, ['registration.created'])
  await one.endpoints.change(paused.id, undefined, (current) => ({ ...current, pausedUntil: later(HOUR) }))
  isUnavailable = true
  const lost = Array.from({ length: 2 * MAX_IN_FLIGHT_PER_ENDPOINT }, () =>
    one.handlers.onRegistrationCreated(aRegistrationEvent()),
  )
  const outcomes = await Promise.allSettled(lost)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
  isUnavailable = false
  await one.handlers.onRegistrationCreated(aRegistrationEvent())
  await eventually(() => expect(healthy.receiver.received).toHaveLength(1))
})

it.each([410, 429])(
  'a late %i of its former receiver changes nothing in an endpoint (W8)',
  async (status) => {
    const one = await aProcess()
    const { id, receiver } = await anEndpoint(one, 12)
    const url = `${receiver.url}/new`
    receiver.onRequest((response) => {
      const changed = one.endpoints.change(id, undefined, (current) => ({ ...current, url }))
      void changed.then(() => response.writeHead(status, { 'retry-after': '3600' }).end())
    })
    await one.attempt(id, `in flight ${status}`)
    expect(await one.endpoints.find(id)).toMatchObject({
      url,
      disabled: null,
      failingSince: null,
      pausedUntil: null,
    })
  },
)

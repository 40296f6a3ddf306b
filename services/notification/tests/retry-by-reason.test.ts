import { eventually } from '../../../testing/eventually.ts'
import { anEvent, type RegistrationCreated } from '../../../testing/notification/messages.ts'
import { scene } from '../../../testing/notification/scene.ts'
import { expectBody } from '../../../testing/portal.ts'

const startedAt = new Date()
/** Nothing is sent later: no sweep runs, and no retry becomes due, because the clock stands still. */
const at = scene({ overrides: { sweepMs: 600_000, clock: { now: () => startedAt } } })

const audits = (operation: string) =>
  at.running.lines.filter((line) => line['event'] === 'audit' && line['operation'] === operation)

describe('deliveries by reason (O17)', () => {
  const reasons = async (query = '') =>
    expectBody(await at.running.operator.get(`/admin/reasons/?of=emails${query}`), 200)
  const retry = (body: object) => at.running.operator.post('/admin/deliveries/retry/', body)
  const userId = 4_711
  let refused: RegistrationCreated[]
  let queued: RegistrationCreated

  beforeAll(async () => {
    refused = [anEvent({ userId }), anEvent(), anEvent()]
    for (const event of refused) {
      at.mailServer.behave(550, event.userEmail)
      await at.publisher.publish(event)
      await at.running.becomes(event.registrationId, { status: 'failed' })
    }
    queued = anEvent()
    at.mailServer.behave(450, queued.userEmail)
    await at.publisher.publish(queued)
    // The first attempt has failed: without a delivery the receipt says `queued`, too.
    await at.running.becomes(queued.registrationId, { status: 'queued', attempts: 1 })
  })

  it('are counted, for failed and for queued ones', async () => {
    const failed = await reasons()
    expect(failed).toEqual(await reasons('&status=failed'))
    expect(failed).toMatchObject({
      complete: true,
      groups: [{ count: 3, reason: 'refused 550' }],
    })
    expect(failed.groups[0]).toMatchObject({ endpointId: null, queue: null })
    expect(await reasons('&status=queued')).toMatchObject({ groups: [{ count: 1 }] })
    await eventually(async () =>
      expect(expectBody(await at.running.operator.get('/admin/deliveries/status/'), 200)).toMatchObject({
        service: 'notification',
        backlog: { queuedEmails: 1, failedEmails: 3, deadLetters: 0 },
        oldestPendingEvent: null,
      }),
    )
  })

  it('are found by user, with a preview of what was sent', async () => {
    const [delivery] = expectBody(await at.running.operator.get(`/admin/deliveries/?userId=${userId}`), 200)
    expect(delivery.registrationId).toBe(refused[0]?.registrationId)
    const preview = (deliveryId: string) =>
      at.running.operator.post('/admin/templates/preview/', { deliveryId })
    expect(expectBody(await preview(delivery.id), 200).subject).toBe(
      `You are registered for ${refused[0]?.courseName}`,
    )
    for (const unknown of ['999999', 'no-id']) expect(await preview(unknown)).toBeError('not-found')
  })

  it('are sent again one by one or as a group, each once', async () => {
    for (const { userEmail } of refused) at.mailServer.behave('accept', userEmail)
    const [{ reason }] = (await reasons()).groups
    expect(expectBody(await retry({ status: 'failed', reason: 'another' }), 200)).toEqual({
      retried: 0,
      remaining: false,
    })
    expect(audits('retryDeliveries')).toEqual([])

    const [one] = expectBody(
      await at.running.operator.get(`/admin/deliveries/?registrationId=${refused[0]?.registrationId}`),
      200,
    )
    expect(expectBody(await retry({ status: 'failed', ids: [one.id, '999999', 'no-id'] }), 200).retried).toBe(
      1,
    )
    const both = await Promise.all([retry({ status: 'failed', reason }), retry({ status: 'failed', reason })])
    expect(both.map((response) => expectBody(response, 200).retried).reduce((a, b) => a + b)).toBe(2)
    for (const { userEmail } of refused) await at.mailServer.receivedFor(userEmail)
    expect(await reasons()).toEqual({ groups: [], complete: true })
    expect(audits('retryDeliveries')[0]).toMatchObject({
      target: { status: 'failed', deliveries: [Number(one.id)] },
    })
    const [resend, original] = await at.running.deliveries(refused[0]?.registrationId ?? 0)
    expect([original, resend].map((delivery) => delivery?.resentAt)).toEqual(
      original?.status === 'failed' ? [expect.any(String), null] : [null, expect.any(String)],
    )
  })

  it('are sent again as they were shown, without those that failed meanwhile', async () => {
    const shown = [anEvent(), anEvent()]
    const meanwhile = anEvent()
    for (const event of [...shown, meanwhile]) at.mailServer.behave('553 no such user', event.userEmail)
    const failWith = async (event: RegistrationCreated) => {
      await at.publisher.publish(event)
      await at.running.becomes(event.registrationId, { status: 'failed' })
    }
    for (const event of shown) await failWith(event)
    const [group] = (await reasons()).groups
    expect(group).toMatchObject({ reason: expect.stringContaining('553'), count: 2 })
    await failWith(meanwhile)
    for (const { userEmail } of [...shown, meanwhile]) at.mailServer.behave('accept', userEmail)
    const sentAgain = expectBody(await retry({ status: 'failed', ids: group.retryableIds }), 200)
    expect(sentAgain).toEqual({ retried: 2, remaining: false })
    for (const { userEmail } of shown) await at.mailServer.receivedFor(userEmail)
    const [left] = (await reasons()).groups
    expect(left).toMatchObject({ count: 1, retryableIds: [left.exampleId] })
    expectBody(await retry({ status: 'failed', ids: left.retryableIds }), 200)
    await at.mailServer.receivedFor(meanwhile.userEmail)
  })

  it('are due at once when queued ones are retried, and lead to one e-mail', async () => {
    at.mailServer.behave('accept', queued.userEmail)
    expect(expectBody(await retry({ status: 'queued' }), 200)).toEqual({ retried: 1, remaining: false })
    await at.running.becomes(queued.registrationId, { status: 'sent' })
    expect(await at.mailServer.receivedFor(queued.userEmail)).toHaveLength(1)
    await eventually(async () => {
      const { perMinute } = expectBody(await at.running.operator.get('/admin/deliveries/status/'), 200)
      expect(perMinute.counts.reduce((a: number, b: number) => a + b)).toBe(7)
    })
  })
})

describe('dead letters by reason (O8, O17)', () => {
  const operator = () => at.running.operator
  const reasons = async () => expectBody(await operator().get('/admin/reasons/?of=dead-letters'), 200)
  const waiting = async () => expectBody(await operator().get('/admin/dead-letters/?waiting=true'), 200)

  beforeAll(async () => {
    for (const content of ['{"nonsense":1}', '{"nonsense":2}', 'no JSON']) await at.publisher.raw(content)
    await eventually(async () => expect(await waiting()).toHaveLength(3))
  })

  it('are counted, and are replayed and dismissed one by one or as a group', async () => {
    const { groups, complete } = await reasons()
    expect([complete, groups.map(({ count }: { count: number }) => count)]).toEqual([true, [2, 1]])
    const [{ queue, reason, exampleId, retryableIds, endpointId }] = groups
    expect([endpointId, retryableIds.length, retryableIds.at(-1)]).toEqual([null, 2, exampleId])
    expect([queue, reason]).toEqual([
      'notification.registration-created',
      "payload must have required property 'eventId'",
    ])
    const letter = expectBody(await operator().get(`/admin/dead-letters/${exampleId}/`), 200)
    expect(letter).toMatchObject({ queue, payload: { nonsense: 2 } })
    expect(await operator().get('/admin/dead-letters/999999/')).toBeError('not-found')

    for (const path of ['replay', 'dismiss'])
      expect(await operator().post(`/admin/dead-letters/${path}/`, {})).toBeError('invalid-request')
    const dismiss = (body: object) => operator().post('/admin/dead-letters/dismiss/', body)
    expect(expectBody(await dismiss({ queue: 'another', reason }), 200)).toEqual({
      done: 0,
      remaining: false,
    })
    expect(expectBody(await dismiss({ queue, reason }), 200)).toEqual({ done: 2, remaining: false })
    expect(expectBody(await dismiss({ queue, reason }), 200).done).toBe(0)
    expect(audits('dismissDeadLetters')).toHaveLength(1)

    const [other] = await waiting()
    const replay = () => operator().post('/admin/dead-letters/replay/', { ids: [other.id] })
    expect(expectBody(await replay(), 200)).toEqual({ done: 1, remaining: false })
    expect(expectBody(await replay(), 200).done).toBe(0)
    // It fails again, as a new dead letter.
    await eventually(async () => {
      const [again] = await waiting()
      expect(again?.id).not.toBe(other.id)
      expect(again?.payload).toEqual({ unparsed: 'no JSON' })
    })
  })
})

it.each(['of=emails&status=pending', 'of=webhooks&status=queued', 'of=dead-letters&status=failed'])(
  'rejects a status that these records do not have: %s (O17)',
  async (query) =>
    expect(await at.running.operator.get(`/admin/reasons/?${query}`)).toBeError('invalid-request'),
)

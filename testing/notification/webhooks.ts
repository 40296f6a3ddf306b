import { WEBHOOK_LEASE_MS } from '../../services/notification/src/webhooks/deliveries/rules.ts'
import { client, type Client } from '../client.ts'
import { eventually } from '../eventually.ts'
import { wholeSystem, type SystemOptions } from '../clients/system.ts'
import { ADMINISTRATOR, ATTENDANCE, expectBody } from '../portal.ts'
import { startReceiver, type Receiver } from '../receiver.ts'

/** More than a request takes on a busy machine. */
const MIN_WAIT_MS = 3_500
/** The delay after the first failure, with its jitter. */
const MAX_FIRST_WAIT_MS = 6_000

export const REGISTRATION_EVENTS = [
  'registration.created',
  'registration.approved',
  'registration.completed',
  'registration.withdrawn',
]
export const USER_EVENTS = ['user.created', 'user.updated', 'user.deleted']
export const [EVERYBODY, OURS, THEIRS] = [1, 100, 200]

/** The whole system for a test file, with two groups below the root group, and receivers of webhooks. */
export function webhookScene(options: SystemOptions = {}) {
  const system = wholeSystem({
    ...options,
    notificationOverrides: {
      webhookSweepMs: 250,
      webhookVisibilityMaxAgeMs: 500,
      webhookTrialEveryMs: 1,
      ...options.notificationOverrides,
    },
  })
  const receivers: Receiver[] = []
  let lastId = 1_000

  beforeAll(async () => {
    for (const id of [OURS, THEIRS])
      expectBody(
        await system.operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId: EVERYBODY }),
        201,
      )
  })
  afterAll(async () => {
    for (const receiver of receivers) await receiver.stop()
  })

  async function anAccount(groupId = OURS, roles = [ATTENDANCE, ADMINISTRATOR]) {
    const grants = roles.map((role) => ({ role, groupId }))
    const { accountId, credential } = await system.issueKey({ grants, homeGroupId: groupId })
    return { accountId, api: client(system.url, credential) }
  }

  async function aReceiver() {
    const receiver = await startReceiver()
    receivers.push(receiver)
    return receiver
  }

  async function anEndpoint(
    api: Client,
    receiver: Receiver,
    events = [...REGISTRATION_EVENTS, ...USER_EVENTS],
  ) {
    return expectBody(await api.post('/webhook-endpoints/', { url: receiver.url, events }), 201) as {
      id: number
      secret: string
    }
  }

  return {
    system,
    anAccount,
    aReceiver,
    anEndpoint,

    async aCourse(groupId = OURS) {
      const id = ++lastId
      const course = { name: `Course ${id}`, groupIds: [groupId] }
      return expectBody(await system.operator.put(`/admin/courses/${id}/`, course), 201).id as number
    },

    async aUser(groupId = OURS) {
      const loginName = `user-${++lastId}`
      const names = { loginName, email: `${loginName}@example.org`, firstName: 'Ada', lastName: 'Byron' }
      const row = { ...names, groupIds: [groupId] }
      const [{ user }] = expectBody(await system.operator.post('/admin/users/batch/', [row]), 200)
      return user as { id: number; loginName: string }
    },

    /** An account with its own receiver. */
    async aSubscriber(events = ['user.created']) {
      const { api, accountId } = await anAccount()
      const receiver = await aReceiver()
      const { id, secret } = await anEndpoint(api, receiver, events)
      const path = `/webhook-endpoints/${id}/`
      const deliveries = async (query = '') =>
        expectBody(await api.get(`${path}deliveries/${query}`), 200) as any[]
      return { api, accountId, receiver, id, secret, path, deliveries }
    },
    /**
     * Waits until each of these deliveries waits for a later attempt. A retry or a replay leaves out one that
     * is being sent.
     */
    async waitForLaterAttempt(deliveries: () => Promise<any[]>) {
      await eventually(async () => {
        for (const { status, lastResponseStatus, nextAttemptAt } of await deliveries()) {
          expect([status, lastResponseStatus]).toEqual(['pending', expect.any(Number)])
          const waitMs = Date.parse(nextAttemptAt) - Date.now()
          const isAfterFirst = waitMs > MIN_WAIT_MS && waitMs < MAX_FIRST_WAIT_MS
          // During an attempt, the end of its lease is shown.
          const isAfterSecond = waitMs > WEBHOOK_LEASE_MS
          expect(isAfterFirst || isAfterSecond).toBe(true)
        }
      })
    },
  }
}

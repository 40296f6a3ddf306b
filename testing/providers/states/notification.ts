import { eventually } from '../../eventually.ts'
import { expectBody } from '../../portal.ts'
import type { Parameters, States } from '../state.ts'
import type { World } from '../world.ts'
import { aGroup, anAccount, aUser, directoryStates, NO_ID } from './directory.ts'

const ENDPOINTS = '/webhook-endpoints/'
const MAX_ENDPOINTS = 20

/** An account in its own group, so that its endpoint receives only the events of its own users. */
async function anEndpoint(world: World, { disabledBy }: Parameters = {}) {
  const groupId = await aGroup(world)
  const { returned, headers } = await anAccount(world, { groupId })
  const add = async () => {
    const endpoint = { url: world.receiverUrl, events: ['user.created'], description: 'HR sync' }
    return expectBody(await world.withoutCredential.post(ENDPOINTS, endpoint, headers), 201).id as number
  }
  const id = await add()
  const path = `${ENDPOINTS}${id}/`
  const enable = async (enabled: boolean) =>
    expectBody(await world.withoutCredential.post(path, { enabled }, headers), 200)
  if (disabledBy === 'caller') await enable(false)
  else if (disabledBy === 'operator') expectBody(await world.operator.post(`/admin${path}disable/`), 200)
  else if (disabledBy !== undefined) throw new Error('an endpoint is disabled by caller or operator')
  return { groupId, headers, path, add, enable, returned: { ...returned, webhookEndpointId: id } }
}

/** Every state that a pact with the notification service may ask for. */
export const notificationStates: States = {
  ...directoryStates,
  'an account with a webhook endpoint': {
    parameters: ['disabledBy'],
    setUp: async (world, given) => (await anEndpoint(world, given)).returned,
  },
  'an account with 20 webhook endpoints': {
    async setUp(world) {
      const { returned, add } = await anEndpoint(world)
      for (let count = 1; count < MAX_ENDPOINTS; count++) await add()
      return returned
    },
  },
  'an account with a webhook delivery': {
    parameters: ['status'],
    async setUp(world, { status = 'delivered' }) {
      const { groupId, headers, path, enable, returned } = await anEndpoint(world)
      // What happens while an endpoint is disabled has failed at once.
      if (status === 'failed') await enable(false)
      await aUser(world, { groupIds: [groupId] })
      const deliveries = `${path}deliveries/?status=${String(status)}`
      const delivery = await eventually(async () => {
        const [found] = expectBody(await world.withoutCredential.get(deliveries, headers), 200)
        if (!found) throw new Error(`no delivery is ${String(status)}`)
        return found as { id: number }
      })
      if (status === 'failed') await enable(true)
      return { ...returned, webhookDeliveryId: delivery.id }
    },
  },
  'no such webhook endpoint': { setUp: () => ({ webhookEndpointId: NO_ID }) },
}

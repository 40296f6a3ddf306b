import { client } from '../../services/shared/tests/kit/client.ts'
import { freshDatabaseUrl } from '../../services/shared/tests/kit/isolated.ts'
import { tcpProxy } from '../../services/shared/tests/kit/tcp-proxy.ts'
import type { Groups } from '../../services/user/src/store/groups.ts'
import type { Overrides } from '../../services/user/src/service.ts'
import { startUser } from '../../services/user/tests/kit/start-user.ts'
import { Fault } from './fault.ts'
import { becomes } from './readiness.ts'
import { boundTo, type Provider } from './provider.ts'
import { arrivals } from './arrivals.ts'
import { userStates, type UserWorld } from './states/user.ts'

/** The user service, composed as in production, on a database, a vhost and a part of Redis of its own. */
export async function startProvider(overrides: Overrides = {}): Promise<Provider> {
  const line = await tcpProxy(testDatabase())
  const fault = new Fault()
  const portal = await startUser({
    overrides: {
      ...overrides,
      users: (real) => fault.around(overrides.users?.(real) ?? real),
      groups: (real: Groups) => fault.around(overrides.groups?.(real) ?? real),
    },
    config: { mongodbUrl: line.url },
  })
  const events = await arrivals(portal.config.rabbitmqUrl, 'user.changed.v1')
  const admin = portal.adminUrl
  const world: UserWorld = {
    users: portal.operator,
    publicUsers: client(portal.url),
    spendOneRequest: (headers) => client(portal.url).get('/users/?limit=0', headers),
    events,
    fault,
    line: {
      async cut() {
        line.cut()
        await becomes(admin, 503)
      },
      async heal() {
        line.heal()
        await becomes(admin, 200)
      },
    },
  }
  return {
    service: 'user',
    publicUrl: portal.url,
    internalUrl: portal.internalUrl,
    states: boundTo(world, userStates),
    messages: { 'user.changed.v1': () => events.taken() },
    async stop() {
      await events.close()
      await portal.stop()
      await line.stop()
    },
  }
}

/** The stand-in calls itself by an address of its own, which would lead around the line. */
function testDatabase(): string {
  const url = new URL(freshDatabaseUrl())
  url.searchParams.set('directConnection', 'true')
  return url.href
}

import { client } from '../../services/shared/tests/kit/client.ts'
import { freshDatabaseUrl } from '../../services/shared/tests/kit/isolated.ts'
import { startUser } from '../../services/user/tests/kit/start-user.ts'
import { arrivals } from './arrivals.ts'
import { linedDatabase, noticed } from './lines.ts'
import { boundTo, type Provider } from './provider.ts'
import { userStates, type UserWorld } from './states/user.ts'

/** The user service, composed as in production, on a database, a vhost and a part of Redis of its own. */
export async function startProvider(): Promise<Provider> {
  const line = await linedDatabase(freshDatabaseUrl())
  const portal = await startUser({ config: { mongodbUrl: line.url } })
  const events = await arrivals(portal.config.rabbitmqUrl, 'user.changed.v1')
  const anybody = client(portal.url)
  const world: UserWorld = {
    users: portal.operator,
    publicUsers: anybody,
    spendOneRequest: (headers) => anybody.get('/users/?limit=0', headers),
    events,
    database: noticed(line, () => portal.adminUrl),
  }
  return {
    service: 'user',
    publicUrl: portal.url,
    operatorUrl: portal.operatorUrl,
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

import { client } from '../../services/shared/tests/kit/client.ts'
import { freshDatabaseUrl } from '../../services/shared/tests/kit/isolated.ts'
import { startPortal } from '../../services/registration/tests/kit/portal.ts'
import { arrivals } from './arrivals.ts'
import { linedDatabase, noticed } from './lines.ts'
import { startMailing } from './mailing.ts'
import { boundTo, type Provider } from './provider.ts'
import { registrationStates, type RegistrationWorld } from './states/registration.ts'

/** The registration service with the two that it asks, all composed as in production, on stores of their own. */
export async function startProvider(): Promise<Provider> {
  const mailing = await startMailing()
  const line = await linedDatabase(freshDatabaseUrl())
  const portal = await startPortal({
    notificationServiceUrl: mailing.internalUrl,
    rabbitmqUrl: mailing.rabbitmqUrl,
    told: (config) => Promise.resolve({ ...config, mongodbUrl: line.url }),
  })
  const { urls, operator } = portal
  const events = await arrivals(mailing.rabbitmqUrl, 'registration.created.v1')
  const anybody = client(urls.registration)
  const world: RegistrationWorld = {
    users: operator.users,
    publicUsers: client(urls.user),
    portal,
    registrations: anybody,
    mailing,
    events,
    spendOneRequest: (headers) => anybody.get('/registrations/?limit=0', headers),
    database: noticed(line, () => urls.registrationAdmin),
  }
  return {
    service: 'registration',
    publicUrl: urls.registration,
    operatorUrl: urls.registrationOperator,
    states: boundTo(world, registrationStates),
    messages: { 'registration.created.v1': () => events.taken() },
    async stop() {
      await events.close()
      await portal.stop()
      await mailing.stop()
      await line.stop()
    },
  }
}

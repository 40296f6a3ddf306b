import { client } from '../../services/shared/tests/kit/client.ts'
import { startPortal } from '../../services/registration/tests/kit/portal.ts'
import { arrivals } from './arrivals.ts'
import { Fault } from './fault.ts'
import { linedDatabase, noticed, routedService } from './lines.ts'
import { startMailing } from './mailing.ts'
import { boundTo, type Provider } from './provider.ts'
import { registrationStates, type RegistrationWorld } from './states/registration.ts'

/** The registration service with the two that it asks, all composed as in production, on stores of their own. */
export async function startProvider(): Promise<Provider> {
  const fault = new Fault()
  const mailing = await startMailing()
  let database: Awaited<ReturnType<typeof linedDatabase>> | undefined
  let userLine: Awaited<ReturnType<typeof routedService>> | undefined
  const portal = await startPortal({
    overrides: { registrations: fault.around },
    notificationServiceUrl: mailing.internalUrl,
    rabbitmqUrl: mailing.rabbitmqUrl,
    async told(config) {
      database = await linedDatabase(config.mongodbUrl)
      userLine = await routedService(config.userServiceUrl)
      return { ...config, mongodbUrl: database.url, userServiceUrl: userLine.url }
    },
  })
  if (!database || !userLine) throw new Error('the portal was started without its lines')
  const lines = { database, user: userLine }
  const { urls, operator } = portal
  const events = await arrivals(mailing.rabbitmqUrl, 'registration.created.v1')
  const anybody = client(urls.registration)
  const world: RegistrationWorld = {
    users: operator.users,
    publicUsers: client(urls.user),
    courses: operator.courses,
    registrations: anybody,
    mailing,
    events,
    spendOneRequest: (headers) => anybody.get('/registrations/?limit=0', headers),
    fault,
    database: noticed(lines.database, () => urls.registrationAdmin),
    userService: lines.user,
  }
  return {
    service: 'registration',
    publicUrl: urls.registration,
    operatorUrl: urls.registrationOperator,
    states: boundTo(world, registrationStates),
    messages: { 'registration.created.v1': () => events.taken() },
    async stop() {
      fault.mend()
      await events.close()
      await portal.stop()
      await mailing.stop()
      for (const line of Object.values(lines)) await line.stop()
    },
  }
}

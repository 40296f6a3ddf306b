import { Fault } from './fault.ts'
import { linedDatabase, noticed } from './lines.ts'
import { startMailing } from './mailing.ts'
import { boundTo, type Provider } from './provider.ts'
import { notificationStates, type NotificationWorld } from './states/notification.ts'

/** The notification service, composed as in production, with a mail server of its own. */
export async function startProvider(): Promise<Provider> {
  const fault = new Fault()
  let database: Awaited<ReturnType<typeof linedDatabase>> | undefined
  const mailing = await startMailing({ deliveries: fault.around }, async (config) => {
    database = await linedDatabase(config.mongodbUrl)
    return { ...config, mongodbUrl: database.url }
  })
  if (!database) throw new Error('the service was started without its line')
  const line = database
  const world: NotificationWorld = {
    mailing,
    fault,
    database: noticed(line, () => mailing.running.baseUrls.admin),
  }
  return {
    service: 'notification',
    operatorUrl: mailing.running.baseUrls.operator,
    internalUrl: mailing.internalUrl,
    states: boundTo(world, notificationStates),
    messages: {},
    async stop() {
      await mailing.stop()
      await line.stop()
    },
  }
}

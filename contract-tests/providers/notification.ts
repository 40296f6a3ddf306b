import { freshDatabaseUrl } from '../../services/shared/tests/kit/isolated.ts'
import { linedDatabase, noticed } from './lines.ts'
import { startMailing } from './mailing.ts'
import { boundTo, type Provider } from './provider.ts'
import { notificationStates, type NotificationWorld } from './states/notification.ts'

/** The notification service, composed as in production, with a mail server of its own. */
export async function startProvider(): Promise<Provider> {
  const line = await linedDatabase(freshDatabaseUrl())
  const mailing = await startMailing({ mongodbUrl: line.url })
  const world: NotificationWorld = {
    mailing,
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

import mongoose, { type Connection } from 'mongoose'
import { isolatedConfig } from '../isolated.ts'
import type { NotificationConfig } from '../../services/notification/src/config.ts'
import { DEFAULT_MAIL_SETTINGS } from '../../services/notification/src/emails/mail-writer.ts'
import type { Overrides } from '../../services/notification/src/service.ts'
import { startDirectory, type Directory } from './directory.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { openPublisher, type Publisher } from './messages.ts'
import { startNotification, type Running } from './start-notification.ts'

/** The service of a test file, and the servers around it. */
export interface Scene {
  running: Running
  config: NotificationConfig
  mailServer: MailServer
  /** The other services. */
  directory: Directory
  publisher: Publisher
  /** The test's own connection to the database of the service. */
  database: Connection
}

interface SceneOptions {
  /** False when the tests start the service. */
  readonly started?: boolean
  readonly config?: Partial<NotificationConfig>
  readonly overrides?: Overrides
  readonly mailServer?: Parameters<typeof startMailServer>[0]
}

/** Sets up a scene for a test file. */
export function scene(options: SceneOptions = {}): Scene {
  const it = {} as Scene
  let remove: () => Promise<void>

  beforeAll(async () => {
    it.mailServer = await startMailServer(options.mailServer)
    it.directory = await startDirectory()
    const isolated = await isolatedConfig()
    remove = isolated.remove
    const mailFrom = { name: 'Rollcall', address: 'no-reply@rollcall.example' }
    it.config = {
      ...DEFAULT_MAIL_SETTINGS,
      ...isolated.config,
      smtpUrl: it.mailServer.url,
      mailFrom,
      requestsPerMinute: 1_000_000,
      userServiceUrl: it.directory.url,
      registrationServiceUrl: it.directory.url,
      ...options.config,
    }
    it.publisher = await openPublisher(it.config.rabbitmqUrl, it.directory)
    it.database = await mongoose.createConnection(it.config.mongodbUrl).asPromise()
    if (options.started === false) return
    it.running = await startNotification(it.config, options.overrides)
    await it.running.ready()
  })

  afterAll(async () => {
    await it.running?.stop()
    await it.publisher.close()
    await it.database.close()
    await it.mailServer.stop()
    it.directory.stop()
    await remove()
  })
  return it
}

/** A running clock that a test can move forward. */
export function testClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (ms: number) => void (ahead += ms),
  }
}

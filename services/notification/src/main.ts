import { run } from '../../platform/process/run.ts'
import { readNotificationConfig } from './config.ts'
import { composeNotification } from './service.ts'

await run('notification', process.env, readNotificationConfig, composeNotification)

import type { Receipts } from '../receipts.ts'
import { asking, carrying } from './call.ts'
import { Configuration, NotificationApi } from './generated/notification/index.ts'

/** The notification service's internal operations, by the client generated from the contract (decision A7). */
export function notificationService(options: { url: string; token: string }): Receipts {
  const api = new NotificationApi(new Configuration({ basePath: options.url, accessToken: options.token }))
  return {
    of: (registrationId, trace) =>
      asking('notification service', () => api.getReceipt({ registrationId }, carrying(trace))),
  }
}

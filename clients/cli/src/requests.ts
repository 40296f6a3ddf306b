import type { Operator } from '@rollcall/client/operator'

/** Asks each service for its status. */
export const statusRequests = ({ registration, user, notification }: Operator) =>
  [
    ['registration', () => registration.getRegistrationStatus()],
    ['user', () => user.getUserStatus()],
    ['notification', () => notification.getNotificationStatus()],
  ] as const

const DAY_MS = 86_400_000
/** Keys that are in use and expire soon, as the alert RollcallKeysExpiring has it. */
export const expiringKeys = () => ({
  expiresBefore: new Date(Date.now() + 14 * DAY_MS),
  usedAfter: new Date(Date.now() - 7 * DAY_MS),
})

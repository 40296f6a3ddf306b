import type { EventQueue } from '../services/platform/messaging/outbox.ts'

/** Without a relay: events stay in their outbox. */
export const NO_RELAY: EventQueue = { hasCapacity: () => false, enqueue: () => undefined }

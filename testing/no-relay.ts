import type { EventQueue } from '../services/shared/messaging/outbox.ts'

/** Without a relay: events stay in their outbox. */
export const NO_RELAY: EventQueue = { hasCapacity: () => false, enqueue: () => undefined }

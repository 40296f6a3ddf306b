import type { EventQueue } from '../services/shared/messaging/relay.ts'

/** Without a relay: events stay in their outbox. */
export const NO_RELAY: EventQueue = { hasCapacity: () => false, enqueue: () => undefined }

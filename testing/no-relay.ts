import type { EventQueue } from '../services/platform/messaging/relay.ts'

/** Without a relay: events stay in their outbox. */
export const NO_RELAY: EventQueue = { willPublish: () => false, enqueue: () => undefined }

/** The notification service written by hand: record, e-mail, receipt, acknowledgement, several at a time. */
import { Ajv } from 'ajv'
import { connect, type ConsumeMessage } from 'amqplib'
import { createTransport } from 'nodemailer'
import { eventSchemas } from '../../../services/platform/messaging/event.ts'
import type { EventPayloads } from '../../../services/platform/contract/generated/events.ts'
import { DEFAULT_MAIL_SETTINGS, MailWriter } from '../../../services/notification/src/emails/mail-writer.ts'
import { createEmailMetrics } from '../../../services/notification/src/metrics.ts'
import { config, database, idCounter, log, metrics } from './kit.ts'

const TEMPLATE = 222
const FROM = 'Rollcall <no-reply@rollcall.example>'
const HEADERS = { 'X-Template-Id': String(TEMPLATE), 'Auto-Submitted': 'auto-generated' }
const MAX_AT_ONCE = 20
const LEASE_MS = 15_000

const db = await database()
const deliveries = db.collection<{ _id: number }>('deliveries')
const reserveIds = idCounter(db, 'deliveries')
const writer = new MailWriter({
  ...DEFAULT_MAIL_SETTINGS,
  mailFrom: { name: '', address: 'no-reply@example.org' },
})
const { mails, mailSeconds } = createEmailMetrics(metrics.registry)
const ajv = new Ajv({ strict: false, validateFormats: false })
const isValid = ajv.compile(eventSchemas['registration.created.v1'])
const mailer = createTransport({ url: config.smtp, pool: true, maxConnections: MAX_AT_ONCE } as object)

async function deliver({ content, properties }: ConsumeMessage): Promise<void> {
  const event = JSON.parse(content.toString()) as EventPayloads['registration.created.v1']
  if (!isValid(event)) throw new Error(ajv.errorsText(isValid.errors))
  const now = new Date()
  const id = await reserveIds(1)
  const { eventId, registrationId } = event
  const delivery = {
    kind: 'automatic',
    eventId,
    registrationId,
    templateId: TEMPLATE,
    to: event.userEmail,
    content: {
      courseName: event.courseName,
      firstName: event.userFirstName,
      preferredLanguage: '',
      registeredAt: new Date(event.createdDate),
    },
    requestedAt: new Date(event.occurredAt),
    createdAt: now,
    requestId: String(properties.headers?.['x-request-id']),
    traceparent: String(properties.headers?.['traceparent']),
    messageId: `<${TEMPLATE}.${registrationId}.${eventId}@rollcall.example>`,
    status: 'sending',
    attempts: 1,
    unconfirmedAttempts: 0,
    dueAt: new Date(now.getTime() + LEASE_MS),
    lastError: '',
    sentAt: null,
    failedAt: null,
  } as const
  await deliveries.insertOne({ _id: id, ...delivery })
  const mail = writer.write(delivery)
  await mailer.sendMail({ ...mail, from: FROM, headers: HEADERS })
  const sentAt = new Date()
  mails.inc({ outcome: 'sent' })
  mailSeconds.observe((sentAt.getTime() - delivery.requestedAt.getTime()) / 1_000)
  const { messageId, requestId, traceparent } = delivery
  log.info({ delivery: id, eventId, registrationId, messageId, requestId, traceparent }, 'e-mail sent')
  await deliveries.updateOne({ _id: id }, { $set: { status: 'sent', sentAt } })
}

const channel = await (await connect(config.rabbitmq)).createChannel()
await channel.assertQueue('peer', { durable: true, arguments: { 'x-queue-type': 'quorum' } })
await channel.prefetch(MAX_AT_ONCE)
await channel.consume('peer', (message) => {
  if (!message) return
  deliver(message).then(
    () => channel.ack(message),
    (error: unknown) => {
      log.error({ err: error }, 'not delivered')
      channel.reject(message, true)
    },
  )
})

/** The notifier as one would write it by hand: inbox row, e-mail, receipt, acknowledgement, several in flight. */
import { Ajv } from 'ajv'
import { connect } from 'amqplib'
import { createTransport } from 'nodemailer'
import { eventSchemas } from '../../../services/shared/contract/events.ts'
import type { EventPayloads } from '../../../services/shared/contract/generated/events.ts'
import type { Delivery } from '../../../services/notification/src/deliveries/rules.ts'
import { messageIdOf } from '../../../services/notification/src/mail/message-id.ts'
import { DEFAULT_WORDING, mailComposer } from '../../../services/notification/src/mail/compose.ts'
import { createMailMetrics } from '../../../services/notification/src/metrics.ts'
import { config, database, idsOf, log, metrics } from './kit.ts'

type Payload = EventPayloads['registration.created.v1']
const AT_WORK = 20
const composeMail = mailComposer(DEFAULT_WORDING)

const db = await database()
const deliveries = db.collection<Omit<Delivery, 'id'> & { _id: number }>('deliveries')
const nextIds = idsOf(db, 'deliveries')
const { mails, mailSeconds } = createMailMetrics(metrics.registry)
const ajv = new Ajv({ strict: false, validateFormats: false })
const isValid = ajv.compile(eventSchemas['registration.created.v1'])
const mailer = createTransport({ url: config.smtp, pool: true, maxConnections: AT_WORK } as object)

async function handle(content: Buffer, headers: Record<string, unknown>): Promise<void> {
  const payload = JSON.parse(content.toString()) as Payload
  if (!isValid(payload)) throw new Error('broken')
  const now = new Date()
  const id = await nextIds(1)
  const { eventId, registrationId, userEmail: to, courseName, userFirstName: firstName } = payload
  const event = { kind: 'automatic', eventId, registrationId, template: 222 } as const
  const delivery = {
    ...event,
    to,
    words: { courseName, firstName, registeredAt: new Date(payload.createdDate) },
    messageId: messageIdOf(event, id, 'rollcall.example'),
    ...({ status: 'sending', attempts: 1, unconfirmed: 0 } as const),
    ...{ lastError: '', sentAt: null, failedAt: null },
    ...{ dueAt: new Date(now.getTime() + 15_000), createdAt: now, requestedAt: new Date(payload.occurredAt) },
    ...{ requestId: String(headers['x-request-id']), traceparent: String(headers['traceparent']) },
  }
  await deliveries.insertOne({ _id: id, ...delivery })
  const mail = composeMail({ id, ...delivery })
  await mailer.sendMail({
    from: 'Rollcall <no-reply@rollcall.example>',
    ...{ to: mail.to, subject: mail.subject, text: mail.text, html: mail.html, messageId: mail.messageId },
    headers: { 'X-Template-Id': '222', 'Auto-Submitted': 'auto-generated' },
  })
  const sentAt = new Date()
  mails.inc({ outcome: 'sent' })
  mailSeconds.observe((sentAt.getTime() - delivery.requestedAt.getTime()) / 1000)
  const { messageId, requestId, traceparent } = delivery
  log.info({ delivery: id, ...event, messageId, attempts: 1, requestId, traceparent }, 'e-mail sent')
  await deliveries.updateOne({ _id: id }, { $set: { status: 'sent', sentAt } })
}

const channel = await (await connect(config.rabbitmq)).createChannel()
await channel.assertQueue('peer.registration-created', {
  durable: true,
  arguments: { 'x-queue-type': 'quorum' },
})
await channel.prefetch(AT_WORK)
await channel.consume('peer.registration-created', (message) => {
  if (!message) return
  handle(message.content, message.properties.headers ?? {}).then(
    () => channel.ack(message),
    (error: unknown) => {
      log.error({ err: error }, 'not handled')
      channel.reject(message, true)
    },
  )
})

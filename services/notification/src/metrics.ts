import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>

/** The metrics of webhooks. */
export function createWebhookMetrics(registry: Registry) {
  const registers = [registry]
  const disabled = new Counter({
    name: 'rollcall_webhook_endpoints_disabled_total',
    help: 'Webhook endpoints that were disabled automatically, by reason (gone, failing).',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of ['gone', 'failing']) disabled.inc({ reason }, 0)
  return {
    disabled,
    attempts: new Counter({
      name: 'rollcall_webhook_attempts_total',
      help:
        'Attempts to deliver an event to a webhook endpoint, by outcome ' +
        '(delivered, or the class of the error).',
      labelNames: ['outcome'],
      registers,
    }),
    delaySeconds: new Histogram({
      name: 'rollcall_webhook_delay_seconds',
      help: 'Time from an event until a webhook endpoint accepted it, in seconds.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600, 86_400],
      registers,
    }),
    pending: new Gauge({
      name: 'rollcall_webhooks_waiting',
      help: 'Webhook deliveries that are neither delivered nor failed. At most 10000 are counted.',
      registers,
    }),
    oldestDueSeconds: new Gauge({
      name: 'rollcall_webhook_oldest_due_seconds',
      help: 'How long the webhook delivery that has waited longest is due, in seconds; 0 when none is.',
      registers,
    }),
    unusableEndpoints: new Gauge({
      name: 'rollcall_webhook_endpoints_unusable',
      help: "Webhook endpoints whose secret can't be decrypted with the configured keys.",
      registers,
    }),
    failingEndpoints: new Gauge({
      name: 'rollcall_webhook_endpoints_failing',
      help: 'Enabled webhook endpoints whose attempts have all failed for an hour.',
      registers,
    }),
  }
}

export type EmailMetrics = ReturnType<typeof createEmailMetrics>

/** The metrics of this service only. */
export function createEmailMetrics(registry: Registry) {
  const registers = [registry]
  const mails = new Counter({
    name: 'rollcall_mails_total',
    help:
      'Attempts to send an e-mail, by outcome (sent, refused, refused-for-now, refused-for-load, ' +
      'interrupted, unconfirmed, server-unavailable, facts-unavailable, unexpected), and e-mails that were ' +
      'cancelled.',
    labelNames: ['outcome'],
    registers,
  })
  // A counter that appears with its first event shows no increase, so an alert would miss that event.
  for (const outcome of ['sent', 'refused', 'refused-for-load', 'interrupted', 'unconfirmed', 'cancelled'])
    mails.inc({ outcome }, 0)
  return {
    mails,
    mailSeconds: new Histogram({
      name: 'rollcall_mail_delay_seconds',
      help:
        'Time from the event, or from the request of an operator, ' +
        'until the mail server accepted the e-mail, in seconds.',
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 86_400],
      registers,
    }),
    awaitingReply: new Gauge({
      name: 'rollcall_mails_awaiting_reply',
      help: 'E-mails whose text the mail server has received and is slow to accept or reject.',
      registers,
    }),
    deadLetters: new Counter({
      name: 'rollcall_dead_letters_total',
      help: 'Messages that became dead letters, by the queue that they were taken from.',
      labelNames: ['queue'],
      registers,
    }),
    openDeadLetters: new Gauge({
      name: 'rollcall_dead_letters',
      help: 'Dead letters that are neither replayed nor dismissed.',
      registers,
    }),
    waitingMails: new Gauge({
      name: 'rollcall_mails_waiting',
      help: 'E-mails that wait or are being sent. At most 10,000 are counted.',
      registers,
    }),
    oldestWaitingSeconds: new Gauge({
      name: 'rollcall_mail_oldest_waiting_seconds',
      help: 'Age of the oldest e-mail that waits or is being sent, in seconds; 0 when there is none.',
      registers,
    }),
  }
}

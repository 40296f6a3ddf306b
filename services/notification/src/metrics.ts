import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type MailMetrics = ReturnType<typeof createMailMetrics>

/** The metrics of this service only. */
export function createMailMetrics(registry: Registry) {
  const registers = [registry]
  const mails = new Counter({
    name: 'rollcall_mails_total',
    help: 'Attempts to send an e-mail, by outcome (sent, refused, refused-for-now, interrupted, unknown, server-away).',
    labelNames: ['outcome'],
    registers,
  })
  // A counter that begins with its first event shows no increase: the alert on refused e-mails would miss it.
  for (const outcome of ['sent', 'refused', 'interrupted', 'unknown']) mails.inc({ outcome }, 0)
  return {
    mails,
    mailSeconds: new Histogram({
      name: 'rollcall_mail_delay_seconds',
      help: 'Time from the event, or the call of an operator, until the server has taken the e-mail, in seconds.',
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 86_400],
      registers,
    }),
    awaitingReply: new Gauge({
      name: 'rollcall_mails_awaiting_reply',
      help: 'E-mails that the mail server was given and has been slow to accept or refuse.',
      registers,
    }),
    deadLetters: new Counter({
      name: 'rollcall_dead_letters_total',
      help: 'Messages set aside because they could not be handled, by the queue that they were taken from.',
      labelNames: ['queue'],
      registers,
    }),
    deadLettersWaiting: new Gauge({
      name: 'rollcall_dead_letters',
      help: 'Messages set aside that nobody has replayed or dismissed yet.',
      registers,
    }),
    mailsWaiting: new Gauge({
      name: 'rollcall_mails_waiting',
      help: 'E-mails that wait for another attempt.',
      registers,
    }),
  }
}

import { eventually } from '../../services/shared/tests/kit/eventually.ts'
import { becomes } from './lines.ts'
import type { NotificationConfig } from '../../services/notification/src/config.ts'
import { startMailServer, type Behaviour } from '../../services/notification/tests/kit/mail-server.ts'
import {
  isolatedNotification,
  startNotification,
} from '../../services/notification/tests/kit/start-notification.ts'

/** What can become of an e-mail, and what the mail server has to do for it. */
const BEHAVIOURS = {
  queued: 450,
  sending: 'stall',
  sent: 'accept',
  failed: 550,
} as const satisfies Record<string, Behaviour>
export type Outcome = keyof typeof BEHAVIOURS

export const OUTCOMES = Object.keys(BEHAVIOURS)
export const isOutcome = (text: unknown): text is Outcome => OUTCOMES.includes(String(text))

/** Long enough for an e-mail that is being sent to be looked at. */
const SMTP_LIMITS = { connectMs: 500, silenceMs: 10_000, attemptMs: 10_000 }

export type Mailing = Awaited<ReturnType<typeof startMailing>>

/** The notification service, composed as in production, with a mail server that does as it is told. */
export async function startMailing(changed: Partial<NotificationConfig> = {}) {
  const mailServer = await startMailServer()
  const { config, remove } = await isolatedNotification(mailServer.url)
  const running = await startNotification({ ...config, ...changed }, { smtpLimits: SMTP_LIMITS })
  await becomes(running.baseUrls.admin, 200)
  return {
    running,
    rabbitmqUrl: config.rabbitmqUrl,
    internalUrl: running.baseUrls.internal,
    /** What is to become of e-mails to this address. */
    expect: (address: string, outcome: Outcome) => mailServer.behave(BEHAVIOURS[outcome], address),
    /** Waits until that has become of the e-mail about this registration. */
    reached: (registrationId: number, outcome: Outcome): Promise<void> =>
      eventually(async () => {
        const { status, attempts } = await running.receipt(registrationId)
        if (status !== outcome || attempts === 0)
          throw new Error(`the e-mail is ${status} after ${attempts} attempts, not ${outcome}`)
      }, 10_000),
    takenFor: (address: string) => mailServer.takenFor(address),
    /** Lets those e-mails go that are being sent. */
    release: () => mailServer.release(),
    async stop() {
      mailServer.release()
      await running.stop()
      await mailServer.stop()
      await remove()
    },
  }
}

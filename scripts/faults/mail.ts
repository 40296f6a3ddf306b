import { setTimeout as delay } from 'node:timers/promises'
import type { Behaviour } from '../../testing/notification/mail-server.ts'
import { operators } from '../../testing/system/operators.ts'
import type { Fault, Faults, System } from '../../testing/system/system.ts'

const behaving =
  (behaviour: Behaviour, longestMs = 3_000): Fault =>
  async ({ mails }, random) => {
    mails.behave(behaviour)
    await delay(random.between(500, longestMs))
    mails.behave('accept')
    mails.acceptStalled()
  }

/** The steps of an operator after e-mails were rejected permanently. */
async function sendAgain({ notifications, mails }: System): Promise<void> {
  const operator = operators(notifications[0]!)
  const sentAgain = sentAgainIn.get(mails) ?? new Set<string>()
  sentAgainIn.set(mails, sentAgain)
  const failed: { id: string; to: string }[] = await operator.get(
    '/admin/deliveries/?status=failed&limit=1000',
  )
  for (const { id, to } of failed) {
    // Nothing is sent to an erased person.
    if (sentAgain.has(id) || to.endsWith('@erased.invalid')) continue
    sentAgain.add(id)
    await operator.post(`/admin/deliveries/${id}/resend/`, 201)
  }
}
/** For each system, because the next one uses the same ids. */
const sentAgainIn = new WeakMap<System['mails'], Set<string>>()

/** A mail server that is slow, closes connections, rejects temporarily, or stops during a session. */
export const mailFaults: Faults = {
  'SMTP: slow after DATA': behaving('stall', 16_000),
  'SMTP: 421': behaving(421),
  'SMTP: 450': behaving(450),
  'SMTP: dropped after DATA': behaving('drop'),
  async 'SMTP: 550'(system, random) {
    await behaving(550)(system, random)
    await delay(2_000)
    await sendAgain(system)
  },
}

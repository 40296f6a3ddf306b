import { setTimeout as delay } from 'node:timers/promises'
import type { Behaviour } from '../../services/notification/tests/kit/mail-server.ts'
import { operators } from './operators.ts'
import type { Fault, System } from './system.ts'

const behaving = (kind: string, behaviour: Behaviour, longestMs: number): Fault => ({
  kind,
  async happen({ mails }, random) {
    mails.behave(behaviour)
    await delay(random.between(500, longestMs))
    mails.behave('accept')
    mails.release()
  },
})

/** What operators do about e-mails that were refused for good. */
async function sendAgain({ notifications }: System): Promise<void> {
  const operator = operators(notifications[0]!)
  const failed: { id: string }[] = await operator.get('/admin/deliveries/?status=failed&limit=1000')
  for (const { id } of failed) {
    if (sentAgain.has(id)) continue
    sentAgain.add(id)
    await operator.post(`/admin/deliveries/${id}/resend/`, 201)
  }
}
const sentAgain = new Set<string>()

/** A mail server that is slow, closes, refuses for now, or goes away in the middle. */
export const mailFaults: readonly Fault[] = [
  behaving('SMTP: slow after DATA', 'stall', 16_000),
  behaving('SMTP: 421', 421, 3_000),
  behaving('SMTP: 450', 450, 3_000),
  behaving('SMTP: dropped after DATA', 'drop', 3_000),
  {
    kind: 'SMTP: 550',
    async happen(system, random) {
      await behaving('', 550, 3_000).happen(system, random)
      await delay(2_000)
      await sendAgain(system)
    },
  },
]

import { setTimeout as delay } from 'node:timers/promises'
import type { Behaviour } from '../../services/notification/tests/kit/mail-server.ts'
import type { Fault } from './system.ts'

const behaving = (kind: string, behaviour: Behaviour, longestMs: number): Fault => ({
  kind,
  async happen({ mails }, random) {
    mails.behave(behaviour)
    await delay(random.between(500, longestMs))
    mails.behave('accept')
    mails.release()
  },
})

/** A mail server that is slow, closes, refuses for now, or goes away in the middle. */
export const mailFaults: readonly Fault[] = [
  behaving('SMTP: slow after DATA', 'stall', 16_000),
  behaving('SMTP: 421', 421, 3_000),
  behaving('SMTP: 450', 450, 3_000),
  behaving('SMTP: dropped after DATA', 'drop', 3_000),
]

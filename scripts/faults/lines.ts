import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { uncheckedClient } from '../../testing/client.ts'
import { ATTENDANCE, SOUTH } from '../../testing/portal.ts'
import { operators } from '../../testing/system/operators.ts'
import type { Fault, Faults } from '../../testing/system/system.ts'

/** The delay of a message about a user; less than the deadline of a request. */
const LATE_MS = 3_000
const MOVED = 10

/** Connections that are cut, and connections that no longer transport data. */
const broken =
  (act: 'cut' | 'freeze'): Fault =>
  async ({ lines }, random) => {
    const line = random.of(Object.values(lines))
    line[act]()
    await delay(random.between(100, 4_000))
    line.heal()
  }

export const lineFaults: Faults = {
  'connections cut': broken('cut'),
  'connections blackholed': broken('freeze'),
  // The message about the move is handled before the create writes the older user.
  async 'users move while they are being registered'({ lines, users, registrations }) {
    const operator = operators(users[0]!)
    const ids = await operator.someUsers(Array.from({ length: MOVED }, () => randomUUID()))
    const caller = uncheckedClient(registrations[0]!.url, await operator.anAccount([ATTENDANCE]))
    // From now on the credential is known, so that only the users are late.
    await caller.get('/registrations/')
    lines.user.slow(LATE_MS)
    const items = ids.map((userId) => ({ userId, courseId: 1 }))
    const registering = caller.post('/registrations/batch/', items)
    await delay(LATE_MS / 6)
    await Promise.all(ids.map((id) => operator.client.put(`/admin/groups/${SOUTH}/members/${id}/`)))
    await registering
    lines.user.heal()
  },
}

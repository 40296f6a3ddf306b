import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { bearer, uncheckedClient } from '../../services/shared/tests/kit/client.ts'
import { OPERATOR_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { ATTENDANCE, must, NORTH, ROOT, SOUTH } from '../../services/shared/tests/kit/portal.ts'
import type { Fault } from './system.ts'

/** How late a registration learns of its user; less than the deadline of a request. */
const LATE_MS = 3_000
const MOVED = 10

/** Connections that are cut, and connections on which nothing passes any more. */
const broken: readonly Fault[] = (['cut', 'freeze'] as const).map((act) => ({
  kind: act === 'cut' ? 'connections cut' : 'connections blackholed',
  async happen({ lines }, random) {
    const line = random.of(Object.values(lines))
    line[act]()
    await delay(random.between(100, 4_000))
    line.heal()
  },
}))

export const lineFaults: readonly Fault[] = [
  ...broken,
  {
    // The message about the move has passed before the create writes what it was told of the user.
    kind: 'users move while they are being registered',
    async happen({ lines, users, registrations }) {
      const operator = uncheckedClient(users[0]!.operatorUrl, bearer(OPERATOR_TOKEN))
      const rows = Array.from({ length: MOVED }, () => {
        const loginName = randomUUID()
        const names = { loginName, email: `${loginName}@example.org`, firstName: 'Ada', lastName: 'Byron' }
        return { ...names, groupIds: [NORTH] }
      })
      const made = must(await operator.post('/admin/users/batch/', rows), 200) as { user: { id: number } }[]
      const account = { name: 'mover', grants: [{ role: ATTENDANCE, groupId: ROOT }] }
      const { id } = must(await operator.post('/admin/service-accounts/', account), 201)
      const key = must(await operator.post(`/admin/service-accounts/${id}/keys/`, {}), 201)
      const caller = uncheckedClient(registrations[0]!.url, bearer(`${key.keyId}.${key.secret}`))
      // From now on the credential is known, so that only the users are late.
      await caller.get('/registrations/')
      lines.user.slow(LATE_MS)
      const items = made.map(({ user }) => ({ userId: user.id, courseId: 1 }))
      const registering = caller.post('/registrations/batch/', items)
      await delay(LATE_MS / 6)
      await Promise.all(
        made.map(({ user }) => operator.put(`/admin/groups/${SOUTH}/members/${user.id}/`, undefined)),
      )
      await registering
      lines.user.heal()
    },
  },
]

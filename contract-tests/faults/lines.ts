import { setTimeout as delay } from 'node:timers/promises'
import { bearer, uncheckedClient } from '../../services/shared/tests/kit/client.ts'
import { OPERATOR_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { must, NORTH, SOUTH } from '../../services/shared/tests/kit/portal.ts'
import type { Fault } from './system.ts'

/** How late a registration learns of its user; less than half of the deadline of a request. */
const LATE_MS = 1_500

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
    // What a create writes was overtaken meanwhile by the message about the move.
    kind: 'users move while they are being registered',
    async happen({ lines, users }) {
      const operator = uncheckedClient(users[0]!.operatorUrl, bearer(OPERATOR_TOKEN))
      const members = must(await operator.get(`/admin/groups/${NORTH}/members/`), 200) as { userId: number }[]
      lines.user.slow(LATE_MS)
      for (const method of ['PUT', 'DELETE', 'PUT'])
        for (const { userId } of members)
          await operator.send(method, `/admin/groups/${SOUTH}/members/${userId}/`)
      lines.user.heal()
    },
  },
]

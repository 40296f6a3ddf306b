import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from './system.ts'

/** Connections that are cut, and connections on which nothing passes any more. */
export const lineFaults: readonly Fault[] = (['cut', 'freeze'] as const).map((act) => ({
  kind: act === 'cut' ? 'connections cut' : 'connections blackholed',
  async happen({ lines }, random) {
    const line = random.of(Object.values(lines))
    line[act]()
    await delay(random.between(100, 4_000))
    line.heal()
  },
}))

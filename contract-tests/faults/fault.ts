import type { Random } from './random.ts'
import type { System } from './system.ts'

/** One kind of fault: happens, lasts as long as it takes, and is over when the promise resolves. */
export interface Fault {
  readonly kind: string
  happen(system: System, random: Random): Promise<void>
}

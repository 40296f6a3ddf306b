import type { Leased } from './rules.ts'

/** The records of these deliveries that this process still holds. */
export const heldBy = (deliveries: readonly Leased[]) => ({
  _id: { $in: deliveries.map(({ id }) => id) },
  claim: { $in: [...new Set(deliveries.map(({ claim }) => claim))] },
})

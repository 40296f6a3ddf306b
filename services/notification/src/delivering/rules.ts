/** Work that one process has until `dueAt`. Afterwards any process may claim it. */
export interface Leased {
  readonly dueAt: Date
}

export const isDue = ({ dueAt }: Leased, now: Date): boolean => dueAt <= now

export const leaseUntil = (now: Date, leaseMs: number): Date => new Date(now.getTime() + leaseMs)

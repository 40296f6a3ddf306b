import { Gauge, type Registry } from 'prom-client'

export type UserMetrics = ReturnType<typeof createUserMetrics>

/** The metrics of this service only. */
export function createUserMetrics(registry: Registry) {
  const registers = [registry]
  return {
    keysExpiring: new Gauge({
      name: 'rollcall_keys_expiring',
      help: 'Keys that expire within 14 days and were used within the last 7.',
      registers,
    }),
  }
}

import { Counter, Gauge, type Registry } from 'prom-client'

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
    movedGroupsAnnounced: new Counter({
      name: 'rollcall_moved_groups_announced_total',
      help: 'Moved groups, with their subgroups, whose users and courses have been announced.',
      registers,
    }),
    movedUsersAnnounced: new Counter({
      name: 'rollcall_moved_users_announced_total',
      help: 'Users who have been announced because their group, or one above it, has moved.',
      registers,
    }),
  }
}

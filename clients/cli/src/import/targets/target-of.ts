import type { Kind } from '../fields.ts'
import { putTarget } from './groups-and-courses.ts'
import { historyTarget } from './history.ts'
import { registrationsTarget } from './registrations.ts'
import type { Target, TargetOptions } from './target.ts'
import { usersTarget } from './users.ts'

export function targetOf(kind: Kind, options: TargetOptions): Target {
  switch (kind) {
    case 'users':
      return usersTarget(options)
    case 'registrations':
      return registrationsTarget(options)
    case 'history':
      return historyTarget(options)
    case 'groups':
    case 'courses':
      return putTarget(kind, options)
  }
}

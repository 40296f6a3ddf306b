import type { Kind } from '../fields.ts'
import { PutTarget } from './groups-and-courses.ts'
import { RegistrationsTarget } from './registrations.ts'
import type { Target, TargetOptions } from './target.ts'
import { UsersTarget } from './users.ts'

export function targetOf(kind: Kind, options: TargetOptions): Target {
  switch (kind) {
    case 'users':
      return new UsersTarget(options)
    case 'registrations':
      return new RegistrationsTarget(options)
    case 'groups':
    case 'courses':
      return new PutTarget(kind, options)
  }
}

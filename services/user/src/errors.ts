import { DomainError } from '../../shared/errors.ts'

/** Another user who is not deleted has this login name, in any letter case (decision R15). */
export class LoginNameTaken extends DomainError {
  readonly code = 'login-name-taken'
}

/** Another user who is not deleted has this external id (decision R15). */
export class UserExternalIdTaken extends DomainError {
  readonly code = 'user-external-id-taken'
}

/** The group of a new user lies outside the account's groups, or does not exist (decision A6). */
export class GroupOutOfReach extends DomainError {
  readonly code = 'group-out-of-reach'
}

/** A group would lie below itself. */
export class GroupCycle extends DomainError {
  readonly code = 'group-cycle'
}

/** A group that has subgroups, users or grants can't be deleted. */
export class GroupInUse extends DomainError {
  readonly code = 'group-in-use'
}

export class ParentNotFound extends DomainError {
  readonly code = 'parent-not-found'
}

/** A field names a group that does not exist. */
export class GroupNotFound extends DomainError {
  readonly code = 'group-not-found'
  constructor(field: string, groupId: number) {
    super(`${field} names a group that does not exist: ${groupId}. Create the group first.`)
  }
}

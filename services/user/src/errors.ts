import { beginningOf } from '../../platform/domain/utf8.ts'
import { DomainError, errorWith, inBody, InvalidRequest } from '../../platform/errors.ts'

/** An account that was merged, with the groups of the one that is left. */
export interface Merged {
  readonly id: number
  readonly mergedInto?: number | undefined
  readonly groupIds: readonly number[]
}

/** Another user who is not deleted, or who was merged, has this login name (case-insensitive). */
export class LoginNameTaken extends errorWith('login-name-taken') {
  /** The account that has it. Callers who can see the one that is left get `AccountMerged`. */
  readonly merged: Merged | undefined
  constructor(detail?: string, merged?: Merged) {
    super(detail)
    this.merged = merged
  }
}

/** Another user who is not deleted, or who was merged, has this external id. */
export class UserExternalIdTaken extends errorWith('user-external-id-taken') {
  /** As for {@link LoginNameTaken}. */
  readonly merged: Merged | undefined
  constructor(merged?: Merged) {
    super()
    this.merged = merged
  }
}

/** Two accounts can't be merged. */
export class NotMergeable extends DomainError {
  readonly code = 'not-mergeable'
}

/** One of the accounts takes part in another merge. */
export class MergeInProgress extends DomainError {
  readonly code = 'merge-in-progress'
  constructor({ fromId, intoId }: { readonly fromId: number; readonly intoId: number }) {
    super(
      `The merge of user ${fromId} into user ${intoId} is in progress. ` +
        `Try again when GET /admin/merges/${fromId}/ shows that it is finished.`,
    )
  }
}

/** A user would have neither a first nor a last name. */
export class NameMissing extends InvalidRequest {
  /** @param fields the two names, as the caller knows them */
  constructor(fields: readonly [string, string] = ['firstName', 'lastName']) {
    super(
      `${fields.join(' and ')} must not both be blank. For a person with one name, leave one of them empty.`,
      inBody(fields[0].replace(/\..*/, '')),
    )
  }
}

/** The user belongs to another source than the request. */
export class ManagedElsewhere extends DomainError {
  readonly code = 'managed-elsewhere'
  constructor({ id, managedBy }: { readonly id: number; readonly managedBy: string }) {
    super(
      `User ${id} is kept by ${JSON.stringify(managedBy)}. Change the person there, or take the user over ` +
        'from that source.',
    )
  }
}

/** A directory would give the user of one person to another one. */
export class OtherPerson extends DomainError {
  readonly code = 'other-person'
  constructor({ id }: { readonly id: number }) {
    super(
      `User ${id} would become another person: the first name of somebody inactive would change, or both ` +
        'names and the externalId, or both names, userName and e-mail address. If it is the same person, ' +
        'ask an operator to change the names first (rollcall users merge). Otherwise ask an operator to ' +
        'give this user another loginName and externalId, so that the other person gets a new user.',
    )
  }
}

/** A user outside a group can't be moved into it. */
export class OutsideGroup extends DomainError {
  readonly code = 'outside-group'
  constructor(userId: number, groupId: number, why: string) {
    super(`User ${userId} is in no group below ${groupId}, and ${why}, who therefore was not moved.`)
  }
}

/** An earlier item of the same batch names the same user. */
export class DuplicateInBatch extends DomainError {
  readonly code = 'duplicate-in-batch'
  /** @param shared what both items have in common */
  constructor(shared: string, earlierIndex: number) {
    super(`The item with index ${earlierIndex} of this batch names ${shared}. Send each user once.`)
  }
}

/** The group of a new user is not in the account's scope, or does not exist. */
export class GroupOutOfReach extends errorWith('group-out-of-reach') {}

/** A group would become a subgroup of itself. */
export class GroupCycle extends errorWith('group-cycle') {}

/** A group, or a group below it, would lie deeper than the tree may be. */
export class GroupTooDeep extends errorWith('group-too-deep') {}

/** A group that has subgroups, users or grants can't be deleted. */
export class GroupInUse extends errorWith('group-in-use') {}

/** Deleted users and courses have not left the former group with this id yet. */
export class GroupBeingDeleted extends errorWith('group-being-deleted') {}

/** The parent of a group does not exist. */
export class ParentNotFound extends errorWith('parent-not-found') {}

/** A field names a group that does not exist. */
export class GroupNotFound extends DomainError {
  readonly code = 'group-not-found'
  constructor(field: string, groupId: number) {
    super(`${field} names a group that does not exist: ${groupId}. Create the group first.`)
  }
}

/** A revoked key is not rotated: it may have been revoked because its secret leaked. */
export class KeyRevoked extends errorWith('key-revoked') {}

/** The filter is not one that look-ups support. */
export class ScimFilterUnsupported extends DomainError {
  readonly code = 'scim-filter-unsupported'
  /** @param known the attributes that can be compared */
  constructor(known: readonly string[]) {
    super(`The filter is not supported. Compare ${[...new Set(known)].join(', ')} with eq, joined by and.`)
  }
}

/** The path of a PATCH is none, or selects a value in a way that is not supported. */
export class ScimPathInvalid extends DomainError {
  readonly code = 'scim-path-invalid'
  constructor(path: string) {
    super(
      `The path ${JSON.stringify(beginningOf(path, 100))} is not supported. ` +
        'Write it as name.givenName or emails[type eq "work"].value.',
    )
  }
}

/** An operation of a PATCH does not name what it changes. */
export class ScimTargetMissing extends errorWith('scim-target-missing') {}

/** A strict account has sent an attribute that is not stored. */
export class ScimAttributeUnknown extends DomainError {
  readonly code = 'scim-attribute-unknown'
  constructor(attribute: string) {
    super(`The attribute ${JSON.stringify(attribute)} is not stored here. Leave it out.`)
  }
}

/** A PATCH of a group changes something else than its members. */
export class ScimAttributeReadOnly extends errorWith('scim-attribute-read-only') {}

/** More members than one request may read or change. */
export class ScimTooManyMembers extends errorWith('scim-too-many-members') {}

/** Groups are created and deleted by operators only. */
export class ScimGroupFixed extends errorWith('scim-group-fixed') {}

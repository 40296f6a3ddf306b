import fc from 'fast-check'

const YES_OR_NO = [true, false] as const
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
  [1, 2, 0],
] as const

/** The person and the course of a registration, of which at most one is visible. */
interface Holder {
  readonly visible: 'person' | 'course' | 'neither'
  readonly status: 'Approved' | 'Completed' | 'Withdrawn'
}
const HOLDERS = (['person', 'course', 'neither'] as const).flatMap((visible) =>
  (['Approved', 'Completed', 'Withdrawn'] as const).map((status): Holder => ({ visible, status })),
)
const anyHolder = (first: Holder, last: Holder) => [first, ...HOLDERS, last]

/** What differs between two portals, with its values: all of it is outside the scope of the account. */
const VALUES = {
  /** Whether the group of the account has a group above it. */
  hasParent: YES_OR_NO,
  /** Whether the group below it has the id of a deleted group, in which people and courses were deleted. */
  isIdUsedAgain: YES_OR_NO,
  /** Whether its own id is that of a deleted account, which had all endpoints but one and has used keys. */
  isAccountUsedAgain: YES_OR_NO,
  /** Whether it was granted another group for a moment. */
  hadGrant: YES_OR_NO,
  /** The order in which three people have three e-mail addresses, and three courses three numbers. */
  order: ORDERS,
  /** Which two of the three people have the two external ids. */
  withExternalId: ORDERS.map(([first, second]) => [first, second] as readonly number[]),
  /** Whether a hidden account was merged into one of the three. */
  isHeldMerged: YES_OR_NO,
  /** Into which of the three a visible account was merged. */
  leftInto: [0, 1, 2],
  /** Whether an account that was merged into a visible person was in another group too. */
  wasGoneElsewhere: YES_OR_NO,
  /** What became of the hidden person who had names that are free. */
  earlierOwner: ['deleted', 'renamed', 'erased', 'none'],
  /** Further groups of a visible course. */
  groupsOfCourse: [2, 1, 0],
  /** Whether visible people are in another group too. */
  isPersonElsewhere: YES_OR_NO,
  /** Whether a hidden person has the e-mail address of a visible one. */
  hasTwin: YES_OR_NO,
  /** Whether a visible course comes into another group while the account has its tag. */
  isCourseMoved: YES_OR_NO,
  /** Who has three external ids of registrations; the last one is of the hidden account. */
  firstHolder: HOLDERS,
  secondHolder: anyHolder(
    { visible: 'course', status: 'Approved' },
    { visible: 'neither', status: 'Approved' },
  ),
  thirdHolder: anyHolder(
    { visible: 'course', status: 'Completed' },
    { visible: 'person', status: 'Approved' },
  ),
  /** How many people and registrations are between those that are visible. */
  strangers: [3, 30, 0],
  /** How many people have left the groups of the account, of whom its endpoint was told before. */
  leavers: [2, 1, 0],
  /** Whether the hidden people are inactive. */
  isExpired: YES_OR_NO,
  /** Whether a person and a registration that the account has seen change once they are hidden. */
  isPartedChanged: YES_OR_NO,
  /** Whether there is something in groups in which the account has a role, but not the one to see it. */
  hasOtherRole: YES_OR_NO,
  /** Whether one token or the other was used for the import. */
  isSecondOperator: YES_OR_NO,
} as const

export type Outside = { readonly [K in keyof typeof VALUES]: (typeof VALUES)[K][number] }

export const anyOutside = fc.record(
  Object.fromEntries(
    Object.entries(VALUES).map(([name, values]) => [name, fc.constantFrom<unknown>(...values)]),
  ),
) as fc.Arbitrary<Outside>

/** Two portals that differ in everything: one has the first values, the other one the last. */
export const OPPOSITES = [0, -1].map((i) =>
  Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, values.at(i)])),
) as unknown as readonly [Outside, Outside]

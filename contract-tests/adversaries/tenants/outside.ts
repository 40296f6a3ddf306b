import fc from 'fast-check'

/** What differs between two portals: all of it is outside the scope of the account. */
export interface Outside {
  /** Whether the group of the account has a group above it. */
  readonly hasParent: boolean
  /** Whether the group below it has the id of a deleted group, in which people and courses were deleted. */
  readonly isIdUsedAgain: boolean
  /** Whether its own id is that of a deleted account, which had all endpoints but one and has used keys. */
  readonly isAccountUsedAgain: boolean
  /** Whether it was granted another group for a moment. */
  readonly hadGrant: boolean
  /** The order in which three people have three e-mail addresses, and three courses three numbers. */
  readonly order: readonly number[]
  /** Which two of the three people have the two external ids. */
  readonly withExternalId: readonly number[]
  /** Whether a hidden account was merged into one of the three. */
  readonly isHeldMerged: boolean
  /** Into which of the three a visible account was merged. */
  readonly leftInto: number
  /** Whether an account that was merged into a visible person was in another group too. */
  readonly wasGoneElsewhere: boolean
  /** What became of the hidden person who had names that are free. */
  readonly formerHolder: (typeof FORMER_HOLDERS)[number]
  /** Further groups of a visible course. */
  readonly groupsOfCourse: number
  /** Whether a visible person is in another group too. */
  readonly isPersonElsewhere: boolean
  /** Whether a hidden person has the e-mail address of a visible one. */
  readonly hasTwin: boolean
  /** Whether a visible course comes into another group while the account has its tag. */
  readonly isCourseMoved: boolean
  /** Who has three external ids of registrations; the last one is of the hidden account. */
  readonly holders: readonly Holder[]
  /** How many people and registrations are between those that are visible. */
  readonly strangers: number
  /** How many people have left the groups of the account, of whom its endpoint was told before. */
  readonly leavers: number
  /** Whether the hidden people are inactive. */
  readonly isExpired: boolean
  /** Whether a person and a registration that the account has seen change once they are hidden. */
  readonly isPartedChanged: boolean
  /** Whether there is something in groups in which the account has a role, but not the one to see it. */
  readonly hasOtherRole: boolean
  /** Whether one token or the other was used for the import. */
  readonly isSecondOperator: boolean
}

const FORMER_HOLDERS = ['nobody', 'renamed', 'deleted', 'erased'] as const

const STATUSES = ['Approved', 'Withdrawn', 'Completed'] as const
/** The person and the course of a registration, of which at most one is visible. */
export interface Holder {
  readonly visible: 'person' | 'course' | 'neither'
  readonly status: (typeof STATUSES)[number]
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]

export const anyOutside: fc.Arbitrary<Outside> = fc.record({
  hasParent: fc.boolean(),
  isIdUsedAgain: fc.boolean(),
  isAccountUsedAgain: fc.boolean(),
  hadGrant: fc.boolean(),
  order: fc.constantFrom(...ORDERS),
  withExternalId: fc.constantFrom(...ORDERS).map((order) => order.slice(0, 2)),
  isHeldMerged: fc.boolean(),
  leftInto: fc.nat(2),
  wasGoneElsewhere: fc.boolean(),
  formerHolder: fc.constantFrom(...FORMER_HOLDERS),
  groupsOfCourse: fc.nat(2),
  isPersonElsewhere: fc.boolean(),
  hasTwin: fc.boolean(),
  isCourseMoved: fc.boolean(),
  holders: fc.array(
    fc.record({
      visible: fc.constantFrom('person', 'course', 'neither'),
      status: fc.constantFrom(...STATUSES),
    }),
    { minLength: 3, maxLength: 3 },
  ),
  strangers: fc.constantFrom(0, 3, 30),
  leavers: fc.nat(2),
  isExpired: fc.boolean(),
  isPartedChanged: fc.boolean(),
  hasOtherRole: fc.boolean(),
  isSecondOperator: fc.boolean(),
})

/** Two portals that differ in everything. */
export const OPPOSITES: readonly [Outside, Outside] = [
  {
    hasParent: true,
    isIdUsedAgain: true,
    isAccountUsedAgain: true,
    hadGrant: true,
    order: [0, 1, 2],
    withExternalId: [0, 1],
    isHeldMerged: true,
    leftInto: 0,
    wasGoneElsewhere: true,
    formerHolder: 'deleted',
    groupsOfCourse: 2,
    isPersonElsewhere: true,
    hasTwin: true,
    isCourseMoved: true,
    holders: [
      { visible: 'person', status: 'Approved' },
      { visible: 'course', status: 'Approved' },
      { visible: 'course', status: 'Completed' },
    ],
    strangers: 3,
    leavers: 2,
    isExpired: true,
    isPartedChanged: true,
    hasOtherRole: true,
    isSecondOperator: true,
  },
  {
    hasParent: false,
    isIdUsedAgain: false,
    isAccountUsedAgain: false,
    hadGrant: false,
    order: [1, 2, 0],
    withExternalId: [2, 0],
    isHeldMerged: false,
    leftInto: 2,
    wasGoneElsewhere: false,
    formerHolder: 'nobody',
    groupsOfCourse: 0,
    isPersonElsewhere: false,
    hasTwin: false,
    isCourseMoved: false,
    holders: [
      { visible: 'neither', status: 'Withdrawn' },
      { visible: 'neither', status: 'Approved' },
      { visible: 'person', status: 'Approved' },
    ],
    strangers: 0,
    leavers: 0,
    isExpired: false,
    isPartedChanged: false,
    hasOtherRole: false,
    isSecondOperator: false,
  },
]

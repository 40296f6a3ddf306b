import fc from 'fast-check'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  BATCH,
  CALLER,
  FIRST_GROUPS,
  NORTH,
  NORTH_SCHOOL,
  ROOT,
  SOUTH,
} from '../../../../testing/registration/portal.ts'
import { index, maybe, operation, rarely, usually, weighted } from './operation.ts'
import { chosen, COURSES, NO_SUCH_ID, OWN_GROUPS, PROBE, type World } from './world.ts'

const FIRST = [...FIRST_GROUPS.keys()]
const fromTheStart = (...ids: readonly number[]) => fc.constantFrom(...ids).map((id) => () => id)
const own = fc.nat({ max: OWN_GROUPS - 1 }).map((k) => (world: World) => world.ownGroup(k))
/** A group from the start, one that the sequence may have made, or none. */
const place = weighted([4, fromTheStart(...FIRST)], [2, own], [1, fromTheStart(NO_SUCH_ID)])
const accountAt = ({ state: { accounts } }: World, position: number) => ({
  id: accounts[position]?.id ?? NO_SUCH_ID,
})

export const operatorOperations = [
  operation(3, 'putCourse', {
    index: fc.nat({ max: COURSES - 1 }),
    name: fc.nat({ max: 2 }),
    number: maybe(fc.nat({ max: 2 })),
    groupIds: fc.oneof(fc.constant([NORTH]), fc.subarray(FIRST)),
    active: usually,
    published: usually,
    requiresRegistration: usually,
    eventBased: rarely,
  }).as((world, { index, name, number, ...fields }) => ({
    operation: 'putCourse',
    target: { id: world.courseId(index) },
    body: {
      ...fields,
      name: world.courseName(name),
      externalId: chosen(world.courseExternalId, number) ?? '',
    },
  })),
  /** All but the one that shows changed users: that one stays. */
  operation(2, 'course', {
    operation: fc.constantFrom('getCourse', 'deleteCourse'),
    index: weighted([6, fc.nat({ max: COURSES - 1 })], [1, PROBE + 1]),
  }).as((world, { operation, index }) => ({ operation, target: { id: world.courseId(index) } })),
  operation(3, 'member', {
    operation: fc.constantFrom('putGroupMember', 'deleteGroupMember'),
    group: place,
    index,
  }).as((world, { operation, group, index }) => ({
    operation,
    target: { id: group(world), userId: world.userId(index) },
  })),
  /** A new group, or a move in the tree. The root stays where it is, and nothing stands beside it. */
  operation(2, 'putGroup', {
    group: fc.oneof(fromTheStart(NORTH, NORTH_SCHOOL, SOUTH), own),
    parent: place,
  }).as((world, { group, parent }) => ({
    operation: 'putGroup',
    target: { id: group(world) },
    body: { name: `group ${group(world)}`, parentId: parent(world) },
  })),
  /** Those from the start hold what other sequences have put there; the root holds the rest. */
  operation(4, 'group', {
    operation: fc.constantFrom('getGroup', 'deleteGroup', 'deleteGroup', 'deleteGroup'),
    group: weighted([1, fromTheStart(ROOT, NO_SUCH_ID)], [3, own]),
  }).as((world, { operation, group }) => ({ operation, target: { id: group(world) } })),
  /** Other grants for any account but the one that sees all. */
  operation(2, 'putAccount', {
    position: fc.integer({ min: 1, max: 3 }),
    grants: fc.array(
      fc.record({ role: fc.constantFrom(ATTENDANCE, BATCH, ADMINISTRATOR, ADMINISTRATOR), group: place }),
      { maxLength: 3 },
    ),
  }).as((world, { position, grants }) => ({
    operation: 'putServiceAccount',
    target: accountAt(world, position),
    body: { name: CALLER, grants: grants.map(({ role, group }) => ({ role, groupId: group(world) })) },
  })),
  operation(1, 'getAccount', { position: fc.nat({ max: 4 }) }).as((world, { position }) => ({
    operation: 'getServiceAccount',
    target: accountAt(world, position),
  })),
]

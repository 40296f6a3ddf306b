import fc from 'fast-check'
import { ADMINISTRATOR, ATTENDANCE, BATCH, NORTH, NORTH_SCHOOL, ROOT, SOUTH } from '../kit/portal.ts'
import { index, maybe, operation, rarely, usually } from './operation.ts'
import {
  courseExternalId,
  courseId,
  courseName,
  COURSES,
  NO_SUCH_ID,
  OWN_GROUPS,
  ownGroup,
  PROBE,
  userId,
  type World,
} from './world.ts'

const FIRST = [ROOT, NORTH, NORTH_SCHOOL, SOUTH]
/** A group from the start, one that the sequence may have made, or none. */
const place = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FIRST).map((id) => () => id) },
  { weight: 2, arbitrary: fc.nat({ max: OWN_GROUPS - 1 }).map((k) => (world: World) => ownGroup(world, k)) },
  { weight: 1, arbitrary: fc.constant(() => NO_SUCH_ID) },
)

const putCourse = operation(
  'putCourse',
  fc.record({
    index: fc.nat({ max: COURSES - 1 }),
    name: fc.nat({ max: 2 }),
    number: maybe(fc.nat({ max: 2 })),
    groupIds: fc.oneof(fc.constant([NORTH]), fc.subarray(FIRST)),
    active: usually,
    published: usually,
    requiresRegistration: usually,
    eventBased: rarely,
  }),
  (world, { index, name, number, ...flags }) => ({
    kind: 'putCourse',
    id: courseId(world, index),
    body: {
      ...flags,
      name: courseName(world, name),
      externalId: number === undefined ? '' : courseExternalId(world, number),
    },
  }),
)

/** The one that shows changed users stays. */
const deleteCourse = operation(
  'deleteCourse',
  fc.record({
    index: fc.oneof(
      { weight: 6, arbitrary: fc.nat({ max: COURSES - 1 }) },
      { weight: 1, arbitrary: fc.constant(PROBE + 1) },
    ),
  }),
  (world, { index }) => ({ kind: 'deleteCourse', id: courseId(world, index) }),
)

const getCourse = operation(
  'getCourse',
  fc.record({ index: fc.nat({ max: COURSES + 1 }) }),
  (world, { index }) => ({ kind: 'getCourse', id: courseId(world, index) }),
)

const member = operation(
  'member',
  fc.record({ kind: fc.constantFrom('putMember', 'deleteMember'), group: place, index }),
  (world, { kind, group, index }) => ({ kind, groupId: group(world), userId: userId(world, index) }),
)

/** A new group, or a move in the tree. The root stays where it is, and nothing stands beside it. */
const putGroup = operation(
  'putGroup',
  fc.record({
    id: fc.oneof(
      fc.constantFrom(NORTH, NORTH_SCHOOL, SOUTH).map((id) => () => id),
      fc.nat({ max: OWN_GROUPS - 1 }).map((k) => (world: World) => ownGroup(world, k)),
    ),
    parent: place,
  }),
  (world, { id, parent }) => ({ kind: 'putGroup', id: id(world), parentId: parent(world) }),
)

/** Those from the start hold what other sequences have put there; the root holds the rest. */
const deletable = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(ROOT, NO_SUCH_ID).map((id) => () => id) },
  {
    weight: 3,
    arbitrary: fc.nat({ max: OWN_GROUPS - 1 }).map((k) => (world: World) => ownGroup(world, k)),
  },
)
const deleteGroup = operation('deleteGroup', fc.record({ id: deletable }), (world, { id }) => ({
  kind: 'deleteGroup',
  id: id(world),
}))

const getGroup = operation('getGroup', fc.record({ id: place }), (world, { id }) => ({
  kind: 'getGroup',
  id: id(world),
}))

/** Other grants for any account but the one that sees all. */
const putAccount = operation(
  'putAccount',
  fc.record({
    position: fc.integer({ min: 1, max: 3 }),
    grants: fc.array(
      fc.record({ role: fc.constantFrom(ATTENDANCE, BATCH, ADMINISTRATOR, ADMINISTRATOR), group: place }),
      { maxLength: 3 },
    ),
  }),
  (world, { position, grants }) => ({
    kind: 'putAccount',
    id: world.state.accounts[position]?.id ?? NO_SUCH_ID,
    grants: grants.map(({ role, group }) => ({ role, groupId: group(world) })),
  }),
)

const getAccount = operation(
  'getAccount',
  fc.record({ position: fc.nat({ max: 4 }) }),
  (world, { position }) => ({
    kind: 'getAccount',
    id: world.state.accounts[position]?.id ?? NO_SUCH_ID,
  }),
)

export const operatorOperations = [
  { weight: 3, arbitrary: putCourse },
  { weight: 1, arbitrary: getCourse },
  { weight: 1, arbitrary: deleteCourse },
  { weight: 3, arbitrary: member },
  { weight: 2, arbitrary: putGroup },
  { weight: 1, arbitrary: getGroup },
  { weight: 3, arbitrary: deleteGroup },
  { weight: 2, arbitrary: putAccount },
  { weight: 1, arbitrary: getAccount },
]

import { RollcallError, type Course, type CourseInput, type Operator } from '@rollcall/client/operator'
import { defined } from '../defined.ts'
import { noSuchGroup } from '../errors.ts'
import { idArgument, numbersOption, required, switchOption, textOption, type Values } from './arguments.ts'
import { readModifyWrite } from './read-modify-write.ts'
import { list, operation, type Noun } from './table.ts'

const id = idArgument('id of the course')

const FIELDS = {
  name: textOption('name'),
  'external-id': textOption('external id (its number at the provider)'),
  group: { ...numbersOption('group of the course; repeatable'), array: true },
  active: switchOption('accepts new registrations; --no-active if not'),
  published: switchOption('published in the LMS; --no-published if not'),
  'requires-registration': switchOption(
    'requires registration; --no-requires-registration if not, such as an article',
  ),
  'event-based': switchOption("an event; users can't be registered for it"),
} as const

const inputOf = ({ group, ...args }: Values<typeof FIELDS>) =>
  defined({
    name: args.name,
    externalId: args.externalId,
    groupIds: group && new Set(group),
    active: args.active,
    published: args.published,
    requiresRegistration: args.requiresRegistration,
    eventBased: args.eventBased,
  })

/** The registration service would put a course into any group. @throws Error for one that does not exist */
async function requireGroups(user: Operator['user'], ids: readonly number[] = []): Promise<void> {
  for (const id of ids)
    await user.getGroup({ id }).catch((error: unknown) => {
      if (!(error instanceof RollcallError && error.status === 404)) throw error
      throw new Error(noSuchGroup(id))
    })
}

const update = (
  registration: Operator['registration'],
  id: number,
  changes: Partial<CourseInput>,
): Promise<Course> =>
  readModifyWrite(
    `course ${id}`,
    () => registration.getCourseRaw({ id }),
    ({ groupIds, ...course }, ifMatch) =>
      registration.putCourse({
        id,
        CourseInput: { ...course, groupIds: new Set(groupIds), ...changes },
        ...ifMatch,
      }),
  )

export const courses: Noun = {
  describe: 'Courses that users are registered for',
  commands: {
    list: list({
      describe: 'List courses',
      examples: { 'list -n 20': 'the first 20 courses' },
      call: ({ registration }, _, page) => registration.listCoursesRaw(page),
      columns: ['id', 'name', 'externalId', 'groupIds', 'active', 'published'],
    }),
    'get <id>': operation({
      describe: 'Show a course',
      arguments: { id },
      examples: { 'get 210': 'course 210' },
      call: ({ registration }, { id }) => registration.getCourse({ id }),
    }),
    'put <id>': operation({
      describe: 'Create or replace a course. What is not given gets its default',
      arguments: { id, ...FIELDS, name: required(FIELDS.name) },
      examples: { 'put 210 --name "Fire safety" --group 12': 'course 210 in group 12' },
      async call({ registration, user }, args) {
        await requireGroups(user, args.group)
        return registration.putCourse({ id: args.id, CourseInput: { ...inputOf(args), name: args.name } })
      },
    }),
    'update <id>': operation({
      describe: 'Change a course. What is not given is unchanged',
      arguments: { id, ...FIELDS },
      examples: { 'update 210 --no-published': 'unpublish course 210' },
      async call({ registration, user }, args) {
        await requireGroups(user, args.group)
        return update(registration, args.id, inputOf(args))
      },
    }),
    'retire <id>': operation({
      describe: 'Stop new registrations for a course. Existing ones stay',
      arguments: { id },
      examples: { 'retire 210': 'retire course 210' },
      call: ({ registration }, { id }) => update(registration, id, { active: false }),
    }),
    'delete <id>': operation({
      describe: 'Delete a course. Lists omit its registrations until it is put again',
      arguments: { id },
      examples: { 'delete 210': 'delete course 210' },
      call: ({ registration }, { id }) => registration.deleteCourse({ id }),
      question: ({ id }) =>
        `Lists will omit the registrations for course ${id} until it is put again. Delete it?`,
      message: ({ id }) => `Course ${id} is deleted.`,
    }),
  },
}

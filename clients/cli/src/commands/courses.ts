import { each, type Course, type CourseInput, type Operator } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { showList } from './list.ts'
import { amount, given, id, pageSize, wholeNumbers } from './options.ts'

const flag = (describe: string) => ({ type: 'boolean', describe }) as const

const fields = <T>(yargs: Argv<T>) =>
  yargs
    .option('name', { type: 'string', requiresArg: true, describe: 'name' })
    .option('external-id', { type: 'string', requiresArg: true, describe: "the provider's number" })
    .option('group', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe: 'group that it lies in; may be repeated',
      coerce: wholeNumbers('group'),
    })
    .option('active', flag('may be registered for; --no-active if not'))
    .option('published', flag('published in the LMS; --no-published if not'))
    .option('requires-registration', flag('--no-requires-registration for an article'))
    .option('event-based', flag('an event: can not be registered for'))

type Fields = Partial<
  Record<'active' | 'published' | 'requiresRegistration' | 'eventBased', boolean | undefined>
> & {
  name?: string | undefined
  externalId?: string | undefined
  group?: readonly number[] | undefined
}

const fieldsOf = ({
  name,
  externalId,
  group,
  active,
  published,
  requiresRegistration,
  eventBased,
}: Fields) => ({
  ...{ name, externalId, groupIds: group && new Set(group) },
  ...{ active, published, requiresRegistration, eventBased },
})

/** A PUT replaces the whole course, so what is to stay is read first. */
async function changed(
  { registration }: Operator,
  id: number,
  changes: Partial<CourseInput>,
): Promise<Course> {
  const { groupIds, ...course } = await registration.getCourse({ id })
  return registration.putCourse({ id, CourseInput: { ...course, groupIds: new Set(groupIds), ...changes } })
}

export const courses: Noun = {
  name: 'courses',
  describe: 'The catalogue of courses',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list',
        'List courses',
        (y) => amount(y).example('$0 courses list -n 20', 'the first 20'),
        act((context, args) => {
          const { registration } = context.operator()
          const records = each((page) => registration.listCoursesRaw({ limit: pageSize(args), ...page }))
          return showList(context, args, records, [
            ...(['id', 'name', 'externalId', 'groupIds', 'active', 'published'] as const),
          ])
        }),
      )
      .command(
        'get <id>',
        'Show a course',
        (y) => id('id of the course')(y).example('$0 courses get 210', 'show course 210'),
        act(async ({ operator, output }, args) =>
          output.record(await operator().registration.getCourse({ id: args.id })),
        ),
      )
      .command(
        'put <id>',
        'Create a course, or replace all of it: what is left out gets its default',
        (y) =>
          fields(id('id of the course')(y))
            .demandOption('name')
            .example('$0 courses put 210 --name "Fire safety" --group 12', 'course 210 in group 12'),
        act(async ({ operator, output }, args) => {
          const CourseInput = { ...given(fieldsOf(args)), name: args.name }
          await output.record(await operator().registration.putCourse({ id: args.id, CourseInput }))
        }),
      )
      .command(
        'update <id>',
        'Change what is given of a course, and leave the rest as it is',
        (y) =>
          fields(id('id of the course')(y)).example(
            '$0 courses update 210 --no-published',
            'hide course 210',
          ),
        act(async ({ operator, output }, args) =>
          output.record(await changed(operator(), args.id, given(fieldsOf(args)))),
        ),
      )
      .command(
        'retire <id>',
        'Take no new registrations for a course; existing ones stay',
        (y) => id('id of the course')(y).example('$0 courses retire 210', 'retire course 210'),
        act(async ({ operator, output }, args) =>
          output.record(await changed(operator(), args.id, { active: false })),
        ),
      )
      .command(
        'delete <id>',
        'Delete a course; its registrations vanish from lists until it is put again',
        (y) => id('id of the course')(y).example('$0 courses delete 210', 'delete course 210'),
        act(async ({ operator, output }, args) => {
          await operator().registration.deleteCourse({ id: args.id })
          output.say(`Course ${args.id} is deleted.`)
        }),
      ),
}

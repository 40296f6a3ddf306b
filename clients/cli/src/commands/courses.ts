import type { Course, CourseInput, Operator } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { printList } from './list.ts'
import { defined, idArgument, listOptions, textOption, wholeNumbers } from './options.ts'
import { readModifyWrite } from './read-modify-write.ts'

const courseArgument = idArgument('id', 'id of the course')

/** Without a default, because an update leaves out what is not given. */
const switchOption = (describe: string) => ({ type: 'boolean', describe }) as const

const fieldOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('name', textOption('name'))
    .option('external-id', textOption('external id (its number at the provider)'))
    .option('group', {
      ...textOption('group of the course; repeatable'),
      array: true,
      coerce: wholeNumbers('group'),
    })
    .option('active', switchOption('accepts new registrations; --no-active if not'))
    .option('published', switchOption('published in the LMS; --no-published if not'))
    .option(
      'requires-registration',
      switchOption('requires registration; --no-requires-registration if not, such as an article'),
    )
    .option('event-based', switchOption("an event; users can't be registered for it"))

interface FieldOptions {
  name?: string | undefined
  externalId?: string | undefined
  group?: readonly number[] | undefined
  active?: boolean | undefined
  published?: boolean | undefined
  requiresRegistration?: boolean | undefined
  eventBased?: boolean | undefined
}

const fieldsOf = (options: FieldOptions) =>
  defined({
    name: options.name,
    externalId: options.externalId,
    groupIds: options.group && new Set(options.group),
    active: options.active,
    published: options.published,
    requiresRegistration: options.requiresRegistration,
    eventBased: options.eventBased,
  })

const update = ({ registration }: Operator, id: number, changes: Partial<CourseInput>): Promise<Course> =>
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
  name: 'courses',
  describe: 'Courses that users are registered for',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List courses',
        (y) => listOptions(y).example('$0 courses list -n 20', 'the first 20 courses'),
        action((context, args) => {
          const { registration } = context.operatorApi()
          return printList(context, args, (page) => registration.listCoursesRaw(page), [
            'id',
            'name',
            'externalId',
            'groupIds',
            'active',
            'published',
          ])
        }),
      )
      .command(
        'get <id>',
        'Show a course',
        (y) => courseArgument(y).example('$0 courses get 210', 'course 210'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().registration.getCourse({ id })),
        ),
      )
      .command(
        'put <id>',
        'Create or replace a course. What is not given gets its default',
        (y) =>
          fieldOptions(courseArgument(y))
            .demandOption('name')
            .example('$0 courses put 210 --name "Fire safety" --group 12', 'course 210 in group 12'),
        action(async ({ operatorApi, output }, args) => {
          const course = await operatorApi().registration.putCourse({
            id: args.id,
            CourseInput: { ...fieldsOf(args), name: args.name },
          })
          await output.record(course)
        }),
      )
      .command(
        'update <id>',
        'Change a course. What is not given is unchanged',
        (y) =>
          fieldOptions(courseArgument(y)).example(
            '$0 courses update 210 --no-published',
            'unpublish course 210',
          ),
        action(async ({ operatorApi, output }, args) =>
          output.record(await update(operatorApi(), args.id, fieldsOf(args))),
        ),
      )
      .command(
        'retire <id>',
        'Stop new registrations for a course. Existing ones stay',
        (y) => courseArgument(y).example('$0 courses retire 210', 'retire course 210'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await update(operatorApi(), id, { active: false })),
        ),
      )
      .command(
        'delete <id>',
        'Delete a course. Lists omit its registrations until it is put again',
        (y) => courseArgument(y).example('$0 courses delete 210', 'delete course 210'),
        action(async ({ operatorApi, output }, { id }) => {
          await operatorApi().registration.deleteCourse({ id })
          output.info(`Course ${id} is deleted.`)
        }),
      ),
}

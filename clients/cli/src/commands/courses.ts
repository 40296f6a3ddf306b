import { each } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { showList } from './list.ts'
import { amount, given, id, pageSize, wholeNumbers } from './options.ts'

const flag = (describe: string) => ({ type: 'boolean', describe }) as const

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
        'Create or replace a course',
        (y) =>
          id('id of the course')(y)
            .option('name', { type: 'string', demandOption: true, requiresArg: true, describe: 'name' })
            .option('external-id', {
              type: 'string',
              requiresArg: true,
              describe: "the provider's number",
            })
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
            .example('$0 courses put 210 --name "Fire safety" --group 12', 'course 210 in group 12')
            .example('$0 courses put 210 --name "Fire safety" --no-active', 'retire it'),
        act(async ({ operator, output }, args) => {
          const { name, externalId, group, active, published, requiresRegistration, eventBased } = args
          const groupIds = group && new Set(group)
          const CourseInput = {
            name,
            ...given({ externalId, groupIds, active, published, requiresRegistration, eventBased }),
          }
          await output.record(await operator().registration.putCourse({ id: args.id, CourseInput }))
        }),
      )
      .command(
        'delete <id>',
        'Delete a course that nobody is registered for',
        (y) => id('id of the course')(y).example('$0 courses delete 210', 'delete course 210'),
        act(async ({ operator, output }, args) => {
          await operator().registration.deleteCourse({ id: args.id })
          output.say(`Course ${args.id} is deleted.`)
        }),
      ),
}

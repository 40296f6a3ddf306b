import type { Course, Registration } from '@rollcall/client'
import { inFileOrder } from '../../import/row.ts'
import { heldName } from '../doubts.ts'
import type { PlaceOf, PlannedKind } from '../plan.ts'
import { countedBySource, namesWithSources, nameWithSource, NOT_OWN } from '../sources.ts'
import { numberAndName } from '../user.ts'
import { isWithdrawn, type ComparedRegistrations } from './comparison.ts'
import type { DesiredRegistration } from './desired-registrations.ts'
import { nameOf } from './people.ts'

interface Shown {
  readonly group: number | undefined
  readonly courses: readonly Course[]
  /** Courses of the last run that the file does not name any more. */
  readonly goneCourses: readonly string[]
  readonly placeOf: PlaceOf
}

/** What the plan of a sync of registrations shows, in this order. */
export const planLines = (compared: ComparedRegistrations, shown: Shown): readonly PlannedKind[] => [
  ...changeLines(compared, shown),
  ...notWithdrawnLines(compared, shown),
  ...unchangedLines(compared, shown),
  {
    title: 'of the last run not in the file any more, whose registrations stay (name them with --course)',
    noun: 'course',
    names: shown.goneCourses,
  },
  {
    title: 'about other courses',
    noun: 'row',
    names: compared.notDone.flatMap(({ ok, line }) =>
      ok && line !== undefined ? shown.placeOf(line).text : [],
    ),
  },
]

function changeLines(compared: ComparedRegistrations, shown: Shown): readonly PlannedKind[] {
  const { create, remove, users, sourceOf, completedOn, isSourceMissing } = compared
  const { nameOfRow, nameOfRegistration, inCourse } = namesIn(shown)
  const ofSources = remove.filter(({ userId }) => sourceOf(userId))
  const sources = ofSources.map(({ userId }) => sourceOf(userId))
  return [
    { title: 'to register', names: create.map(nameOfRow) },
    {
      title: 'of them again, with the day of their last completion',
      names: create.flatMap((row) => {
        const day = completedOn(row)
        return day === undefined ? [] : [`${nameOfRow(row)} (${day})`]
      }),
    },
    {
      title: 'to withdraw',
      names: remove.map((one) => {
        const user = users.get(one.userId)
        return user ? `${numberAndName(user)}${inCourse(one.courseName)}` : nameOfRegistration(one)
      }),
    },
    {
      title:
        `of them kept by sources, ${countedBySource(sources)} ` +
        '(with --source NAME only its people are withdrawn)',
      names: isSourceMissing
        ? ofSources.map((one) => nameWithSource(nameOfRegistration(one), sourceOf(one.userId)))
        : [],
    },
  ]
}

function notWithdrawnLines(
  { notOwn, held, sourceOf }: ComparedRegistrations,
  shown: Shown,
): readonly PlannedKind[] {
  const { nameOfRegistration } = namesIn(shown)
  return [
    {
      title: NOT_OWN,
      noun: 'open registration',
      names: namesWithSources(notOwn, nameOfRegistration, ({ userId }) => sourceOf(userId)),
    },
    {
      title: 'not in the file, and not withdrawn in this run',
      names: held.map((one) => heldName(nameOfRegistration(one.present), one, shown.placeOf)),
    },
  ]
}

function unchangedLines(
  { unchanged, hidden, completed, ofOthers }: ComparedRegistrations,
  shown: Shown,
): readonly PlannedKind[] {
  const { nameOfRow, nameOfRegistration } = namesIn(shown)
  const namesOf = (pairs: typeof completed) => pairs.map(({ desired }) => nameOfRow(desired))
  return [
    {
      title: 'registered already',
      names: inFileOrder([...unchanged.map(({ desired }) => desired), ...hidden]).map(nameOfRow),
    },
    {
      title: `of people outside group ${shown.group}, left as they are`,
      noun: 'open registration',
      names: ofOthers.map(nameOfRegistration),
    },
    {
      title: 'finished already, and not registered again (see --again-after)',
      names: namesOf(completed.filter(({ present }) => !isWithdrawn(present))),
    },
    {
      title: 'withdrawn before an import, and not registered again',
      names: namesOf(completed.filter(({ present }) => isWithdrawn(present))),
    },
  ]
}

/** How the plan names rows and registrations: with the course, if there are several. */
function namesIn({ courses }: Shown) {
  const inCourse = (course: string) => (courses.length > 1 ? ` (${course})` : '')
  return {
    inCourse,
    nameOfRow: ({ body, course }: DesiredRegistration) => `${nameOf(body)}${inCourse(course.name)}`,
    nameOfRegistration: ({ userExternalId, userId, courseName }: Registration) =>
      `${userExternalId || `user ${userId}`}${inCourse(courseName)}`,
  }
}

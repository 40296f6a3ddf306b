import type { Connection } from 'mongoose'
import { Eraser, type Erasing } from '../../services/platform/erasure/eraser.ts'
import { Tombstones } from '../../services/platform/erasure/repository.ts'
import { LongJob } from '../../services/platform/store/long-job.ts'
import type { Clock } from '../../services/platform/domain/time.ts'
import { courseModel, toRecord, type CourseRecord } from '../../services/registration/src/courses/record.ts'
import { Courses } from '../../services/registration/src/courses/repository.ts'
import type { Course } from '../../services/registration/src/courses/rules.ts'
import type { RegistrationModel } from '../../services/registration/src/registrations/record.ts'
import { CopiesInRegistrations } from '../../services/registration/src/copies/in-registrations.ts'
import { newestUserModel, type NewestUserRecord } from '../../services/registration/src/copies/record.ts'
import { Copies } from '../../services/registration/src/copies/refresh.ts'
import { NewestUsers } from '../../services/registration/src/copies/repository.ts'
import { aDependency } from '../broker.ts'
import { recordedLog } from '../recorded-log.ts'

interface Options {
  readonly database: Connection
  readonly model: RegistrationModel
  readonly clock: Clock
  readonly stepSize?: number
  readonly erasing?: Erasing
}

const NO_ERASURE: Erasing = {
  mainRecords: () => Promise.reject(new Error('this test erases no user')),
  otherRecords: [],
}

/**
 * The copies of courses and users that registrations hold, with their jobs, on the database of a test. Nobody
 * is erased, unless `erasing` says how.
 */
export function copyParts({ database, model, clock, stepSize = 100, erasing = NO_ERASURE }: Options) {
  const { logger, lines } = recordedLog()
  const courseRecords = courseModel(database)
  const newestUserRecords = newestUserModel(database)
  const courses = new Courses(courseRecords)
  const newestUsers = new NewestUsers(newestUserRecords)
  const tombstones = new Tombstones(database)
  const eraser = new Eraser({ tombstones, erasing, stepSize })
  const copies = new Copies({
    courses,
    newestUsers,
    copiesInRegistrations: new CopiesInRegistrations(model, clock, logger),
    eraser,
    clock,
    stepSize,
  })
  const job = {
    everyMs: 60_000,
    dueField: 'refreshDueAt',
    claimField: 'refreshClaim',
    progressField: 'refreshedUntilId',
    mongodb: aDependency('mongodb'),
    clock,
    logger,
  } as const
  const courseRefresh = new LongJob<CourseRecord, number>({
    name: 'copies of courses',
    model: courseRecords,
    step: (record, afterId) => copies.refreshCourse(record, afterId),
    ...job,
  })
  const userRefresh = new LongJob<NewestUserRecord, number>({
    name: 'copies of users',
    model: newestUserRecords,
    step: (record, afterId) => copies.refreshUser(record, afterId),
    ...job,
  })
  return {
    courses,
    newestUsers,
    copies,
    courseRefresh,
    userRefresh,
    courseRecords,
    newestUserRecords,
    tombstones,
    lines,
    prepare: () => Promise.all([courses.prepare(), newestUsers.prepare()]),
    /** Stores a course, and refreshes its registrations as an operator's request does. */
    async putCourse(course: Course) {
      const lease = courseRefresh.newLease()
      const put = await courses.put(course, lease)
      await courseRefresh.workOn(toRecord(put.course), lease)
      return put.course
    },
  }
}

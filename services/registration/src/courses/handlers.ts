import type { Handler } from '../../../platform/contract/operation.ts'
import { NotFound, requireExisting } from '../../../platform/errors.ts'
import { etagOf, requireConditions } from '../../../platform/http/conditional.ts'
import { listResponse } from '../../../platform/http/list.ts'
import { CourseOutOfReach } from '../errors.ts'
import { STEP_SIZE } from '../../../platform/store/in-steps.ts'
import type { LongJob } from '../../../platform/store/long-job.ts'
import { readDateTime, type Clock } from '../../../platform/domain/time.ts'
import { presentCourse, presentCourseInScope } from './presenter.ts'
import { toRecord, type CourseRecord } from './record.ts'
import type { Courses } from './repository.ts'
import type { Course } from './rules.ts'

/** The job that refreshes the copies of courses in registrations. */
export type CourseRefresh = LongJob<CourseRecord, number>

interface Deps {
  courses: Courses
  courseRefresh: Pick<CourseRefresh, 'newLease' | 'workOn'>
}

/** The whole catalogue, for operators. */
export const listCourses =
  ({ courses }: Pick<Deps, 'courses'>): Handler<'listCourses'> =>
  (call) =>
    listResponse(call, {
      page: (page) => courses.list({}, page),
      count: () => courses.count({}),
      present: presentCourse,
    })

export const getCourse =
  ({ courses }: Pick<Deps, 'courses'>): Handler<'getCourse'> =>
  async ({ path }) => ({ status: 200, body: presentCourse(await requireCourse(courses, path.id)) })

/** @throws NotFound also for a deleted course */
async function requireCourse(courses: Pick<Courses, 'findMany'>, id: number): Promise<Course> {
  const [course] = await courses.findMany([id])
  if (!course || course.deleted) throw new NotFound()
  return course
}

/** The contract's defaults for fields that a body leaves out. */
const COURSE_DEFAULTS = {
  externalId: '',
  groupIds: [],
  active: true,
  published: true,
  requiresRegistration: true,
  eventBased: false,
}

export const putCourse =
  ({ courses, courseRefresh }: Deps): Handler<'putCourse'> =>
  async (call) => {
    const { path, body } = call
    const lease = courseRefresh.newLease()
    const wanted = { ...COURSE_DEFAULTS, ...body, id: path.id }
    const { course, outcome } = await courses.put(wanted, lease, (current) =>
      requireConditions(call.header, () => current && etagOf(presentCourse(current))),
    )
    const response = presentCourse(course)
    if (outcome === 'unchanged') return { status: 200, body: response, audited: 'unchanged' }
    const audited = call.audit({ course: path.id })
    // The record without progress: a new version begins with the first registration.
    await courseRefresh.workOn(toRecord(course), lease)
    return outcome === 'created'
      ? { status: 201, body: response, headers: { location: call.pathWithSlash }, audited }
      : { status: 200, body: response, audited }
  }

export const deleteCourse =
  ({ courses, courseRefresh }: Deps): Handler<'deleteCourse'> =>
  async (call) => {
    const { path } = call
    const lease = courseRefresh.newLease()
    const course = requireExisting(await courses.remove(path.id, lease))
    const audited = call.audit({ course: path.id })
    await courseRefresh.workOn(toRecord(course), lease)
    return { status: 204, body: undefined, audited }
  }

/** The courses in scope, for callers of the registration operations. */
export const listVisibleCourses =
  ({ courses }: Pick<Deps, 'courses'>): Handler<'listVisibleCourses'> =>
  (call) => {
    const { name, externalId, active, published } = call.query
    const filter = { scope: call.scope, name, externalId, active, published }
    return listResponse(call, {
      page: (page) => courses.list(filter, page),
      count: () => courses.count(filter),
      present: (course) => presentCourseInScope(course, call.scope),
    })
  }

export const getVisibleCourse =
  ({ courses }: Pick<Deps, 'courses'>): Handler<'getVisibleCourse'> =>
  async ({ path, scope }) => {
    const course = await requireCourse(courses, path.id)
    if (!scope.includesAny(course.groupIds)) throw new CourseOutOfReach()
    return { status: 200, body: presentCourseInScope(course, scope) }
  }

interface AnnouncingDeps {
  courses: Pick<Courses, 'announceMove'>
  courseRefresh: Pick<CourseRefresh, 'wake'>
  clock: Clock
}

/** Announces the registrations for some courses in groups that have moved. The job gives them a new date. */
export const announceMovedCourses =
  ({ courses, courseRefresh, clock }: AnnouncingDeps): Handler<'announceMovedCourses'> =>
  async ({ body: { groupIds, movedAt, after = 0 } }) => {
    const moved = { groupIds, movedAt: readDateTime('movedAt', movedAt) }
    const range = { afterId: after, limit: STEP_SIZE }
    const body = await courses.announceMove(moved, range, clock.now())
    courseRefresh.wake()
    return { status: 200, body }
  }

/** The present groups of courses, deleted or not. The calling service checks access. */
export const findCourseGroups =
  ({ courses }: { courses: Pick<Courses, 'findMany'> }): Handler<'findCourseGroups'> =>
  async ({ body }) => {
    const found = await courses.findMany(body.courseIds)
    return {
      status: 200,
      body: found.map(({ id, groupIds }) => ({ courseId: id, groupIds: [...groupIds] })),
    }
  }

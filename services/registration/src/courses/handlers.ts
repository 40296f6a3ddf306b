import type { Handler } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import { requireMatch } from '../../../shared/http/conditional.ts'
import { listResponse } from '../../../shared/http/list.ts'
import { CourseOutOfReach } from '../errors.ts'
import type { Copies } from '../user-copies/refresh.ts'
import { presentCourse } from './presenter.ts'
import type { Courses } from './repository.ts'

interface Deps {
  courses: Courses
  copies: Copies
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
  async ({ path }) => {
    const [course] = await courses.findMany([path.id])
    if (!course || course.deleted) throw new NotFound()
    return { status: 200, body: presentCourse(course) }
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
  ({ courses, copies }: Deps): Handler<'putCourse'> =>
  async (call) => {
    const { path, body } = call
    const { course, created } = await courses.put({ ...COURSE_DEFAULTS, ...body, id: path.id }, (current) =>
      requireMatch(call.header('if-match'), () => current && presentCourse(current)),
    )
    audit(call, 'putCourse', { courseId: path.id })
    await copies.courseChanged(course)
    const response = presentCourse(course)
    return created
      ? { status: 201, body: response, headers: { location: call.pathWithSlash } }
      : { status: 200, body: response }
  }

export const deleteCourse =
  ({ courses, copies }: Deps): Handler<'deleteCourse'> =>
  async (call) => {
    const { path } = call
    const course = await courses.remove(path.id)
    if (!course) throw new NotFound()
    audit(call, 'deleteCourse', { courseId: path.id })
    await copies.courseChanged(course)
    return { status: 204, body: undefined }
  }

interface Deps {
  courses: Courses
}

/** The courses in scope, for callers of the registration operations. */
export const listVisibleCourses =
  ({ courses }: Deps): Handler<'listVisibleCourses'> =>
  (call) => {
    const { name, externalId, active, published } = call.query
    const filter = { scope: call.scope, name, externalId, active, published }
    return listResponse(call, {
      page: (page) => courses.list(filter, page),
      count: () => courses.count(filter),
      present: presentCourse,
    })
  }

export const getVisibleCourse =
  ({ courses }: Deps): Handler<'getVisibleCourse'> =>
  async ({ path, scope }) => {
    const [course] = await courses.findMany([path.id])
    if (!course || course.deleted) throw new NotFound()
    if (!scope.includesAny(course.groupIds)) throw new CourseOutOfReach()
    return { status: 200, body: presentCourse(course) }
  }

/** Announces the registrations for courses in groups that have moved. The sweep of copies gives them a new date. */
export const announceMovedCourses =
  ({ courses }: { courses: Pick<Courses, 'touchInGroups'> }): Handler<'announceMovedCourses'> =>
  async ({ body }) => ({ status: 200, body: { courses: await courses.touchInGroups(body.groupIds) } })

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

import { comparedName } from '../../../platform/domain/canonical.ts'
import type { CourseMatches, CourseQuery, StoredCourse } from './rules.ts'

/** What matches each query of each caller, among courses that were read for all of them. */
export function matchAll(
  courses: readonly StoredCourse[],
  calls: readonly (readonly CourseQuery[])[],
): CourseMatches[][] {
  const found = new CoursesByParameter(courses)
  return calls.map((queries) => queries.map((query) => found.matches(query)))
}

class CoursesByParameter {
  readonly #byId: ReadonlyMap<number, StoredCourse>
  readonly #byName: ReadonlyMap<string, readonly StoredCourse[]>
  readonly #byExternalId: ReadonlyMap<string, readonly StoredCourse[]>

  constructor(courses: readonly StoredCourse[]) {
    this.#byId = new Map(courses.map((course) => [course.id, course]))
    this.#byName = Map.groupBy(courses, ({ name }) => comparedName(name))
    this.#byExternalId = Map.groupBy(courses, ({ externalId }) => externalId)
  }

  /** Undefined for a parameter that the query does not have. */
  matches({ courseId, courseName, courseExternalId }: CourseQuery): CourseMatches {
    const withId = courseId === undefined ? undefined : this.#byId.get(courseId)
    return {
      courseId: courseId === undefined ? undefined : withId ? [withId] : [],
      courseName: courseName === undefined ? undefined : (this.#byName.get(comparedName(courseName)) ?? []),
      courseExternalId:
        courseExternalId === undefined
          ? undefined
          : courseExternalId === ''
            ? []
            : (this.#byExternalId.get(courseExternalId) ?? []),
    }
  }
}

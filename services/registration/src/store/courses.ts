import type { Page } from '../../../shared/domain/page.ts'
import type { Course, StoredCourse } from '../domain/course.ts'
import type { CourseParameter } from '../domain/identification.ts'

export type CourseQuery = { readonly [K in CourseParameter]?: number | string | undefined }

export interface Courses {
  /**
   * Courses, not deleted, that match a parameter of a query; of those that share a name or id, two are
   * enough. There may be others, which no query names.
   */
  matching(queries: readonly CourseQuery[]): Promise<StoredCourse[]>
  /** Deleted ones included. */
  findMany(ids: readonly number[]): Promise<StoredCourse[]>
  list(page: Page): Promise<StoredCourse[]>
  count(): Promise<number>
  /** Creates or replaces; a course that was deleted comes back. Marked as not yet copied. */
  put(course: Course): Promise<{ course: StoredCourse; created: boolean }>
  /** Marks as deleted; undefined when there is none. Marked as not yet copied. */
  remove(id: number): Promise<StoredCourse | undefined>
  /** A page of courses, by id, whose last change may not have reached their registrations. */
  notCopied(afterId: number): Promise<StoredCourse[]>
  /** Records that the registrations have this version. */
  copied(course: StoredCourse): Promise<void>
}

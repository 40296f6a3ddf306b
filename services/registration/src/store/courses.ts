import type { Reach } from '../../../shared/domain/account.ts'
import type { Page } from '../../../shared/domain/page.ts'
import type { Course, StoredCourse } from '../domain/course.ts'
import type { CourseParameter } from '../domain/identification.ts'

export type CourseQuery = { readonly [K in CourseParameter]?: number | string | undefined }

/** All that are given must hold (decision B8). */
export interface CourseFilter {
  /** Only courses with a group in it. */
  readonly reach?: Reach | undefined
  readonly name?: string | undefined
  readonly externalId?: string | undefined
  readonly active?: boolean | undefined
  readonly published?: boolean | undefined
}

export interface Courses {
  /**
   * Courses, not deleted, that match a parameter of a query; of those that share a name or id, two are
   * enough. There may be others, which no query names.
   */
  matching(queries: readonly CourseQuery[]): Promise<StoredCourse[]>
  /** Deleted ones included. */
  findMany(ids: readonly number[]): Promise<StoredCourse[]>
  /** Not deleted ones. */
  list(filter: CourseFilter, page: Page): Promise<StoredCourse[]>
  count(filter: CourseFilter): Promise<number>
  /** Creates or replaces; a course that was deleted comes back. Marked as not yet copied. */
  put(course: Course): Promise<{ course: StoredCourse; created: boolean }>
  /** Marks as deleted; undefined when there is none. Marked as not yet copied. */
  remove(id: number): Promise<StoredCourse | undefined>
  /** A page of courses, by id, whose last change may not have reached their registrations. */
  notCopied(afterId: number): Promise<StoredCourse[]>
  /** Records that the registrations have this version. */
  copied(course: StoredCourse): Promise<void>
}

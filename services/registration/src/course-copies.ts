import type { Clock } from '../../shared/clock.ts'
import type { Logger } from '../../shared/logger.ts'
import type { Dependency } from '../../shared/process/dependency.ts'
import type { Part } from '../../shared/process/part.ts'
import type { StoredCourse } from './domain/course.ts'
import type { Courses } from './store/courses.ts'
import type { Registrations } from './store/registrations.ts'

interface Deps {
  courses: Courses
  registrations: Registrations
  clock: Clock
  logger: Logger
  mongodb: Dependency
}

/**
 * Brings a changed course to its registrations: at once, and again when MongoDB comes (back) up for those that a crash
 * left in between.
 */
export class CourseCopies implements Part {
  readonly name = 'course copies'
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#deps.mongodb.onChange((up) => up && void this.#catchUp())
  }

  async bringUpToDate(changed: readonly StoredCourse[]): Promise<void> {
    const { courses, registrations, clock } = this.#deps
    for (const course of changed) {
      await registrations.copyCourse(course, clock.now())
      await courses.copied(course)
    }
  }

  async #catchUp(): Promise<void> {
    try {
      await this.bringUpToDate(await this.#deps.courses.notCopied())
    } catch (error) {
      this.#deps.logger.warn({ err: error }, 'courses could not be copied; tried again when MongoDB comes up')
    }
  }
}

import { RollcallError, type Course } from '@rollcall/client'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'

/** The course that a command names for all rows. @throws UsageError when there is none with this id */
export async function courseOf({ api }: Context, id: number): Promise<Course> {
  try {
    return await api.registration.getCourse({ id })
  } catch (error) {
    if (!(error instanceof RollcallError) || error.status !== 404) throw error
    throw new UsageError(`There is no course ${id}. Nothing was changed. See rollcall courses list.`)
  }
}

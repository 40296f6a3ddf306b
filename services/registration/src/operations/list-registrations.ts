import type { Operation } from '../../../shared/contract/operation.ts'
import { nextLink, readPage } from '../../../shared/http/paging.ts'
import { applied } from '../../../shared/http/preferences.ts'
import { presentRegistration } from '../present.ts'
import type { Registrations } from '../store/registrations.ts'

/** Specification §4.1; decisions R12–R14. */
export const listRegistrations =
  ({ registrations }: { registrations: Registrations }): Operation<'listRegistrations'> =>
  async ({ query, reach, prefer, target }) => {
    const page = readPage(query)
    const filter = {
      courseId: query.course_id,
      userId: query.user_id,
      status: query.status,
      createdAfter: query.created_after === undefined ? undefined : new Date(query.created_after),
      updatedAfter: query.updated_after === undefined ? undefined : new Date(query.updated_after),
    }
    const [found, count] = await Promise.all([
      registrations.list(filter, reach, page),
      prefer.countExact ? registrations.count(filter, reach) : undefined,
    ])
    const { records, headers } = nextLink(found, page, ({ id }) => id, { path: target, query })
    return {
      status: 200,
      body: records.map(presentRegistration),
      headers: {
        ...headers,
        ...applied(count !== undefined && 'count=exact'),
        ...(count === undefined ? {} : { 'x-total-count': String(count) }),
      },
    }
  }

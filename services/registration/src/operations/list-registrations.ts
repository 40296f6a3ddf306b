import type { Operation } from '../../../shared/contract/operation.ts'
import { readMoment } from '../../../shared/time.ts'
import { answerList } from '../../../shared/http/list.ts'
import { presentListedRegistration } from '../presenters/registration.ts'
import type { Registrations } from '../store/registrations.ts'

/** Specification §4.1; decisions R12–R14. */
export const listRegistrations =
  ({ registrations }: { registrations: Registrations }): Operation<'listRegistrations'> =>
  (call) => {
    const { query, reach } = call
    const filter = {
      courseId: query.course_id,
      userId: query.user_id,
      userExternalId: query.user_external_id,
      includeDeleted: query.includeDeleted,
      status: query.status,
      createdAfter: readMoment('created_after', query.created_after),
      updatedAfter: readMoment('updated_after', query.updated_after),
    }
    return answerList(call, {
      page: (page) => registrations.list(filter, reach, page),
      count: () => registrations.count(filter, reach),
      idOf: ({ id }) => id,
      present: presentListedRegistration,
    })
  }

import type { Handler } from '../../../platform/contract/operation.ts'
import { identifyUser } from './identification.ts'
import { presentIdentification } from './presenter.ts'
import type { UserFinder } from './finder.ts'

/** Searches all users: the calling service checks whether its account may see those that are found. */
export const identifyUsers =
  ({ users }: { users: Pick<UserFinder, 'findByParameters'> }): Handler<'identifyUsers'> =>
  async ({ body }) => {
    const found = await users.findByParameters(body)
    return { status: 200, body: body.map((query) => presentIdentification(identifyUser(query, found))) }
  }

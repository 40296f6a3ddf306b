import type { Operation } from '../../shared/contract/operation.ts'
import { presentDeadLetter } from './dead-letters/presenter.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import { presentDelivery } from './deliveries/presenter.ts'
import type { Deliveries } from './deliveries/repository.ts'

/** As many as the contract allows in one response. */
const PAGE_SIZE = 500

interface Deps {
  readonly deliveries: Pick<Deliveries, 'listOfUser' | 'listWithoutUser'>
  readonly deadLetters: Pick<DeadLetters, 'listOfUser'>
}

/** What the user service exports about a person. */
export const exportDeliveries =
  ({ deliveries, deadLetters }: Deps): Operation<'exportDeliveries'> =>
  async ({ path, body }) => {
    const { registrationIds, afterId = 0 } = body
    const found = registrationIds
      ? await deliveries.listWithoutUser(registrationIds)
      : await deliveries.listOfUser(path.id, afterId, PAGE_SIZE)
    // The first page brings them, because they are few.
    const letters = !registrationIds && afterId === 0 ? await deadLetters.listOfUser(path.id) : []
    return {
      status: 200,
      body: {
        deliveries: found.map((delivery) => ({
          delivery: presentDelivery(delivery),
          firstName: delivery.content.firstName,
          courseName: delivery.content.courseName,
        })),
        deadLetters: letters.map(presentDeadLetter),
      },
    }
  }

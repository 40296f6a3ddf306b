import type { Handler } from '../../platform/contract/operation.ts'
import type { EmailDeliveries } from './emails/repository.ts'

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'countOfUser' | 'giveUser'>
  readonly stepSize: number
}

/** Gives e-mails to another account of the same person. Webhooks stay as they were sent. */
export const mergeDeliveries =
  ({ deliveries, stepSize: limit }: Deps): Handler<'mergeDeliveries'> =>
  async ({ path, body: { intoId, after: afterId = 0 } }) => ({
    status: 200,
    body: await deliveries.giveUser(path.id, intoId, { afterId, limit }),
  })

export const countDeliveries =
  ({ deliveries }: Pick<Deps, 'deliveries'>): Handler<'countDeliveries'> =>
  async ({ path }) => ({ status: 200, body: { deliveries: await deliveries.countOfUser(path.id) } })

import type { Clock } from '../../shared/time.ts'
import type { Handlers } from '../../shared/contract/operation.ts'
import type { Replayer } from './dead-letters/replayer.ts'
import { dismissDeadLetter } from './operations/dismiss-dead-letter.ts'
import { getDelivery } from './operations/get-delivery.ts'
import { findMissingReceipts, getReceipt } from './operations/get-receipt.ts'
import { listDeadLetters } from './operations/list-dead-letters.ts'
import { listDeliveries } from './operations/list-deliveries.ts'
import type { Wording } from './mail/compose-mail.ts'
import { previewTemplate } from './operations/preview-template.ts'
import { replayDeadLetter } from './operations/replay-dead-letter.ts'
import { resendDelivery } from './operations/resend-delivery.ts'
import type { DeliverySweeper } from './sending/delivery-sweeper.ts'
import type { DeadLetters } from './store/dead-letters.ts'
import type { Deliveries } from './store/deliveries.ts'

interface Deps {
  deliveries: Deliveries
  deadLetters: DeadLetters
  sweeper: DeliverySweeper
  replayer: Replayer
  wording: Wording
  clock: Clock
}

export const operatorHandlers = (deps: Deps): Handlers<'notification', 'operator'> => ({
  listDeliveries: listDeliveries(deps),
  getDelivery: getDelivery(deps),
  resendDelivery: resendDelivery(deps),
  listDeadLetters: listDeadLetters(deps),
  replayDeadLetter: replayDeadLetter(deps),
  dismissDeadLetter: dismissDeadLetter(deps),
  previewTemplate: previewTemplate(deps),
})

export const internalHandlers = (deps: Pick<Deps, 'deliveries'>): Handlers<'notification', 'internal'> => ({
  getReceipt: getReceipt(deps),
  findMissingReceipts: findMissingReceipts(deps),
})

import type { Clock } from '../../shared/time.ts'
import type { Handlers } from '../../shared/contract/operation.ts'
import type { Replayer } from './dead-letters/replayer.ts'
import { dismissDeadLetter } from './dead-letters/handlers.ts'
import { getDelivery } from './deliveries/handlers.ts'
import { findMissingReceipts, getReceipt } from './deliveries/receipts.ts'
import { listDeadLetters } from './dead-letters/handlers.ts'
import { listDeliveries } from './deliveries/handlers.ts'
import type { Wording } from './mail/compose.ts'
import { previewTemplate } from './mail/preview.ts'
import { replayDeadLetter } from './dead-letters/handlers.ts'
import { resendDelivery } from './deliveries/handlers.ts'
import type { DeliverySweeper } from './deliveries/sweeper.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { Deliveries } from './deliveries/repository.ts'

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

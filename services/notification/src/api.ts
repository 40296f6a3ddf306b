import type { Handlers } from '../../shared/contract/operation.ts'
import type { Publisher } from '../../shared/messaging/publisher.ts'
import type { Clock } from '../../shared/time.ts'
import {
  dismissDeadLetter,
  getDeadLetter,
  listDeadLetters,
  replayDeadLetter,
} from './dead-letters/handlers.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import {
  findMissingReceipts,
  getDelivery,
  getReceipt,
  listDeliveries,
  resendDelivery,
} from './deliveries/handlers.ts'
import type { Deliveries } from './deliveries/repository.ts'
import type { DeliverySweeper } from './deliveries/sweeper.ts'
import type { MailSettings } from './mail/compose.ts'
import { previewTemplate } from './mail/handlers.ts'

interface Deps {
  deliveries: Deliveries
  deadLetters: DeadLetters
  sweeper: DeliverySweeper
  publisher: Publisher
  mailSettings: MailSettings
  clock: Clock
}

export const operatorHandlers = (deps: Deps): Handlers<'notification', 'operator'> => ({
  listDeliveries: listDeliveries(deps),
  getDelivery: getDelivery(deps),
  resendDelivery: resendDelivery(deps),
  listDeadLetters: listDeadLetters(deps),
  getDeadLetter: getDeadLetter(deps),
  replayDeadLetter: replayDeadLetter(deps),
  dismissDeadLetter: dismissDeadLetter(deps),
  previewTemplate: previewTemplate(deps),
})

export const internalHandlers = (deps: Pick<Deps, 'deliveries'>): Handlers<'notification', 'internal'> => ({
  getReceipt: getReceipt(deps),
  findMissingReceipts: findMissingReceipts(deps),
})

import { DomainError } from '../../shared/errors.ts'

/** The e-mail is still going to be sent, so sending it again could lead to two e-mails. */
export class DeliveryPending extends DomainError {
  readonly code = 'delivery-pending'
}

/** The message was replayed, so it does not wait for an operator. */
export class DeadLetterReplayed extends DomainError {
  readonly code = 'dead-letter-replayed'
}

import { DomainError } from '../../platform/errors.ts'

/** The e-mail is still going to be sent, so sending it again could lead to two e-mails. */
export class DeliveryPending extends DomainError {
  readonly code = 'delivery-pending'
}

/** The account has as many webhook endpoints as it may have. */
export class TooManyWebhookEndpoints extends DomainError {
  readonly code = 'too-many-webhook-endpoints'
}

/** The account wants to enable an endpoint that an operator has disabled. */
export class WebhookDisabledByOperator extends DomainError {
  readonly code = 'webhook-disabled-by-operator'
}

/** An operator wants to enable an endpoint whose account does not exist. */
export class WebhookAccountDeleted extends DomainError {
  readonly code = 'webhook-account-deleted'
}

/** Nothing can be sent to the endpoint. */
export class WebhookEndpointDisabled extends DomainError {
  readonly code = 'webhook-endpoint-disabled'
}

/** The recipient and the content of the e-mail were removed because of its age. */
export class DeliveryExpired extends DomainError {
  readonly code = 'delivery-expired'
}

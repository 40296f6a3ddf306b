import { errorWith } from '../../platform/errors.ts'

/** The e-mail is still going to be sent, so sending it again could lead to two e-mails. */
export class DeliveryPending extends errorWith('delivery-pending') {}

/** The account has as many webhook endpoints as it may have. */
export class TooManyWebhookEndpoints extends errorWith('too-many-webhook-endpoints') {}

/** The account wants to enable an endpoint that an operator has disabled. */
export class WebhookDisabledByOperator extends errorWith('webhook-disabled-by-operator') {}

/** An operator wants to enable an endpoint whose account does not exist. */
export class WebhookAccountDeleted extends errorWith('webhook-account-deleted') {}

/** Nothing can be sent to the endpoint. */
export class WebhookEndpointDisabled extends errorWith('webhook-endpoint-disabled') {}

/** The recipient and the content of the e-mail were removed because of its age. */
export class DeliveryExpired extends errorWith('delivery-expired') {}

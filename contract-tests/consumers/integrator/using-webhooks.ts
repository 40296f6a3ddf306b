import { from } from '../../../testing/pact/examples.ts'
import type { Given, UsedOperations } from '../../../testing/pact/operation.ts'
import {
  date,
  exactly,
  integer,
  LIMITED,
  regex,
  string,
  webhookDelivery,
  webhookEndpoint,
} from '../../../testing/pact/shapes.ts'
import { AN_ACCOUNT, notFound, rejection, rejections } from './responses.ts'

const AN_ENDPOINT: Given = ['an account with a webhook endpoint']
const A_DELIVERY: Given = ['an account with a webhook delivery']
const A_FAILED_DELIVERY: Given = ['an account with a webhook delivery', { status: 'failed' }]
const given = [AN_ENDPOINT]
const BY_ID = { id: from('webhookEndpointId') }
const SECRET = regex('^whsec_[A-Za-z0-9+/]+=*$', 'whsec_EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0=')
const NOT_FOUND = { '404': notFound('not-found', 'Not found.', 'no such webhook endpoint') }
const DISABLED = {
  '409: disabled': {
    ...rejection('webhook-endpoint-disabled', string('The webhook endpoint is disabled.')),
    given: [['an account with a webhook endpoint', { disabledBy: 'caller' }] as Given],
  },
}
const missed = (fields: object) =>
  webhookDelivery({
    attempts: integer(0),
    lastResponseStatus: null,
    lastDurationMs: null,
    lastError: exactly('endpoint-disabled'),
    deliveredAt: null,
    ...fields,
  })
const OF_ALL_TIME = { after: new Date('2020-01-01'), before: new Date('2999-01-01') }

/** How an integrator keeps its webhook endpoints, and sends again what it missed. */
export const usingWebhooks: UsedOperations = {
  listWebhookEndpoints: {
    given,
    args: {},
    responses: { '200': { headers: LIMITED, body: [webhookEndpoint()] } },
  },
  createWebhookEndpoint: {
    given: [AN_ACCOUNT],
    args: {
      WebhookEndpointInput: {
        url: 'https://hr.example.com/rollcall',
        events: ['registration.completed', 'user.updated'],
        description: 'HR sync',
      },
    },
    responses: {
      '201': {
        headers: { ...LIMITED, Location: regex('^\\d+/$', '7/') },
        body: webhookEndpoint({
          url: 'https://hr.example.com/rollcall',
          events: ['registration.completed', 'user.updated'],
          secret: SECRET,
        }),
      },
      '409: too many': {
        ...rejection('too-many-webhook-endpoints', string('The account has 20 webhook endpoints already.')),
        given: [['an account with 20 webhook endpoints']],
      },
      ...rejections('Course attendance manager'),
    },
  },
  getWebhookEndpoint: {
    given,
    args: BY_ID,
    responses: { '200': { headers: LIMITED, body: webhookEndpoint() }, ...NOT_FOUND },
  },
  updateWebhookEndpoint: {
    given,
    args: { ...BY_ID, WebhookEndpointUpdateInput: { enabled: false } },
    responses: {
      '200': {
        headers: LIMITED,
        body: webhookEndpoint({ enabled: false, disabledReason: exactly('caller'), disabledAt: date() }),
      },
      ...NOT_FOUND,
      '409: disabled by an operator': {
        ...rejection(
          'webhook-disabled-by-operator',
          string('An operator has disabled this webhook endpoint.'),
        ),
        given: [['an account with a webhook endpoint', { disabledBy: 'operator' }]],
        args: { WebhookEndpointUpdateInput: { enabled: true } },
      },
    },
  },
  deleteWebhookEndpoint: {
    given,
    args: BY_ID,
    responses: { '204': { headers: LIMITED }, ...NOT_FOUND },
  },
  rotateWebhookSecret: {
    given,
    args: BY_ID,
    responses: {
      '200': { headers: LIMITED, body: { secret: SECRET, previousSecretValidUntil: date() } },
      ...NOT_FOUND,
    },
  },
  testWebhookEndpoint: {
    given,
    args: BY_ID,
    responses: {
      '200': {
        headers: LIMITED,
        body: { delivered: true, responseStatus: 204, durationMs: integer(87), error: null },
      },
      ...NOT_FOUND,
    },
  },
  listWebhookDeliveries: {
    given: [A_DELIVERY],
    args: BY_ID,
    responses: {
      '200: delivered': { headers: LIMITED, body: [webhookDelivery()] },
      '200: only failed ones': {
        given: [A_FAILED_DELIVERY],
        args: { status: 'failed' },
        headers: LIMITED,
        body: [missed({ status: exactly('failed') })],
      },
      ...NOT_FOUND,
    },
  },
  retryWebhookDelivery: {
    given: [A_FAILED_DELIVERY],
    args: { ...BY_ID, deliveryId: from('webhookDeliveryId') },
    responses: {
      '202': {
        headers: LIMITED,
        body: missed({ status: exactly('pending'), nextAttemptAt: date() }),
      },
      '404': {
        ...NOT_FOUND['404'],
        given: [AN_ENDPOINT],
        args: { deliveryId: 999_999_999_999 },
      },
      '409: disabled': { ...DISABLED['409: disabled'], args: { deliveryId: 9120 } },
    },
  },
  replayWebhookEvents: {
    given: [A_FAILED_DELIVERY],
    args: { ...BY_ID, WebhookReplayInput: { ...OF_ALL_TIME, status: 'undelivered' } },
    responses: { '202': { headers: LIMITED, body: { events: 1, cursor: null } }, ...NOT_FOUND, ...DISABLED },
  },
}

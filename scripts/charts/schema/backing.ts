import {
  flag,
  listOf,
  matching,
  oneOf,
  optionalName,
  resources,
  strict,
  text,
  type Schema,
} from './rollcall.ts'

const anyServer = {
  enabled: flag,
  image: text,
  pullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
  resources,
}
const stored = { storage: matching('^[0-9.]+(Mi|Gi|Ti)$'), storageClass: optionalName }

/** The values of the servers for development and CI. */
export const backingValues: Schema = strict({
  enabled: flag,
  global: { type: 'object' },
  imagePullSecrets: listOf(strict({ name: text })),
  networkPolicy: strict({ enabled: flag }),
  mongodb: strict({ ...anyServer, ...stored, args: listOf(text), replicaSet: matching('^[A-Za-z0-9_-]*$') }),
  redis: strict({ ...anyServer, args: listOf(text) }),
  rabbitmq: strict({ ...anyServer, ...stored }),
  mailbox: strict(anyServer),
  secrets: strict({ enabled: flag, serviceTokens: text, operatorTokens: text, rabbitmqPassword: text }),
})

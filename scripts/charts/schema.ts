import { commonVariables, type Specification, type Variable } from '../../services/platform/config.ts'
import { SERVICE_NAMES, SERVICES, type Chart, type Service } from '../../testing/charts/charts.ts'

/**
 * The words that schemas of values are written in (JSON Schema draft 7, which every Helm from 3.0 on
 * understands).
 */

export type Schema = Readonly<Record<string, unknown>>
export type Schemas = Readonly<Record<string, Schema>>

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const matching = (pattern: string): Schema => ({ type: 'string', pattern })
const oneOf = (...values: readonly string[]): Schema => ({ enum: values })
const whole = (minimum: number, maximum = 2_147_483_647): Schema => ({ type: 'integer', minimum, maximum })
const port = whole(1, 65_535)
const listOf = (items: Schema): Schema => ({ type: 'array', items })

/** An object whose keys are these and no others: a misspelt one is rejected. */
const strict = (properties: Schemas): Schema => ({ type: 'object', additionalProperties: false, properties })

/** `null` in a values file, such as a section whose lines are all comments, takes a key away: not these. */
const requiring = (schema: Schema, ...required: readonly string[]): Schema =>
  required.length > 0 ? { ...schema, required } : schema

/** The same for several keys. */
const all = (schema: Schema, ...names: readonly string[]): Schemas =>
  Object.fromEntries(names.map((name) => [name, schema]))

/** Keys that the operator chooses: annotations, labels. */
const texts: Schema = { type: 'object', additionalProperties: text }

/** An object of Kubernetes' own that is large and grows with its versions: Kubernetes checks it. */
const kubernetesObject: Schema = { type: 'object' }

/**
 * The fields of objects of Kubernetes that values contain, by kind. Helm 3 installs an object with a misspelt
 * field, and Kubernetes leaves the field out.
 */
export const KUBERNETES_FIELDS = {
  PodSecurityContext: [
    ...['appArmorProfile', 'fsGroup', 'fsGroupChangePolicy', 'runAsGroup', 'runAsNonRoot', 'runAsUser'],
    ...['seLinuxChangePolicy', 'seLinuxOptions', 'seccompProfile', 'supplementalGroups'],
    ...['supplementalGroupsPolicy', 'sysctls', 'windowsOptions'],
  ],
  SecurityContext: [
    ...['allowPrivilegeEscalation', 'appArmorProfile', 'capabilities', 'privileged', 'procMount'],
    ...['readOnlyRootFilesystem', 'runAsGroup', 'runAsNonRoot', 'runAsUser', 'seLinuxOptions'],
    ...['seccompProfile', 'windowsOptions'],
  ],
  Lifecycle: ['postStart', 'preStop', 'stopSignal'],
  PodDNSConfig: ['nameservers', 'options', 'searches'],
  HostAlias: ['hostnames', 'ip'],
  NodeAffinity: [
    'preferredDuringSchedulingIgnoredDuringExecution',
    'requiredDuringSchedulingIgnoredDuringExecution',
  ],
  LabelSelector: ['matchExpressions', 'matchLabels'],
  HPAScalingRules: ['policies', 'selectPolicy', 'stabilizationWindowSeconds', 'tolerance'],
  EnvVarSource: ['configMapKeyRef', 'fieldRef', 'resourceFieldRef', 'secretKeyRef'],
  EnvFromSource: ['configMapRef', 'prefix', 'secretRef'],
  VolumeMount: [
    ...['mountPath', 'mountPropagation', 'name', 'readOnly', 'recursiveReadOnly', 'subPath', 'subPathExpr'],
  ],
  TopologySpreadConstraint: [
    ...['labelSelector', 'matchLabelKeys', 'maxSkew', 'minDomains', 'nodeAffinityPolicy'],
    ...['nodeTaintsPolicy', 'topologyKey', 'whenUnsatisfiable'],
  ],
  NetworkPolicyIngressRule: ['from', 'ports'],
  NetworkPolicyEgressRule: ['ports', 'to'],
} as const

const kubernetes = (kind: keyof typeof KUBERNETES_FIELDS): Schema =>
  strict(all({}, ...KUBERNETES_FIELDS[kind]))
/** One that `null` takes away. */
const nullable = (schema: Schema): Schema => ({ ...schema, type: ['object', 'null'] })

/** Kubernetes writes both `1` and `25%`. */
const numberOrPercent: Schema = { anyOf: [whole(0), matching('^[0-9]+%$')] }

/** A name as Kubernetes takes it, or none. */
const optionalName = matching('^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$')
const secretKey = matching('^[-._a-zA-Z0-9]+$')
const optionalHost = matching('^(([*]\\.)?[a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$')
const pathPrefix = matching('^/[^?#]*$')
/** Without a scheme, which a reference to an image can't have, and without a tag, which has its own value. */
const IMAGE_PATH = '[^/]*[^:/](/[^:/]+)*'
const registry = matching(`^(${IMAGE_PATH})?$`)
const quantity: Schema = {
  anyOf: [{ type: 'number', minimum: 0 }, matching('^[0-9.]+(m|k|M|G|T|Ki|Mi|Gi|Ti)?$')],
}
const amounts = strict({ cpu: quantity, memory: quantity, 'ephemeral-storage': quantity })
const resources = nullable(strict({ requests: amounts, limits: amounts }))

const objects = listOf(kubernetesObject)
const duration = matching('^([0-9]+(ms|s|m|h))?$')
const $ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` })

const probe = strict({
  ...all(whole(1), 'periodSeconds', 'timeoutSeconds', 'failureThreshold'),
  initialDelaySeconds: whole(0),
  successThreshold: whole(1),
})
const ipBlock = strict({ cidr: text, except: listOf(text) })
const selector = kubernetes('LabelSelector')
const peers = listOf(strict({ ...all(selector, 'podSelector', 'namespaceSelector'), ipBlock }))
const parentRef = strict({ name: text, namespace: text, sectionName: text, port, group: text, kind: text })
const parentRefs = listOf(parentRef)
const pullPolicy = oneOf('Always', 'IfNotPresent', 'Never')
const keyOfSecret = requiring(strict({ name: optionalName, key: secretKey }), 'name', 'key')

/** What the values of all services and those of one service share, by the names that they have there. */
const SHARED: Schemas = {
  imagePullSecrets: listOf(strict({ name: text })),
  replicas: { anyOf: [whole(0), { const: '' }] },
  autoscaling: strict({
    enabled: flag,
    ...all(whole(1), 'minReplicas', 'maxReplicas'),
    cpuUtilization: whole(0),
    queue: strict({ metric: text, matchLabels: texts, messagesPerPod: whole(1) }),
    kedaTriggers: objects,
    metrics: objects,
    behavior: strict(all(kubernetes('HPAScalingRules'), 'scaleUp', 'scaleDown')),
  }),
  disruptionBudget: strict({
    enabled: flag,
    maxUnavailable: numberOrPercent,
    minAvailable: { anyOf: [numberOrPercent, { const: '' }] },
  }),
  rollout: strict({
    ...all(numberOrPercent, 'maxSurge', 'maxUnavailable'),
    minReadySeconds: whole(0),
    progressDeadlineSeconds: whole(1),
    revisionHistoryLimit: whole(0),
  }),
  terminationGracePeriodSeconds: whole(0),
  probes: strict(all($ref('probe'), 'startup', 'readiness', 'liveness')),
  resources,
  podSecurityContext: nullable(kubernetes('PodSecurityContext')),
  securityContext: nullable(kubernetes('SecurityContext')),
  secretsRevision: text,
  caBundle: strict({ configMap: optionalName, secret: optionalName, key: secretKey }),
  extraEnv: listOf(strict({ name: text, value: text, valueFrom: kubernetes('EnvVarSource') })),
  extraEnvFrom: listOf(kubernetes('EnvFromSource')),
  extraVolumeMounts: listOf(kubernetes('VolumeMount')),
  ...all(objects, 'extraVolumes', 'initContainers', 'extraContainers'),
  lifecycle: kubernetes('Lifecycle'),
  ...all(texts, 'deploymentAnnotations', 'podAnnotations', 'podLabels', 'nodeSelector'),
  tolerations: listOf(
    strict({ ...all(text, 'key', 'operator', 'value', 'effect'), tolerationSeconds: whole(0) }),
  ),
  affinity: strict(all(kubernetes('NodeAffinity'), 'nodeAffinity', 'podAffinity', 'podAntiAffinity')),
  ...all(text, 'priorityClassName', 'runtimeClassName'),
  hostAliases: listOf(kubernetes('HostAlias')),
  dnsConfig: kubernetes('PodDNSConfig'),
  topologySpread: strict({
    enabled: flag,
    whenUnsatisfiable: oneOf('ScheduleAnyway', 'DoNotSchedule'),
    constraints: listOf(kubernetes('TopologySpreadConstraint')),
  }),
  serviceAccount: strict({ create: flag, name: optionalName, annotations: texts }),
  service: strict({ type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer'), port, annotations: texts }),
  serviceMonitor: strict({
    enabled: flag,
    labels: texts,
    ...all(duration, 'interval', 'scrapeTimeout'),
    ...all(objects, 'relabelings', 'metricRelabelings'),
  }),
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio']

/** Variables that OpenTelemetry defines. */
const TRACING: Schemas = {
  OTEL_EXPORTER_OTLP_ENDPOINT: matching('^(https?://.+)?$'),
  OTEL_TRACES_SAMPLER: oneOf('', ...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}`)),
  OTEL_TRACES_SAMPLER_ARG: {
    type: ['number', 'string'],
    pattern: '^([01]|0?\\.[0-9]+)?$',
    minimum: 0,
    maximum: 1,
  },
  OTEL_SERVICE_NAME: text,
}

/** Numbers that templates read too, so an empty one can't leave the default to the service. */
const READ_BY_CHART = /_PORT$|^DRAIN_DELAY_MS$/
/** What templates compute or check while it is empty. Without its key the service has another value. */
const COMPUTED = /^(REPLICAS|CA_FILE|MAIL_TEMPLATES|TRUSTED_PROXIES)$/
const COMMON = new Set(Object.values(commonVariables).map(({ name }) => name))

const FLOWS = ['dns', 'mongodb', 'redis', 'rabbitmq']

/** What differs from service to service in its values, and what all of them have. */
function valuesOf(variables: Specification, image: Schemas, flows: readonly string[]): Schemas {
  const refs = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, $ref(name)]))
  const named = (secret: boolean) => {
    const wanted = Object.values(variables).filter((variable) => variable.secret === secret)
    const needed = wanted
      .filter((one) => !one.default || READ_BY_CHART.test(one.name) || COMPUTED.test(one.name))
      .filter(({ name }) => variables === commonVariables || !COMMON.has(name))
    const own = secret ? {} : TRACING
    return requiring(
      strict({ ...refs(wanted.map(({ name }) => name)), ...own }),
      ...needed.map(({ name }) => name),
    )
  }
  return {
    image: strict({
      registry,
      tag: matching('^([A-Za-z0-9_][-A-Za-z0-9_.]*)?$'),
      pullPolicy,
      ...image,
    }),
    config: named(false),
    secrets: named(true),
    networkPolicy: strict({
      enabled: flag,
      ...all($ref('peers'), 'httpFrom', 'operatorFrom', 'internalFrom', 'adminFrom'),
      egress: strict(all($ref('flow'), ...flows)),
      extraIngress: listOf(kubernetes('NetworkPolicyIngressRule')),
      extraEgress: listOf(kubernetes('NetworkPolicyEgressRule')),
    }),
    ...refs(Object.keys(SHARED)),
  }
}

const valuesOfService = (service: Service): Schema => {
  const isNotification = service === 'notification'
  const values = strict({
    enabled: flag,
    fullnameOverride: matching('^([a-z]([-a-z0-9]{0,50}[a-z0-9])?)?$'),
    ...valuesOf(
      SERVICES[service],
      { repository: matching(`^${IMAGE_PATH}$`), digest: matching('^(sha256:[a-f0-9]{64})?$') },
      isNotification ? [...FLOWS, 'smtp', 'webhooks'] : FLOWS,
    ),
    ...(isNotification ? { templates: strict({ configMap: optionalName }) } : {}),
    routes: strict({ public: listOf(pathPrefix), operator: listOf(pathPrefix) }),
  })
  const own = isNotification ? ['secrets', 'templates', 'networkPolicy'] : []
  return requiring(values, 'image', 'config', 'routes', ...own)
}

/** Each variable by its name: how it may be written in `config`, or where a secret comes from. */
const variableSchemas = (): Schemas => {
  const variables = Object.values<Specification>(SERVICES).flatMap((ofService) => Object.values(ofService))
  return Object.fromEntries(
    variables.map((one) => [one.name, { description: one.why, ...variableSchema(one) }]),
  )
}

/** What the messages of the parsers in `config.ts` say. */
const NUMBER = /^must be a whole number from (\d+) to (\d+)$/
const CHOICE = /^must be one of (.+)$/
const URL_OF = /^must be a URL that starts with (.+):\/\/$/
const NETWORKS = /^must hold IP addresses, networks like \S+, or (.+)$/

/**
 * How a variable may be written. The message of its parser says what it accepts, so that a value which the
 * service rejects fails when the chart is rendered, not in the pod.
 */
function variableSchema(variable: Variable<unknown>): Schema {
  const url = matching('^([a-z+]+://[^@]*)?$')
  const parts = { url, username: $ref('keyOfSecret'), password: $ref('keyOfSecret') }
  const optional = variable.default ? { optional: flag } : {}
  const own = { name: optionalName, key: secretKey, ...optional }
  if (variable.secret) return strict(variable.name.endsWith('_URL') ? { ...own, ...parts } : own)
  const rejection = rejectionOf(variable)
  const [, minimum, maximum] = NUMBER.exec(rejection) ?? []
  if (minimum !== undefined) return numberSchema(variable.name, Number(minimum), Number(maximum))
  const [, choices] = CHOICE.exec(rejection) ?? []
  if (choices !== undefined) return oneOf(...choices.split(', '))
  const [, schemes] = URL_OF.exec(rejection) ?? []
  if (schemes !== undefined) return matching(`^((${schemes.replaceAll(':// or ', '|')})://[^@{}]+)?$`)
  const [, names] = NETWORKS.exec(rejection) ?? []
  if (names !== undefined) return networksSchema(names.split(', '))
  return SPELLED[variable.name] ?? text
}

/** Values whose parser names an example instead of a rule. */
const SPELLED: Schemas = {
  MAIL_FROM: matching('^([^<@:/{}]+@[^@:/ ]+|[^@]*<[^<>@:/{} ]+@[^<>@:/ ]+>)?$'),
  MAIL_RETURN_PATH: matching('^([^@{}<>: ]*([{]id[}])?[^@{}<>: ]*@[A-Za-z0-9.-]+)?$'),
  MAIL_IDEMPOTENCY_HEADER: matching('^([A-Za-z][A-Za-z0-9-]{0,75})?$'),
  SMTP_CLIENT_NAME: matching('^([A-Za-z0-9][A-Za-z0-9-]{0,62}([.][A-Za-z0-9-]{1,63})*)?$'),
  MAIL_LANGUAGE: matching('^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$'),
}

/** The message about a value that no variable but one of any text accepts. */
function rejectionOf(variable: Variable<unknown>): string {
  try {
    variable.parse('not a value')
    return ''
  } catch (rejection) {
    return (rejection as Error).message
  }
}

function numberSchema(name: string, least: number, maximum: number): Schema {
  // With port 0 the operating system chooses one, which no Service could lead to.
  if (name.endsWith('_PORT')) return port
  if (READ_BY_CHART.test(name)) return whole(least, maximum)
  return { anyOf: [whole(least, maximum), { const: '' }] }
}

const IPV4 = '[0-9]{1,3}([.][0-9]{1,3}){3}(/([12]?[0-9]|3[0-2]))?'
const IPV6 = '[0-9a-fA-F]*:[0-9a-fA-F:.]*(/([1-9]?[0-9]|1[01][0-9]|12[0-8]))?'

/** Addresses and networks, comma-separated. The service checks them in full. */
const networksSchema = (names: readonly string[]): Schema =>
  matching(`^((${[...names, IPV4, IPV6].join('|')})( *, *|$))*$`)

/** Without a wildcard, which would take in hosts of the public operations. */
const ownHost = optionalName
const route = { enabled: flag, annotations: texts }
const ingress = { ...route, className: optionalName, tlsSecret: optionalName }

const rollcallValues: Schema = {
  ...strict({
    services: requiring(
      strict(Object.fromEntries(SERVICE_NAMES.map((name) => [name, valuesOfService(name)]))),
      ...SERVICE_NAMES,
    ),
    enabled: flag,
    // As a subchart, this chart gets other keys here too, because charts share `global`. checks.yaml rejects
    // unknown keys otherwise.
    global: { type: 'object', properties: { imageRegistry: registry, imagePullSecrets: { type: 'array' } } },
    fullnameOverride: matching('^([a-z]([-a-z0-9]*[a-z0-9])?)?$'),
    ...valuesOf(commonVariables, {}, FLOWS),
    tests: strict({
      enabled: flag,
      annotations: texts,
      apiKey: strict({ name: optionalName, keyIdKey: secretKey, secretKey }),
      courseId: whole(0),
      userId: whole(0),
      register: flag,
      waitSeconds: whole(1, 600),
    }),
    commonLabels: texts,
    commonAnnotations: texts,
    extraObjects: listOf({ type: ['object', 'string'] }),
    ingress: strict({
      ...ingress,
      host: optionalHost,
      operator: strict({ ...ingress, host: ownHost }),
    }),
    httpRoute: strict({
      ...route,
      parentRefs,
      hostnames: listOf(optionalHost),
      filters: objects,
      retry: strict({ attempts: whole(1), backoff: text, codes: listOf(whole(400, 599)) }),
      operator: strict({ ...route, parentRefs, hostnames: listOf(ownHost) }),
    }),
    alerts: strict({
      enabled: flag,
      labels: texts,
      alertLabels: texts,
      runbookUrl: matching('^(https?://.+)?$'),
      selector: text,
    }),
    dashboards: strict({ enabled: flag, labels: texts, annotations: texts }),
  }),
  required: [
    ...[
      'services',
      'global',
      'config',
      'secrets',
      'networkPolicy',
      'autoscaling',
      'disruptionBudget',
      'rollout',
    ],
    ...[
      'probes',
      'caBundle',
      'topologySpread',
      'serviceAccount',
      'service',
      'serviceMonitor',
      'alerts',
      'dashboards',
    ],
  ],
  $defs: {
    probe,
    peers,
    flow: strict({ ports: listOf({ anyOf: [port, matching('^[0-9]+-[0-9]+$')] }), to: $ref('peers') }),
    keyOfSecret,
    ...SHARED,
    ...variableSchemas(),
  },
}

const anyServer = { enabled: flag, image: text, pullPolicy, resources }
const stored = { storage: matching('^[0-9.]+(Mi|Gi|Ti)$'), storageClass: optionalName }

/** The values of the servers for development and CI. */
const backingValues: Schema = strict({
  enabled: flag,
  global: { type: 'object' },
  imagePullSecrets: listOf(strict({ name: text })),
  networkPolicy: strict({ enabled: flag }),
  mongodb: strict({ ...anyServer, ...stored, args: listOf(text), replicaSet: matching('^[A-Za-z0-9_-]*$') }),
  redis: strict({ ...anyServer, args: listOf(text) }),
  rabbitmq: strict({ ...anyServer, ...stored }),
  mailbox: strict(anyServer),
  secrets: strict({
    enabled: flag,
    serviceTokens: text,
    operatorTokens: text,
    webhookSecretKeys: text,
    rabbitmqPassword: text,
  }),
})

/** The schema of every chart's values. */
export const schemas: Readonly<Record<Chart, Schema>> = { rollcall: rollcallValues, backing: backingValues }

const MAX_WIDTH = 110

/** JSON with on one line what fits there. */
function laidOut(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= MAX_WIDTH) return line
  const inner = `${indent}  `
  const [begin, end] = Array.isArray(value) ? '[]' : '{}'
  const items = Array.isArray(value)
    ? value.map((item) => laidOut(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${laidOut(item, inner)}`)
  return `${begin}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${end}`
}

/** As the file `values.schema.json` holds it. */
export function schemaFile(chart: Chart): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Values of the chart ${chart}`,
    ...schemas[chart],
  }
  return `${laidOut(schema)}\n`
}

import type { Specification } from '../../../services/shared/config.ts'
import { configSchema, secretsSchema } from './variables.ts'
import {
  flag,
  kubernetesObject,
  listOf,
  mapOf,
  matching,
  numberOrPercent,
  oneOf,
  optionalHost,
  optionalName,
  ownHost,
  pathPrefix,
  port,
  quantity,
  secretKey,
  strict,
  text,
  texts,
  whole,
  type Schema,
} from './words.ts'

const probe = strict({
  periodSeconds: whole(1),
  timeoutSeconds: whole(1),
  failureThreshold: whole(1),
  initialDelaySeconds: whole(0),
  successThreshold: whole(1),
})

const amounts = strict({ cpu: quantity, memory: quantity, 'ephemeral-storage': quantity })

const peers = listOf(
  strict({
    podSelector: kubernetesObject,
    namespaceSelector: kubernetesObject,
    ipBlock: strict({ cidr: text, except: listOf(text) }),
  }),
)
const flow = strict({ ports: listOf(port), to: peers })
const parentRefs = listOf(
  strict({ name: text, namespace: text, sectionName: text, port, group: text, kind: text }),
)

export const imagePullSecrets = listOf(strict({ name: text }))
export const image = strict({
  registry: text,
  repository: text,
  tag: matching('^([A-Za-z0-9_][-A-Za-z0-9_.]*)?$'),
  digest: matching('^(sha256:[a-f0-9]{64})?$'),
  pullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
})
export const tolerations = listOf(
  strict({
    key: text,
    operator: oneOf('Exists', 'Equal'),
    value: text,
    effect: oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
    tolerationSeconds: whole(0),
  }),
)
export const affinity = strict({
  nodeAffinity: kubernetesObject,
  podAffinity: kubernetesObject,
  podAntiAffinity: kubernetesObject,
})
export const resources = strict({ requests: amounts, limits: amounts })

/** The values of a service; `variables` are those that its process reads. */
export const serviceValues = (variables: Specification): Readonly<Record<string, Schema>> => ({
  fullnameOverride: optionalName,
  image,
  imagePullSecrets,
  replicas: whole(0),
  autoscaling: strict({
    enabled: flag,
    minReplicas: whole(1),
    maxReplicas: whole(1),
    cpuUtilization: whole(0),
    queue: strict({ metric: text, matchLabels: texts, messagesPerPod: whole(1) }),
    behavior: strict({ scaleUp: kubernetesObject, scaleDown: kubernetesObject }),
  }),
  disruptionBudget: strict({ enabled: flag, maxUnavailable: numberOrPercent }),
  rollout: strict({
    maxSurge: numberOrPercent,
    maxUnavailable: numberOrPercent,
    minReadySeconds: whole(0),
    progressDeadlineSeconds: whole(1),
    revisionHistoryLimit: whole(0),
  }),
  terminationGracePeriodSeconds: whole(0),
  probes: strict({ startup: probe, readiness: probe, liveness: probe }),
  resources,
  config: configSchema(variables),
  secrets: secretsSchema(variables),
  secretsRevision: text,
  caBundle: strict({ configMap: optionalName, secret: optionalName, key: secretKey }),
  extraEnv: listOf(strict({ name: text, value: text, valueFrom: kubernetesObject })),
  extraVolumes: listOf(kubernetesObject),
  extraVolumeMounts: listOf(
    strict({
      name: text,
      mountPath: text,
      subPath: text,
      subPathExpr: text,
      readOnly: flag,
      mountPropagation: text,
    }),
  ),
  podAnnotations: texts,
  podLabels: texts,
  nodeSelector: texts,
  tolerations,
  affinity,
  priorityClassName: text,
  topologySpread: strict({ enabled: flag, whenUnsatisfiable: oneOf('ScheduleAnyway', 'DoNotSchedule') }),
  serviceAccount: strict({ create: flag, name: optionalName, annotations: texts }),
  service: strict({ type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer'), port, annotations: texts }),
  routes: strict({ public: listOf(pathPrefix), operator: listOf(pathPrefix) }),
  ingress: strict({
    enabled: flag,
    className: text,
    host: optionalHost,
    annotations: texts,
    tlsSecret: optionalName,
    operator: strict({ enabled: flag, host: ownHost, annotations: texts, tlsSecret: optionalName }),
  }),
  httpRoute: strict({
    enabled: flag,
    parentRefs,
    hostnames: listOf(optionalHost),
    annotations: texts,
    retry: strict({ attempts: whole(1), backoff: text, codes: listOf(whole(400, 599)) }),
    operator: strict({ enabled: flag, parentRefs, hostnames: listOf(ownHost) }),
  }),
  networkPolicy: strict({
    enabled: flag,
    httpFrom: peers,
    operatorFrom: peers,
    internalFrom: peers,
    adminFrom: peers,
    egress: strict({ dns: flow, mongodb: flow, redis: flow, rabbitmq: flow, smtp: flow, services: flow }),
    extraEgress: listOf(strict({ ports: listOf(kubernetesObject), to: peers })),
  }),
  serviceMonitor: strict({ enabled: flag, labels: texts, interval: matching('^[0-9]+(ms|s|m|h)$') }),
  tests: strict({ enabled: flag }),
})

/** Charts that use this one may share anything under `global`; what is ours there is checked. */
export const globalValues = (shared: Schema): Schema => ({ ...mapOf({}), properties: { rollcall: shared } })

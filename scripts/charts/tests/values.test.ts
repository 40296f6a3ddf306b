import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { commonVariables, type Variable } from '../../../services/platform/config.ts'
import { nodesOf } from '../../../local/contract/document.ts'
import {
  ALL_CHARTS,
  CHARTS,
  README_ARGUMENTS,
  SERVICE_NAMES,
  SERVICES,
  type Service,
} from '../../../testing/charts/charts.ts'
import { schemasOfKubernetes } from '../../../testing/charts/schemas-of-kubernetes.ts'
import { KUBERNETES_FIELDS, schemaFile, schemas } from '../schema.ts'
import {
  BEHIND_A_PROXY,
  HELMS,
  itWith,
  object,
  of,
  rendered,
  run,
  template,
} from '../../../testing/charts/render.ts'

/** Misspelt within objects of Kubernetes, which all services or one of them can have. */
const OBJECTS = {
  podSecurityContext: { runAsuser: 1 },
  securityContext: { readonlyRootFilesystem: 1 },
  lifecycle: { prestop: 1 },
  dnsConfig: { nameServers: 1 },
  hostAliases: [{ ip: '10.0.0.1', names: 1 }],
  extraEnvFrom: [{ configmapRef: 1 }],
  affinity: { nodeAffinity: { required: 1 } },
  networkPolicy: { adminFrom: [{ podSelector: { matchlabels: 1 } }], extraEgress: [{ port: 1 }] },
  topologySpread: { constraints: [{ maxSkews: 1 }] },
}
/** Misspelt at the top, below it, in what several places share, and in a list. */
const MISSPELT = {
  rollcall: {
    replicaz: 1,
    ...OBJECTS,
    ...of('user', { imige: 1, probes: { liveness: { periods: 1 } }, ...OBJECTS }),
    httpRoute: { parentRefs: [{ nome: 1 }] },
  },
  backing: { mongo: 1, redis: { imige: 1 }, imagePullSecrets: [{ nome: 1 }] },
}

describe.each(ALL_CHARTS)('values of the chart %s', (chart) => {
  it('are checked by name at every level, except for those of both charts', () => {
    const objects = [...nodesOf(schemas[chart])].filter(({ properties }) => properties !== undefined)
    const open = objects.filter(({ additionalProperties }) => additionalProperties !== false)
    expect(objects.length).toBeGreaterThan(5)
    const shared = chart === 'rollcall' ? [['imageRegistry', 'imagePullSecrets']] : []
    expect(open.map(({ properties }) => Object.keys(properties as object))).toEqual(shared)
  })

  itWith(HELMS, 'are rejected by both versions of Helm if a name is misspelt', () => {
    const slips = [...JSON.stringify(MISSPELT[chart]).matchAll(/"(\w+)":1/g)].map(([, slip = '']) => slip)
    for (const helm of HELMS) {
      const { status, stderr } = template(chart, MISSPELT[chart], helm)
      expect([status, slips.filter((slip) => !stderr.includes(slip))]).toEqual([1, []])
    }
  })

  it('have a generated schema, closed and short', () => {
    const file = readFileSync(join(CHARTS, chart, 'values.schema.json'), 'utf8')
    expect(file).toBe(schemaFile(chart))
    expect(file.split('\n').length).toBeLessThanOrEqual(1_500)
  })

  itWith(['helm-docs'], 'have a generated README', () => {
    const result = run('helm-docs', [
      ...[...README_ARGUMENTS, '--dry-run'],
      ...['--chart-search-root', join(CHARTS, chart), '--chart-to-generate', join(CHARTS, chart)],
    ])
    expect(result.stdout.trim()).toBe(readFileSync(join(CHARTS, chart, 'README.md'), 'utf8').trim())
  })
})

const scaled = { enabled: true }
const queue = { metric: 'm' }
const kedaTriggers = [{ type: 'rabbitmq' }]
const password = { name: 'a', key: 'b' }
const ingress = { enabled: true }
const httpRoute = { enabled: true, parentRefs: [{ name: 'g' }] }
/** Values of another form, and the words by which Helm, which lists all faults of this kind, names each. */
const MISSHAPEN: readonly (readonly [object, string])[] = [
  [
    {
      config: { HTTP_PORT: 1, REQUESTS_PER_MINUTE: 1, ADMIN_PORT: '', TRUSTED_PROXIES: '10.244.0.0/99' },
      image: { digest: `sha256:${'0'.repeat(64)}`, registry: 'https://registry.example.org' },
      secrets: { REDIS_URL: { url: 'redis://redis', password: { name: 'a' } } },
      ...of('user', {
        ingress,
        config: { NOTIFICATION_SERVICE_URL: null },
        secrets: { REDIS_URL: null },
        image: { repository: 'https://registry.example.org/user' },
      }),
      alerts: { enabled: true, runbookUrl: 'docs/operations/monitor.md' },
    },
    "'HTTP_PORT' 'REQUESTS_PER_MINUTE' /config/ADMIN_PORT /config/TRUSTED_PROXIES 'digest' /image/registry " +
      "'key' 'ingress' 'NOTIFICATION_SERVICE_URL' user/secrets/REDIS_URL image/repository /alerts/runbookUrl",
  ],
  [
    {
      ingress,
      config: { TRUSTED_PROXIES: null, ADMIN_PORT: null, REPLICAS: null },
      secrets: { REDIS_URL: null },
      image: { registry: 'registry.example.org/' },
      global: { imageRegistry: 'http://registry.example.org:5000' },
      ...of('user', { config: null }),
    },
    "'TRUSTED_PROXIES' 'ADMIN_PORT' 'REPLICAS' 'REDIS_URL' /image/registry /global/imageRegistry 'config'",
  ],
  [
    {
      config: { TRUSTED_PROXIES: '10.244.0.0/33' },
      secrets: { REDIS_URL: { url: 'redis://me:secret@redis' } },
      ...of('notification', {
        config: { MAIL_FROM: null, MAIL_TEMPLATES: null },
        secrets: { SMTP_URL: null },
      }),
    },
    "/config/TRUSTED_PROXIES /secrets/REDIS_URL/url 'MAIL_TEMPLATES' 'SMTP_URL'",
  ],
  [{ config: { TRUSTED_PROXIES: '10.244' } }, '/config/TRUSTED_PROXIES'],
  [{ config: { TRUSTED_PROXIES: 'fd00::/129' } }, '/config/TRUSTED_PROXIES'],
  [{ config: null, dashboards: null, services: { user: null } }, "'config', 'dashboards' 'user'"],
]

itWith(['helm4'], 'values of another form are rejected, and every fault is named', () => {
  for (const [values, names] of MISSHAPEN) {
    const { status, stderr } = template('rollcall', values, 'helm4')
    expect([status, names.split(' ').filter((name) => !stderr.includes(name)), stderr]).toEqual([
      1,
      [],
      stderr,
    ])
  }
})

/** Values that would do nothing, that would have an unwanted effect, or that no pod starts with. */
const REJECTED: readonly (readonly [object, string])[] = [
  [{ global: { imageRegistri: 'x' } }, 'global.imageRegistri is not known'],
  [of('user', { enabled: false }), 'config.USER_SERVICE_URL is required'],
  [
    { autoscaling: { ...scaled, minReplicas: 9, maxReplicas: 3 } },
    'minReplicas 9 is more than maxReplicas 3',
  ],
  [{ autoscaling: { ...scaled, cpuUtilization: 0 } }, 'has no metric'],
  [{ autoscaling: { ...scaled, queue, kedaTriggers } }, 'queue.metric has no effect with kedaTriggers'],
  [{ autoscaling: { ...scaled, metrics: [{}], kedaTriggers } }, 'metrics has no effect with kedaTriggers'],
  ...[{ minAvailable: 2 }, { minAvailable: 5 }, { minAvailable: '100%' }, { maxUnavailable: 0 }].map(
    (disruptionBudget) => [{ disruptionBudget }, 'so no node could be drained'] as const,
  ),
  [{ config: { ADMIN_PORT: 8080 } }, 'ADMIN_PORT and HTTP_PORT are both 8080'],
  [of('user', { config: { INTERNAL_PORT: 8082 } }), 'INTERNAL_PORT and OPERATOR_PORT are both 8082'],
  ...[
    { ingress },
    { httpRoute },
    { ingress: { operator: { ...ingress, host: 'o.example' } } },
    { httpRoute: { operator: { ...httpRoute, hostnames: ['o.example'] } } },
    { ...BEHIND_A_PROXY, ingress, ...of('user', { config: { TRUSTED_PROXIES: '' } }) },
  ].map((route) => [route, 'config.TRUSTED_PROXIES is not set'] as const),
  [{ secrets: { REDIS_URL: { name: '' } } }, 'secrets.REDIS_URL needs a url, or the name of a Secret'],
  [{ autoscaling: scaled, ...of('user', { replicas: 3 }) }, 'user.replicas has no effect with autoscaling'],
  [{ autoscaling: scaled, ...of('user', { replicas: 0 }) }, 'user.replicas has no effect with autoscaling'],
  [{ autoscaling: scaled, replicas: 3 }, 'replicas has no effect, because every service has autoscaling'],
  [{ terminationGracePeriodSeconds: 20 }, 'is too short for DRAIN_DELAY_MS: at least 38'],
  [{ secrets: { REDIS_URL: { password } } }, 'have no effect without secrets.REDIS_URL.url'],
  [{ caBundle: { configMap: 'a', secret: 'b' } }, 'a configMap or a secret, not both'],
  [{ caBundle: { key: 'x' } }, 'caBundle.key has no effect without caBundle.configMap or caBundle.secret'],
  [of('user', { caBundle: { key: 'x' } }), 'services.user.caBundle.key has no effect'],
  [
    { ingress: { operator: { host: 'o.example' } } },
    'operator.host has no effect without ingress.operator.enabled',
  ],
  [{ httpRoute: { operator: { hostnames: ['o.example'] } } }, 'httpRoute.operator.hostnames has no effect'],
  [{ serviceMonitor: { enabled: true } }, 'needs networkPolicy.adminFrom'],
  [{ alerts: { enabled: true } }, 'alerts.runbookUrl is not set'],
  [{ ...BEHIND_A_PROXY, httpRoute: { enabled: true } }, 'httpRoute needs parentRefs'],
  [
    { topologySpread: { enabled: false, constraints: [{ maxSkew: 1 }] } },
    'topologySpread.constraints has no effect without topologySpread.enabled',
  ],
  [
    of('user', { topologySpread: { enabled: false, constraints: [{ maxSkew: 1 }] } }),
    'services.user.topologySpread.constraints has no effect',
  ],
  [{ extraEnv: [{ name: 'LOG_LEVEL', value: 'debug' }] }, 'use config.LOG_LEVEL'],
  [of('user', { extraEnv: [{ name: 'REDIS_URL', value: 'redis://a' }] }), 'use secrets.REDIS_URL'],
  [{ tests: { courseId: 1 } }, 'have no effect without tests.apiKey.name'],
  [{ tests: { apiKey: { name: 'k' }, register: true } }, 'register needs tests.courseId and tests.userId'],
]

itWith(['helm4'], 'values without an effect are rejected with the reason', () => {
  for (const [values, reason] of REJECTED) {
    const { status, stderr } = template('rollcall', values, 'helm4')
    expect([values, status, stderr]).toEqual([values, 1, expect.stringContaining(reason)])
  }
})

itWith(['kubeconform'], 'objects of Kubernetes in the values have the fields that Kubernetes knows', () => {
  const file = readFileSync(join(schemasOfKubernetes(), '_definitions.json'), 'utf8')
  type Definitions = Readonly<Record<string, { readonly properties?: object }>>
  const { definitions } = JSON.parse(file) as { definitions: Definitions }
  for (const [kind, fields] of Object.entries(KUBERNETES_FIELDS)) {
    const [, found] = Object.entries(definitions).find(([name]) => name.endsWith(`.${kind}`)) ?? []
    expect([kind, [...fields].sort()]).toEqual([kind, Object.keys(found?.properties ?? {}).sort()])
  }
})

/** Only the pod has these. */
const NAMES_OF_FILES = ['CA_FILE', 'MAIL_TEMPLATES']
/** Each is rejected by some variables. */
const WRONG = [
  'not a value',
  '-1',
  '0',
  '99999999',
  'host:8081',
  'http://me:secret@host',
  '10.0.0.0/8/8',
  '*',
  'https://host/{id}',
  'a+{ID}@example.org',
]

describe('configuration', () => {
  const names = (service: Service, secret: boolean) => {
    const variables = Object.values(SERVICES[service]).filter((variable) => variable.secret === secret)
    return variables.map(({ name }) => name).sort()
  }

  itWith(['helm'], 'reaches the pods of each service, with numbers as they were written', () => {
    const text = rendered('rollcall', of('user', { config: { REQUESTS_PER_MINUTE: 1_000_000 } }))
    expect(text).toContain('REQUESTS_PER_MINUTE: "1000000"')
    const sampled = rendered('rollcall', { config: { OTEL_TRACES_SAMPLER_ARG: 0.1 } })
    expect(sampled).toContain('OTEL_TRACES_SAMPLER_ARG: "0.1"')
    for (const service of SERVICE_NAMES) {
      const config = object(text, 'ConfigMap', `trial-${service}`).split('\ndata:\n')[1] ?? ''
      const given = [...config.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
      expect(names(service, false)).toEqual(expect.arrayContaining(given))
      const secrets = object(text, 'Deployment', `trial-${service}`).matchAll(
        /- name: ([A-Z_]+)\n\s+valueFrom:\n\s+secretKeyRef/g,
      )
      expect([...secrets].map(([, name]) => name).sort()).toEqual(names(service, true))
    }
  })

  it.each(SERVICE_NAMES)('is rejected by the chart if the %s service would reject it', (service) => {
    const { $defs } = schemas.rollcall
    const rejects = ({ parse }: Variable<unknown>, value: string) => {
      try {
        parse(value)
        return false
      } catch {
        return true
      }
    }
    const plain = Object.values<Variable<unknown>>(SERVICES[service]).filter(({ secret }) => !secret)
    const named = plain.filter(({ name }) => !NAMES_OF_FILES.includes(name))
    expect(named.length).toBeGreaterThan(10)
    for (const variable of named) {
      const accepts = new Ajv({ strict: false }).compile({ $ref: `#/$defs/${variable.name}`, $defs })
      for (const wrong of WRONG.filter((one) => rejects(variable, one))) {
        const forms = /^-?\d+$/.test(wrong) ? [wrong, Number(wrong)] : [wrong]
        for (const form of forms)
          expect([variable.name, form, accepts(form)]).toEqual([variable.name, form, false])
      }
    }
  })

  it('has defaults in the chart that are valid for the service', () => {
    const values = readFileSync(join(CHARTS, 'rollcall/values.yaml'), 'utf8')
    for (const { name, parse } of Object.values<Variable<unknown>>(commonVariables)) {
      const value = new RegExp(`^  ${name}: (.*)$`, 'm').exec(values)?.[1]
      if (value !== undefined && value !== "''") expect(() => parse(value)).not.toThrow()
    }
  })
})

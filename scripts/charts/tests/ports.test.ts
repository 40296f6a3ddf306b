import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '../../../services/platform/contract/generated/catalogue.ts'
import { behindNat64 } from '../../../services/platform/domain/embedded-ipv4.ts'
import { readUrl } from '../../../services/notification/src/webhooks/endpoints/rules.ts'
import { ROOT } from '../../../local/support/files.ts'
import { CHARTS, SERVICE_NAMES, SERVICES } from '../../../testing/charts/charts.ts'
import {
  BEHIND_A_PROXY,
  EVERYTHING,
  itWith,
  object,
  objects,
  of,
  rendered,
  run,
  template,
} from '../../../testing/charts/render.ts'

const PUBLIC_HOST = 'rollcall.example'
const OPERATOR_HOST = 'operator.rollcall.example'

/**
 * Each path that has to be routed, by its plain prefix: the version prefix stands before public records alone
 * (S9).
 */
const ROUTES = [
  ...new Map(
    Object.values(catalogue).flatMap(({ path, service, audience }) => {
      const [, first = '', second = ''] = path.split('/')
      if (audience === 'internal') return []
      const versioned = path.endsWith('/') ? [`/api/v2/${first}`] : []
      const prefixes = audience === 'operator' ? [`/${first}/${second}`] : [`/${first}`, ...versioned]
      return prefixes.map((prefix) => [prefix, { prefix, service, audience }] as const)
    }),
  ).values(),
]

/** Each path of a route: `prefix → service:port`. */
function routes(route: string): readonly string[] {
  const lines = [
    ...route.matchAll(/^\s+(?:- )?(?:(?:path|value): (\/\S*)|name: (\S+)\n\s+port:\s+(?:number: )?(\d+))$/gm),
  ]
  // A rule names its paths, then the Service.
  const paths: string[] = []
  return lines
    .flatMap(([, path, service, port]) => {
      if (path !== undefined) paths.push(path)
      return path === undefined ? paths.splice(0).map((one) => `${one} → ${service}:${port}`) : []
    })
    .sort()
}

/** The `Service:port` of each path of a route, once. */
const backends = (route: string) => [...new Set(routes(route).map((path) => path.split(' → ')[1] as string))]

const hostOf = (route: string) => /(?:host: "|hostnames:\n\s+- )([\w.]+)/.exec(route)?.[1] ?? ''

/** The names of ports in an object, in order. */
const portNames = (object: string, key: string): readonly string[] =>
  [...object.matchAll(new RegExp(`${key}: ([a-z]+)$`, 'gm'))].map(([, name]) => name as string).sort()

/** Where ingress of a policy comes from, by the name of the port; undefined allows all. */
function admitted(policy: string, port: string): string | undefined {
  const [ingress = ''] = policy.split('\n  egress:')
  const rule = ingress.split('\n    - ports:').find((one) => one.includes(`port: ${port}`))
  return rule?.split('from:')[1]?.replaceAll(/\s+/g, ' ')
}

/** The services that call the internal operations of each. */
const CALLERS: Readonly<Record<(typeof SERVICE_NAMES)[number], readonly string[]>> = {
  user: ['notification', 'registration'],
  notification: ['registration', 'user'],
  registration: ['notification', 'user'],
}

describe.each(SERVICE_NAMES)('the ports of the %s service (A7)', (service) => {
  const variables = Object.values(SERVICES[service]).filter(({ name }) => name.endsWith('_PORT'))
  const numbers = variables.map((one) => [one.name.replace('_PORT', '').toLowerCase(), one.default?.value])
  const listening = numbers.map(([name]) => name as string).sort()
  const policy = (values: object = {}) =>
    object(rendered('rollcall', values), 'NetworkPolicy', `trial-${service}`)

  itWith(['helm'], 'are those on which it listens, with a Service for each audience', () => {
    const text = rendered('rollcall')
    const deployment = object(text, 'Deployment', `trial-${service}`)
    const container = deployment.matchAll(/- name: (\w+)\n\s+containerPort: (\d+)/g)
    expect([...container].map(([, name, number]) => [name, Number(number)]).sort()).toEqual(numbers.sort())
    const ports = (suffix: string) =>
      portNames(object(text, 'Service', `trial-${service}${suffix}`), 'targetPort')
    expect(ports('')).toEqual(listening.filter((name) => name === 'http'))
    expect(ports('-operator')).toEqual(['operator'])
    expect(ports('-internal')).toEqual(listening.filter((name) => name === 'admin' || name === 'internal'))
  })

  itWith(['helm'], 'are closed to the network for operator operations unless these have a route', () => {
    const operator = { enabled: true, parentRefs: [{ name: 'g' }], hostnames: [OPERATOR_HOST] }
    expect(portNames(policy(), '- port')).toEqual(listening.filter((name) => name !== 'operator'))
    expect(portNames(policy({ ...BEHIND_A_PROXY, httpRoute: { operator } }), '- port')).toEqual(listening)
    expect(portNames(policy(EVERYTHING.rollcall), '- port')).toEqual(listening)
  })

  itWith(['helm'], 'are closed to other namespaces and releases that are not named', () => {
    const named = (name: string) =>
      ` - podSelector: matchLabels: app.kubernetes.io/instance: trial app.kubernetes.io/name: ${name}`
    expect(admitted(policy(), 'admin')).toBe(named('test'))
    expect(admitted(policy(), 'internal')).toBe(CALLERS[service].map(named).join(''))
    expect(admitted(policy(), 'http')).toBe(' - podSelector: {}')
    expect(admitted(policy({ ...BEHIND_A_PROXY, ingress: { enabled: true } }), 'http')).toBeUndefined()
  })
})

itWith(
  ['helm'],
  'the pods of `helm test`, dumps and restores reach what they need where all else is denied',
  () => {
    const egress = (name: string) => {
      const policy = object(rendered('rollcall'), 'NetworkPolicy', `trial-${name}`)
      const [, label] =
        /app.kubernetes.io\/name: (\S+)\n.*\n {2}policyTypes: \[Ingress, Egress\]\n/.exec(policy) ?? []
      return [label, ...[...policy.matchAll(/- port: (\d+)/g)].map(([, port]) => port)]
    }
    const perService = SERVICE_NAMES.flatMap(() => ['8080', '9090'])
    expect(egress('test')).toEqual(['test', '53', '53', ...perService])
    expect(egress('backup')).toEqual(['backup', '53', '53', '27017'])
    const labels = /labels: \{ app.kubernetes.io\/name: backup, app.kubernetes.io\/instance: /
    expect(readFileSync(join(CHARTS, 'rollcall/examples/backup.yaml'), 'utf8')).toMatch(labels)
    expect(readFileSync(join(ROOT, 'docs/operations/backup-and-restore.md'), 'utf8')).toMatch(labels)
  },
)

describe('webhooks', () => {
  const egressOf = (name: string, values: object = {}): string => {
    const policy = object(rendered('rollcall', values), 'NetworkPolicy', 'trial-notification')
    return policy.split(`    # ${name}\n`)[1]?.split('\n    # ')[0] ?? ''
  }

  const ALLOWED = [443, 1_024, 8_443, 65_535]
  for (const [allowHttp, allowed] of [
    [false, ALLOWED],
    [true, [80, ...ALLOWED]],
  ] as const)
    itWith(['helm'], `may be sent to the same ports as in URLs, http allowed: ${allowHttp} (W9)`, () => {
      const config = { WEBHOOK_ALLOW_HTTP: String(allowHttp) }
      const egress = egressOf('webhooks', { services: { notification: { config } } })
      const ranges = [...egress.matchAll(/- port: (\d+)(?:\n\s+endPort: (\d+))?/g)]
      const admits = (port: number) =>
        ranges.some(([, first, last = first]) => port >= Number(first) && port <= Number(last))
      const accepts = (port: number) => {
        const url = `${allowHttp ? 'http' : 'https'}://hr.example.com:${port}/`
        try {
          return readUrl(url, { allowHttp, isAllowedHost: () => true }).hostname !== ''
        } catch {
          return false
        }
      }
      const ports = [22, 25, 80, 442, 443, 444, 1_023, 1_024, 8_443, 65_535]
      expect(ports.filter(admits)).toEqual(allowed)
      expect(ports.filter(accepts)).toEqual(allowed)
    })

  itWith(['helm'], 'may not be sent to addresses of metadata servers (W9)', () => {
    for (const network of ['169.254.0.0/16', '168.63.129.16/32'])
      expect(egressOf('webhooks')).toContain(`- ${network}`)
  })

  itWith(['helm'], 'may be sent to the same addresses of IPv4 behind NAT64 (W9)', () => {
    const exceptionsOf = (cidr: string) => {
      const [, block = ''] = egressOf('webhooks').split(`cidr: ${cidr}\n`)
      const [exceptions = ''] = block.split('- ipBlock:')
      return [...exceptions.matchAll(/- (\S+)\/(\d+)$/gm)].map(([, address = '', bits]) => [
        behindNat64(address).toString(),
        Number(bits),
      ])
    }
    const ipv4 = exceptionsOf('0.0.0.0/0')
    expect(ipv4.length).toBeGreaterThan(0)
    const ofNat64 = 96
    const expected = ipv4.map(([address, bits]) => [address, Number(bits) + ofNat64])
    expect(exceptionsOf('64:ff9b::/96')).toEqual(expected)
  })

  itWith(['helm'], 'get the URL of their proxy from a Secret', () => {
    const deployment = object(rendered('rollcall'), 'Deployment', 'trial-notification')
    expect(deployment.replaceAll(/\s+/g, ' ')).toContain(
      'name: WEBHOOK_PROXY_URL valueFrom: secretKeyRef: ' +
        'name: rollcall-webhooks key: proxy-url optional: true',
    )
    const plain = of('notification', { config: { WEBHOOK_PROXY_URL: 'http://proxy:3128' } })
    expect(template('rollcall', plain).stderr).toContain('WEBHOOK_PROXY_URL')
  })
})

describe("the operators' page", () => {
  /** The notes that Helm 4 prints. Helm 3 prints them with a cluster only. */
  const notes = (...values: readonly string[]) => {
    const common = ['services.notification.config.MAIL_FROM=a@b.example', 'config.TRUSTED_PROXIES=10.0.0.1']
    const set = [...common, ...values].flatMap((value) => ['--set', value])
    return run('helm4', ['install', 'trial', join(CHARTS, 'rollcall'), '--dry-run=client', ...set]).stdout
  }
  const shown = 'services.notification.config.OPERATOR_PAGE=shown'

  itWith(['helm4'], 'has one address with all operator operations, or the notes say what is missing', () => {
    expect(notes()).not.toContain("operators' page")
    expect(notes(shown)).toContain('There is no such address yet.')
    const ingress = ['ingress.operator.enabled=true', `ingress.operator.host=${OPERATOR_HOST}`]
    expect(notes(shown, ...ingress)).toContain(`http://${OPERATOR_HOST}/ops/`)
    const gateway = [
      'httpRoute.operator.parentRefs[0].name=g',
      `httpRoute.operator.hostnames[0]=${OPERATOR_HOST}`,
    ]
    expect(notes(shown, 'httpRoute.operator.enabled=true', ...gateway)).toContain(
      `https://${OPERATOR_HOST}/ops/`,
    )
  })

  itWith(['helm4'], 'opens with the token that the notes print, from the Secret of the values', () => {
    const secret = 'services.notification.secrets.OPERATOR_TOKENS.name=our-tokens'
    expect(notes(shown, secret)).toContain("get secret our-tokens -o jsonpath='{.data.operator}'")
  })

  itWith(['helm4'], 'needs no forwarded port that the notes leave open', () => {
    const text = notes(shown)
    expect(text.match(/port-forward service.*&$/gm)).toHaveLength(2)
    expect(text.match(/^ {2}kill \$!$/gm)).toHaveLength(2)
  })
})

describe('routes', () => {
  itWith(
    ['helm'],
    'lead to the services of all paths of an audience; that of operators has its own host',
    () => {
      const shown = { ...EVERYTHING.rollcall, ...of('registration', { config: { REFERENCE_PAGE: 'shown' } }) }
      expect(routes(object(rendered('rollcall', shown), 'Ingress', 'trial-public'))).toContain(
        '/docs → trial-registration:8080',
      )
      expect(routes(object(rendered('rollcall', shown), 'Ingress', 'trial-operator'))).toContain(
        '/docs → trial-registration-operator:8082',
      )
      for (const kind of ['Ingress', 'HTTPRoute'])
        for (const [audience, host, suffix, port] of [
          ['public', PUBLIC_HOST, '', 8080],
          ['operator', OPERATOR_HOST, '-operator', 8082],
        ] as const) {
          const route = object(rendered('rollcall', EVERYTHING.rollcall), kind, `trial-${audience}`)
          const expected = ROUTES.filter((one) => one.audience === audience).map(
            ({ prefix, service }) => `${prefix} → trial-${service}${suffix}:${port}`,
          )
          expect(routes(route)).toEqual(expected.sort())
          expect(hostOf(route)).toBe(host)
        }
    },
  )

  itWith(['helm'], 'are made on request, and those of public operations add no others', () => {
    expect(objects(rendered('rollcall'), 'Ingress', 'HTTPRoute')).toEqual([])
    const httpRoute = { enabled: true, parentRefs: [{ name: 'g' }] }
    const open = { ...BEHIND_A_PROXY, ingress: { enabled: true }, httpRoute }
    const made = objects(rendered('rollcall', open), 'Ingress', 'HTTPRoute')
    expect(made).toHaveLength(2)
    expect(made.flatMap(routes).join()).not.toMatch(/admin|operator|internal/)
  })

  itWith(['helm'], 'have at most 16 rules with 64 matches each, as the Gateway API allows', () => {
    const made = objects(rendered('rollcall', EVERYTHING.rollcall), 'HTTPRoute')
    expect(made).toHaveLength(2)
    for (const route of made) {
      const rules = route.split('\n    - matches:').slice(1)
      expect(rules).toHaveLength(backends(route).length)
      for (const rule of rules) expect(rule.match(/- path:/g)?.length).toBeLessThanOrEqual(64)
    }
  })

  itWith(['helm'], 'lead operators to pods that are not ready too, because their status says why', () => {
    for (const service of objects(rendered('rollcall'), 'Service')) {
      const isOperator = /\n {2}name: \S+-operator\n/.test(service)
      const publishes = service.includes('publishNotReadyAddresses: true')
      const leadsTraefik = service.includes('traefik.ingress.kubernetes.io/service.nativelb: "true"')
      expect([service, publishes, leadsTraefik]).toEqual([service, isOperator, isOperator])
    }
  })

  /** Examples whose load balancers send to the pods that Kubernetes says are ready. */
  const BY_READINESS = ['istio', 'listenerset', 'managed', 'nginx', 'openshift', 'operators', 'traefik']
  /** What checks the backend `service:port`, of a route with these annotations: the port and the path. */
  const CHECKS: Readonly<
    Record<string, (text: string, route: string, backend: string) => string | undefined>
  > = {
    aks: (_, route) =>
      `${/health-probe-port: "(\d+)"/.exec(route)?.[1]}${/health-probe-path: (\S+)/.exec(route)?.[1]}`,
    alb: (_, route, backend) =>
      // By default to the port of the traffic.
      (/healthcheck-port: "(\d+)"/.exec(route)?.[1] ?? String(backend.split(':')[1])) +
      String(/healthcheck-path: (\S+)/.exec(route)?.[1]),
    gke: (text, _, backend) => {
      const [service] = backend.split(':')
      const policy =
        objects(text, 'HealthCheckPolicy').find((one) => one.includes(`name: ${service} }`)) ?? ''
      const [, path, port] = /requestPath: (\S+), port: (\d+)/.exec(policy) ?? []
      return `${port}${path}`
    },
  }

  itWith(['helm'], 'of each example have a health check on the port of their traffic', () => {
    const folder = join(CHARTS, 'rollcall/examples')
    const names = readdirSync(folder).map((file) => file.replace('.yaml', ''))
    const withRoutes = names.filter((name) => /enabled: true/.test(routesOf(name)))
    expect([...withRoutes].sort()).toEqual([...BY_READINESS, ...Object.keys(CHECKS)].sort())
    for (const [name, checkOf] of Object.entries(CHECKS)) {
      const text = exampleWithOperatorRoute(name)
      const found = objects(text, 'Ingress', 'HTTPRoute').flatMap((route) =>
        backends(route).map((backend) => [name, backend, checkOf(text, route, backend)]),
      )
      const publicOnes = SERVICE_NAMES.map((service) => [name, `rollcall-${service}:8080`, '8080/readyz'])
      const operatorOnes = SERVICE_NAMES.map((service) => [
        name,
        `rollcall-${service}-operator:8082`,
        '8082/livez',
      ])
      expect(found.sort()).toEqual([...publicOnes, ...operatorOnes].sort())
    }

    function routesOf(name: string): string {
      const text = readFileSync(join(folder, `${name}.yaml`), 'utf8')
      return /^(?:ingress|httpRoute):\n(?: .*\n)+/m.exec(text)?.[0] ?? ''
    }
    function exampleWithOperatorRoute(name: string): string {
      const isIngress = routesOf(name).startsWith('ingress')
      const host = isIngress ? 'ingress.operator.host' : 'httpRoute.operator.hostnames[0]'
      const parent = isIngress ? [] : ['httpRoute.operator.parentRefs[0].name=internal']
      const on = [
        `${isIngress ? 'ingress' : 'httpRoute'}.operator.enabled=true`,
        `${host}=${OPERATOR_HOST}`,
        ...parent,
      ]
      const sets = on.flatMap((one) => ['--set', one])
      const values = ['--values', join(folder, `${name}.yaml`), '--kube-version', '1.33.0']
      return run('helm', ['template', 'rollcall', join(CHARTS, 'rollcall'), ...values, ...sets]).stdout
    }
  })

  itWith(['helm4'], 'may attach to a ListenerSet, and the notes read the address of its Gateway', () => {
    const example = join(CHARTS, 'rollcall/examples/listenerset.yaml')
    const printed = run('helm4', [
      'install',
      'trial',
      join(CHARTS, 'rollcall'),
      '--dry-run=client',
      '-f',
      example,
    ])
    expect(object(printed.stdout, 'HTTPRoute', 'trial-public')).toMatch(/- group: .*\n\s+kind: ListenerSet\n/)
    expect(printed.stdout).toContain('get listenerset rollcall -o')
    expect(printed.stdout).not.toContain('get gateway rollcall')
  })

  itWith(['helm'], 'have the class of the public Ingress, unless that of operators has its own', () => {
    for (const [own, className] of [
      [{}, 'open'],
      [{ className: 'inside' }, 'inside'],
    ] as const) {
      const operator = { enabled: true, host: OPERATOR_HOST, ...own }
      const ingress = { enabled: true, className: 'open', host: PUBLIC_HOST, operator }
      const made = objects(rendered('rollcall', { ...BEHIND_A_PROXY, ingress }), 'Ingress')
      expect(made.map((one) => /ingressClassName: (.*)/.exec(one)?.[1])).toEqual(['open', className])
    }
  })

  itWith(['helm4'], 'to operator operations need a separate host without a wildcard', () => {
    for (const [host, reason] of [
      ['', 'is "": operator operations need their own host'],
      [PUBLIC_HOST, `is "${PUBLIC_HOST}": operator operations need their own host`],
      ['*.example', 'does not match pattern'],
    ] as const) {
      const operator = { enabled: true, parentRefs: [{ name: 'g' }], hostnames: host === '' ? [] : [host] }
      for (const values of [
        { ingress: { operator: { enabled: true, host } }, httpRoute: { hostnames: [PUBLIC_HOST] } },
        { ingress: { host: PUBLIC_HOST }, httpRoute: { operator } },
      ])
        expect(template('rollcall', { ...BEHIND_A_PROXY, ...values }, 'helm4').stderr).toContain(reason)
    }
  })
})

import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { ALL_CHARTS, CHARTS, SERVICE_NAMES, SERVICES } from '../../../testing/charts/charts.ts'
import { KUBE_VERSION, schemasOfKubernetes } from '../../../testing/charts/schemas-of-kubernetes.ts'
import {
  ask,
  EVERYTHING,
  HELMS,
  itWith,
  object,
  objects,
  of,
  rendered,
  run,
  scratchFile,
  template,
} from '../../../testing/charts/render.ts'

const { version } = packageJson
const EXAMPLES = join(CHARTS, 'rollcall/examples')
/** Kinds that no schema is to be had for here: the cluster of `npm run check -- cluster` knows the first. */
const LEFT_OUT =
  'HTTPRoute,ListenerSet,ScaledObject,TriggerAuthentication,Middleware,HealthCheckPolicy,PeerAuthentication'

function example(name: string): string {
  const command = ['template', 'rollcall', join(CHARTS, 'rollcall'), '--kube-version', KUBE_VERSION]
  const { status, stdout, stderr } = run('helm', [...command, '--values', join(EXAMPLES, name)])
  if (status !== 0) throw new Error(`${name}: ${stderr}`)
  return stdout
}

describe.each(ALL_CHARTS)('the chart %s', (chart) => {
  for (const helm of HELMS)
    itWith([helm], `passes ${helm} lint`, () => {
      const result = ask(helm, ['lint', '--strict'], chart)
      expect([result.status, result.stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
    })

  it('has the version of the project, and its changes', () => {
    const text = readFileSync(join(CHARTS, chart, 'Chart.yaml'), 'utf8')
    expect(text).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
    expect(text).toContain('artifacthub.io/changes')
    expect(text).toContain('artifacthub.io/license: Apache-2.0')
  })

  itWith(HELMS, 'renders the same text with Helm 3, with Helm 4, and repeatedly', () => {
    for (const values of [{}, EVERYTHING[chart]]) {
      // Helm 4 keeps an empty line between two documents of one file.
      const of3 = rendered(chart, values)
      expect(rendered(chart, values, 'helm4').replaceAll(/\n+---\n/g, '\n---\n')).toBe(of3)
      expect(template(chart, values).stdout).toBe(of3)
    }
  })
})

/** What Kubernetes does not know of the objects in these texts. */
function unknownIn(texts: readonly string[]): string[] {
  const location = `${schemasOfKubernetes()}/{{.ResourceKind}}{{.KindSuffix}}.json`
  const args = ['-strict', '-summary', '-schema-location', location, '-skip', LEFT_OUT]
  const distinct = new Set(texts.flatMap((text) => text.split(/\n+---\n/)))
  const { stdout } = run('kubeconform', args, [...distinct].join('\n---\n'))
  const unknown = stdout.trim().split('\n')
  expect(unknown.pop()).toMatch(/^Summary: \d{2,} resources /)
  return unknown
}

itWith(['helm', 'kubeconform'], 'Kubernetes knows every rendered object, and all of its fields', () => {
  const texts = [
    ...ALL_CHARTS.flatMap((chart) => [rendered(chart), rendered(chart, EVERYTHING[chart])]),
    ...readdirSync(EXAMPLES).map(example),
  ]
  expect(unknownIn(texts)).toEqual([])
})

/** Words of a file of values that are not words of Kubernetes. */
const CHOSEN_WORDS = /(?<=: |\[|- )(?!true|false|labeldrop\b)[a-z][a-z-]*(?=[\]},\n])/g

itWith(
  ['helm', 'kubeconform'],
  'a text of the values stays one, also if YAML reads it as something else',
  () => {
    const everything = readFileSync(join(CHARTS, 'rollcall/tests/everything.yaml'), 'utf8')
    const alerts = { runbookUrl: "https://guide.example/o'neill", selector: `team="it's: #1"` }
    const texts = ["'2024'", "'1e3'", "'yes'"].map((word) => {
      const file = scratchFile(`odd-${word.slice(1, -1)}.yaml`)
      writeFileSync(file, everything.replaceAll(CHOSEN_WORDS, word))
      const odd = ['template', '2024', '--namespace', '2024', '--values', file]
      const { status, stdout, stderr } = ask('helm', odd, 'rollcall', { fullnameOverride: 'copy', alerts })
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toContain(`max(rollcall_dead_letters{${alerts.selector}}) > 0\n`)
      return stdout
    })
    const backing = ask('helm', ['template', '2024', '--namespace', '2024'], 'backing', {
      fullnameOverride: 'b',
    })
    expect(unknownIn([...texts, backing.stdout])).toEqual([])
  },
)

itWith(['helm', 'kube-score'], 'kube-score finds what the guide explains, and nothing else', () => {
  const explained = [
    'CPU limit is not set',
    'ImagePullPolicy is not set to Always',
    'Deployment does not have a host podAntiAffinity set',
  ]
  // Of dumps and restores.
  const withoutPods = "The NetworkPolicys selector doesn't match any pods"
  const texts = [
    [rendered('rollcall'), withoutPods],
    [rendered('rollcall', EVERYTHING.rollcall), withoutPods],
    // kube-score does not find the policy of an object that names no namespace.
    [example('backup.yaml'), withoutPods, 'The pod does not have a matching NetworkPolicy'],
  ] as const
  for (const [text, ...more] of texts) {
    const args = ['score', '--kubernetes-version', 'v1.33', '--output-format', 'ci', '-']
    const { stdout } = run('kube-score', args, text)
    const found = [...stdout.matchAll(/^\[(?:CRITICAL|WARNING)\] \S+ \S+: (?:\(([\w-]+)\) )?(.*)$/gm)]
    const ours = found.filter(([, container]) => container !== 'more') // a further container of the values
    expect(new Set(ours.map(([, , finding]) => finding))).toEqual(new Set([...explained, ...more]))
  }
})

describe('the services', () => {
  itWith(['helm'], 'can each be left out, if the others are told where it is', () => {
    for (const off of SERVICE_NAMES) {
      const variable = `${off.toUpperCase()}_SERVICE_URL`
      const callers = SERVICE_NAMES.filter((service) =>
        Object.values(SERVICES[service]).some(({ name }) => name === variable),
      )
      const config = { [variable]: 'http://elsewhere:8081' }
      const told = Object.fromEntries(callers.map((service) => [service, { config }]))
      const values = { ...told, [off]: { enabled: false } }
      const text = rendered('rollcall', { services: values })
      const on = SERVICE_NAMES.filter((service) => object(text, 'Deployment', `trial-${service}`) !== '')
      expect(on).toEqual(SERVICE_NAMES.filter((service) => service !== off))
      expect(text.match(/http:\/\/elsewhere:8081/g)).toHaveLength(callers.length)
    }
  })

  itWith(['helm'], 'take the values for all services, unless they have their own', () => {
    const text = rendered('rollcall', {
      replicas: 4,
      disruptionBudget: { enabled: false },
      podSecurityContext: { runAsUser: null },
      serviceAccount: { name: 'shared' },
      ...of('user', { replicas: 5, securityContext: null, topologySpread: { enabled: false } }),
    })
    const deployments = SERVICE_NAMES.map((name) => object(text, 'Deployment', `trial-${name}`))
    expect(deployments.map((one) => /^ {2}replicas: (\d+)$/m.exec(one)?.[1])).toEqual(['4', '5', '4'])
    expect(deployments.map((one) => one.includes('readOnlyRootFilesystem'))).toEqual([true, false, true])
    expect(deployments.map((one) => one.includes('topologySpreadConstraints'))).toEqual([true, false, true])
    expect(objects(text, 'ServiceAccount')).toHaveLength(1)
    expect(text).not.toMatch(/PodDisruptionBudget|runAsUser/)
    expect(text).toContain('runAsNonRoot: true')
  })

  itWith(['helm'], 'get the maximum number of their pods, at least one (R20)', () => {
    for (const [values, replicas] of [
      [{ replicas: 3 }, '3'],
      // A service that is stopped rejects REPLICAS=0.
      [{ replicas: 0 }, '1'],
      [{ autoscaling: { enabled: true, minReplicas: 2, maxReplicas: 7 } }, '7'],
      [{ replicas: 3, config: { REPLICAS: 5 } }, '5'],
    ] as const) {
      const text = object(rendered('rollcall', of('user', values)), 'ConfigMap', 'trial-user')
      expect(/^ {2}REPLICAS: "(.*)"$/m.exec(text)?.[1]).toBe(replicas)
    }
  })

  itWith(
    ['helm'],
    'take constraints, budgets and metrics of the operator instead of the computed ones',
    () => {
      const constraint = { maxSkew: 2, topologyKey: 'example.org/rack', whenUnsatisfiable: 'DoNotSchedule' }
      const metric = { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization' } } }
      const text = rendered('rollcall', {
        topologySpread: { constraints: [constraint] },
        disruptionBudget: { minAvailable: '50%' },
        ...of('user', { autoscaling: { enabled: true, cpuUtilization: 0, metrics: [metric] } }),
      })
      for (const name of SERVICE_NAMES) {
        const deployment = object(text, 'Deployment', `trial-${name}`)
        expect(deployment.match(/topologyKey: .*/g)).toEqual(['topologyKey: example.org/rack'])
        const budget = object(text, 'PodDisruptionBudget', `trial-${name}`)
        expect(budget.match(/(min|max)\w+vailable: .*/g)).toEqual(['minAvailable: 50%'])
      }
      expect(object(text, 'HorizontalPodAutoscaler', 'trial-user').match(/name: (cpu|memory)/g)).toEqual([
        'name: memory',
      ])
    },
  )

  itWith(['helm'], 'find each other with any names of the release and of the services', () => {
    const long = 'a-release-whose-name-is-as-long-as-helm-lets-it-be-53'
    for (const [release, values] of [
      ['users', {}],
      [long, {}],
      ['1.trial', { fullnameOverride: 'portal' }],
      ['trial', { fullnameOverride: 'portal' }],
      ['trial', of('user', { fullnameOverride: 'people', config: { INTERNAL_PORT: 9000 } })],
    ] as const) {
      const text = rendered('rollcall', values, 'helm', release)
      const services = objects(text, 'Service').map((one) => /^ {2}name: (\S+)/m.exec(one)?.[1] ?? '')
      expect(Math.max(...services.map((name) => name.length))).toBeLessThanOrEqual(63)
      expect(new Set(services).size).toBe(9)
      const urls = [...text.matchAll(/_SERVICE_URL: "http:\/\/([^:]+):(\d+)"/g)]
      expect(urls).toHaveLength(6)
      for (const [, name = '', port] of urls)
        expect(object(text, 'Service', name)).toContain(`- name: internal\n      port: ${port}\n`)
      for (const [, name = '', port] of text.matchAll(/"http:\/\/([^:"]+):(\d+)"/g))
        expect(object(text, 'Service', name)).toContain(`port: ${port}\n`)
    }
  })
})

describe('two copies of the chart in one umbrella chart', () => {
  const MAIL_FROM = 'no-reply@example.org'
  /** The two labels of a selector or of a pod, in one text. */
  const labelsOf = (text = '') =>
    ['name', 'instance']
      .map((key) => new RegExp(`app.kubernetes.io/${key}: (\\S+)`).exec(text)?.[1])
      .join(' ')

  function umbrella(copies: Readonly<Record<string, object>>): string {
    const folder = scratchFile(`umbrella-${Object.keys(copies).join('-')}`)
    mkdirSync(join(folder, 'charts'), { recursive: true })
    cpSync(join(CHARTS, 'rollcall'), join(folder, 'charts/rollcall'), { recursive: true })
    const dependencies = Object.keys(copies).map((alias) => ({ name: 'rollcall', version, alias }))
    const about = { apiVersion: 'v2', name: 'umbrella', version: '1.0.0', dependencies }
    writeFileSync(join(folder, 'Chart.yaml'), JSON.stringify(about))
    const { status, stdout, stderr } = ask('helm', ['template', 'trial'], 'rollcall', copies, folder)
    if (status !== 0) throw new Error(stderr)
    return stdout
  }

  itWith(['helm'], 'have names and pods of their own, with and without fullnameOverride', () => {
    const common = {
      services: { notification: { config: { MAIL_FROM } } },
      serviceMonitor: { enabled: true },
      alerts: { enabled: true, runbookUrl: 'https://guide.example' },
      networkPolicy: { adminFrom: [{ podSelector: {} }] },
    }
    for (const [a, b] of [
      [{}, {}],
      [{ fullnameOverride: 'north' }, { fullnameOverride: 'south' }],
    ] as const) {
      const text = umbrella({ 'tenant-a': { ...common, ...a }, Tenant_B: { ...common, ...b } })
      const names = text.split(/\n+---\n/).map((one) =>
        one
          .match(/^(kind: | {2}name: ).*/gm)
          ?.slice(0, 2)
          .join(),
      )
      expect(names).toHaveLength(new Set(names).size)
      const pods = objects(text, 'Deployment').map((one) => labelsOf(one.split('\n  template:\n')[1]))
      expect(new Set(pods).size).toBe(6)
      const selecting = [
        ...objects(text, 'Service').map((one) => one.split('\n  selector:\n')[1]),
        ...objects(text, 'PodDisruptionBudget', 'Deployment', 'ServiceMonitor').map(
          (one) => one.split('matchLabels:\n')[1],
        ),
        ...objects(text, 'NetworkPolicy').map((one) => one.split('podSelector:\n')[1]),
      ].map(labelsOf)
      const [forTests, forBackups] = [2, 2]
      expect(selecting).toHaveLength(18 + 6 + 6 + 6 + 6 + forTests + forBackups)
      for (const pod of pods)
        expect([pod, selecting.filter((one) => one === pod)]).toEqual([pod, Array(7).fill(pod)])
      const releases = objects(text, 'ServiceMonitor').map((one) => /replacement: (.*)/.exec(one)?.[1])
      expect(new Set(releases)).toEqual(new Set(['trial-tenant-a', 'trial-tenant-b']))
      for (const rule of objects(text, 'PrometheusRule'))
        expect(new Set(rule.match(/release="[^"]*"/g)).size).toBe(1)
    }
  })
})

describe('safe by default', () => {
  itWith(['helm'], 'a release whose name is not valid for a Service fails with the value to set', () => {
    expect(template('rollcall', {}, 'helm', '1.trial').stderr).toContain('set fullnameOverride')
  })

  itWith(['helm'], 'a single pod has no disruption budget, because its node could not be drained', () => {
    const text = rendered('rollcall', of('user', { replicas: 1 }))
    const budgets = objects(text, 'PodDisruptionBudget').map((one) => /^ {2}name: (\S+)/m.exec(one)?.[1])
    expect(budgets.sort()).toEqual(['trial-notification', 'trial-registration'])
  })

  itWith(
    ['helm'],
    'the pod of `helm test` reaches the public port, also when it is open to some pods only',
    () => {
      const ingress = { podSelector: { matchLabels: { app: 'ingress' } } }
      const text = rendered('rollcall', { networkPolicy: { httpFrom: [ingress] } })
      const [test = ''] = objects(text, 'Pod')
      const label = /app.kubernetes.io\/name: \S+/.exec(test)?.[0]
      const policies = objects(text, 'NetworkPolicy').filter((policy) => policy.includes('- port: http\n'))
      expect(policies).not.toEqual([])
      for (const policy of policies) {
        const rule = policy.split('- port: http\n')[1]?.split('- ports:')[0]
        expect(rule).toContain('app: ingress')
        expect(rule).toContain(label)
      }
    },
  )

  itWith(['helm'], 'a rollout stops no pod before its replacement is ready', () => {
    const deployments = objects(rendered('rollcall'), 'Deployment')
    expect(deployments).toHaveLength(3)
    for (const deployment of deployments) expect(deployment).toMatch(/maxSurge: 1\n\s+maxUnavailable: 0\n/)
  })

  itWith(['helm'], 'charts create no Secret, and put no secret into a ConfigMap', () => {
    const text = rendered('rollcall', EVERYTHING.rollcall)
    expect(objects(text, 'Secret')).toEqual([])
    expect(text).not.toMatch(/^ {2}((MONGODB|REDIS|RABBITMQ|SMTP)_URL|(SERVICE|OPERATOR)_TOKENS):/m)
  })

  itWith(['helm'], 'a changed configuration restarts the pods, a changed annotation does not', () => {
    const pods = (values: object) =>
      object(rendered('rollcall', values), 'Deployment', 'trial-user').split('\n  template:\n')[1]
    expect(pods({ config: { LOG_LEVEL: 'warn' } })).not.toBe(pods({}))
    expect(pods({ secretsRevision: '2' })).not.toBe(pods({ secretsRevision: '1' }))
    expect(pods({ deploymentAnnotations: { a: 'b' } })).toBe(pods({}))
  })

  itWith(['helm'], 'the parts of a secret are combined in the pod, from existing Secrets', () => {
    const deployment = object(rendered('rollcall', EVERYTHING.rollcall), 'Deployment', 'trial-user')
    expect(deployment.replaceAll(/\n +/g, ' ')).toContain(
      '- name: REDIS_URL value: "rediss://redis:6379" ' +
        '- name: REDIS_URL_PASSWORD valueFrom: secretKeyRef: name: redis key: password',
    )
    expect(rendered('rollcall')).toContain('name: user-mongodb')
  })

  it('no template reads the cluster, the clock or random numbers', () => {
    const templates = globSync('**/*.{tpl,yaml,txt}', { cwd: CHARTS })
    expect(templates.length).toBeGreaterThan(30)
    for (const path of templates) {
      const actions = readFileSync(join(CHARTS, path), 'utf8').match(/\{\{(?!-?\s*\/\*)[\s\S]*?\}\}/g) ?? []
      const found = /\b(lookup|rand[A-Z]\w*|uuidv4|gen[A-Z]\w*|(?<!Date\.)now)\b/.exec(
        actions.join('\n'),
      )?.[0]
      expect([path, found]).toEqual([path, undefined])
    }
  })
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CHARTS, SERVICE_NAMES, type Chart } from '../charts.ts'
import { schemasOfKubernetes } from '../schemas-of-kubernetes.ts'
import { EVERYTHING, given, HELMS, itWith, lint, run, template } from './kit.ts'

const INSTALLED: readonly Chart[] = [...SERVICE_NAMES, 'rollcall', 'backing']
const everything = (chart: Chart) => given(EVERYTHING[chart] ?? {})

/** Described in YAML only, and checked by the cluster of `npm run test:cluster`. */
const LEFT_OUT = 'HTTPRoute'

describe.each(INSTALLED)('the chart %s', (chart) => {
  for (const helm of HELMS) {
    itWith([helm], `passes ${helm} lint`, () => {
      const said = lint(helm, chart)
      expect(said.stdout).toContain('0 chart(s) failed')
      expect(said.status).toBe(0)
    })

    itWith([helm], `renders the same bytes twice with ${helm}`, () => {
      const once = template(helm, chart, ...everything(chart))
      expect(once.stderr).not.toContain('Error')
      expect(once.stdout).not.toBe('')
      expect(template(helm, chart, ...everything(chart)).stdout).toBe(once.stdout)
    })
  }

  itWith(['helm', 'helm4'], 'renders the same bytes with Helm 3 and Helm 4', () => {
    for (const values of [[], everything(chart)])
      expect(template('helm4', chart, ...values).stdout).toBe(template('helm', chart, ...values).stdout)
  })

  itWith(['helm', 'kubeconform'], 'renders objects that Kubernetes knows, with no field it does not', () => {
    for (const values of [[], everything(chart)]) {
      const { stdout } = template('helm', chart, ...values)
      const location = `${schemasOfKubernetes()}/{{.ResourceKind}}{{.KindSuffix}}.json`
      const args = ['-strict', '-summary', '-schema-location', location, '-skip', LEFT_OUT]
      const said = run('kubeconform', args, stdout)
      expect(said.stdout).toMatch(/Invalid: 0, Errors: 0/)
      expect(said.status).toBe(0)
    }
  })
})

describe('the umbrella', () => {
  for (const off of SERVICE_NAMES) {
    itWith(['helm', 'helm4'], `renders without the ${off} service`, () => {
      for (const helm of HELMS) {
        const values = { ...EVERYTHING.rollcall, [off]: { enabled: false } }
        const { stdout, status, stderr } = template(helm, 'rollcall', ...given(values))
        expect([status, stderr.match(/Error.*/)?.[0]]).toEqual([0, undefined])
        expect(stdout).not.toContain(`name: trial-${off}\n`)
        for (const on of SERVICE_NAMES.filter((service) => service !== off))
          expect(stdout).toContain(`name: trial-${on}\n`)
      }
    })
  }

  itWith(['helm'], 'takes what is said once for all services, and lets a service say otherwise', () => {
    const values = {
      global: { rollcall: { replicas: 4, disruptionBudget: { enabled: false } } },
      user: { replicas: 5 },
    }
    const { stdout } = template('helm', 'rollcall', ...given(values))
    expect([...stdout.matchAll(/^ {2}replicas: (\d+)$/gm)].map(([, count]) => count).sort()).toEqual([
      '4',
      '4',
      '5',
    ])
    expect(stdout).not.toContain('PodDisruptionBudget')
  })
})

describe('the examples of docs/operations.md', () => {
  for (const example of readdirSync(join(CHARTS, 'rollcall/examples'))) {
    itWith(['helm', 'helm4'], `${example} renders`, () => {
      for (const helm of HELMS) {
        const said = template(helm, 'rollcall', '--values', join(CHARTS, 'rollcall/examples', example))
        expect(said.stderr.match(/Error[\s\S]*/)?.[0]).toBeUndefined()
        expect(said.stdout).toContain('kind: Deployment')
      }
    })
  }
})

describe('safe by default', () => {
  itWith(
    ['helm'],
    'no route is made, and none that is asked for leads to operator or internal operations',
    () => {
      expect(template('helm', 'rollcall').stdout).not.toMatch(/kind: (Ingress|HTTPRoute)$/m)
      const open = {
        global: {
          rollcall: { ingress: { enabled: true }, httpRoute: { enabled: true, parentRefs: [{ name: 'g' }] } },
        },
      }
      const { stdout } = template('helm', 'rollcall', ...given(open))
      expect(stdout).toMatch(/kind: Ingress$/m)
      expect(stdout).toMatch(/kind: HTTPRoute$/m)
      expect(stdout).not.toMatch(/(path|value): \/(admin|internal)/)
    },
  )

  itWith(['helm'], 'a single pod has no disruption budget, for its node could not be drained', () => {
    expect(template('helm', 'user', ...given({ replicas: 1 })).stdout).not.toContain('PodDisruptionBudget')
    expect(template('helm', 'user', ...given({ replicas: 2 })).stdout).toContain('PodDisruptionBudget')
  })

  itWith(['helm'], 'no Secret is made and no secret is in a ConfigMap', () => {
    const { stdout } = template('helm', 'rollcall', ...everything('rollcall'))
    expect(stdout).not.toMatch(/kind: Secret$/m)
    expect(stdout).not.toMatch(
      /^ {2}(MONGODB_URL|REDIS_URL|RABBITMQ_URL|SMTP_URL|SERVICE_TOKENS|OPERATOR_TOKENS):/m,
    )
  })

  itWith(['helm'], 'a changed configuration restarts the pods, a changed chart alone does not', () => {
    const checksum = (values: object) =>
      /checksum\/config: (\S+)/.exec(template('helm', 'user', ...given(values)).stdout)?.[1]
    expect(checksum({ config: { LOG_LEVEL: 'warn' } })).not.toBe(checksum({}))
    expect(checksum({ podLabels: { a: 'b' } })).toBe(checksum({}))
  })

  itWith(['helm'], 'a grace period that would cut the draining short is refused', () => {
    const said = template('helm', 'user', ...given({ terminationGracePeriodSeconds: 20 }))
    expect(said.stderr).toContain(
      'terminationGracePeriodSeconds 20 is too short for DRAIN_DELAY_MS: at least 38',
    )
  })
})

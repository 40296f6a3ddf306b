import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CHARTS, SERVICE_NAMES } from '../charts.ts'
import { schemasOfKubernetes } from '../schemas-of-kubernetes.ts'
import { EVERYTHING, given, HELMS, INSTALLED, itWith, lint, rendered, run, template } from './kit.ts'

/** Described in YAML only, and checked by the cluster of `npm run test:cluster`. */
const LEFT_OUT = 'HTTPRoute'

describe.each(INSTALLED)('the chart %s', (chart) => {
  const everything = EVERYTHING[chart]

  for (const helm of HELMS) {
    itWith([helm], `passes ${helm} lint`, () => {
      const said = lint(helm, chart)
      expect(said.stdout).toContain('0 chart(s) failed')
      expect(said.status).toBe(0)
    })
  }

  itWith(HELMS, 'renders the same bytes with Helm 3 and Helm 4, time and again', () => {
    for (const values of [{}, everything]) {
      const texts = [...HELMS, ...HELMS].map((helm) => rendered(chart, values, helm))
      expect(texts[0]).toContain('kind: ')
      expect(new Set(texts).size).toBe(1)
    }
  })
})

itWith(['helm', 'kubeconform'], 'Kubernetes knows every rendered object, and every field of it', () => {
  const texts = INSTALLED.flatMap((chart) => [rendered(chart), rendered(chart, EVERYTHING[chart])])
  const location = `${schemasOfKubernetes()}/{{.ResourceKind}}{{.KindSuffix}}.json`
  const args = ['-strict', '-summary', '-schema-location', location, '-skip', LEFT_OUT]
  const said = run('kubeconform', args, texts.join('\n---\n'))
  expect(said.stdout).toMatch(/Summary: \d{3,} resources .* Invalid: 0, Errors: 0/)
  expect(said.status).toBe(0)
})

describe('the umbrella', () => {
  for (const helm of HELMS) {
    itWith([helm], `renders without any one of the services with ${helm}`, () => {
      for (const off of SERVICE_NAMES) {
        const text = rendered('rollcall', { ...EVERYTHING.rollcall, [off]: { enabled: false } }, helm)
        const on = SERVICE_NAMES.filter((service) => text.includes(`name: trial-${service}\n`))
        expect(on).toEqual(SERVICE_NAMES.filter((service) => service !== off))
      }
    })

    itWith([helm], `renders the examples of docs/operations.md with ${helm}`, () => {
      for (const example of readdirSync(join(CHARTS, 'rollcall/examples'))) {
        const said = template(helm, 'rollcall', '--values', join(CHARTS, 'rollcall/examples', example))
        expect([example, said.stderr.match(/Error[\s\S]*/)?.[0]]).toEqual([example, undefined])
        expect(said.stdout).toContain('kind: Deployment')
      }
    })
  }

  itWith(['helm'], 'takes what is said once for all services, and lets a service say otherwise', () => {
    const text = rendered('rollcall', {
      global: { rollcall: { replicas: 4, disruptionBudget: { enabled: false } } },
      user: { replicas: 5 },
    })
    expect(
      [...text.matchAll(/^ {2}replicas: (\d+)$/gm)]
        .map(([, count]) => count)
        .sort()
        .join(' '),
    ).toBe('4 4 5')
    expect(text).not.toContain('PodDisruptionBudget')
  })
})

describe('safe by default', () => {
  itWith(['helm'], 'a single pod has no disruption budget, for its node could not be drained', () => {
    expect(rendered('user', { replicas: 1 })).not.toContain('PodDisruptionBudget')
    expect(rendered('user', { replicas: 2 })).toContain('PodDisruptionBudget')
  })

  itWith(['helm'], 'no Secret is made and no secret is in a ConfigMap', () => {
    const text = rendered('rollcall', EVERYTHING.rollcall)
    expect(text).not.toMatch(/kind: Secret$/m)
    expect(text).not.toMatch(
      /^ {2}(MONGODB_URL|REDIS_URL|RABBITMQ_URL|SMTP_URL|SERVICE_TOKENS|OPERATOR_TOKENS):/m,
    )
  })

  itWith(['helm'], 'a changed configuration restarts the pods, a changed chart alone does not', () => {
    const checksum = (values: object) => /checksum\/config: (\S+)/.exec(rendered('user', values))?.[1]
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

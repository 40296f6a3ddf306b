import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ALL_CHARTS,
  CHARTS,
  README_ARGUMENTS,
  SERVICE_NAMES,
  SERVICES,
  SHARED_VARIABLES,
  type Chart,
} from '../charts.ts'
import { schemaFile, schemas } from '../schema/schemas.ts'
import type { Schema, Schemas } from '../schema/rollcall.ts'
import { HELMS, itWith, object, of, rendered, run, template } from './kit.ts'

/** What a schema says once, and names where it is meant. */
function resolved(schema: Schema, chart: Chart): Schema {
  const name = (schema['$ref'] as string | undefined)?.split('/').at(-1)
  return name === undefined ? schema : ((schemas[chart]['$defs'] as Schemas)[name] as Schema)
}

const propertiesOf = (schema: Schema | undefined) => (schema?.['properties'] ?? {}) as Schemas

/** An object with every name of a schema misspelt, at every level; each slip is noted and is like no other. */
function misspell(chart: Chart, named: Schema, slips: string[]): unknown {
  const schema = resolved(named, chart)
  if (schema['type'] === 'array') {
    const item = misspell(chart, (schema['items'] ?? {}) as Schema, slips)
    return item === undefined ? undefined : [item]
  }
  if (schema['properties'] === undefined) return undefined
  const result: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(propertiesOf(schema))) {
    const below = misspell(chart, inner, slips)
    if (below !== undefined) result[name] = below
    if (schema['additionalProperties'] !== false) continue
    const slip = `${name}Misspelt${slips.length}`
    result[slip] = 1
    slips.push(slip)
  }
  return result
}

describe.each(ALL_CHARTS)('values of the chart %s', (chart) => {
  itWith(HELMS, 'fail both Helms when they are misspelt: every name at every level', () => {
    const slips: string[] = []
    const values = misspell(chart, schemas[chart], slips) as object
    expect(slips.length).toBeGreaterThan(20)
    for (const helm of HELMS) {
      const { status, stderr } = template(chart, values, helm)
      expect(status).not.toBe(0)
      expect(slips.filter((slip) => !stderr.includes(`'${slip}'`))).toEqual([])
    }
  })

  it('have a schema that follows from its sources, closed and short', () => {
    const file = readFileSync(join(CHARTS, chart, 'values.schema.json'), 'utf8')
    expect(file).toBe(schemaFile(chart))
    expect(file.split('\n').length).toBeLessThanOrEqual(1_500)
  })

  itWith(['helm-docs'], 'have a README that follows from them', () => {
    const said = run('helm-docs', [
      ...[...README_ARGUMENTS, '--dry-run'],
      ...['--chart-search-root', join(CHARTS, chart), '--chart-to-generate', join(CHARTS, chart)],
    ])
    expect(said.stdout.trim()).toBe(readFileSync(join(CHARTS, chart, 'README.md'), 'utf8').trim())
  })
})

/** Values that would render and do nothing, or something that nobody wants. */
const REFUSED: readonly (readonly [object, string])[] = [
  [{ global: { imageRegistri: 'x' } }, 'global.imageRegistri is not known'],
  [{ config: { HTTP_PORT: 1 } }, 'HTTP_PORT'],
  [{ config: { REQUESTS_PER_MINUTE: 1 } }, 'REQUESTS_PER_MINUTE'],
  [{ image: { digest: `sha256:${'0'.repeat(64)}` } }, 'digest'],
  [of('user', { ingress: { enabled: true } }), 'ingress'],
  [of('user', { enabled: false }), 'services.registration.config.USER_SERVICE_URL has to be given'],
  [
    { autoscaling: { enabled: true, minReplicas: 9, maxReplicas: 3 } },
    'minReplicas 9 is more than maxReplicas 3',
  ],
  [{ autoscaling: { enabled: true, cpuUtilization: 0 } }, 'has no metric'],
  [
    { autoscaling: { enabled: true, queue: { metric: 'm' }, kedaTriggers: [{ type: 'rabbitmq' }] } },
    'queue.metric has no effect beside kedaTriggers',
  ],
  [
    { autoscaling: { enabled: true }, ...of('user', { replicas: 3 }) },
    'services.user.replicas has no effect with autoscaling',
  ],
  [{ terminationGracePeriodSeconds: 20 }, 'is too short for DRAIN_DELAY_MS: at least 38'],
  [
    { secrets: { REDIS_URL: { password: { name: 'a', key: 'b' } } } },
    'have no effect without secrets.REDIS_URL.url',
  ],
  [{ secrets: { REDIS_URL: { url: 'redis://me:secret@redis' } } }, 'does not match pattern'],
  [{ caBundle: { configMap: 'a', secret: 'b' } }, 'a configMap or a secret, not both'],
  [{ serviceMonitor: { enabled: true } }, 'needs networkPolicy.adminFrom'],
  [{ alerts: { enabled: true } }, 'alerts.runbookUrl is not set'],
  [{ alerts: { enabled: true, runbookUrl: 'docs/operations.md' } }, 'does not match pattern'],
  [{ httpRoute: { enabled: true } }, 'httpRoute needs parentRefs'],
  [{ tests: { courseId: 1 } }, 'have no effect without tests.apiKey.name'],
  [
    { tests: { apiKey: { name: 'k' }, register: true } },
    'tests.register needs tests.courseId and tests.userId',
  ],
]

itWith(['helm'], 'what has no effect is refused, and the refusal says why', () => {
  for (const [values, reason] of REFUSED) {
    const { status, stderr } = template('rollcall', values)
    expect([values, status, stderr]).toEqual([values, 1, expect.stringContaining(reason)])
  }
})

describe('configuration', () => {
  const names = (variables: Readonly<Record<string, { name: string; secret: boolean }>>, secret: boolean) =>
    Object.values(variables)
      .filter((variable) => variable.secret === secret)
      .map(({ name }) => name)
      .sort()

  it.each(SERVICE_NAMES)('of the %s service is exactly what the service reads', (service) => {
    const services = propertiesOf(propertiesOf(schemas.rollcall)['services'])
    const own = propertiesOf(services[service])
    expect(Object.keys(propertiesOf(own['config'])).sort()).toEqual(names(SERVICES[service], false))
    expect(Object.keys(propertiesOf(own['secrets'])).sort()).toEqual(names(SERVICES[service], true))
  })

  itWith(['helm'], 'reaches the pods of each service, and numbers as they were written', () => {
    const text = rendered('rollcall', of('user', { config: { REQUESTS_PER_MINUTE: 1_000_000 } }))
    expect(text).toContain('REQUESTS_PER_MINUTE: "1000000"')
    for (const service of SERVICE_NAMES) {
      const config = object(text, 'ConfigMap', `trial-${service}`).split('\ndata:\n')[1] ?? ''
      const given = [...config.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
      expect(names(SERVICES[service], false)).toEqual(expect.arrayContaining(given))
      const secrets = object(text, 'Deployment', `trial-${service}`).matchAll(
        /- name: ([A-Z_]+)\n\s+valueFrom:\n\s+secretKeyRef/g,
      )
      expect([...secrets].map(([, name]) => name).sort()).toEqual(names(SERVICES[service], true))
    }
  })

  it('has defaults in the chart that the service takes', () => {
    const values = readFileSync(join(CHARTS, 'rollcall/values.yaml'), 'utf8')
    for (const { name, parse } of Object.values(SHARED_VARIABLES)) {
      const value = new RegExp(`^  ${name}: (.*)$`, 'm').exec(values)?.[1]
      if (value !== undefined && value !== "''") expect(() => parse(value)).not.toThrow()
    }
  })
})

import { readFileSync, readdirSync } from 'node:fs'
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
import type { Schema } from '../schema/words.ts'
import { EVERYTHING, given, HELMS, INSTALLED, itWith, rendered, run, template } from './kit.ts'

/** An object with every name of a schema misspelt, at every level; each slip is noted and is like no other. */
function misspell(schema: Schema, slips: string[]): unknown {
  if (schema['type'] === 'array') {
    const item = misspell(schema['items'] as Schema, slips)
    return item === undefined ? undefined : [item]
  }
  if (schema['properties'] === undefined) return undefined
  const result: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(propertiesOf(schema))) {
    const below = misspell(inner, slips)
    if (below !== undefined) result[name] = below
    if (schema['additionalProperties'] !== false) continue
    const slip = `${name}Misspelt${slips.length}`
    result[slip] = 1
    slips.push(slip)
  }
  return result
}

const propertiesOf = (schema: Schema | undefined) =>
  (schema?.['properties'] ?? {}) as Readonly<Record<string, Schema>>

/** A chart's schema with those of the charts that are part of it, which Helm applies too. */
function wholeSchema(chart: Chart): Schema {
  const { global = {} } = propertiesOf(schemas.common)
  const withParts = (of: Chart, parts: object): Schema => ({
    ...schemas[of],
    properties: { ...propertiesOf(schemas[of]), ...parts },
  })
  const service = (name: Chart) => withParts(name, { common: propertiesOf(global)['rollcall'] })
  if (chart === 'backing') return schemas.backing
  if (chart !== 'rollcall') return withParts(chart, { ...propertiesOf(service(chart)), global })
  return withParts(chart, {
    global,
    ...Object.fromEntries(SERVICE_NAMES.map((name) => [name, service(name)])),
  })
}

describe.each(INSTALLED)('values of the chart %s', (chart) => {
  for (const helm of HELMS) {
    itWith([helm], `a misspelt one fails ${helm}, which names it: every name at every level`, () => {
      const slips: string[] = []
      const values = misspell(wholeSchema(chart), slips)
      const { status, stderr } = template(helm, chart, ...given(values as object))
      expect(status).not.toBe(0)
      expect(slips.length).toBeGreaterThan(20)
      expect(slips.filter((slip) => !stderr.includes(`'${slip}'`))).toEqual([])
    })
  }
})

describe('values that are shared', () => {
  for (const helm of HELMS) {
    itWith([helm], `a misspelt \`rollcall\` under \`global\` fails ${helm}`, () => {
      for (const chart of ['rollcall', 'user'] as const)
        expect(template(helm, chart, '--set', 'global.rolcall.replicas=1').stderr).toContain(
          'global.rolcall is not known',
        )
    })
  }

  itWith(['helm'], 'a chart that is part of another one takes any `global`, and `enabled`', () => {
    const schema = JSON.parse(readFileSync(join(CHARTS, 'user/values.schema.json'), 'utf8')) as Schema
    expect(propertiesOf(schema)).toMatchObject({ global: { type: 'object' }, enabled: { type: 'boolean' } })
    expect(Object.keys(propertiesOf(schema)['global'] ?? {})).toEqual(['type'])
  })

  itWith(['helm'], 'false, zero and empty lists of the operator win over the defaults', () => {
    const text = rendered('user', {
      topologySpread: { enabled: false },
      autoscaling: { enabled: true, cpuUtilization: 0, queue: { metric: 'm' } },
      networkPolicy: { egress: { redis: { ports: [] } } },
    })
    expect(text).not.toMatch(/topologySpreadConstraints|averageUtilization|# redis/)
  })

  itWith(['helm'], 'large numbers arrive as they were written', () => {
    const { stdout } = template('helm', 'user', '--set', 'config.REQUESTS_PER_MINUTE=1000000')
    expect(stdout).toContain('REQUESTS_PER_MINUTE: "1000000"')
  })
})

describe('configuration', () => {
  const names = (variables: Readonly<Record<string, { name: string; secret: boolean }>>, secret: boolean) =>
    Object.values(variables)
      .filter((variable) => variable.secret === secret)
      .map(({ name }) => name)
      .sort()
  const properties = (schema: Schema, key: string) =>
    Object.keys(propertiesOf(propertiesOf(schema)[key])).sort()

  for (const service of SERVICE_NAMES) {
    itWith(['helm'], `the ${service} chart gives exactly the variables that the service reads`, () => {
      const variables = SERVICES[service]
      expect(properties(schemas[service], 'config')).toEqual(names(variables, false))
      expect(properties(schemas[service], 'secrets')).toEqual(names(variables, true))

      const text = rendered(service, EVERYTHING[service])
      const data = /kind: ConfigMap[\s\S]*?\ndata:\n((?: {2}\S.*\n)+)/.exec(text)?.[1] ?? ''
      const inConfigMap = [...data.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
      const fromSecrets = [...text.matchAll(/- name: ([A-Z_]+)\n\s+valueFrom:\n\s+secretKeyRef/g)].map(
        ([, name]) => name,
      )
      expect(names(variables, false)).toEqual(expect.arrayContaining(inConfigMap))
      expect(fromSecrets.sort()).toEqual(names(variables, true))
    })
  }

  it('a default of the chart is one that the service takes', () => {
    for (const { name, parse } of Object.values(SHARED_VARIABLES)) {
      const value = new RegExp(`^  ${name}: (.*)$`, 'm').exec(
        readFileSync(join(CHARTS, 'common/values.yaml'), 'utf8'),
      )?.[1]
      if (value === undefined || value === "''") continue
      expect(() => parse(value)).not.toThrow()
    }
  })
})

describe('what is generated', () => {
  it.each(ALL_CHARTS)('the schema of %s follows from its sources', (chart) => {
    expect(readFileSync(join(CHARTS, chart, 'values.schema.json'), 'utf8')).toBe(schemaFile(chart))
  })

  itWith(['helm-docs'], 'the README of every chart follows from its values', () => {
    for (const chart of ALL_CHARTS) {
      const said = run('helm-docs', [
        ...[...README_ARGUMENTS, '--dry-run'],
        ...['--chart-search-root', join(CHARTS, chart), '--chart-to-generate', join(CHARTS, chart)],
      ])
      expect(said.stdout.trim()).toBe(readFileSync(join(CHARTS, chart, 'README.md'), 'utf8').trim())
    }
  })

  it('no template looks into the cluster, at the clock, or throws dice', () => {
    const templates = readdirSync(CHARTS, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(tpl|yaml|txt)$/.test(path),
    )
    expect(templates.length).toBeGreaterThan(50)
    for (const path of templates) {
      const actions = [
        ...readFileSync(join(CHARTS, path), 'utf8').matchAll(/\{\{(?!-?\s*\/\*)[\s\S]*?\}\}/g),
      ].join('\n')
      const found = /\b(lookup|rand[A-Z]\w*|uuidv4|gen[A-Z]\w*|(?<!Date\.)now)\b/.exec(actions)?.[0]
      expect([path, found]).toEqual([path, undefined])
    }
  })
})

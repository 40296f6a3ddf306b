import { readFileSync, readdirSync, statSync } from 'node:fs'
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
import { EVERYTHING, given, HELMS, itWith, run, template } from './kit.ts'

/** A name that nobody would choose, but that is read at once as a slip of the right one. */
const misspelt = (name: string) => `${name}Misspelt`

/** An object with every name of a schema misspelt, at every level, and the paths of those names. */
function misspell(schema: Schema, path: string, slips: string[]): unknown {
  if (schema['type'] === 'array') {
    const item = misspell(schema['items'] as Schema, `${path}[]`, slips)
    return item === undefined ? undefined : [item]
  }
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined
  if (properties === undefined) return undefined
  const result: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(properties)) {
    const below = misspell(inner, `${path}.${name}`, slips)
    if (below !== undefined) result[name] = below
    if (schema['additionalProperties'] !== false) continue
    result[misspelt(name)] = 1
    slips.push(`${path}.${name}`)
  }
  return result
}

const INSTALLED: readonly Chart[] = [...SERVICE_NAMES, 'rollcall', 'backing']

describe.each(INSTALLED)('values of the chart %s', (chart) => {
  for (const helm of HELMS) {
    itWith([helm], `a misspelt one fails ${helm}, which names it: every name at every level`, () => {
      const slips: string[] = []
      const values = misspell(schemas[chart], '', slips)
      const { status, stderr } = template(helm, chart, ...given(values as object))
      expect(status).not.toBe(0)
      expect(slips.length).toBeGreaterThan(20)
      const unnamed = slips.filter((path) => !stderr.includes(`'${misspelt(path.split('.').at(-1) ?? '')}'`))
      expect(unnamed).toEqual([])
    })
  }

  itWith(['helm'], 'a misspelt one fails by itself, wherever it is', () => {
    const documented = valuePaths(JSON.parse(JSON.stringify(EVERYTHING[chart] ?? {})) as object)
    for (const path of [...documented].slice(0, 12)) {
      const [first = '', ...rest] = path.split('.')
      const key = [first, ...rest]
        .slice(0, -1)
        .concat(misspelt(path.split('.').at(-1) ?? ''))
        .join('.')
      const { status, stderr } = template('helm', chart, '--set', `${key}=1`)
      expect([key, status]).not.toEqual([key, 0])
      expect(stderr).toContain(misspelt(path.split('.').at(-1) ?? ''))
    }
  })
})

/** `a.b` for `{a: {b: …}}`, without what lies in lists and free maps. */
function valuePaths(values: object, path: readonly string[] = []): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const here = [...path, key]
    const isFree = /Labels|Selector|nnotations|affinity/.test(key)
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isFree)
      return [here.join('.'), ...valuePaths(value as object, here)]
    return [here.join('.')]
  })
}

describe('values that are shared', () => {
  itWith(
    ['helm', 'helm4'],
    'a misspelt name for all services fails, and so does a misspelt `rollcall` itself',
    () => {
      for (const helm of HELMS) {
        expect(template(helm, 'rollcall', '--set', 'global.rollcall.replcas=1').stderr).toContain("'replcas'")
        expect(template(helm, 'rollcall', '--set', 'global.rolcall.replicas=1').stderr).toContain(
          'global.rolcall is not known',
        )
        expect(template(helm, 'user', '--set', 'common.replcas=1').stderr).toContain("'replcas'")
      }
    },
  )

  itWith(['helm'], 'a chart that is part of another one takes any `global`, and `enabled`', () => {
    const schema = JSON.parse(readFileSync(join(CHARTS, 'user/values.schema.json'), 'utf8')) as Schema
    expect((schema['properties'] as Record<string, Schema>)['global']).toEqual({ type: 'object' })
    expect((schema['properties'] as Record<string, Schema>)['enabled']).toEqual({ type: 'boolean' })
  })

  itWith(['helm'], 'false, zero and empty lists of the operator win over the defaults', () => {
    const values = {
      topologySpread: { enabled: false },
      autoscaling: { enabled: true, cpuUtilization: 0, queue: { metric: 'm' } },
      networkPolicy: { egress: { redis: { ports: [] } } },
    }
    const { stdout } = template('helm', 'user', ...given(values))
    expect(stdout).not.toContain('topologySpreadConstraints')
    expect(stdout).not.toContain('averageUtilization')
    expect(stdout).not.toContain('# redis')
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
    Object.keys((schema['properties'] as Record<string, Schema>)[key]?.['properties'] ?? {}).sort()

  for (const service of SERVICE_NAMES) {
    itWith(['helm'], `the ${service} chart gives exactly the variables that the service reads`, () => {
      const variables = SERVICES[service]
      expect(properties(schemas[service], 'config')).toEqual(names(variables, false))
      expect(properties(schemas[service], 'secrets')).toEqual(names(variables, true))

      const { stdout } = template('helm', service, ...given(EVERYTHING[service] ?? {}))
      const data = /kind: ConfigMap[\s\S]*?\ndata:\n((?: {2}\S.*\n)+)/.exec(stdout)?.[1] ?? ''
      const given_ = [...data.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name as string)
      const fromSecrets = [...stdout.matchAll(/- name: ([A-Z_]+)\n\s+valueFrom:\n\s+secretKeyRef/g)].map(
        ([, name]) => name as string,
      )
      const read = new Set(Object.values(variables).map(({ name }) => name))
      const unknown = [...given_, ...fromSecrets].filter((name) => !read.has(name))
      expect(unknown).toEqual([])
      expect([...new Set(fromSecrets)].sort()).toEqual(names(variables, true))
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
    const templates = ALL_CHARTS.flatMap((chart) => filesBelow(join(CHARTS, chart))).filter((path) =>
      /\.(tpl|yaml|txt)$/.test(path),
    )
    for (const path of templates) {
      const actions = [...readFileSync(path, 'utf8').matchAll(/\{\{(?!-?\s*\/\*)[\s\S]*?\}\}/g)].join('\n')
      const found = /\b(lookup|rand[A-Z]\w*|uuidv4|gen[A-Z]\w*|(?<!Date\.)now)\b/.exec(actions)?.[0]
      expect([path, found]).toEqual([path, undefined])
    }
  })
})

function filesBelow(dir: string): readonly string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    if (name === 'charts') return []
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

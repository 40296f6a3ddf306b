import { join } from 'node:path'
import { ROOT } from '../../local/support/files.ts'
import { FILES, linesOf, PATHS, read, readJson, unmatched, type Stale } from './checkout.ts'

/** Patterns of configurations that match nothing: a rule for a folder that was renamed checks nothing. */
export async function staleConfiguration(): Promise<Stale[]> {
  // jest.config.mjs wants it of those who run tests.
  process.env['NODE_OPTIONS'] = '--experimental-vm-modules'
  return [
    ...(await inEslint()),
    ...(await inJest()),
    ...(await inStryker()),
    ...inTypeScript(),
    ...inIgnoreFiles(),
    ...inContractRules(),
    ...inPackages(),
  ]
}

interface Zone {
  readonly target: string | string[]
  readonly from: string | string[]
}

interface EslintBlock {
  readonly files?: string[]
  readonly ignores?: string[]
  readonly rules?: Record<string, unknown>
}

async function inEslint(): Promise<Stale[]> {
  const { default: blocks } = (await import('../../eslint.config.mjs')) as { default: EslintBlock[] }
  const zones = blocks.flatMap(({ rules }) => {
    const [, options] = (rules?.['import-x/no-restricted-paths'] ?? []) as [unknown, { zones: Zone[] }?]
    return (options?.zones ?? []).flatMap(({ target, from }) => [target, from].flat())
  })
  const patterns = blocks.flatMap(({ files = [], ignores = [] }) => [...files, ...ignores])
  return unmatched('eslint.config.mjs', [...new Set([...patterns, ...zones])])
}

async function inJest(): Promise<Stale[]> {
  const { default: config } = await import('../../jest.config.mjs')
  const paths = PATHS.map((path) => join(ROOT, path))
  const expressions = [
    ...(config.roots ?? []),
    ...(config.testPathIgnorePatterns ?? []),
    ...(config.modulePathIgnorePatterns ?? []),
    ...(config.watchPathIgnorePatterns ?? []),
  ]
  const isUsed = (expression: string) => {
    const pattern = new RegExp(expression.replace('<rootDir>', ROOT))
    return paths.some((path) => pattern.test(path))
  }
  return [
    ...named(
      'jest.config.mjs',
      expressions.filter((expression) => !isUsed(expression)),
    ),
    ...unmatched(
      'jest.config.mjs',
      [config.testMatch ?? []].flat().map((glob) => glob.replace('<rootDir>/', '')),
    ),
  ]
}

const named = (file: string, names: readonly string[]): Stale[] => names.map((name) => ({ file, name }))

async function inStryker(): Promise<Stale[]> {
  const { default: config, PARTS } = await import('../../stryker.config.mjs')
  const globs = Object.values(PARTS).flatMap(({ mutate, testMatch }) => [...mutate, ...testMatch])
  return [
    ...unmatched('stryker.config.mjs', globs),
    ...unmatched('stryker.config.mjs', config.ignorePatterns, anywhere),
  ]
}

/** A pattern of an ignore file: one without a slash matches in every folder. */
const anywhere = (pattern: string): string => (/\/./.test(pattern) ? pattern : `**/${pattern}`)

const inTypeScript = (): Stale[] =>
  FILES.filter((path) => /(^|\/)tsconfig[^/]*\.json$/.test(path)).flatMap((file) => {
    const { include = [], exclude = [] } = readJson<{ include?: string[]; exclude?: string[] }>(file)
    return unmatched(file, [...include, ...exclude], (glob) => join(file, '..', glob))
  })

function inIgnoreFiles(): Stale[] {
  const oxlint = readJson<{ ignorePatterns: string[]; overrides: { files: string[] }[] }>('.oxlintrc.json')
  const oxfmt = readJson<{ ignorePatterns: string[] }>('.oxfmtrc.json')
  const chart = 'charts/rollcall'
  return [
    ...unmatched('.oxlintrc.json', oxlint.ignorePatterns, anywhere),
    ...unmatched(
      '.oxlintrc.json',
      oxlint.overrides.flatMap(({ files }) => files),
    ),
    ...unmatched('.oxfmtrc.json', oxfmt.ignorePatterns, anywhere),
    ...unmatched('.dockerignore', linesOf('.dockerignore')),
    ...unmatched(`${chart}/.helmignore`, linesOf(`${chart}/.helmignore`), (glob) =>
      join(chart, anywhere(glob)),
    ),
    ...named(
      '.gitignore',
      linesOf('.gitignore').filter((pattern) => !isMade(pattern.replace(/^\*\.|\/$/g, ''))),
    ),
  ]
}

/** Whether a program names what is ignored. */
const isMade = (name: string): boolean =>
  FILES.some(
    (file) =>
      /(?<!eslint\.config|jest\.config|stryker\.config)\.(mjs|ts|json)$/.test(file) &&
      read(file).includes(name),
  )

/** Names of properties and headers in redocly.yaml that the contract does not have. */
function inContractRules(): Stale[] {
  const contract = FILES.filter((file) => /^(openapi|scripts\/generate)\//.test(file))
    .map(read)
    .join('\n')
  const rules = read('redocly.yaml')
  const lists = [
    ...rules.matchAll(/(?:names|mutuallyRequired|required|2XX|4XX|5XX|default|'\d+'): \[([^\]]*)\]/g),
  ]
  const names = [
    ...lists.flatMap(([, inside = '']) => inside.split(', ')),
    ...[...rules.matchAll(/property: (\S+?)[ ,}]/g)].map(([, name = '']) => name),
  ]
  return named(
    'redocly.yaml',
    [...new Set(names)].filter((name) => !contract.includes(name)),
  )
}

function inPackages(): Stale[] {
  const { allowScripts, overrides } = readJson<Record<'allowScripts' | 'overrides', object>>('package.json')
  const { packages } = readJson<{ packages: object }>('package-lock.json')
  const installed = Object.keys(packages).map((path) => path.split('node_modules/').at(-1))
  const names = [...Object.keys(allowScripts), ...Object.keys(overrides)]
  return [
    ...named(
      'package.json',
      names.filter((name) => !installed.includes(name)),
    ),
  ]
}

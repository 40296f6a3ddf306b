import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../local/support/files.ts'

interface Package {
  readonly license?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
const packages = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, one]) => ({ ...one, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))

/** Licences that anything may be linked with, and those of tools that nothing is linked with. */
const TAKEN = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT-0',
    'PSF-2.0',
    'Unlicense',
  ],
  '(MIT OR CC0-1.0)',
]
const TAKEN_IN_TOOLS = [
  ...['Python-2.0', 'CC-BY-4.0', 'WTFPL', 'Apache-2.0 AND MIT', 'CC0-1.0'],
  ...['(AFL-2.1 OR BSD-3-Clause)', '(BSD-3-Clause OR GPL-2.0)', 'MPL-2.0'],
]
/** Their package.json names no licence; their text or their repository says MIT. */
const MIT_BY_TEXT = /^(@pact-foundation\/pact-cli-.*|httpntlm|stack-trace)$/

/**
 * Builds of tools for platforms that the lock file was not written on: their hashes are to be added there.
 */
const ELSEWHERE = /^@(swc\/core-|unrs\/resolver-binding-|oxfmt\/|oxlint\/|oxlint-tsgolint\/)/

describe('every package that is installed', () => {
  it('is in the lock file with its hash', () => {
    const unknown = packages.filter(({ integrity, name }) => !integrity && !ELSEWHERE.test(name))
    expect(unknown.map(({ name }) => name)).toEqual([])
    expect(read('scripts/bootstrap.mjs')).toContain("const quietly = ['--ignore-scripts',")
  })

  it('runs no install script: each one is denied by name', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
    const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript)
    expect(allowScripts).toEqual(Object.fromEntries(scripted.map(({ name }) => [name, false])))
  })

  it('and every action of a workflow is pinned to a commit', () => {
    const used = [...read('.github/workflows/release.yaml').matchAll(/uses: (\S+)/g)].map(([, name]) => name)
    expect(used).toEqual([expect.stringMatching(/^actions\/checkout@[\da-f]{40}$/)])
  })

  it('has a licence of the lists in this test', () => {
    const lookedAt = packages.filter(({ license = '', dev, name }) => {
      const given = license || (MIT_BY_TEXT.test(name) ? 'MIT' : '')
      return TAKEN.includes(given) || (dev === true && TAKEN_IN_TOOLS.includes(given))
    })
    expect(packages.filter((one) => !lookedAt.includes(one))).toEqual([])
  })
})

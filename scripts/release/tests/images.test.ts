import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../local/support/files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('in a new checkout, with any Node from 20', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const started = Object.entries(scripts).filter(([, script]) => /\bnode (?!node_modules)\S+/.test(script))

  it('each command in TypeScript installs the packages and the pinned Node first', () => {
    const bare = started.filter(([, script]) => /\bnode \S+\.ts/.test(script))
    expect(bare).toEqual([])
  })

  it('each command is known to the bootstrap, and is a file', () => {
    const bootstrap = read('scripts/bootstrap.mjs')
    const names = started.flatMap(([, script]) => /bootstrap\.mjs (\S+)/.exec(script)?.[1] ?? [])
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) {
      const [, entry = ''] = new RegExp(`^ {2}'?${name}'?: '(\\S+\\.ts)[^']*',$`, 'm').exec(bootstrap) ?? []
      expect([name, entry !== '' && read(entry) !== '']).toEqual([name, true])
    }
  })
})

it('the build of an image gets each folder that it copies, also from the buildah of Debian 12', () => {
  // That version leaves a folder out if .dockerignore names only something inside of it.
  const copied = [...read('services/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
  const sources = copied.flatMap(([, names = '']) => names.split(' '))
  expect(sources).toContain('clients')
  const named = read('.dockerignore').split('\n')
  expect(sources.filter((source) => !named.includes(`!${source}`))).toEqual([])
})

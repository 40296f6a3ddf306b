import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../local/support/files.ts'
import { CHECKS, COMMANDS, findCommand } from '../../commands.mjs'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('in a new checkout, with any Node from 20', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const started = Object.entries(scripts).filter(([, script]) => /\bnode (?!node_modules)\S+/.test(script))

  it('each command in TypeScript installs the packages and the pinned Node first', () => {
    const bare = started.filter(([, script]) => /\bnode \S+\.ts/.test(script))
    expect(bare).toEqual([])
  })

  it('each command, part and check is a file', () => {
    const names = started.flatMap(([, script]) => /bootstrap\.mjs (\S+)/.exec(script)?.[1] ?? [])
    const known = [...Object.keys(COMMANDS).map((name) => name.split(' ')[0]), 'check']
    expect(new Set(names)).toEqual(new Set(known))
    for (const { run } of [...Object.values(COMMANDS), ...Object.values(CHECKS)])
      expect(read(run.split(' ')[0] ?? '')).not.toBe('')
  })

  it('gives the arguments after the name of a part or of a check to what it runs', () => {
    const words = [
      ['bench', 'webhooks', '--rounds', '1'],
      ['bench', '--rounds', '1'],
      ['check', 'go', 'x'],
    ]
    expect(words.map((each) => findCommand(each)?.rest)).toEqual([
      ['--rounds', '1'],
      ['--rounds', '1'],
      ['x'],
    ])
  })

  it('lists the checks, and says that there is none of another name', () => {
    const check = (...names: string[]) =>
      spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'check', ...names], {
        cwd: ROOT,
        encoding: 'utf8',
      })
    const list = check()
    expect([list.status, list.stdout]).toEqual([0, expect.stringContaining('  models ')])
    const unknown = check('constructor')
    expect([unknown.status, unknown.stderr]).toEqual([2, 'There is no check "constructor".\n' + list.stdout])
  })

  it('has at most 15 commands', () => {
    const own = Object.keys(scripts).filter((name) => !['build', 'version'].includes(name))
    expect(own.length).toBeLessThanOrEqual(15)
  })
})

it('the build of an image gets the packages that local/ needs', () => {
  const compiled =
    read('services/Dockerfile')
      .split('FROM ')
      .find((stage) => stage.includes('AS compiled')) ?? ''
  expect(compiled.indexOf('COPY local/package.json local/')).toBeGreaterThan(-1)
  expect(compiled.indexOf('COPY local/package.json local/')).toBeLessThan(compiled.indexOf('npm ci'))
})

it('the build of an image gets each folder that it copies, also from the buildah of Debian 12', () => {
  // That version leaves a folder out if .dockerignore names only something inside of it.
  const copied = [...read('services/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
  const sources = copied.flatMap(([, names = '']) => names.split(' '))
  expect(sources).toContain('clients')
  const named = read('.dockerignore').split('\n')
  const isNamed = (source: string) => [source, source.split('/')[0]].some((one) => named.includes(`!${one}`))
  expect(sources.filter((source) => !isNamed(source))).toEqual([])
})

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import contract from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { makeArtifacts, writeChecksums } from '../artifacts.ts'

const run = promisify(execFile)
const MAX_MS = 400_000
const { version } = packageJson
const ofContract = contract.info.version

describe('the files of a release', () => {
  const system = wholeSystem()
  let folder: string
  let out: string
  let key: Awaited<ReturnType<typeof system.issueKey>>
  const inOut = (name: string) => join(out, name)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-release-'))
    out = join(folder, 'out')
    await mkdir(out)
    await makeArtifacts(out)
    writeChecksums(out)
    key = await system.issueKey()
  }, MAX_MS)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('have the version of the product or of the contract in their names, and checksums', async () => {
    expect((await readdir(out)).toSorted()).toEqual([
      'SHA256SUMS',
      'events.json',
      'openapi.json',
      'openapi.public.json',
      `rollcall-${version}.tgz`,
      `rollcall-cli-${version}.tgz`,
      `rollcall-client-${ofContract}.tgz`,
      `rollcall_client-${ofContract}-py3-none-any.whl`,
      'sources.cdx.json',
    ])
    const sums = (await readFile(inOut('SHA256SUMS'), 'utf8')).trimEnd().split('\n')
    for (const line of sums) {
      const [sum, name = ''] = line.split('  ')
      expect(
        createHash('sha256')
          .update(await readFile(inOut(name)))
          .digest('hex'),
      ).toBe(sum)
    }
    expect(sums).toHaveLength(8)
  })

  it(
    'are installed in empty folders: the command line with its client, and the wheel; each makes a call',
    async () => {
      const project = join(folder, 'empty')
      await mkdir(project)
      await writeFile(join(project, 'package.json'), '{}')
      const tarballs = [`rollcall-client-${ofContract}.tgz`, `rollcall-cli-${version}.tgz`].map(inOut)
      const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs]
      await run('npm', install, { cwd: project })
      const env = { ...process.env, NODE_OPTIONS: '', ...settings(system) }
      const rollcall = join(project, 'node_modules/.bin/rollcall')
      const { stdout } = await run(rollcall, ['groups', 'list', '--json'], { cwd: project, env })
      expect(JSON.parse(stdout)).toMatchObject([{ id: 1, name: 'All users' }])
      expect((await run(rollcall, ['--version'], { cwd: project, env })).stdout.trim()).toBe(version)

      const python = join(folder, 'python/bin/python')
      await run('python3', ['-m', 'venv', join(folder, 'python')])
      const wheel = inOut(`rollcall_client-${ofContract}-py3-none-any.whl`)
      await run(python, ['-m', 'pip', 'install', '--quiet', wheel])
      const program = `
from rollcall import connect, each_user
print(len(list(each_user(connect("${system.url}", "${key.apiKey}", "${key.apiSecret}")))))
`
      expect((await run(python, ['-c', program])).stdout.trim()).toBe('0')
    },
    MAX_MS,
  )

  it('include a chart of this version', async () => {
    const { stdout } = await run('tar', ['-xOf', inOut(`rollcall-${version}.tgz`), 'rollcall/Chart.yaml'])
    expect(stdout).toContain(`version: ${version}`)
    expect(stdout).toContain(`appVersion: ${version}`)
  })
})

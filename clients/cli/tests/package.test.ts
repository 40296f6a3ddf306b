import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../local/support/files.ts'
import { settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'

const run = promisify(execFile)
const INSTALL_MS = 200_000

describe('the packed command line', () => {
  const system = wholeSystem()
  let folder: string
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'rollcall-cli-'))))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it(
    'is installed with its client from two tarballs in an empty folder, and makes a call',
    async () => {
      for (const name of ['typescript', 'cli'])
        await run('npm', ['pack', '--pack-destination', folder], { cwd: join(ROOT, 'clients', name) })
      const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
      const project = join(folder, 'empty')
      await mkdir(project)
      await writeFile(join(project, 'package.json'), '{}')
      const paths = tarballs.map((name) => join(folder, name))
      await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...paths], { cwd: project })
      const env = { ...process.env, NODE_OPTIONS: '', ...settings(system) }
      const rollcall = join(project, 'node_modules/.bin/rollcall')
      const { stdout } = await run(rollcall, ['groups', 'list', '--json'], { cwd: project, env })
      expect(JSON.parse(stdout)).toMatchObject([{ id: 1, name: 'All users' }])
    },
    INSTALL_MS,
  )
})

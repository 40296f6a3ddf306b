import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../local/backing/programs.ts'
import { runOneByOne, samplesFor } from '../../../testing/clients/samples.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'

const INSTALL_MS = 200_000
const ROLES = ['Course attendance manager', 'User administrator']
const GROUP_ID = 211
const NAME = `ada-${GROUP_ID}`

describe('the Python client', () => {
  // The samples test an endpoint again and again.
  const system = wholeSystem({ notificationOverrides: { webhookTrialEveryMs: 1 } })
  let python: string
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-python-'))
    python = join(folder, 'bin/python')
    const options = { env: process.env, timeoutMs: INSTALL_MS }
    await run('python3', ['-m', 'venv', folder], options)
    const wheels = join(folder, 'wheels')
    const build = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', wheels, join(__dirname, '..')]
    await run(python, build, options)
    const [wheel = ''] = await readdir(wheels)
    await run(python, ['-m', 'pip', 'install', '--quiet', join(wheels, wheel)], options)
  }, INSTALL_MS)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('sends requests again when the service asks for it', async () => {
    await run(python, [join(__dirname, 'retries.py')], { env: process.env })
  })

  // Before the ten calls, which create another user with the same address.
  it.each([
    ['an integrator', { sender: 'integrator', turn: 1 } as const],
    ['a directory', { sender: 'directory', turn: 2 } as const],
  ])(
    'makes the call of each sample of the reference for %s (B6)',
    async (_, whose) => {
      const samples = await samplesFor(system, { label: 'Python', ...whose })
      const faults: string[] = []
      await runOneByOne(samples, async (source, { operationId, status }) => {
        const output = await run(python, ['-c', source], { env: process.env }).catch(String)
        if (!output.startsWith(`${status} `)) faults.push(`${operationId}: ${output}`)
      })
      expect(faults).toEqual([])
    },
    200_000,
  )

  it('is generated when its wheel is built, and makes ten calls where the wheel is installed', async () => {
    await system.operator.put(`/admin/groups/${GROUP_ID}/`, { name: NAME, parentId: null })
    await system.operator.put(`/admin/courses/${GROUP_ID}/`, { name: NAME, groupIds: [GROUP_ID] })
    const grants = ROLES.map((role) => ({ role, groupId: GROUP_ID }))
    const keys = [await system.issueKey({ grants }), await system.issueKey({ grants, requestsPerMinute: 1 })]
    const credentials = keys.flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret])
    const args = [join(__dirname, 'calls.py'), NAME, system.url, ...credentials]
    expect(JSON.parse(await run(python, args, { env: process.env }))).toEqual([
      [true, 'US', 'UTC'],
      'true',
      [
        [201, null],
        [404, 'user-not-found'],
      ],
      [1, '1'],
      [true],
      ['Completed', 87.5],
      [
        ['Not Started', null],
        ['Completed', true],
      ],
      [0, 'Not Started'],
      [404, 'not-registered', 'Not registered for this course.'],
      true,
      [429, 'too-many-requests', 'Too many requests'],
      [[NAME, `${NAME}-2`], [`${NAME}/1`]],
      [[NAME, `${NAME}-2`], [true], true],
    ])
  })
})

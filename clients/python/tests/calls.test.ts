import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programsOf } from '../../../scripts/dev/backing/python.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'

const run = promisify(execFile)
const CONTRACT = join(__dirname, '../../../services/shared/contract/generated/openapi.public.json')
const software = join(__dirname, '../../../.local/software')
const GENERATOR = 'openapi-python-client==0.29.1'
/** What the clients of both generators need. */
const BESIDE = [
  ...['httpx==0.28.1', 'attrs==26.1.0', 'pydantic==2.14.3', 'typing-extensions==4.16.0'],
  ...['python-dateutil==4.0.0', 'urllib3==2.8.0'],
]
const ROLES = ['Course attendance manager', 'User administrator']
/** What each of the ten calls brings back, whoever wrote the client. */
const ANSWERS = [
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
  [429, 'too-many-requests', 'Too many requests'],
]

describe('ten calls from Python', () => {
  const system = wholeSystem()
  let folder: string
  let bin: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-python-'))
    bin = await programsOf(GENERATOR, { software, env: process.env }, BESIDE)
  }, 200_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What the script prints, called as a portal of its own: a group, a course and two keys. */
  async function answers(script: string, client: string, id: number): Promise<unknown> {
    const name = `ada-${id}`
    await system.operator.put(`/admin/groups/${id}/`, { name, parentId: null })
    await system.operator.put(`/admin/courses/${id}/`, { name, groupIds: [id] })
    const grants = ROLES.map((role) => ({ role, groupId: id }))
    const keys = [await system.aKey({ grants }), await system.aKey({ grants, requestsPerMinute: 1 })]
    const credentials = keys.flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret])
    const args = [join(__dirname, script), name, system.url, ...credentials]
    const env = { ...process.env, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: '1' }
    const { stdout } = await run(join(bin, 'python'), args, { env })
    return JSON.parse(stdout) as unknown
  }

  it('are answered to the committed client of openapi-generator', async () => {
    const client = join(__dirname, '../generated')
    expect(await answers('calls_openapi_generator.py', client, 210)).toEqual(ANSWERS)
  })

  it('are answered to a client that openapi-python-client writes from /openapi.json', async () => {
    const target = join(folder, 'outside_client')
    const from = ['generate', '--path', CONTRACT, '--meta', 'none', '--output-path', target]
    await run(join(bin, 'openapi-python-client'), from)
    expect(await answers('calls_openapi_python_client.py', folder, 211)).toEqual(ANSWERS)
  })
})

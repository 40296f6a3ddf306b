import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { wholeSystem } from '../../../testing/clients/system.ts'

const run = promisify(execFile)
const PACKAGE = join(__dirname, '..')
const PEOPLE = 250

/** What an integrator writes; it runs in an empty project, on what was installed from the tarball. */
const PROGRAM = `
async function main({ rollcall, RollcallError, RegistrationStatus }) {
  const { baseUrl, apiKey, apiSecret, courseId, userId } = JSON.parse(process.env.SCENE)
  const client = rollcall({ baseUrl, apiKey, apiSecret })

  const idempotencyKey = 'once-' + courseId
  const created = await client.createRegistration({ courseId, userId }, { idempotencyKey })
  const ifMatch = created.lastResponse.etag
  const listed = await client.listRegistrations({ courseId })
  const moved = await client.completeRegistration(created.id, { score: 87.5, ifMatch })
  const late = await client.withdrawRegistration(created.id, { ifMatch }).catch((error) => error)
  const second = await client.createRegistration({ courseId, userId })

  const ids = []
  for await (const user of client.eachUser({ limit: 100 })) ids.push(user.id)

  const poll = client.changes(new Date(created.createdDate.getTime() - 1000))
  const changed = []
  for await (const one of poll.registrations()) {
    if (one.id === created.id) changed.push(one.statusName, one.success)
  }
  let users = 0
  for await (const user of poll.users()) users++

  const again = await client.createRegistration({ courseId, userId }).catch((error) => error)

  console.log(JSON.stringify({
    created: {
      isDate: created.createdDate instanceof Date,
      status: created.statusName === RegistrationStatus.NotStarted,
    },
    listed: listed.map(({ id }) => id === created.id),
    moved: { score: moved.score, plain: Object.keys(moved).includes('lastResponse') },
    late: late.status,
    people: new Set(ids).size,
    changed: [...changed, poll.next < new Date(Date.now() - 30_000)],
    conflict: {
      typed: again instanceof RollcallError,
      status: again.status,
      code: again.code,
      detail: again.detail,
      requestId: again.requestId !== '',
      existing: again.existingId === second.id,
    },
  }))
}
`

/** How a project of each type gets at both halves of the package. */
const HEADS = {
  module: "import * as client from '@rollcall/client'\nimport { operator } from '@rollcall/client/operator'",
  commonjs:
    "const client = require('@rollcall/client')\nconst { operator } = require('@rollcall/client/operator')",
}

describe('the packed client', () => {
  const system = wholeSystem()
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-client-'))
    await run('npm', ['pack', '--pack-destination', folder], { cwd: PACKAGE })
    const tarball = join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '')
    // Projects below this folder find the package here.
    await writeFile(join(folder, 'package.json'), '{}')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder })
    await system.operator.put('/admin/groups/12/', { name: 'Operations', parentId: 1 })
    await system.operator.put('/admin/courses/210/', { name: 'Fire safety', groupIds: [12] })
    const rows = Array.from({ length: PEOPLE }, (_, i) => ({
      loginName: `person-${i}`,
      email: `person-${i}@example.org`,
      firstName: 'Ada',
      lastName: `Byron ${i}`,
      groupIds: [1],
    }))
    rows[0] = { ...rows[0]!, email: 'ada@example.org', groupIds: [1, 12] }
    await system.operator.post('/admin/users/batch/', rows)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  let lastCourse = 0
  async function scene() {
    const { apiKey, apiSecret } = await system.issueKey()
    const courseId = ++lastCourse
    await system.operator.put(`/admin/courses/${courseId}/`, { name: `Course ${courseId}`, groupIds: [1] })
    const { body } = await system.operator.get('/admin/groups/1/members/?limit=1')
    return { baseUrl: system.url, apiKey, apiSecret, courseId, userId: body[0].userId as number }
  }

  /** An empty project that finds the package installed. */
  async function aProject(name: string, manifest: object): Promise<string> {
    const project = join(folder, name)
    await mkdir(project)
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'x', ...manifest }))
    return project
  }

  /** What a program of a project prints. */
  async function output(project: string, program: string, variables: Record<string, string> = {}) {
    const env = { ...process.env, NODE_OPTIONS: '', ...variables }
    return (await run(process.execPath, [program], { cwd: project, env })).stdout
  }

  it.each(Object.entries(HEADS))(
    `works in a project of type %s: ten calls, with ${PEOPLE} records by page and a conflict`,
    async (type, head) => {
      const project = await aProject(type, { type })
      const program = `${head}\n${PROGRAM}\nif (typeof operator === 'function') main(client)\n`
      await writeFile(join(project, 'main.js'), program)

      expect(JSON.parse(await output(project, 'main.js', { SCENE: JSON.stringify(await scene()) }))).toEqual({
        created: { isDate: true, status: true },
        listed: [true],
        moved: { score: 87.5, plain: false },
        late: 412,
        people: PEOPLE,
        changed: ['Completed', null, true],
        conflict: {
          typed: true,
          status: 409,
          code: 'already-registered',
          detail: 'Already registered for this course.',
          requestId: true,
          existing: true,
        },
      })
    },
    60_000,
  )

  it('runs the example of its README', async () => {
    const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
    const example = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? ''
    const project = await aProject('readme', { type: 'module' })
    const { baseUrl, ...key } = await scene()
    const program = `const { apiKey, apiSecret } = ${JSON.stringify(key)}\n${example}`
    await writeFile(join(project, 'main.ts'), program.replace('https://learning.example.org', baseUrl))

    expect(await output(project, 'main.ts')).toMatch(/^\d+ \d{4}\nada@example\.org\n$/)
    expect(await output(project, 'main.ts')).toBe('Already registered for this course.\nada@example.org\n')
  }, 60_000)

  it('has types for ES modules and for CommonJS', async () => {
    const project = await aProject('types', { type: 'module' })
    const program = (extra: string) => `
      import { rollcall, type Registration } from '@rollcall/client'
      import { operator } from '@rollcall/client/operator'
      const client = rollcall({ baseUrl: 'http://localhost', apiKey: 'a', apiSecret: 'b' })
      export const registration: Promise<Registration> = client.getRegistration({ externalId: 'enrol-1' })
      export const created: Promise<Date> = registration.then(({ createdDate }) => createdDate)
      export const users = operator({ baseUrl: 'http://localhost', token: 't' }).user
      ${extra}
    `
    const tsc = join(PACKAGE, '../../node_modules/typescript-native/bin/tsc')
    const language = { module: 'nodenext', lib: ['es2024', 'dom'], types: [] }
    const compilerOptions = { noEmit: true, strict: true, ...language }
    const check = async (...files: string[]) => {
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
      return run(process.execPath, [tsc, '-p', project]).then(
        () => 'compiles',
        (error: { stdout: string }) => error.stdout,
      )
    }
    await writeFile(join(project, 'esm.mts'), program(''))
    await writeFile(join(project, 'common.cts'), program(''))
    const misspelt = program(
      'client.createUser({ email: "a", firstName: "A", lastName: "B", loginNmae: "c" })',
    )
    await writeFile(join(project, 'wrong.mts'), misspelt)
    expect(await check('esm.mts', 'common.cts')).toBe('compiles')
    expect(await check('wrong.mts')).toMatch(/'loginNmae' does not exist in type 'UserInput'/)
  }, 120_000)
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedServer, type Scripted } from '../../typescript/tests/kit/scripted-server.ts'
import { command } from './kit/command.ts'

const NOUNS = {
  groups: ['list', 'get', 'put', 'delete'],
  members: ['list', 'add', 'remove'],
  users: ['list', 'get', 'merge'],
  courses: ['list', 'get', 'put', 'delete'],
  'service-accounts': ['list', 'get', 'create', 'put', 'delete'],
  keys: ['list', 'issue', 'revoke'],
  registrations: ['list', 'get', 'create', 'approve', 'complete', 'withdraw', 'history', 'notification'],
  deliveries: ['list', 'get', 'resend'],
  'dead-letters': ['list', 'replay'],
  import: ['courses', 'groups', 'users'],
}

describe('help', () => {
  it('lists every noun, with examples and the exit codes', async () => {
    const { code, stdout } = await command(['--help'])
    expect(code).toBe(0)
    for (const noun of [...Object.keys(NOUNS), 'doctor', 'completion'])
      expect(stdout).toContain(`rollcall ${noun}`)
    expect(stdout).toContain('Examples:')
    expect(stdout).toMatch(/Exit codes: 0 done, 1 failed, 2 wrong usage/)
  })

  for (const [noun, verbs] of Object.entries(NOUNS)) {
    for (const verb of verbs) {
      it(`of ${noun} ${verb} has an example`, async () => {
        const { code, stdout } = await command([noun, verb, '--help'])
        expect(code).toBe(0)
        expect(stdout).toMatch(new RegExp(`Examples:\\s+rollcall ${noun} ${verb}`))
      })
    }
  }
})

describe('usage', () => {
  for (const [what, args, says] of [
    ['no command', [], /Which command\?/],
    ['a noun without a verb', ['groups'], /Which verb\? See rollcall groups --help/],
    ['an unknown noun', ['group', 'list'], /Did you mean groups\?/],
    ['an unknown option', ['groups', 'list', '--nonsense', 'x'], /Unknown argument: nonsense/],
    ['an id that is none', ['groups', 'get', 'twelve'], /id must be a whole number, not "twelve"/],
    ['a missing id', ['groups', 'get'], /Arguments given: 0, needed: 1\. Add --help/],
    ['a missing argument', ['groups', 'put', '12'], /Missing required argument: name/],
    ['a date that is none', ['keys', 'issue', '3', '--expires-at', 'soon'], /expires-at must be a date-time/],
    [
      'a grant of no role',
      ['service-accounts', 'create', '--name', 'x', '--grant', 'boss:1'],
      /<role>:<group>/,
    ],
    ['a file that is not there', ['import', 'users', 'none.csv', '--dry-run'], /There is no file none\.csv/],
    ['a missing token', ['groups', 'list'], /--admin-url or ROLLCALL_ADMIN_URL, or run in a folder with/],
  ] as const) {
    it(`${what} ends with 2 and says what to do`, async () => {
      const { code, stdout, stderr } = await command(args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(says)
    })
  }
})

describe('settings', () => {
  it('come from flags before variables before the run file', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => scriptedServer({ status: 200, body: [] })))
    const [flag, variable, file] = servers as [(typeof servers)[0], (typeof servers)[0], (typeof servers)[0]]
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-cli-'))
    await mkdir(join(folder, '.local'))
    const kept = { adminUrl: file.url, operatorToken: 'token-in-file' }
    await writeFile(join(folder, '.local', 'run.json'), JSON.stringify(kept))
    const env = { ROLLCALL_ADMIN_URL: variable.url, ROLLCALL_OPERATOR_TOKEN: 'token-in-env' }

    await command(['groups', 'list'], { folder })
    await command(['groups', 'list'], { folder, env })
    await command(['groups', 'list', '--admin-url', flag.url, '--operator-token', 'token-of-flag'], {
      folder,
      env,
    })
    expect(servers.map(({ received }) => received.map(({ headers }) => headers.authorization))).toEqual([
      ['Bearer token-of-flag'],
      ['Bearer token-in-env'],
      ['Bearer token-in-file'],
    ])

    // Never an address of the file for a token of the environment.
    const mixed = await command(['groups', 'list'], {
      folder,
      env: { ROLLCALL_OPERATOR_TOKEN: 'token-in-env' },
    })
    expect(mixed).toMatchObject({ code: 2, stderr: expect.stringContaining('ROLLCALL_ADMIN_URL') })
    expect(file.received).toHaveLength(1)

    for (const server of servers) await server.stop()
    await rm(folder, { recursive: true })
  })
})

describe('what is said', () => {
  let stop: () => Promise<void>
  afterEach(() => stop())
  async function env(...script: readonly Scripted[]) {
    const server = await scriptedServer(...script)
    stop = server.stop
    return { ROLLCALL_ADMIN_URL: server.url, ROLLCALL_OPERATOR_TOKEN: 'secret-token' }
  }
  const refusal = (status: number, code: string): Scripted => ({
    status,
    headers: { 'x-error-code': code, 'x-request-id': 'request-1' },
    body: { detail: 'Because.' },
  })

  for (const [status, code] of [
    [400, 1],
    [401, 4],
    [403, 4],
    [404, 1],
    [409, 1],
    [500, 1],
    [502, 5],
  ] as const) {
    it(`an answer ${status} ends with ${code}`, async () => {
      const ended = await command(['groups', 'get', '1'], { env: await env(refusal(status, 'some-code')) })
      expect(ended.code).toBe(code)
      expect(ended.stdout).toBe('')
      expect(ended.stderr).toBe(`rollcall: Because. (${status} some-code, request request-1)\n`)
    })
  }

  it('a fault is one line of JSON with --json', async () => {
    const ended = await command(['groups', 'get', '1', '--json'], {
      env: await env(refusal(404, 'not-found')),
    })
    expect(JSON.parse(ended.stderr)).toEqual({
      error: { message: 'Because.', status: 404, code: 'not-found', requestId: 'request-1', exitCode: 1 },
    })
  })

  it('an address where nobody answers ends with 5', async () => {
    const gone = await env({ status: 200 })
    await stop()
    stop = () => Promise.resolve()
    const ended = await command(['groups', 'get', '1'], { env: gone })
    expect(ended.code).toBe(5)
    expect(ended.stderr).toMatch(/^rollcall: No answer from http:\/\/127\.0\.0\.1/)
  })

  it('colours a terminal only, and never with NO_COLOR', async () => {
    const plain = await env(refusal(404, 'not-found'))
    const esc = '\u001b['
    expect((await command(['groups', 'get', '1'], { env: plain, terminal: true })).stderr).toContain(esc)
    expect((await command(['groups', 'get', '1'], { env: plain })).stderr).not.toContain(esc)
    const without = { ...plain, NO_COLOR: '1' }
    expect((await command(['groups', 'get', '1'], { env: without, terminal: true })).stderr).not.toContain(
      esc,
    )
  })

  it('keeps what a service sends from steering the terminal', async () => {
    const group = { id: 1, name: 'red\u001b[31m', parentId: null }
    const { stdout } = await command(['groups', 'get', '1'], { env: await env({ status: 200, body: group }) })
    expect(stdout).toContain('red [31m')
  })

  it('holds no secret: neither the token nor a key', async () => {
    const key = {
      keyId: 'k',
      createdAt: '2024-01-15T14:58:41Z',
      expiresAt: null,
      revokedAt: null,
      secret: 'rcs_x',
    }
    const surroundings = { env: await env({ status: 200, body: [key] }) }
    const { stdout, stderr } = await command(['keys', 'list', '3', '--json'], surroundings)
    expect(stdout + stderr).not.toMatch(/rcs_x|secret-token/)
  })

  it('a list goes on as long as it is told to, and says when there is more', async () => {
    const page = (ids: number[], more: boolean): Scripted => ({
      status: 200,
      ...(more ? { headers: { link: '</admin/groups/?cursor=x>; rel="next"' } } : {}),
      body: ids.map((id) => ({ id, name: `group ${id}`, parentId: null })),
    })
    const script = [page([1, 2], true), page([3, 4], false)]
    const some = await command(['groups', 'list', '--limit', '3', '--json'], { env: await env(...script) })
    expect(some.json().map(({ id }: { id: number }) => id)).toEqual([1, 2, 3])
    expect(some.stderr).toMatch(/These are the first/)
    await stop()
    const all = await command(['groups', 'list', '--all'], { env: await env(...script) })
    expect(
      all.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      'id  name     parentId',
      '1   group 1  -',
      '2   group 2  -',
      '3   group 3  -',
      '4   group 4  -',
    ])
    expect(all.stderr).toBe('')
  })
})

describe('completion', () => {
  it('knows nouns, verbs and options', async () => {
    const ask = async (...words: string[]) =>
      (await command(['--get-yargs-completions', 'rollcall', ...words])).stdout.trim().split('\n')
    expect(await ask('de')).toContain('deliveries')
    expect(await ask('dead-letters', '')).toEqual(expect.arrayContaining(['list', 'replay']))
    expect(await ask('deliveries', 'list', '--st')).toContain('--status')
  })

  for (const shell of ['bash', 'zsh'])
    it(`has a script for ${shell}`, async () => {
      const { code, stdout } = await command(['completion', shell])
      expect(code).toBe(0)
      expect(stdout).toContain(`SHELL=${shell} rollcall --get-yargs-completions`)
    })
})

import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedServer, type ScriptedResponse } from '../../../testing/clients/scripted-server.ts'
import { command, type CommandOptions } from '../../../testing/clients/command.ts'
import { EXIT } from '../src/exit-codes.ts'
import { LastRun } from '../src/sync/last-run.ts'

const NOUNS = {
  groups: ['list', 'tree', 'get', 'put', 'update', 'delete'],
  members: ['list', 'add', 'remove'],
  users: ['list', 'find', 'show', 'get', 'delete', 'sync', 'merge', 'export', 'erase', 'merge-accounts'],
  erasures: ['list', 'show', 'export'],
  courses: ['list', 'get', 'put', 'update', 'delete'],
  'service-accounts': ['list', 'get', 'create', 'put', 'update', 'delete'],
  keys: ['list', 'issue', 'rotate', 'revoke'],
  registrations: 'list get create import-history sync approve complete withdraw history notification'.split(
    ' ',
  ),
  deliveries: ['list', 'get', 'preview', 'reasons', 'retry', 'resend'],
  webhooks: ['list', 'show', 'disable', 'enable', 'deliveries', 'reasons', 'retry', 'retry-all', 'listen'],
  'dead-letters': ['list', 'show', 'reasons', 'replay', 'dismiss'],
  'without-delivery': ['list', 'send'],
  ids: ['floor'],
  import: ['courses', 'groups', 'users'],
}

describe('help', () => {
  it('lists every noun, with examples and the exit codes', async () => {
    const { code, stdout } = await command(['--help'])
    expect(code).toBe(EXIT.done)
    for (const noun of [...Object.keys(NOUNS), 'status', 'doctor', 'completion'])
      expect(stdout).toContain(`rollcall ${noun}`)
    expect(stdout).toContain('Examples:')
    expect(stdout).toMatch(/Exit codes: 0 done, 1 failed or held removals back, 2 wrong usage/)
  })

  it('is shown by the command without arguments', async () => {
    expect(await command([])).toEqual({ ...(await command(['--help'])), json: expect.any(Function) })
  })

  it('is shown by a noun without a verb', async () => {
    const { code, stdout } = await command(['groups'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: (await command(['groups', '--help'])).stdout })
    expect(stdout).toContain('rollcall groups tree')
  })

  it('shows the connection options only on the page `help connection`', async () => {
    const { code, stdout } = await command(['help', 'connection'])
    expect(code).toBe(EXIT.done)
    expect(stdout).toMatch(/--operator-token +ROLLCALL_OPERATOR_TOKEN +token of the operator API/)
    for (const args of [[], ['groups'], ['groups', 'list']]) {
      const { stdout: other } = await command([...args, '--help'])
      expect(other).toContain('rollcall help connection')
      expect(other).not.toContain('ROLLCALL_')
    }
  })

  it.each(Object.entries(NOUNS))('of %s has an example for each verb: %j', async (noun, verbs) => {
    for (const verb of verbs) {
      const { code, stdout } = await command([noun, verb, '--help'])
      expect(code).toBe(EXIT.done)
      expect(stdout).toMatch(new RegExp(`Examples:\\s+rollcall ${noun} ${verb}`))
    }
  })
})

describe('usage', () => {
  it.each<[string, string[], RegExp]>([
    ['no command', ['--quiet'], /Which command\?/],
    ['a noun without a verb', ['groups', '--quiet'], /Which verb\? See `rollcall groups --help`/],
    ['an unknown noun', ['group', 'list'], /Did you mean groups\?/],
    ['an unknown noun with --help', ['group', '--help'], /Did you mean groups\?/],
    [
      'options that exclude each other',
      ['registrations', 'list', '--all-groups', '--created-after', '2026-01-20T00:00:00Z'],
      /--all-groups and --created-after exclude each other\. Leave one of them out\./,
    ],
    [
      'an unknown option',
      ['groups', 'list', '--no-nonsense', '--home-grup', '3'],
      /^rollcall: Unknown arguments: nonsense, home-grup$/m,
    ],
    ['an unknown topic', ['help', 'everything'], /Choices: "connection"/],
    ['an id that is not a number', ['groups', 'get', 'twelve'], /id must be a whole number, not "twelve"/],
    ...[
      ['registrations', 'sync', 'people.csv', '--course', ''],
      ['import', 'users', 'people.csv', '--map', 'a=email', '--map', ''],
      ['users', 'find', '--email', ''],
      ['deliveries', 'retry', '--status', ''],
      ['users', 'get', ''],
    ].map((args): [string, string[], RegExp] => [
      `an empty text, which is not the same as no option (${args.join(' ')})`,
      args,
      /^rollcall: \S+ is empty\. Give it a value, or leave it out\.$/m,
    ]),
    [
      'an empty token',
      ['groups', 'list', '--operator-token', ''],
      /--operator-token is empty\. Give it a value/,
    ],
    [
      'several ids of which one is not a number',
      ['webhooks', 'retry', '7', 'abc'],
      /deliveries must be a whole number/,
    ],
    [
      'a field that is given twice',
      ['users', 'merge', '--login-name', 'a', '--city', 'x', '--city', 'y'],
      /Give --city only once/,
    ],
    ['a missing id', ['groups', 'get'], /Arguments given: 0, needed: 1\. Add --help/],
    ['a missing argument', ['groups', 'put', '12'], /Missing required argument: name/],
    ...['soon', '01/02/2035', '2035-02-30T00:00:00Z', '2035-01-31T00:00:00', '2035'].map(
      (date): [string, string[], RegExp] => [
        `an invalid or ambiguous date (${date})`,
        ['keys', 'issue', '3', '--expires-at', date],
        /expires-at must be a date-time/,
      ],
    ),
    [
      'a date in the past',
      ['keys', 'issue', '3', '--expires-at', '2024-01-31T00:00:00Z'],
      /expires-at must be in the future, not 2024-01-31T00:00:00Z/,
    ],
    [
      'an invalid duration',
      ['keys', 'issue', '3', '--expires-in', '90'],
      /expires-in must be a number of hours/,
    ],
    [
      'neither ids nor --all',
      ['without-delivery', 'send'],
      /^rollcall: Give ids of registrations, or --all\.$/m,
    ],
    [
      'both ids and --all',
      ['without-delivery', 'send', '4', '--all'],
      /^rollcall: Give ids of registrations or --all, not both\.$/m,
    ],
    ['no name for the file of an export', ['erasures', 'export', '-'], /leave it out for standard output/],
    ['no known delimiter', ['registrations', 'export', '--delimiter', ':'], /must be , or ; .* not ":"\./],
    ['a mark in NDJSON', ['registrations', 'export', '--bom', '--format', 'ndjson'], /are for CSV, .* Leave/],
    ['neither an account nor --expiring', ['keys', 'list'], /: Give the id of an account, or --expiring\.$/m],
    [
      'both an account and --expiring',
      ['keys', 'list', '3', '--expiring'],
      /^rollcall: Give the id of an account or --expiring, not both\.$/m,
    ],
    [
      'an option that the file of --again decides',
      ['users', 'erase', '--again', 'x', '--with-registrations'],
      /^rollcall: Give --again or --with-registrations, not both/m,
    ],
    [
      'no choice for a command without --all',
      ['dead-letters', 'dismiss'],
      /^rollcall: Give one of these: ids of dead letters, a group \(--queue, --reason\)\.$/m,
    ],
    [
      'a second word for an option',
      ['webhooks', 'listen', '--events', 'registration.completed', 'registration.created'],
      /^rollcall: Unknown argument: registration\.created\. Is it a value of --events\? Repeat the option/m,
    ],
    [
      'an unknown option',
      ['registrations', 'list', '--course', '21', '--colour'],
      /Unknown argument: colour$/m,
    ],
    [
      'an unknown event in a list',
      ['webhooks', 'listen', '--events', 'registration.completed,registration.lost'],
      /Argument: events, Given: "registration\.lost", Choices: "registration\.created"/,
    ],
    [
      'an option that is abbreviated',
      ['registrations', 'withdraw', 'x', '--external'],
      /^rollcall: Unknown argument: external$/m,
    ],
    [
      'a grant with an unknown role',
      ['service-accounts', 'create', '--name', 'x', '--grant', 'boss:1'],
      /<role>:<group>/,
    ],
    ['a file that is not there', ['import', 'users', 'none.csv', '--dry-run'], /There is no file none\.csv/],
    [
      'a folder instead of a file',
      ['import', 'users', '.', '--format', 'csv'],
      /\. is not a regular file\. Write the rows to a file/,
    ],
    [
      'an invalid address',
      ['groups', 'list', '--admin-url', 'rollcall.example', '--operator-token', 'x'],
      /address of the operator API must be a URL such as https:\/\/\S+, not "rollcall\.example"/,
    ],
    [
      'a token with a line break',
      ['groups', 'list', '--admin-url', 'http://127.0.0.1:9', '--operator-token', 'one\ntwo'],
      /^rollcall: The token of the operator API has a space, a line break .* Copy it again\.$/m,
    ],
    [
      'a missing token',
      ['groups', 'list'],
      /--admin-url or ROLLCALL_ADMIN_URL, or run the command in a folder with/,
    ],
  ])('%s ends with 2 and says what to do', async (_what, args, says) => {
    const { code, stdout, stderr } = await command(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(says)
  })
})

it('a flag overrides a variable, and a variable overrides the run file', async () => {
  const aServer = () => scriptedServer({ status: 200, body: [] })
  const [flag, variable, file] = [await aServer(), await aServer(), await aServer()]
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-cli-'))
  await mkdir(join(folder, '.local'))
  const kept = { adminUrl: file.url, operatorToken: 'token-in-file' }
  await writeFile(join(folder, '.local', 'run.json'), JSON.stringify(kept))
  const env = { ROLLCALL_ADMIN_URL: variable.url, ROLLCALL_OPERATOR_TOKEN: 'token-in-env' }

  const flags = ['--admin-url', flag.url, '--operator-token', 'token-of-flag']
  await command(['groups', 'list'], { folder })
  await command(['groups', 'list'], { folder, env })
  await command(['groups', 'list', ...flags], { folder, env })
  const tokens = [flag, variable, file].map(({ received }) =>
    received.map(({ headers }) => headers.authorization),
  )
  expect(tokens).toEqual([['Bearer token-of-flag'], ['Bearer token-in-env'], ['Bearer token-in-file']])

  const unset = await command(['groups', 'list'], { folder, env: { ROLLCALL_ADMIN_URL: '' } })
  expect(unset).toMatchObject({ code: 2, stderr: expect.stringContaining('ROLLCALL_ADMIN_URL is empty') })

  // Never an address of the file for a token of the environment.
  const { ROLLCALL_OPERATOR_TOKEN } = env
  const mixed = await command(['groups', 'list'], { folder, env: { ROLLCALL_OPERATOR_TOKEN } })
  expect(mixed).toMatchObject({ code: 2, stderr: expect.stringContaining('ROLLCALL_ADMIN_URL') })
  expect(file.received).toHaveLength(1)

  await writeFile(join(folder, '.local', 'run.json'), 'null')
  expect(await command(['groups', 'list'], { folder })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ROLLCALL_ADMIN_URL'),
  })

  await rm(folder, { recursive: true })
})

it.each([
  ...['users', 'groups', 'courses'].map((kind) => `import ${kind}`),
  ...['import', 'import-history'].map((verb) => `registrations ${verb}`),
  ...[
    'registrations sync --course 1 --all-groups --yes',
    'users sync --group 1 --yes',
    'users erase --yes --again',
  ],
])('%s says that a file without text has no rows, and fails', async (line) => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-cli-'))
  const { url } = await scriptedServer({ status: 200, body: { id: 1, groupIds: [1] } })
  const env = { ROLLCALL_URL: url, ROLLCALL_API_KEY: 'key', ROLLCALL_API_SECRET: 'secret' }
  for (const text of ['', '\uFEFF', ' \r\n']) {
    await writeFile(join(folder, 'empty.csv'), text)
    const { code, stderr } = await command([...line.split(' '), 'empty.csv'], { folder, env })
    expect([code, stderr]).toEqual([EXIT.failed, 'rollcall: empty.csv has no rows. Nothing was changed.\n'])
  }
  await rm(folder, { recursive: true })
})

it.each(['null', '[]', '"x"', '{"scope":null}', '{"scope":{"rows":"7"}}', '{"scope":{"rows":7}}'])(
  'a file of the last sync that contains %s stops the sync, and the message names the file',
  async (content) => {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-cli-'))
    const path = join(folder, 'people.csv.rollcall-sync')
    await writeFile(path, content)
    await expect(new LastRun([path], 'scope').read()).rejects.toThrow(`${path}, which says how many`)
    await rm(folder, { recursive: true })
  },
)

describe('the output of commands', () => {
  const env = async (...script: readonly ScriptedResponse[]) => ({
    ROLLCALL_ADMIN_URL: (await scriptedServer(...script)).url,
    ROLLCALL_OPERATOR_TOKEN: 'secret-token',
  })
  const rejection = (status: number, code: string): ScriptedResponse => ({
    status,
    headers: { 'x-error-code': code, 'x-request-id': 'request-1', 'retry-after': '0' },
    body: { detail: 'Because.' },
  })

  it.each([
    [EXIT.failed, [400, 404, 409, 500]],
    [EXIT.denied, [401, 403]],
    [EXIT.unavailable, [502]],
  ])(
    'exits with %i after a response %j, and reports it in one line, which is JSON with --json',
    async (code, statuses) => {
      for (const status of statuses) {
        const rejecting = { env: await env(rejection(status, 'some-code')) }
        const stderr = `rollcall: Because. (${status} some-code, request request-1)\n`
        expect(await command(['groups', 'get', '1'], rejecting)).toMatchObject({ code, stdout: '', stderr })
        const error = {
          message: 'Because.',
          status,
          code: 'some-code',
          requestId: 'request-1',
          exitCode: code,
        }
        const asJson = await command(['groups', 'get', '1', '--json'], rejecting)
        expect(JSON.parse(asJson.stderr)).toEqual({ error })
      }
    },
  )

  it('controls no terminal by the headers of a response', async () => {
    const { stderr } = await command(['groups', 'get', '1'], { env: await env(rejection(404, 'a\u009B31m')) })
    expect(stderr).toBe('rollcall: Because. (404 a 31m, request request-1)\n')
  })

  it.each([
    ['groups get 1', 200],
    ['groups delete 1 --yes', 200],
    ['groups get 1', 404],
    ['groups delete 1 --yes', 404],
  ])('exits with 5 if another server responds with a page: %s, %i', async (line, status) => {
    const page = { status, headers: { 'content-type': 'text/html' }, text: '<html>Sign in</html>' }
    const result = await command(line.split(' '), { env: await env(page) })
    expect(result).toMatchObject({
      code: EXIT.unavailable,
      stdout: '',
      stderr: expect.stringMatching(
        /^rollcall: http:\/\/\S+ does not respond as Rollcall does: text\/html .*\n$/,
      ),
    })
  })

  it('of a status of which nothing is known says only why', async () => {
    const { code, stdout, stderr } = await command(['status'], { env: await env(rejection(502, 'x')) })
    expect([code, stdout]).toEqual([EXIT.unavailable, ''])
    expect(stderr).toBe('registration: Because.\nuser: Because.\nnotification: Because.\n')
  })

  it('exits with 5 if no server responds at the address', async () => {
    const gone = { ROLLCALL_ADMIN_URL: 'http://127.0.0.1:9', ROLLCALL_OPERATOR_TOKEN: 'token' }
    const result = await command(['groups', 'get', '1'], { env: gone })
    expect(result.code).toBe(EXIT.unavailable)
    expect(result.stderr).toMatch(/^rollcall: No response from http:\/\/127\.0\.0\.1/)
  })

  it('has colours on a terminal only, and never with NO_COLOR', async () => {
    const plain = await env(rejection(404, 'not-found'))
    const isColoured = async (options: CommandOptions) =>
      (await command(['groups', 'get', '1'], options)).stderr.includes('\u001b[')
    expect(await isColoured({ env: plain, terminal: true })).toBe(true)
    expect(await isColoured({ env: plain })).toBe(false)
    expect(await isColoured({ env: { ...plain, NO_COLOR: '1' }, terminal: true })).toBe(false)
  })

  it.each([
    ['replaces control characters', 'red\u001b[31m', 'red [31m'],
    ['keeps the joiners that letters and emoji need', 'ന്\u200D 👩\u200D💻', 'ന്\u200D 👩\u200D💻'],
  ])('%s in what a service sends', async (_what, name, shown) => {
    const group = { id: 1, name, parentId: null }
    const { stdout } = await command(['groups', 'get', '1'], { env: await env({ status: 200, body: group }) })
    expect(stdout).toContain(shown)
  })

  it('replaces control characters in a previewed e-mail', async () => {
    const body = { subject: 'a\u001b[31m', text: 'b\u009B31m\nc', html: '' }
    const { stdout } = await command(['templates', 'preview'], { env: await env({ status: 200, body }) })
    expect(stdout).toBe('Subject: a [31m\n\nb 31m\nc\n')
  })

  it('never contains the operator token or the secret of a listed key', async () => {
    const dates = { createdAt: '2024-01-15T14:58:41Z', expiresAt: null, revokedAt: null }
    const key = { keyId: 'k', ...dates, secret: 'rcs_x' }
    const options = { env: await env({ status: 200, body: [key] }) }
    const { stdout, stderr } = await command(['keys', 'list', '3', '--json'], options)
    expect(stdout + stderr).not.toMatch(/rcs_x|secret-token/)
  })

  it('lists at most --limit records and says if there are more, or all records with --all', async () => {
    const page = (ids: number[], more: boolean): ScriptedResponse => ({
      status: 200,
      ...(more ? { headers: { link: '</admin/groups/?cursor=x>; rel="next"' } } : {}),
      body: ids.map((id) => ({ id, name: `group ${id}`, parentId: null })),
    })
    const script = [page([1, 2], true), page([3, 4], false)]
    const limited = await command(['groups', 'list', '--limit', '3', '--json'], { env: await env(...script) })
    expect(limited.json().map(({ id }: { id: number }) => id)).toEqual([1, 2, 3])
    const more = 'There are more than 3 records. Use --limit or --all to see them.\n'
    expect(limited.stderr).toBe(more)
    const quiet = await command(['groups', 'list', '-n', '3', '-q'], { env: await env(...script) })
    expect([quiet.code, quiet.stderr]).toEqual([EXIT.done, more])
    const all = await command(['groups', 'list', '--all'], { env: await env(...script) })
    const rows = [1, 2, 3, 4].map((id) => `${id}   group ${id}  -`)
    expect(all.stdout.replaceAll(/ +$/gm, '')).toBe(['id  name     parentId', ...rows, ''].join('\n'))
    expect(all.stderr).toBe('')
  })
})

describe('completion', () => {
  it('knows nouns, verbs and options', async () => {
    const ask = async (...words: string[]) =>
      (await command(['--get-yargs-completions', 'rollcall', ...words])).stdout.trim().split('\n')
    expect(await ask('de')).toContain('deliveries')
    expect(await ask('dead-letters', '')).toEqual(expect.arrayContaining(['list', 'replay', 'dismiss']))
    expect(await ask('deliveries', 'list', '--st')).toContain('--status')
  })

  it.each(['bash', 'zsh'])('has a script for %s', async (shell) => {
    const { stdout } = await command(['completion', shell])
    expect(stdout).toContain(`SHELL=${shell} rollcall --get-yargs-completions`)
  })
})

describe('the guide to the command line', () => {
  const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/guide/cli.md'), 'utf8')
  /** Blocks that show a command line and what it says. */
  const shown = [...GUIDE.matchAll(/^```\n\$ rollcall (.+)\n([^]*?)\n```$/gm)].map(
    ([, line, output]): [string, string] => [line ?? '', output ?? ''],
  )

  it('shows the help of the command and of the connection', () => {
    expect(shown.map(([line]) => line)).toEqual(['--help', 'help connection'])
  })

  it.each(shown)('shows the output of rollcall %s', async (line, output) => {
    const { stdout } = await command(line.split(' '), { columns: 200 })
    expect(output).toBe(stdout.trimEnd())
  })
})

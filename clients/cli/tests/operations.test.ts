import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { command } from '../../../testing/clients/command.ts'
import { COMMANDS as ALL_COMMANDS } from '../src/command-line.ts'
import { EXIT } from '../src/exit-codes.ts'
import { byHand } from '../src/operations/commands.ts'
import { BY_HAND, SHORT_NOUNS, OVERRIDES } from '../src/operations/overrides.ts'
import { OPERATIONS, type OperationId, type Override } from '../src/operations/contract.ts'

/** Answers every command: each reads some of it. */
const RECORD = {
  id: 7,
  keyId: 'rck_1',
  secret: 'rcs_1',
  name: 'x',
  externalId: '',
  groupIds: [],
  grants: [],
  services: [],
  events: [],
  groups: [],
  homeGroupId: null,
  parentId: null,
  active: true,
  published: true,
  subject: 'You are registered',
  text: 'Hello',
  html: '<p>Hello</p>',
  done: 1,
  retried: 1,
  users: 1,
  remaining: false,
  notSent: [],
  expiresAt: null,
}
const at = (url: string) => ({
  ROLLCALL_URL: url,
  ROLLCALL_ADMIN_URL: url,
  ROLLCALL_OPERATOR_TOKEN: 'token',
  ROLLCALL_API_KEY: 'key',
  ROLLCALL_API_SECRET: 'secret',
})
/** Runs a command line against a server that returns this response to each request. */
async function run(line: string, body: unknown = RECORD) {
  const { url, received } = await scriptedServer({ status: 200, headers: { etag: '"v1"' }, body })
  return { ...(await command(line.split(' '), { env: at(url) })), received }
}

/** Command lines, and after `>` the last request that each sends: method, path and body. */
const COMMANDS = `
groups create --name x --parent 1 > POST /admin/groups/ {"name":"x","parentId":1}
groups put 12 --name x --parent 1 > PUT /admin/groups/12/ {"name":"x","parentId":1}
groups put 12 --name x > PUT /admin/groups/12/ {"name":"x"}
groups get 12 > GET /admin/groups/12/
groups update 12 --name y > PUT /admin/groups/12/ {"name":"y","parentId":null}
groups update 12 --parent 14 > PUT /admin/groups/12/ {"name":"x","parentId":14}
groups list > GET /admin/groups/?limit=101
groups tree > GET /admin/groups/?limit=1000
groups delete 12 --yes > DELETE /admin/groups/12/
members add 13 5 > PUT /admin/groups/13/members/5/
members list 13 > GET /admin/groups/13/members/?limit=101
members remove 13 5 --yes > DELETE /admin/groups/13/members/5/
users merge --external-id hr-1 --city Oslo --group-ids 1
  > POST /admin/users/batch/ [{"externalId":"hr-1","city":"Oslo","groupIds":[1]}]
users merge --login-name ada --group-ids 1 --group-ids 2
  > POST /admin/users/batch/ [{"loginName":"ada","groupIds":[1,2]}]
users get 5 > GET /users/5/?include=details
users get hr-1 --external-id > GET /users/external_id/hr-1/?include=details
users list --group 1 > GET /users/?groupId=1&includeDeleted=false&include=details&limit=101
users delete hr-1 --external-id --yes > DELETE /users/external_id/hr-1/
users show 5 > GET /admin/users/5/
users find --email a@b.org --login ada
  > GET /admin/users/?email=a%40b.org&loginName=ada&includeDeleted=false&limit=101
users find --external-id hr-1 --name byron
  > GET /admin/users/?externalId=hr-1&name=byron&includeDeleted=false&limit=101
users export 4 > GET /admin/users/4/export/
users erase 4 --reason r --yes > POST /admin/users/4/erase/ {"reason":"r","withRegistrations":false}
erasures list --in-progress > GET /admin/erasures/?inProgress=true&limit=101
erasures show 4 > GET /admin/erasures/4/
merges list --in-progress > GET /admin/merges/?inProgress=true&limit=101
courses put 7 --name x --group 1 --no-published
  > PUT /admin/courses/7/ {"name":"x","groupIds":[1],"published":false}
courses get 7 > GET /admin/courses/7/
courses list > GET /admin/courses/?limit=101
courses delete 7 --yes > DELETE /admin/courses/7/
service-accounts create --name x --grant batch-registration-manager:2
  > POST /admin/service-accounts/ {"name":"x","grants":[{"role":"Batch registration manager","groupId":2}]}
service-accounts put 3 --name x --requests-per-minute 50 --scim-strict
  > PUT /admin/service-accounts/3/ {"name":"x","requestsPerMinute":50,"scimStrict":true}
service-accounts put 3 --name x --requests-per-minute=
  > PUT /admin/service-accounts/3/ {"name":"x","requestsPerMinute":null}
keys issue 3 --expires-at= > POST /admin/service-accounts/3/keys/ {"expiresAt":null}
courses update 7 --external-id=
  > PUT /admin/courses/7/
  {"name":"x","externalId":"","groupIds":[],"active":true,"published":true}
service-accounts get 3 > GET /admin/service-accounts/3/
service-accounts list > GET /admin/service-accounts/?limit=101
service-accounts update 3 --add-grant user-administrator:1 --name y
  > PUT /admin/service-accounts/3/
  {"name":"y","homeGroupId":null,"grants":[{"role":"User administrator","groupId":1}]}
service-accounts delete 3 --yes > DELETE /admin/service-accounts/3/
keys issue 3 --expires-at 2035-01-31T00:00:00+01:00
  > POST /admin/service-accounts/3/keys/ {"expiresAt":"2035-01-30T23:00:00.000Z"}
keys list 3 > GET /admin/service-accounts/3/keys/?limit=101
keys revoke 3 rck_1 --yes > DELETE /admin/service-accounts/3/keys/rck_1/
registrations create --course-id 2 --user-email a@b.org --external-id x
  > POST /registrations/ {"courseId":2,"userEmail":"a@b.org","externalId":"x"}
registrations list --course 21 --user 5 > GET /registrations/?course_id=21&user_id=5&include=details&limit=101
registrations list --user 5 --all-groups > GET /admin/registrations/?userId=5&limit=101
registrations list --status Approved --all-groups > GET /admin/registrations/?status=Approved&limit=101
registrations get 9 > GET /registrations/9/?include=details
registrations approve 9 > POST /registrations/9/approve/
registrations complete a/1 --external-id --score 87.5 --success
  > POST /registrations/external/a%2F1/complete/ {"score":87.5,"success":true}
registrations withdraw a/1 --external-id --yes > POST /registrations/external/a%2F1/withdraw/
registrations history 9 > GET /registrations/9/history/
registrations history 9 --all-groups > GET /admin/registrations/9/history/
registrations notification 9 > GET /registrations/9/notification/
deliveries list --registration 9 --user 5 > GET /admin/deliveries/?registrationId=9&userId=5&limit=101
deliveries get 4 > GET /admin/deliveries/4/
deliveries preview 4 > POST /admin/templates/preview/ {"deliveryId":"4"}
deliveries reasons --status failed > GET /admin/reasons/?of=emails&status=failed
sources list > GET /admin/sources/
sources hand-over 7 --to scim-7 > POST /admin/sources/hand-over/ {"ids":[7],"to":"scim-7"}
sources release 7 --from hr > POST /admin/sources/hand-over/ {"ids":[7],"from":"hr","to":""}
deliveries retry 28 > POST /admin/deliveries/retry/ {"status":"failed","ids":["28"]}
deliveries resend 4 > POST /admin/deliveries/4/resend/
dead-letters list --waiting > GET /admin/dead-letters/?waiting=true&limit=101
dead-letters show 4 > GET /admin/dead-letters/4/
dead-letters reasons > GET /admin/reasons/?of=dead-letters
dead-letters replay 4 > POST /admin/dead-letters/4/replay/
dead-letters replay --reason r --yes > POST /admin/dead-letters/replay/ {"reason":"r"}
dead-letters dismiss 4 4 > POST /admin/dead-letters/dismiss/ {"ids":["4","4"]}
dead-letters dismiss --queue q --reason r --yes > POST /admin/dead-letters/dismiss/ {"queue":"q","reason":"r"}
without-delivery list > GET /admin/registrations-without-delivery/?limit=101
without-delivery send 4 > POST /admin/registrations-without-delivery/send/ {"ids":[4]}
webhooks list --account 3 --disabled > GET /admin/webhook-endpoints/?accountId=3&enabled=false&limit=101
webhooks disable 7 > POST /admin/webhook-endpoints/7/disable/
webhooks enable 7 > POST /admin/webhook-endpoints/7/enable/
webhooks retry 7 9 > POST /admin/webhook-deliveries/retry/ {"endpointId":7,"ids":[9]}
webhooks retry-all --status failed --endpoint 7 --yes
  > POST /admin/webhook-deliveries/retry/ {"status":"failed","endpointId":7}
webhooks reasons > GET /admin/reasons/?of=webhooks&status=failed
webhooks deliveries --user 5 > GET /admin/webhook-deliveries/?userId=5&limit=101
ids floor 100 --yes > POST /admin/users/ids/floor/ {"above":100}`

describe('a command sends its request', () => {
  it.each(COMMANDS.trim().split(/\n(?! )/))('%s', async (row) => {
    const [line = '', request = ''] = row.split(/\s+> /)
    const isList = / (list|find|tree|history|deliveries)\b/.test(line)
    const merged = [{ index: 0, status: 200, user: RECORD }]
    const { code, stderr, received } = await run(
      line,
      line.startsWith('users merge') ? merged : isList ? [] : RECORD,
    )
    const [method = '', path = '', ...rest] = request.split(/\s+/)
    const body = rest.join(' ')
    const last = received.at(-1)
    expect([code, stderr]).toEqual([EXIT.done, expect.not.stringContaining('rollcall: ')])
    expect(`${last?.method} ${last?.url}`).toBe(`${method} ${path}`)
    expect(last?.body && JSON.parse(last.body)).toEqual(body && JSON.parse(body))
    // An operator's command never uses the key of an account.
    expect(last?.headers.authorization).toBe(path.startsWith('/admin/') ? 'Bearer token' : undefined)
  })

  describe('each operator operation has a command', () => {
    const all = Object.entries(ALL_COMMANDS).flatMap(([noun, one]) =>
      'commands' in one
        ? Object.entries(one.commands).map(([usage, row]) => ({
            words: [noun, ...usage.split(' ', 1)],
            noun,
            row,
          }))
        : [{ words: noun.split(' ', 1), noun: '', row: one }],
    )
    const examplesOf = ({ noun, row }: (typeof all)[number]) =>
      Object.keys(row.examples).map((line) =>
        [...`${noun} ${line}`.replace(/ >.*/, '').matchAll(/"([^"]*)"|\S+/g)].map(
          ([word, quoted]) => quoted ?? word,
        ),
      )
    const commandNamed = (name: string) => all.find(({ words }) => words.join(' ') === name)

    it.each(Object.keys(BY_HAND))('%s is written by hand', (name) => {
      expect(commandNamed(name)).toBeDefined()
    })

    const generated = Object.entries(OPERATIONS).filter(([id]) => byHand(id as OperationId) === undefined)

    it.each(generated)('%s, whose example sends its request', async (id, row) => {
      const [override = {}]: readonly Override[] = [OVERRIDES[id as OperationId] ?? {}].flat()
      const found = commandNamed(`${SHORT_NOUNS[row.noun] ?? row.noun} ${override.verb ?? row.verb}`)!
      const [example = []] = examplesOf(found)
      const isAsking = found.row.arguments?.['yes'] !== undefined
      const body = row.returns === 'page' || row.returns === 'list' ? [] : RECORD
      const { url, received } = await scriptedServer({ status: 200, headers: { etag: '"v1"' }, body })
      expect(await command(isAsking ? [...example, '--yes'] : example, { env: at(url) })).toMatchObject({
        code: EXIT.done,
      })
      const sent = received.at(-1)
      const pattern = new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?.*)?$`)
      expect([sent?.method, sent?.url]).toEqual([row.method, expect.stringMatching(pattern)])
    })

    it('and every example of the help is a command line as its command takes it', async () => {
      const { url } = await scriptedServer({ status: 200, headers: { etag: '"v1"' }, body: RECORD })
      const folder = await mkdtemp(join(tmpdir(), 'rollcall-examples-'))
      const interrupted = AbortSignal.abort()
      for (const example of all.flatMap(examplesOf)) {
        const { stderr } = await command(example, { env: at(url), folder, interrupted })
        expect([example, stderr]).toEqual([
          example,
          expect.not.stringMatching(/Missing required|Unknown argument|Arguments given|^rollcall: Give /),
        ])
      }
      await rm(folder, { recursive: true })
    })
  })

  describe('asks before it removes, or sends to more records than it names', () => {
    const ASKING = `
users delete 5
users erase 5 --reason r
users erase --again erasures.ndjson
service-accounts delete 3
groups delete 12
members remove 13 5
courses delete 7
keys revoke 3 rck_1
sources hand-over --from hr --to scim-7
deliveries retry --status failed
webhooks retry-all --status failed
without-delivery send --all
dead-letters replay --all
dead-letters replay --queue q
dead-letters dismiss --reason r
ids floor 100`.trim()

    it('whatever calls a DELETE', () => {
      const deleting = COMMANDS.trim()
        .split(/\n(?! )/)
        .filter((row) => row.includes('> DELETE'))
      const nouns = deleting.map((row) => row.split(' ').slice(0, 2).join(' '))
      expect(ASKING.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
        expect.arrayContaining(nouns),
      )
    })

    it.each(ASKING.split('\n'))('%s', async (line) => {
      const folder = await mkdtemp(join(tmpdir(), 'rollcall-asking-'))
      await writeFile(join(folder, 'erasures.ndjson'), '{"userId":5}')
      const { url, received } = await scriptedServer({
        status: 200,
        body: /--(all|from)\b/.test(line) ? [] : RECORD,
      })
      const asked = (more: object, ...options: string[]) =>
        command([...line.split(' '), ...options], { env: at(url), folder, ...more })
      const scripted = await asked({})
      expect([scripted.code, scripted.stderr]).toEqual([EXIT.usage, expect.stringContaining('needs --yes')])
      const declined = await asked({ response: false })
      expect([declined.code, declined.stderr]).toEqual([
        EXIT.failed,
        expect.stringMatching(/^.*\?\nNothing was changed\.\n$/),
      ])
      // It may have asked whom the command line names.
      const sent = () => received.filter(({ method }) => method !== 'GET')
      expect(sent()).toEqual([])
      for (const agreed of [await asked({ response: true }), await asked({}, '--yes')])
        expect(agreed.code).toBe(EXIT.done)
      expect(received).not.toEqual([])
      await rm(folder, { recursive: true })
    })

    it.each(['deliveries retry 4 --status failed', 'without-delivery send 4', 'dead-letters replay 4'])(
      'and not if ids are given: %s',
      async (line) => expect((await run(line)).code).toBe(EXIT.done),
    )
  })

  it.each(['dismiss', 'replay', 'replay x --all', 'dismiss x --queue y'])(
    'dead-letters %s is rejected: it takes ids, or a group, or --all',
    async (line) => expect((await run(`dead-letters ${line}`)).code).toBe(EXIT.usage),
  )

  it('users erase says which source would create the person again', async () => {
    const { stderr, received } = await run('users erase 5 --reason r --yes', { ...RECORD, managedBy: 'hr' })
    expect(stderr).toContain('User 5 was kept by hr. Erase the person in that system too: ')
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /admin/users/5/',
      'POST /admin/users/5/erase/',
    ])
    expect((await run('users erase 5 --reason r --yes')).stderr).not.toContain('kept by')
  })

  it('courses retire and update change one field, and keep the others', async () => {
    for (const [line, changed] of [
      ['courses retire 7', { active: false }],
      ['courses update 7 --no-published', { published: false }],
    ] as const) {
      const { received } = await run(line)
      expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
        name: 'x',
        active: true,
        published: true,
        ...changed,
      })
    }
  })

  it('registrations create sends the given idempotency key, and writes nothing in a dry run', async () => {
    const create = 'registrations create --course-id 21 --user-id 5'
    const keyed = await run(`${create} --idempotency-key once`)
    expect(keyed.received[0]?.headers['idempotency-key']).toBe('once')
    const dry = await run(`${create} --dry-run`)
    expect([dry.received[0]?.headers.prefer, dry.stderr]).toEqual([
      'validate-only',
      expect.stringContaining('Nothing was written'),
    ])
  })

  it('keys: shows a secret once, counts --expires-in from now, and lists keys that expire soon', async () => {
    expect((await run('keys issue 3')).stderr).toContain('it is not shown again')
    const DAY_MS = 86_400_000
    const days = (moment: string) => Math.round((Date.parse(moment) - Date.now()) / DAY_MS)
    const { received } = await run('keys rotate 3 rck_1 --expires-in 90d --old-expires-in 1w')
    const { expiresAt, oldKeyExpiresAt } = JSON.parse(received[0]?.body ?? '') as Record<string, string>
    expect([days(expiresAt ?? ''), days(oldKeyExpiresAt ?? '')]).toEqual([90, 7])
    const expiring = new URL((await run('keys list --expiring', [])).received[0]?.url ?? '', 'http://x')
    expect(days(expiring.searchParams.get('expiresBefore') ?? '')).toBe(14)
  })

  it('service-accounts: shows grants as in options, and rejects the removal of a missing grant', async () => {
    const account = { ...RECORD, grants: [{ role: 'User administrator', groupId: 1 }] }
    expect((await run('service-accounts get 3', account)).stdout).toMatch(/grants +user-administrator:1\n/)
    const removed = await run('service-accounts update 3 --remove-grant user-administrator:1', account)
    expect(JSON.parse(removed.received[1]?.body ?? '')).toMatchObject({ grants: [] })
    const none = await run('service-accounts update 3 --remove-grant user-administrator:9', account)
    expect([none.code, none.stderr]).toEqual([
      EXIT.usage,
      expect.stringContaining('not have the grant user-administrator:9'),
    ])
  })
})

it.each<[string, string[], object]>([
  ['courses update', ['7', '--published'], { id: 7, name: 'x', externalId: '', groupIds: [], active: false }],
  ['groups update', ['7', '--name', 'y'], { id: 7, name: 'x', parentId: null }],
  ['service-accounts update', ['7', '--name', 'y'], { id: 7, name: 'x', homeGroupId: null, grants: [] }],
])('%s writes nothing when the record has changed since it was read', async (words, args, body) => {
  const changed = {
    status: 412,
    headers: { 'x-error-code': 'precondition-failed' },
    body: { detail: 'Changed.' },
  }
  const { url, received } = await scriptedServer({ status: 200, headers: { etag: '"v1"' }, body }, changed)
  const settings = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
  const result = await command([...words.split(' '), ...args], { env: settings })
  expect(received.map(({ method, headers }) => [method, headers['if-match']])).toEqual([
    ['GET', undefined],
    ['PUT', '"v1"'],
  ])
  expect([result.code, result.stdout]).toEqual([EXIT.failed, ''])
  expect(result.stderr).toMatch(
    / 7 has just been changed by another request\. Nothing was written\. Run the command again/,
  )
})

it('deliveries retry repeats its request until no delivery of the group remains (O17)', async () => {
  const { url, received } = await scriptedServer(
    { status: 200, body: { retried: 500, remaining: true } },
    { status: 200, body: { retried: 3, remaining: false } },
  )
  const settings = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
  const retry = ['deliveries', 'retry', '--status', 'failed', '--reason', '550 relay denied', '--yes']
  expect((await command([...retry, '--json'], { env: settings })).json()).toEqual({ retried: 503 })
  const body = { status: 'failed', reason: '550 relay denied' }
  expect(received.map((request) => JSON.parse(request.body))).toEqual([body, body])
  for (const wrong of [['retry'], ['resend']])
    expect((await command(['deliveries', ...wrong], { env: settings })).code).toBe(EXIT.usage)
  const { stderr } = await run('deliveries retry 4 --status queued', { retried: 1, remaining: false })
  expect(stderr).toContain('sent in turn')
})

it.each([
  ['webhooks retry 7 9 8', /^rollcall: 1 of 2 are sent again\. The others are not deliveries of endpoint 7/],
  [
    'deliveries retry 4 5 --status failed',
    /^rollcall: 1 of 2 .* do not exist, are not failed, were sent again or have no recipient\.$/m,
  ],
  [
    'dead-letters dismiss 4 5',
    /^rollcall: 1 of 2 are dismissed\. The others do not exist, or do not wait\.$/m,
  ],
])('%s says what it has done, and fails if it has handled only one of the records', async (line, says) => {
  const { code, stdout, stderr } = await run(line, { retried: 1, done: 1, remaining: false })
  expect([code, stdout, stderr]).toEqual([
    EXIT.failed,
    expect.stringMatching(/^(retried|done)  1\n$/),
    expect.stringMatching(says),
  ])
})

it('sources hand-over fails if nobody belongs to the source', async () => {
  const words = 'sources hand-over --from hr --to scim-7 --yes'.split(' ')
  const none = { users: 0, remaining: false }
  const { url } = await scriptedServer({ status: 200, body: [] }, { status: 200, body: none })
  const { code, stderr } = await command(words, { env: at(url) })
  const says = 'No user belongs to the source hr. `rollcall sources list` shows all sources.'
  expect([code, stderr]).toEqual([EXIT.failed, `rollcall: ${says}\n`])
})

it('deliveries resend sends a queued e-mail only with --anyway', async () => {
  const detail = 'This e-mail is still to be sent.'
  const pending = { status: 409, headers: { 'x-error-code': 'delivery-pending' }, body: { detail } }
  const { url, received } = await scriptedServer(pending)
  const settings = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
  const result = await command(['deliveries', 'resend', '7', '8', '--json'], { env: settings })
  expect([result.code, result.json()]).toEqual([EXIT.failed, []])
  expect(result.stderr).toBe(`7: ${detail} (409 delivery-pending)\n8: ${detail} (409 delivery-pending)\n`)
  await command(['deliveries', 'resend', '7', '--anyway'], { env: settings })
  expect(received.map(({ url }) => url)).toEqual([
    '/admin/deliveries/7/resend/',
    '/admin/deliveries/8/resend/',
    '/admin/deliveries/7/resend/?anyway=true',
  ])
})

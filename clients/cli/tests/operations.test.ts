import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { brokerClient } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { client } from '../../../testing/client.ts'
import { expectBody } from '../../../testing/portal.ts'
import { command, settings, type Ended } from '../../../testing/clients/command.ts'

const system = wholeSystem()
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  env = settings(system, await system.aKey())
})

async function rollcall(...args: string[]): Promise<Ended> {
  const ended = await command([...args, '--json'], { env })
  if (ended.code !== 0) throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.stderr}`)
  return ended
}
/** What a command says that does what it was told. */
const told = async <T = any>(...args: string[]): Promise<T> => (await rollcall(...args)).json<T>()
const refused = async (...args: string[]) => {
  const { code, stderr } = await command([...args, '--json'], { env })
  return [code, (JSON.parse(stderr) as { error: { code: string } }).error.code]
}
const aUser = async (name: string) =>
  await told<{ id: number; email: string }>(
    ...['users', 'merge', '--login-name', name, '--email', `${name}@example.org`],
    ...['--first-name', 'Ada', '--last-name', 'Byron', '--external-id', `hr-${name}`, '--group-ids', '1'],
  )

it('groups: create, put, get, list, delete', async () => {
  const group = { id: 12, name: 'Operations', parentId: 1 }
  const created = await told('groups', 'create', '--name', 'Operations', '--parent', '1')
  expect(created).toEqual({ ...group, id: 2 })
  expect(await refused('groups', 'create', '--name', 'x', '--parent', '999')).toEqual([1, 'parent-not-found'])
  expect(await told('groups', 'put', '12', '--name', 'Operations', '--parent', '1')).toEqual(group)
  expect(await told('groups', 'get', '12')).toEqual(group)
  expect(await told('groups', 'update', '12', '--name', 'Logistics')).toEqual({ ...group, name: 'Logistics' })
  await rollcall('groups', 'put', '14', '--name', 'Root')
  expect(await told('groups', 'update', '12', '--parent', '14')).toMatchObject({
    name: 'Logistics',
    parentId: 14,
  })
  await rollcall('groups', 'put', '12', '--name', 'Operations', '--parent', '1')
  expect(await told('groups', 'list')).toContainEqual(group)
  expect(await refused('groups', 'put', '1', '--name', 'x', '--parent', '12')).toEqual([1, 'group-cycle'])
  await rollcall('groups', 'delete', '12')
  expect(await refused('groups', 'get', '12')).toEqual([1, 'not-found'])
})

it('members: add, list, remove', async () => {
  await rollcall('groups', 'put', '13', '--name', 'Night shift', '--parent', '1')
  const { id } = await aUser('member')
  await rollcall('members', 'add', '13', String(id))
  expect(await told('members', 'list', '13')).toEqual([{ userId: id }])
  await rollcall('members', 'remove', '13', String(id))
  expect(await told('members', 'list', '13')).toEqual([])
})

it('users: merge, get, list, delete', async () => {
  const { id } = await aUser('ada')
  const changed = await rollcall('users', 'merge', '--external-id', 'hr-ada', '--city', 'Tacoma')
  expect(changed.json()).toMatchObject({ id, city: 'Tacoma', loginName: 'ada' })
  expect(await told('users', 'get', String(id))).toEqual(changed.json())
  expect(await told('users', 'get', 'hr-ada', '--external-id')).toEqual(changed.json())
  expect(await told('users', 'list', '--group', '1')).toContainEqual(changed.json())
  const broken = await command(['users', 'merge', '--login-name', 'unknown'], { env })
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('(invalid-request)')])
  await rollcall('users', 'delete', 'hr-ada', '--external-id')
  expect(await refused('users', 'get', String(id))).toEqual([1, 'not-found'])
})

it('users and registrations of all groups: find, show, list (O14)', async () => {
  const row = { loginName: 'Loner', externalId: 'hr-loner', email: 'loner@example.org' }
  const [{ user }] = expectBody(
    await system.operator.post('/admin/users/batch/', [{ ...row, firstName: 'Lo', lastName: 'Ner' }]),
    200,
  ) as any
  expect(await refused('users', 'get', String(user.id))).toEqual([4, 'user-out-of-reach'])
  expect(await told('users', 'show', String(user.id))).toMatchObject({ ...row, groupIds: [], deleted: false })
  for (const filter of [
    ['--email', 'LONER@example.org'],
    ['--external-id', 'hr-loner'],
    ['--login', 'loner'],
    ['--name', 'lo ner'],
  ])
    expect(await told('users', 'find', ...filter)).toMatchObject([{ id: user.id }])
  expect(await told('users', 'find', '--email', 'unknown@example.org')).toEqual([])

  await rollcall('groups', 'put', '77', '--name', 'Elsewhere')
  await rollcall('courses', 'put', '77', '--name', 'Elsewhere', '--group', '77')
  const key = await system.aKey({
    grants: [{ role: 'Course attendance manager', groupId: 77 }],
  })
  await rollcall('members', 'add', '77', String(user.id))
  const registration = { courseId: 77, userId: user.id }
  await eventually(async () => {
    expectBody(await client(system.url, key.credential).post('/registrations/', registration), 201)
  })
  const list = ['registrations', 'list', '--user', String(user.id)]
  expect(await told(...list)).toEqual([])
  const [found] = await told(...list, '--course', '77', '--all-groups')
  expect(found).toMatchObject(registration)
  const history = ['registrations', 'history', String(found.id)]
  expect(await refused(...history)).toEqual([4, expect.any(String)])
  expect(await told(...history, '--all-groups')).toMatchObject([{ from: null, to: 'Not Started' }])
  expect((await command([...list, '--all-groups', '--status', 'Completed'], { env })).code).toBe(2)
})

it('courses: put, get, list, update, retire, delete', async () => {
  const put = await rollcall('courses', 'put', '7', '--name', 'Fire safety', '--group', '1', '--no-published')
  expect(put.json()).toMatchObject({ id: 7, groupIds: [1], published: false, active: true })
  expect(await told('courses', 'get', '7')).toEqual(put.json())
  expect(await told('courses', 'list')).toContainEqual(put.json())
  const named = { ...put.json<object>(), published: true }
  expect(await told('courses', 'update', '7', '--published')).toEqual(named)
  expect(await told('courses', 'retire', '7')).toEqual({ ...named, active: false })
  await rollcall('courses', 'delete', '7')
  expect(await refused('courses', 'get', '7')).toEqual([1, 'not-found'])
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
  const ended = await command([...words.split(' '), ...args], { env: settings })
  expect(received.map(({ method, headers }) => [method, headers['if-match']])).toEqual([
    ['GET', undefined],
    ['PUT', '"v1"'],
  ])
  expect([ended.code, ended.stdout]).toEqual([1, ''])
  expect(ended.stderr).toMatch(
    / 7 has just been changed by another request\. Nothing was written\. Run the command again/,
  )
})

it('service-accounts and keys: create, put, list, issue, use, revoke, delete (A2)', async () => {
  const grant = ['--grant', 'user-administrator:1', '--grant', 'batch-registration-manager:1']
  const created = await rollcall('service-accounts', 'create', '--name', 'HR sync', ...grant)
  const { id } = created.json<{ id: number }>()
  const grants = ['User administrator', 'Batch registration manager'].map((role) => ({ role, groupId: 1 }))
  expect(created.json()).toMatchObject({ homeGroupId: 1, grants })
  const put = ['service-accounts', 'put', String(id), '--name', 'HR', '--grant', 'user-administrator:1']
  expect(await told(...put, '--requests-per-minute', '50')).toMatchObject({ requestsPerMinute: 50 })
  expect(await told('service-accounts', 'get', String(id))).toMatchObject({ name: 'HR' })
  expect((await rollcall('service-accounts', 'list')).stdout).toContain('"HR"')
  const update = ['service-accounts', 'update', String(id)]
  const added = await told(...update, '--add-grant', 'course-attendance-manager:1')
  expect(added).toMatchObject({ name: 'HR', requestsPerMinute: 50, grants: [{}, {}] })
  const removed = await told(...update, '--remove-grant', 'course-attendance-manager:1', '--name', 'HR2')
  expect(removed).toMatchObject({ name: 'HR2', grants: [{ role: 'User administrator', groupId: 1 }] })
  const none = await command([...update, '--remove-grant', 'user-administrator:9'], { env })
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining('not have the grant user-administrator:9'),
  ])
  await rollcall(...update, '--name', 'HR')
  // A person reads a grant as it is typed.
  const { stdout } = await command(['service-accounts', 'get', String(id)], { env })
  expect(stdout).toMatch(/grants +user-administrator:1\n/)

  const issued = await rollcall('keys', 'issue', String(id), '--expires-at', '2035-01-31T00:00:00+01:00')
  const { keyId, secret, expiresAt } = issued.json<{ keyId: string; secret: string; expiresAt: string }>()
  expect(expiresAt).toBe('2035-01-30T23:00:00Z')
  expect(issued.stderr).toContain('it is not shown again')
  const listed = await rollcall('keys', 'list', String(id))
  expect(listed.json()).toMatchObject([{ keyId, revokedAt: null }])
  expect(listed.stdout).not.toContain(secret)
  await rollcall('users', 'list', '--api-key', keyId, '--api-secret', secret)
  const rotated = await told(
    'keys',
    'rotate',
    String(id),
    keyId,
    '--expires-in',
    '90d',
    '--old-expires-in',
    '1w',
  )
  expect(rotated).toMatchObject({ secret: expect.stringMatching(/^rcs_/), expiresAt: expect.any(String) })
  await eventually(async () =>
    expect(await told('keys', 'list', '--expiring')).toMatchObject([{ accountId: id, keyId }]),
  )
  await rollcall('keys', 'revoke', String(id), keyId)
  expect(await told('keys', 'list', String(id))).toMatchObject([
    { revokedAt: expect.stringMatching(/Z$/), lastUsedAt: expect.any(String) },
    { name: '', revokedAt: null },
  ])
  await rollcall('service-accounts', 'delete', String(id))
  expect(await refused('service-accounts', 'get', String(id))).toEqual([1, 'not-found'])
})

it('registrations and deliveries: create, list, move, follow the e-mail, resend it', async () => {
  await rollcall('courses', 'put', '21', '--name', 'First aid', '--group', '1')
  const user = await aUser('patient')
  const create = ['registrations', 'create', '--course-id', '21', '--user-email', user.email]
  const preview = await rollcall(...create, '--dry-run')
  expect([preview.json().id, preview.stderr]).toEqual([0, expect.stringContaining('Nothing was written')])
  const once = [...create, '--external-id', 'enrol/1', '--idempotency-key', 'once']
  const created = await rollcall(...once)
  expect(await told(...once)).toEqual(created.json())
  const { id } = created.json<{ id: number }>()
  expect(await refused(...create)).toEqual([1, 'already-registered'])
  expect(await told('registrations', 'list', '--course', '21')).toEqual([created.json()])

  expect(await told('registrations', 'approve', String(id))).toMatchObject({ statusName: 'Approved' })
  const complete = ['registrations', 'complete', 'enrol/1', '--external', '--score', '87.5', '--success']
  expect(await told(...complete)).toMatchObject({ statusName: 'Completed', score: 87.5 })
  const withdraw = ['registrations', 'withdraw', 'enrol/1', '--external']
  expect(await told(...withdraw)).toMatchObject({ statusName: 'Withdrawn' })
  expect(await told('registrations', 'get', String(id))).toMatchObject({ statusName: 'Withdrawn' })
  const steps = await told<{ to: string; success: unknown }[]>('registrations', 'history', String(id))
  expect(steps.map(({ to }) => to)).toEqual(['Not Started', 'Approved', 'Completed', 'Withdrawn'])
  expect(steps[2]).toMatchObject({ score: 87.5, success: true })

  const receipt = () => told<{ status: string }>('registrations', 'notification', String(id))
  await eventually(async () => expect((await receipt()).status).toBe('sent'))
  const sent = await told<{ id: string }[]>('deliveries', 'list', '--registration', String(id))
  expect(sent).toMatchObject([{ to: user.email, status: 'sent' }])
  const ofUser = await told('deliveries', 'list', '--user', String(user.id))
  expect(ofUser).toEqual(await told('deliveries', 'list', '--registration', String(id)))
  const mail = await command(['deliveries', 'preview', sent[0]?.id ?? ''], { env })
  expect(mail.stdout).toMatch(/^You are registered for .*\n\nHello Ada,/)
  expect(await told('deliveries', 'reasons', '--status', 'failed')).toEqual([])
  const [again] = await told<{ id: string }[]>('deliveries', 'resend', sent[0]?.id ?? '')
  expect(again?.id).not.toBe(sent[0]?.id)
  const resent = () => told('deliveries', 'get', again?.id ?? '')
  await eventually(async () => expect(await resent()).toMatchObject({ status: 'sent' }))
})

it('templates: preview what is sent, and what would be', async () => {
  const german = join(import.meta.dirname, '../../../testing/notification/german')
  const subject = 'You are registered for Fire & Safety'
  expect(await told('templates', 'preview')).toMatchObject({ subject })
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-'))
  const { stdout } = await command(['templates', 'preview', german, '--html', 'mail.html'], { env, folder })
  expect(stdout).toMatch(/^Subject: Angemeldet zu Fire & Safety\n\nHallo Ada, /)
  expect(await readFile(join(folder, 'mail.html'), 'utf8')).toContain('Fire &amp; Safety')
  const none = await command(['templates', 'preview', '.'], { env, folder })
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringMatching(/222\.subject\.txt in .* can't be read/),
  ])
  await cp(german, folder, { recursive: true })
  await writeFile(join(folder, '222.txt'), Buffer.from('Gr\u00fc\u00dfe', 'latin1'))
  const latin1 = await command(['templates', 'preview', '.'], { env, folder })
  expect([latin1.code, latin1.stderr]).toEqual([2, expect.stringContaining('222.txt in')])
  expect(latin1.stderr).toContain('is not valid UTF-8.')
  await rm(folder, { recursive: true })
})

it('deliveries: retry a group in as many requests as it takes (O17)', async () => {
  const { url, received } = await scriptedServer(
    { status: 200, body: { retried: 500, remaining: true } },
    { status: 200, body: { retried: 3, remaining: false } },
  )
  const settings = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
  const retry = ['deliveries', 'retry', '--status', 'failed', '--reason', '550 relay denied']
  expect((await command([...retry, '--json'], { env: settings })).json()).toEqual({ retried: 503 })
  const body = { status: 'failed', reason: '550 relay denied' }
  expect(received.map((request) => JSON.parse(request.body))).toEqual([body, body])
  for (const wrong of [['retry'], ['resend']])
    expect((await command(['deliveries', ...wrong], { env: settings })).code).toBe(2)
})

it('deliveries: resend an e-mail that is still going to be sent only if it is meant', async () => {
  const detail = 'This e-mail is still to be sent.'
  const pending = { status: 409, headers: { 'x-error-code': 'delivery-pending' }, body: { detail } }
  const { url, received } = await scriptedServer(pending)
  const settings = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
  const ended = await command(['deliveries', 'resend', '7', '8', '--json'], { env: settings })
  expect([ended.code, ended.json()]).toEqual([1, []])
  expect(ended.stderr).toBe(`7: ${detail} (409 delivery-pending)\n8: ${detail} (409 delivery-pending)\n`)
  await command(['deliveries', 'resend', '7', '--anyway'], { env: settings })
  expect(received.map(({ url }) => url)).toEqual([
    '/admin/deliveries/7/resend/',
    '/admin/deliveries/8/resend/',
    '/admin/deliveries/7/resend/?anyway=true',
  ])
})

it('status: what each service does and waits for (O16)', async () => {
  const found = await told<{ service: string; status: string }[]>('status')
  expect(found.map(({ service }) => service)).toEqual(['registration', 'user', 'notification'])
  expect(found[0]).toMatchObject({ status: 'ready', perMinute: { counts: expect.any(Array) } })
  const { stdout } = await command(['status'], { env })
  expect(stdout).toMatch(/registration +ready/)
})

describe('doctor', () => {
  const findings = (ended: Ended): Record<string, string> =>
    Object.fromEntries(ended.json<any[]>().map(({ check, state }) => [check, state]))

  it('finds everything in order', async () => {
    const { user, registration } = system.health
    const ended = await rollcall('doctor', '--health', user, '--health', registration)
    const checks = ['address', 'contract', 'clock', 'operator token', 'API key', 'health']
    const backlog = ['queued e-mails', 'failed e-mails', 'dead letters', 'keys']
    expect(findings(ended)).toEqual(Object.fromEntries([...checks, ...backlog].map((check) => [check, 'ok'])))
  })

  it('says what is not set, and that is no failure', async () => {
    const ended = await command(['doctor', '--json'], { env: { ROLLCALL_URL: system.url } })
    const skipped = { 'operator token': 'skipped', 'API key': 'skipped' }
    expect([ended.code, findings(ended)]).toMatchObject([0, { address: 'ok', ...skipped }])
  })

  it('ends with 4 for a wrong token or key, with 5 where no server responds', async () => {
    for (const [option, value, code, check] of [
      ['--operator-token', 'wrong', 4, 'operator token'],
      ['--api-secret', 'wrong', 4, 'API key'],
      ['--health', 'http://127.0.0.1:9', 5, 'health'],
    ] as const) {
      const ended = await command(['doctor', '--json', option, value], { env })
      expect([ended.code, findings(ended)[check]]).toEqual([code, 'failed'])
    }
  })

  it('knows an account without a role from a wrong key', async () => {
    const roleless = settings(system, await system.aKey({ grants: [] }))
    const ended = await command(['doctor'], { env: roleless })
    expect(ended.stdout).toMatch(/! API key +valid, but its account has no role/)
  })
})

it('dead-letters: list, dismiss one, replay one of them and all', async () => {
  const broker = await brokerClient(system.rabbitmqUrl)
  const type = 'registration.created.v1'
  for (const messageId of ['one', 'two', 'three'])
    await broker.send('notification.registration-created', '{"eventId":1}', { messageId, type })
  await broker.close()
  const waiting = () => told<{ id: string; reason: string }[]>('dead-letters', 'list', '--waiting')
  await eventually(async () => expect(await waiting()).toHaveLength(3))
  const [hopeless, first] = await waiting()

  const dismissed = await rollcall('dead-letters', 'dismiss', hopeless?.id ?? '')
  expect(dismissed.json()).toMatchObject([{ id: hopeless?.id, dismissedAt: expect.stringMatching(/Z$/) }])
  expect((await waiting()).map(({ id }) => id)).not.toContain(hopeless?.id)
  const replayed = await rollcall('dead-letters', 'replay', first?.id ?? '')
  expect(replayed.json()).toMatchObject([{ id: first?.id, replayedAt: expect.stringMatching(/Z$/) }])
  const rest = await rollcall('dead-letters', 'replay', '--all')
  expect(rest.json().length).toBeGreaterThanOrEqual(1)
  await eventually(async () => expect(await waiting()).toHaveLength(2))
  const [group, ...others] = await told('dead-letters', 'reasons')
  expect([group, others]).toMatchObject([{ queue: 'notification.registration-created' }, []])
  const examined = await command(['doctor'], { env })
  expect([examined.code, examined.stdout]).toEqual([
    1,
    expect.stringMatching(/✗ dead letters +\d waiting; see `rollcall dead/),
  ])
  const both = await command(['dead-letters', 'dismiss', first?.id ?? '', hopeless?.id ?? ''], { env })
  expect([both.code, both.stdout]).toEqual([1, expect.stringContaining(hopeless?.id ?? '')])
  expect(both.stderr).toContain(`${first?.id}: `)
  expect(both.stderr).toContain('(409 dead-letter-replayed)')
  const { queue, reason } = group
  const gone = await told('dead-letters', 'dismiss', '--queue', queue, '--reason', reason)
  expect([gone, await waiting()]).toEqual([{ done: group.count }, []])
  expect(await told('dead-letters', 'replay', '--reason', reason)).toEqual({ done: 0 })
  for (const wrong of [['dismiss'], ['replay'], ['replay', 'x', '--all'], ['dismiss', 'x', '--queue', 'y']])
    expect((await command(['dead-letters', ...wrong], { env })).code).toBe(2)
})

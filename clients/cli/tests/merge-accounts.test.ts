import type { ErrorCode } from '../../../services/platform/contract/generated/errors.ts'
import { bearer, client, type Client } from '../../../testing/client.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { REGISTRATION_EVENTS } from '../../../testing/notification/webhooks.ts'
import { SERVICE_TOKEN } from '../../../testing/isolated.ts'
import { expectBody } from '../../../testing/portal.ts'
import { startReceiver } from '../../../testing/receiver.ts'
import { EXIT } from '../src/exit-codes.ts'

const COURSES = [1, 2, 3, 4, 5, 6]
const system = wholeSystem()
let operator: Client
let api: Client
/** Sees group 2 only, and the courses. */
let narrow: Client
beforeAll(async () => {
  ;({ operator } = system)
  for (const id of [2, 3])
    expectBody(await operator.put(`/admin/groups/${id}/`, { name: `Group ${id}`, parentId: 1 }), 201)
  for (const id of COURSES)
    expectBody(await operator.put(`/admin/courses/${id}/`, { name: `Course ${id}`, groupIds: [1, 2] }), 201)
  api = client(system.url, (await system.issueKey()).credential)
  const roles = ['User administrator', 'Batch registration manager']
  const grants = roles.map((role) => ({ role, groupId: 2 }))
  narrow = client(system.url, (await system.issueKey({ grants })).credential)
})

let last = 0
async function aUser(groupIds: readonly number[] = [1], fields: object = {}) {
  const tag = `p${++last}`
  const row = { loginName: tag, email: `${tag}@example.org`, firstName: 'Ada', lastName: tag, ...fields }
  const sent = { ...row, externalId: `hr-${tag}`, groupIds }
  const [{ user }] = expectBody(await operator.post('/admin/users/batch/', [sent]), 200)
  return user as { id: number; loginName: string; externalId: string; email: string }
}
const register = async (courseId: number, userId: number, externalId = `r-${courseId}-${userId}`) =>
  expectBody(await api.post('/registrations/', { courseId, userId, externalId }), 201).id as number
const importFor = (items: object[]) => operator.post('/admin/registrations/import/', items)
const merge = (from: number, into: number, headers = {}) =>
  operator.post(`/admin/users/${from}/merge/`, { into }, headers)
const preview = (from: number, into: number) => merge(from, into, { prefer: 'validate-only' })
const mergeOf = async (from: number) => expectBody(await operator.get(`/admin/merges/${from}/`), 200)
const isFinished = (from: number) =>
  eventually(async () => expect(await mergeOf(from)).toMatchObject({ status: 'finished' }), 30_000)
const registrationsOf = async (userId: number): Promise<any[]> =>
  expectBody(await api.get(`/registrations/?user_id=${userId}&includeDeleted=true&include=details`), 200)
/** Another service of the system, as the user service calls it. */
const internal = (service: 'registration' | 'notification') =>
  client(system.internalUrl[service], bearer(SERVICE_TOKEN))
const run = (...args: string[]) => command(['users', 'merge-accounts', ...args], { env: settings(system) })

describe('POST /admin/users/{id}/merge/ (O18b)', () => {
  it('gives one account of a person what the other has (R8, R9, R22, R24)', async () => {
    const [from, into] = [await aUser([2]), await aUser([3])]
    const [onlyFrom, youngerOfBoth] = [await register(1, from.id), await register(2, into.id)]
    const [olderOfBoth, kept] = [await register(3, from.id), await register(3, into.id)]
    const lost = await register(2, from.id)
    const done = { statusName: 'Completed', completionDate: '2020-01-20T15:00:00Z', score: 91 }
    const dates = { ...done, createdDate: '2020-01-01T08:00:00Z' }
    const item = { courseId: 4, ...dates, externalId: `moodle-${from.id}` }
    const finishing = { courseId: 1, ...done, openRegistration: 'complete' }
    for (const one of [item, finishing])
      expect((await importFor([{ ...one, userId: from.id }])).body[0]).toHaveProperty('status')
    const historyBefore = expectBody(await operator.get(`/admin/registrations/${onlyFrom}/history/`), 200)

    // The messages about the registrations come later.
    const planned = await eventually(async () => {
      const body = expectBody(await preview(from.id, into.id), 200)
      expect(body.plan.deliveries).toBe(3)
      return body
    })
    expect(planned).toMatchObject({
      ...{ status: 'planned', fromId: from.id, intoId: into.id, services: [] },
      plan: {
        registrations: 4,
        withdrawn: [
          { id: lost, keptId: youngerOfBoth, courseId: 2, courseName: 'Course 2' },
          { id: kept, keptId: olderOfBoth, courseId: 3, courseName: 'Course 3' },
        ],
        withdrawnCount: 2,
        groupIds: [2],
      },
    })
    expect((await operator.get(`/admin/merges/${from.id}/`)).status).toBe(404)
    const since = new Date().toISOString()

    const receiver = await startReceiver()
    const events = ['user.deleted', 'user.updated', ...REGISTRATION_EVENTS]
    const endpoint = expectBody(await api.post('/webhook-endpoints/', { url: receiver.url, events }), 201)

    expect([200, 202]).toContain((await merge(from.id, into.id)).status)
    await isFinished(from.id)
    const webhooksOf = async ({ id }: { id: number }) =>
      expectBody(await operator.get(`/admin/users/${id}/export/`), 200).webhooks
    let told: any[] = []
    await eventually(async () => {
      const webhooks = [...(await webhooksOf(from)), ...(await webhooksOf(into))]
      told = webhooks.map(({ payload }) => JSON.parse(payload))
      expect(told).toHaveLength(4)
    }, 60_000)
    const gone = expect.objectContaining({ id: from.id, mergedInto: into.id })
    expect(told).toContainEqual(expect.objectContaining({ type: 'user.deleted', data: gone }))
    expect(told.map(({ type, data: { id } }) => `${type} ${id}`).sort()).toEqual([
      ...[kept, lost].map((id) => `registration.withdrawn ${id}`).sort(),
      `user.deleted ${from.id}`,
      `user.updated ${into.id}`,
    ])
    expectBody(await api.delete(`/webhook-endpoints/${endpoint.id}/`), 204)
    await receiver.stop()
    expect(await registrationsOf(from.id)).toEqual([])
    const given = Object.fromEntries((await registrationsOf(into.id)).map((one) => [one.id, one]))
    const open = { statusName: 'Not Started', userId: into.id, userExternalId: into.externalId }
    expect(given[onlyFrom]).toMatchObject({
      ...open,
      statusName: 'Completed',
      score: 91,
      externalId: `r-1-${from.id}`,
      completionDate: '2020-01-20T15:00:00Z',
    })
    expect(given[olderOfBoth]).toMatchObject({ ...open, externalId: `r-3-${from.id}` })
    expect(given[youngerOfBoth]).toMatchObject(open)
    expect([given[kept].statusName, given[lost].statusName]).toEqual(['Withdrawn', 'Withdrawn'])
    for (const id of [kept, lost])
      expect(expectBody(await operator.get(`/admin/registrations/${id}/history/`), 200)).toMatchObject([
        { to: 'Not Started' },
        { to: 'Withdrawn', from: 'Not Started' },
      ])
    expect(expectBody(await operator.get(`/admin/registrations/${onlyFrom}/history/`), 200)).toEqual(
      historyBefore,
    )
    // By its external id too, which it holds, and in a delta.
    const byExternalId = await api.get(`/registrations/external/r-3-${from.id}/`)
    expect(byExternalId).toMatchObject({ status: 200, body: { id: olderOfBoth, userId: into.id } })
    const changed = expectBody(
      await api.get(`/registrations/?user_id=${into.id}&updated_after=${since}`),
      200,
    )
    expect(changed.map(({ id }: any) => id)).toEqual(expect.arrayContaining([onlyFrom, olderOfBoth, kept]))

    // The same import about the account that is left changes nothing.
    const again = await importFor([item, finishing].map((one) => ({ ...one, userId: into.id })))
    expect(again.body.map(({ outcome, code }: any) => outcome ?? code)).toEqual(['unchanged', 'unchanged'])
    const deliveries = expectBody(await operator.get(`/admin/deliveries/?userId=${into.id}`), 200)
    expect(deliveries).toHaveLength(5)
    expect(expectBody(await operator.get(`/admin/users/${into.id}/`), 200)).toMatchObject({
      groupIds: [2, 3],
      externalId: into.externalId,
      deleted: false,
    })
    expect(expectBody(await operator.get(`/admin/users/${from.id}/`), 200)).toMatchObject({
      deleted: true,
      mergedInto: into.id,
    })
    const before = await mergeOf(from.id)
    expect(expectBody(await merge(from.id, into.id), 200)).toEqual(before)
    expect(expectBody(await operator.get('/admin/merges/?inProgress=true'), 200)).toEqual([])
    expect(expectBody(await operator.get('/admin/merges/'), 200)).toEqual([before])
  }, 150_000)
})

type Person = Awaited<ReturnType<typeof aUser>>
const merged = async (from: Person, into: Person) => {
  await merge(from.id, into.id)
  await isFinished(from.id)
}

const isErased = ({ id }: Person) =>
  eventually(async () =>
    expect((await operator.get(`/admin/users/${id}/export/`)).body).toMatchObject({ erased: true }),
  )

describe('the accounts of a merge', () => {
  const UNKNOWN = 987_654
  const deleted = async (user: Person) => void expectBody(await api.delete(`/users/${user.id}/`), 204)
  const erased = (user: Person) => operator.post(`/admin/users/${user.id}/erase/`, { reason: 'asked for it' })

  it.each<[string, (from: Person, into: Person) => unknown, code: ErrorCode, detail: RegExp]>([
    ['are two', (from, into) => void Object.assign(into, { id: from.id }), 'not-mergeable', /^Both ids/],
    ['exist: the first', (from) => void Object.assign(from, { id: UNKNOWN }), 'not-found', /^Not found/],
    ['exist: the other', (_, into) => void (into.id = UNKNOWN), 'not-mergeable', /987654 does not exist/],
    ['are not deleted: the first', deleted, 'not-mergeable', /is deleted/],
    ['are not deleted: the other', (_, into) => deleted(into), 'not-mergeable', /is deleted/],
    ['are not erased: the first', erased, 'not-mergeable', /is erased/],
    ['are not erased: the other', (_, into) => erased(into), 'not-mergeable', /is erased/],
    ['were not merged: the first', async (from) => merged(from, await aUser()), 'merged', /merged into user/],
    ['were not merged: the other', async (_, into) => merged(into, await aUser()), 'merged', /Name that one/],
    ['were not merged the other way round', (from, into) => merged(into, from), 'merged', /merged into user/],
  ])('%s', async (_, arrange, code, detail) => {
    const [from, into] = [await aUser(), await aUser()]
    await arrange(from, into)
    for (const sent of [await preview(from.id, into.id), await merge(from.id, into.id)]) {
      expect(sent).toBeError(code)
      expect(sent.body.detail).toMatch(detail)
    }
  })

  it('may have ended, and can be merged again: the last one is left', async () => {
    const [first, second, third] = [await aUser(), await aUser(), await aUser()]
    const end = new Date(Date.now() - 60_000).toISOString()
    expectBody(await api.post(`/users/${first.id}/`, { expirationDate: end }), 200)
    const id = await register(5, second.id)
    await merged(first, second)
    await merged(second, third)
    expect(await registrationsOf(third.id)).toMatchObject([{ id }])
    for (const { id: gone } of [first, second])
      expect((await operator.get(`/admin/users/${gone}/`)).body).toMatchObject({ mergedInto: third.id })
    expect(expectBody(await merge(first.id, second.id), 200)).toMatchObject({ intoId: second.id })
  })

  it('take part in one merge at a time', async () => {
    const into = await aUser()
    const others = await Promise.all(Array.from({ length: 5 }, () => aUser()))
    const answers = await Promise.all(others.map(({ id }) => merge(id, into.id)))
    expect(answers.find(({ status }) => status === 409)).toBeError('merge-in-progress')
  })

  it('are erased together', async () => {
    const [from, into] = [await aUser(), await aUser()]
    await merged(from, into)
    await erased(into)
    for (const user of [from, into]) await isErased(user)
  })
})

describe('the identifiers of an account that was merged', () => {
  let from: Person
  let into: Person
  let other: Person
  beforeAll(async () => {
    ;[from, into, other] = [await aUser(), await aUser(), await aUser([1, 2])]
    await merged(from, into)
  })
  const fields = (given: object) => ({
    ...{ loginName: `new${++last}`, email: 'new@example.org', firstName: 'Ada', lastName: 'New' },
    ...given,
  })
  const scim = (given: any) => ({
    userName: given.loginName ?? `new${++last}`,
    name: { givenName: 'Ada', familyName: 'New' },
    emails: [{ value: 'new@example.org' }],
    ...(given.externalId && { externalId: given.externalId }),
  })
  const WRITES: Record<string, (caller: Client, given: object) => Promise<any>> = {
    'a create': (caller, given) => caller.post('/users/', fields(given)),
    'a preview': (caller, given) => caller.post('/users/', fields(given), { prefer: 'validate-only' }),
    'an update': (caller, given) => caller.post(`/users/${other.id}/`, given),
    'a create of a directory': (caller, given) => caller.post('/scim/v2/Users/', scim(given)),
    'a change of a directory': (caller, given) => caller.put(`/scim/v2/Users/${other.id}/`, scim(given)),
    'a batch': async (caller, given) => (await caller.post('/users/batch/', [fields(given)])).body[0],
    'a change in a batch': async (caller, given) =>
      (await caller.post('/users/batch/', [{ ...{ externalId: other.externalId }, ...given }])).body[0],
    'a batch of operators': async (_, given) =>
      (await operator.post('/admin/users/batch/', [fields(given)])).body[0],
  }
  const answerOf = (response: any) => ({
    status: Number(response.status),
    code: response.code ?? response.headers.get('x-error-code'),
    detail: response.detail ?? response.body.detail,
  })

  it('stay reserved for changes under other paths', async () => {
    const { loginName } = from
    const byExternalId = `/users/external_id/${other.externalId}/`
    const userName = { op: 'replace', path: 'userName', value: loginName }
    const sent = [
      await api.patch(`/users/${other.id}/`, { loginName }),
      await api.post(byExternalId, { loginName }),
      await api.put(byExternalId, fields({ loginName, externalId: other.externalId })),
      await api.patch(byExternalId, { loginName }),
      await api.patch(`/scim/v2/Users/${other.id}/`, { Operations: [userName] }),
    ]
    expect(sent.map((one) => answerOf(one).code)).toEqual(sent.map(() => 'merged'))
  })

  describe.each(Object.keys(WRITES))('stay reserved for %s', (name) => {
    const write = WRITES[name] as (typeof WRITES)[string]
    const given = () =>
      ({ loginName: from.loginName.toUpperCase(), externalId: from.externalId }) as Record<string, string>

    it.each(['loginName', 'externalId'])('by %s', async (key) => {
      const answer = answerOf(await write(api, { [key]: given()[key] as string }))
      expect(answer).toMatchObject({ status: 409, code: 'merged' })
      const says = `User ${from.id}, who has this ${key}, was merged into user ${into.id}. `
      expect(answer.detail?.startsWith(says)).toBe(true)
      expect(answer.detail).toContain(` If it is about somebody else, choose another ${key}.`)
    })

    if (name === 'a batch of operators') return
    it('without a word to whom the account that is left is hidden (A4)', async () => {
      const answers = ['loginName', 'externalId'].map(async (key) =>
        answerOf(await write(narrow, { [key]: given()[key] as string })),
      )
      for (const { status, code, detail } of await Promise.all(answers)) {
        expect([403, 409]).toContain(status)
        expect(code).not.toBe('merged')
        expect(detail).not.toMatch(/merged|\d/)
      }
    })
  })

  it.each(['userId', 'userExternalId'])('are rejected when they register, by %s (R3)', async (key) => {
    const named = { userId: from.id, userExternalId: from.externalId }[key]
    const create = { courseId: 6, [key]: named, userEmail: into.email }
    const single = await api.post('/registrations/', create)
    expect(single).toBeError('merged')
    expect(single.headers.get('x-existing-id')).toBe(String(into.id))
    const batch = (await api.post('/registrations/batch/', [create])).body
    const training = { statusName: 'Completed', registrationDate: '2020-01-01T08:00:00Z' }
    const imported = (await importFor([{ ...create, ...training, completionDate: '2020-01-20T15:00:00Z' }]))
      .body
    const left = { status: 409, code: 'merged', existingId: into.id }
    expect([batch, imported]).toMatchObject([[left], [left]])
    expect(await narrow.post('/registrations/', create)).toBeError('user-out-of-reach')
  })

  it('are not found by a look-up of users', async () => {
    expect(await api.get(`/users/external_id/${from.externalId}/`)).toBeError('not-found')
    const filter = encodeURIComponent(`userName eq "${from.loginName}"`)
    expect((await api.get(`/scim/v2/Users/?filter=${filter}`)).body).toMatchObject({ totalResults: 0 })
  })
})

describe('the account that is left (O18b)', () => {
  const WAYS: Record<string, (into: Person, given: object) => Promise<any>> = {
    'a change': (into, given) => api.post(`/users/${into.id}/`, given),
    'a change by external id': (into, given) => api.post(`/users/external_id/${into.externalId}/`, given),
    'a directory': (into, { loginName, externalId }: any) =>
      api.patch(`/scim/v2/Users/${into.id}/`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', value: { userName: loginName, externalId } }],
      }),
  }

  it.each(Object.keys(WAYS))('takes them by %s, and another account does not get them', async (name) => {
    const [from, into, other] = [await aUser(), await aUser(), await aUser()]
    await merged(from, into)
    const { loginName, externalId } = from
    const taken = await (WAYS[name] as (typeof WAYS)[string])(into, { loginName, externalId })
    expect(taken.status).toBe(200)
    expect(expectBody(await api.get(`/users/${into.id}/`), 200)).toMatchObject({ loginName, externalId })
    expect(await api.post(`/users/${other.id}/`, { externalId })).toBeError('user-external-id-taken')
    expect((await operator.get(`/admin/users/${from.id}/`)).body).toMatchObject({
      deleted: true,
      mergedInto: into.id,
    })
    // Both can be erased, although the identifiers have moved.
    expectBody(await operator.post(`/admin/users/${into.id}/erase/`, { reason: 'asked for it' }), 202)
    await isErased(from)
  })

  it('takes them by a row of a batch that names it by the other identifier', async () => {
    const [from, into] = [await aUser(), await aUser()]
    await merged(from, into)
    const batch = async (row: object) =>
      (await api.post('/users/batch/', [{ externalId: into.externalId, ...row }])).body[0]
    expect(await batch({ loginName: from.loginName })).toMatchObject({ status: 200, outcome: 'changed' })
    expect(await batch({ loginName: from.loginName })).toMatchObject({ outcome: 'unchanged' })
    expect(await batch({ externalId: from.externalId })).toMatchObject({
      code: 'merged',
      existingId: into.id,
    })
  })
})

it('its steps can be repeated (A7)', async () => {
  const [from, into] = [await aUser(), await aUser()]
  await merged(from, into)
  const [registration, notification] = [internal('registration'), internal('notification')]
  const users = `/internal/users/${from.id}`
  const copy = { userId: into.id, version: 1, externalId: into.externalId, groupIds: [1] }
  const nothing = { records: 0, done: true, after: 0 }
  const give = { into: copy, operatorName: '' }
  expect(expectBody(await registration.post(`${users}/registrations/merge/`, give), 200)).toEqual(nothing)
  const giveMails = { intoId: into.id }
  expect(expectBody(await notification.post(`${users}/deliveries/merge/`, giveMails), 200)).toEqual(nothing)
  const plan = await registration.get(`${users}/registrations/merge/${into.id}/`)
  expect(expectBody(plan, 200)).toEqual({ registrations: 0, withdrawn: [], withdrawnCount: 0 })
  const count = await notification.get(`${users}/deliveries/count/`)
  expect(expectBody(count, 200)).toEqual({ deliveries: 0 })
})

describe('rollcall users merge-accounts', () => {
  it('says of no withdrawn registration that it stays open, and that an account is expired', async () => {
    const [from, into] = [await aUser(), await aUser()]
    const done = await register(1, into.id, '')
    expectBody(await api.post(`/registrations/${done}/complete/`, {}), 200)
    const [kept, lost] = [await register(1, into.id), await register(1, from.id)]
    const expired = { externalId: into.externalId, expirationDate: '2020-01-20T15:00:00Z' }
    expectBody(await operator.post('/admin/users/batch/', [expired]), 200)
    const { stderr } = await run(String(from.id), String(into.id), '--dry-run')
    expect(stderr).toContain(`Registration ${lost} for Course 1 is withdrawn: registration ${kept} is`)
    expect(stderr).not.toContain('stays open')
    expect(stderr).toContain(`user ${into.id}, who stays, has been expired since 2020-01-20T`)
    expect(stderr).toContain(`, and user ${from.id} is active. A merge`)
  })

  it('shows the plan, asks, and waits for the end', async () => {
    const [from, into] = [await aUser(), await aUser()]
    const [kept, lost] = [await register(1, from.id), await register(1, into.id)]
    const [open, done] = [await register(2, from.id), await register(2, into.id)]
    for (const id of [done, await register(3, from.id)]) await api.post(`/registrations/${id}/complete/`, {})
    expectBody(await operator.post('/admin/users/batch/?source=hr', [{ externalId: from.externalId }]), 200)
    const ids = [String(from.id), String(into.id)]
    const planned = await run(...ids, '--dry-run', '--json')
    expect(planned.json()).toMatchObject({ status: 'planned', plan: { registrations: 3 } })
    for (const [word, one] of Object.entries({ 'Goes:  ': from, 'Stays: ': into }))
      expect(planned.stderr).toContain(`${word}user ${one.id}: Ada ${one.loginName}, external id hr-p`)
    expect(planned.stderr).toMatch(/@\S+, source hr, groups 1\n.*\nWarning: the names.*\n.*hr sends.*merged/)
    for (const text of [
      `3 registrations and 3 e-mails go from user ${from.id} to user ${into.id}.`,
      `Registration ${lost} for Course 1 is withdrawn: registration ${kept} is`,
      ` has completed: Course 3 (${new Date().toISOString().slice(0, 10)}).\n`,
      `has completed the course. To end it: rollcall registrations withdraw ${open}\n`,
    ])
      expect(planned.stderr).toContain(text)
    expect(await run(...ids)).toMatchObject({ code: EXIT.usage, stderr: expect.stringContaining('--yes') })
    expect((await operator.get(`/admin/merges/${from.id}/`)).status).toBe(404)
    const externalIds = [from.externalId, into.externalId, '--external-id', '--yes', '--json']
    for (const done of [await run(...externalIds), await run(...externalIds)]) {
      expect(done).toMatchObject({ code: EXIT.done })
      expect(done.json()).toMatchObject({ fromId: from.id, intoId: into.id, status: 'finished' })
    }
    const shown = await command(['merges', 'show', String(from.id)], { env: settings(system) })
    expect(shown.stdout).toMatch(/^registration +finished, 3 records *$/m)
    expect(shown.stdout).not.toMatch(/^plan/m)
    const unknown = await run('hr-unknown', into.externalId, '--external-id')
    expect(unknown).toMatchObject({ code: EXIT.usage, stderr: expect.stringContaining('"hr-unknown".') })
    const back = await run(...ids.reverse(), '--yes')
    expect(back).toMatchObject({ code: EXIT.failed, stderr: expect.stringContaining('(409 merged') })
  })
})

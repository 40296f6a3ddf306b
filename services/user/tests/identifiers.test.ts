import { NO_RELAY } from '../../../testing/no-relay.ts'
import mongoose from 'mongoose'
import { IdentifierConversion } from '../../shared/store/identifier-conversion.ts'
import { StoredOutbox } from '../../shared/store/outbox.ts'
import { Marks } from '../../shared/store/marks.ts'
import { newTrace } from '../../shared/trace.ts'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody, userPortal } from '../../../testing/user/start-user.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { MongoUsers } from '../src/users/repository.ts'
import { userModel, type UserRecord } from '../src/users/record.ts'

const portal = userPortal()
let api: Client
beforeAll(async () => void ({ api } = await portal.anAccount()))

const COMPOSED = 'jürgen'
const DECOMPOSED = 'ju\u0308rgen'
const byExternalId = (externalId: string) => `/users/external_id/${encodeURIComponent(externalId)}/`
const resolve = async (query: object) =>
  expectBody(await portal.internal.post('/internal/users/resolve/', [query]), 200)[0]
const merge = async (...rows: object[]) =>
  expectBody(await portal.operator.post('/admin/users/batch/', rows), 200)

describe('an identifier in different encodings (S11)', () => {
  it('is one, wherever it is sent: in a create, an update, a batch, a path and a query', async () => {
    const externalId = `e-${DECOMPOSED}`
    const created = expectBody(
      await api.post('/users/', portal.someone({ externalId: ` ${externalId}\u00A0` })),
      201,
    )
    expect(created.externalId).toBe(`e-${COMPOSED}`)
    for (const form of [externalId, `e-${COMPOSED}`, `\u00A0e-${COMPOSED} `]) {
      expect((await api.get(byExternalId(form))).body).toMatchObject({ id: created.id })
      expect(await api.post(byExternalId(form), { city: 'Oslo' })).toMatchObject({ body: { id: created.id } })
      expect(await resolve({ userExternalId: form })).toMatchObject({ user: { id: created.id } })
      expect(await merge({ externalId: form, city: 'Bergen' })).toMatchObject([{ user: { id: created.id } }])
    }
    const other = portal.someone({ externalId })
    expect(await api.post('/users/', other)).toBeError('user-external-id-taken')
    const { id } = expectBody(await api.post('/users/', { ...other, externalId: '' }), 201)
    expect(await api.post(`/users/${id}/`, { externalId })).toBeError('user-external-id-taken')
  })

  it('can be sent back as it was read, and nothing changes (S6)', async () => {
    const fields = { externalId: ` x${DECOMPOSED} `, firstName: ' Ju\u0308rgen', email: 'a@MÜLLER.example' }
    const created = expectBody(await api.post('/users/', portal.someone(fields)), 201)
    expect(created).toMatchObject({ firstName: 'Jürgen', email: 'a@xn--mller-kva.example' })
    const updated = expectBody(await api.post(`/users/${created.id}/`, created), 200)
    expect(updated).toEqual(created)
    expect((await portal.resolved(created.id)).version).toBe(1)
  })

  it.each([
    [DECOMPOSED, COMPOSED.toUpperCase()],
    ['οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
    ['weiß', 'WEISS'],
    ['İpek', 'ipek'],
    ['\u00A0ada.n', 'ADA.N '],
  ])('compares login names case-insensitively: %s, %s (R15)', async (one, other) => {
    expectBody(await api.post('/users/', portal.someone({ loginName: one })), 201)
    expect(await api.post('/users/', portal.someone({ loginName: other }))).toBeError('login-name-taken')
  })

  it('is one login name in a batch: the second row is rejected (R15b)', async () => {
    const rows = [
      portal.someone({ loginName: `b${COMPOSED}` }),
      portal.someone({ loginName: `b${DECOMPOSED}` }),
    ]
    expect(await merge(...rows)).toMatchObject([{ status: 201 }, { code: 'duplicate-in-batch' }])
  })
})

describe('what is no identifier (S11)', () => {
  it.each([
    [{ loginName: 'a\u200Bda' }, 'loginName must not contain the invisible character U+200B.'],
    [{ externalId: ' .. ' }, 'externalId must not be ".", ".." or contain control characters.'],
    [
      { lastName: 'see https://evil.example' },
      'lastName must not contain a web address (http://, https:// or www.): e-mails repeat it.',
    ],
    [{ email: 'jörg@example.test' }, 'email must have only ASCII characters before the @.'],
    [{ loginName: '\u00A0 ' }, 'loginName must not be blank or contain control characters.'],
  ])('is rejected in creates, updates and batches: %j', async (fields, detail) => {
    const { id } = expectBody(await api.post('/users/', portal.someone()), 201)
    const created = await api.post('/users/', portal.someone(fields))
    expect(created).toBeError('invalid-request')
    expect(created.body.detail).toBe(detail)
    const updated = await api.post(`/users/${id}/`, fields)
    expect(updated.body.detail).toBe(detail)
    expect(await merge(portal.someone(fields))).toMatchObject([{ status: 400, detail }])
  })

  it('may have dots otherwise', async () => {
    for (const externalId of ['...', '.a', '..a', 'a.', 'a/..'])
      expectBody(await api.post('/users/', portal.someone({ externalId })), 201)
  })
})

describe('an e-mail address with a domain in another script (S11)', () => {
  it('is stored in ASCII, and found in the form in which it was entered (R3, R14)', async () => {
    const { id, email } = expectBody(
      await api.post('/users/', portal.someone({ email: 'info@müller.example' })),
      201,
    )
    expect(email).toBe('info@xn--mller-kva.example')
    for (const form of ['info@müller.example', 'INFO@MU\u0308LLER.example', email]) {
      const listed = expectBody(await api.get(`/users/?email=${encodeURIComponent(form)}`), 200)
      expect(listed.map((user: any) => user.id)).toEqual([id])
      expect(await resolve({ userEmail: form })).toMatchObject({ user: { id } })
    }
  })
})

describe('users as an earlier release stored them (S11)', () => {
  const connection = () => mongoose.createConnection(portal.config.mongodbUrl).asPromise()
  const clock = { now: () => new Date() }

  /** Writes the record of a user as the release before the canonical forms did: its keys are what was sent. */
  async function storedBefore(fields: { loginName?: string; externalId?: string }) {
    const { id } = expectBody(await api.post('/users/', portal.someone()), 201)
    const opened = await connection()
    const { loginName, externalId } = fields
    const keys = {
      ...(loginName === undefined ? {} : { loginNameKey: loginName.toLowerCase() }),
      ...(externalId === undefined ? {} : { externalIdKey: externalId }),
    }
    await opened.collection<UserRecord>('users').updateOne({ _id: id }, { $set: { ...fields, ...keys } })
    await opened.close()
    return id as number
  }
  async function convert({ logger = testLogger('user'), isLast = false } = {}) {
    const opened = await connection()
    const model = userModel(opened)
    const outbox = new StoredOutbox(model, clock, { types: ['user.changed.v1'] })
    const users = new MongoUsers({ model, outbox, relay: NO_RELAY, clock })
    const run = () => users.convertIdentifiers(newTrace())
    const marks = new Marks(opened)
    await new IdentifierConversion({ records: 'users', convert: run, marks, clock, logger }).run({ isLast })
    await opened.close()
  }

  it('are found in both encodings before they are converted, and can be updated', async () => {
    const id = await storedBefore({ externalId: `old-${DECOMPOSED}`, loginName: `Old-${DECOMPOSED}` })
    for (const form of [`old-${DECOMPOSED}`, `old-${COMPOSED}`]) {
      expect((await api.get(byExternalId(form))).body).toMatchObject({ id })
      expect(await api.post(byExternalId(form), { city: form })).toMatchObject({ status: 200 })
      expect(await resolve({ userExternalId: form })).toMatchObject({ user: { id } })
      const validateOnly = { prefer: 'validate-only' }
      const [taken, free] = [portal.someone({ loginName: form }), portal.someone({ externalId: form })]
      expect(await api.post('/users/', taken, validateOnly)).toBeError('login-name-taken')
      expect(await api.post('/users/', free, validateOnly)).toBeError('user-external-id-taken')
      expect(await merge({ externalId: form, zip: '1' })).toMatchObject([{ user: { id } }])
      expect(await merge({ loginName: form, zip: '2' })).toMatchObject([{ user: { id } }])
    }
  })

  it('are converted by an ordinary change, and found in every form from then on', async () => {
    const id = await storedBefore({ externalId: '\u00A0hr 1 ', loginName: 'Groß ' })
    const unchanged = await storedBefore({ externalId: 'plain', loginName: 'plain' })
    const caseOnly = await storedBefore({ loginName: 'Weißbart' })
    await convert()
    const read = (await api.get(byExternalId(' hr 1'))).body
    expect(read).toMatchObject({ id, externalId: 'hr 1', loginName: 'Groß' })
    expect(await portal.resolved(id)).toMatchObject({ version: 2, externalId: 'hr 1' })
    await eventually(() => expect(portal.events.of(id).at(-1)?.payload).toMatchObject({ externalId: 'hr 1' }))
    expect(await portal.resolved(unchanged)).toMatchObject({ version: 1 })
    expect(await merge({ loginName: 'GROSS', city: 'Oslo' })).toMatchObject([{ user: { id } }])
    expect(await portal.resolved(caseOnly)).toMatchObject({ version: 1, loginName: 'Weißbart' })
    const taken = portal.someone({ loginName: 'WEISSBART' })
    expect(await api.post('/users/', taken)).toBeError('login-name-taken')
    await convert()
    expect(await portal.resolved(id)).toMatchObject({ version: 3 }) // the merge, and no further conversion
  })

  it('who cannot have the canonical form stay as they are, can be updated, and are named in the log', async () => {
    const [first, second] = [`two-${COMPOSED}`, `two-${DECOMPOSED}`]
    const ids = [await storedBefore({ externalId: first }), await storedBefore({ externalId: second })]
    const invisible = await storedBefore({ loginName: 'zero\u200Bwidth' })
    // The work is not finished as long as there are such users: each start names them.
    for (const isLast of [false, true, true]) {
      const log = recordedLog('user')
      await convert({ logger: log.logger, isLast })
      const named = log.lines.filter(({ records }) => records === 'users').map((line) => line['id'])
      expect(named).toEqual([ids[1], invisible])
    }
    for (const id of [...ids, invisible]) expectBody(await api.post(`/users/${id}/`, { city: 'Oslo' }), 200)
    expect((await api.get(byExternalId(first))).body).toMatchObject({ id: ids[0] })
    expectBody(await api.post(`/users/${ids[1]}/`, { externalId: 'two-renamed' }), 200)
    expect((await api.get(byExternalId('two-renamed'))).body).toMatchObject({ id: ids[1] })
    expectBody(await api.post(`/users/${invisible}/`, { loginName: 'zero-width' }), 200)
  })

  it('are read no more once all of them are converted', async () => {
    await convert({ isLast: true })
    const id = await storedBefore({ externalId: ' late ' })
    await convert()
    expect((await api.get(`/users/${id}/`)).body).toMatchObject({ externalId: ' late ' })
  })
})

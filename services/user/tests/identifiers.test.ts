import type { Client } from '../../../testing/client.ts'
import { expectBody, userPortal } from '../../../testing/user/start-user.ts'

const portal = userPortal()
let api: Client
beforeAll(async () => void ({ api } = await portal.anAccount()))

const COMPOSED = 'jürgen'
const DECOMPOSED = 'ju\u0308rgen'
const byExternalId = (externalId: string) => `/users/external_id/${encodeURIComponent(externalId)}/`
const identify = async (query: object) =>
  expectBody(await portal.internal.post('/internal/users/identify/', [query]), 200)[0]
const merge = async (...rows: object[]) =>
  expectBody(await portal.operator.post('/admin/users/batch/', rows), 200)

describe('an identifier in different encodings (S11)', () => {
  it('is the same one in a create, an update, a batch, a path and a query', async () => {
    const externalId = `e-${DECOMPOSED}`
    const created = expectBody(
      await api.post('/users/', portal.someone({ externalId: ` ${externalId}\u00A0` })),
      201,
    )
    expect(created.externalId).toBe(`e-${COMPOSED}`)
    for (const form of [externalId, `e-${COMPOSED}`, `\u00A0e-${COMPOSED} `]) {
      expect((await api.get(byExternalId(form))).body).toMatchObject({ id: created.id })
      expect(await api.post(byExternalId(form), { city: 'Oslo' })).toMatchObject({ body: { id: created.id } })
      expect(await identify({ userExternalId: form })).toMatchObject({ user: { id: created.id } })
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
    expect((await portal.identified(created.id)).version).toBe(1)
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

describe('a malformed identifier (S11)', () => {
  it.each([
    [{ loginName: 'a\u200Bda' }, 'loginName must not contain the invisible character U+200B.'],
    [{ externalId: ' .. ' }, 'externalId must not be ".", ".." or contain control characters.'],
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

  it('is not any other text with dots', async () => {
    for (const externalId of ['...', '.a', '..a', 'a.', 'a/..'])
      expectBody(await api.post('/users/', portal.someone({ externalId })), 201)
  })
})

describe('an e-mail address with a domain in another script (S11)', () => {
  it('is stored in ASCII, and found in the form that was sent (R3, R14)', async () => {
    const { id, email } = expectBody(
      await api.post('/users/', portal.someone({ email: 'info@müller.example' })),
      201,
    )
    expect(email).toBe('info@xn--mller-kva.example')
    for (const form of ['info@müller.example', 'INFO@MU\u0308LLER.example', email]) {
      const listed = expectBody(await api.get(`/users/?email=${encodeURIComponent(form)}`), 200)
      expect(listed.map((user: any) => user.id)).toEqual([id])
      expect(await identify({ userEmail: form })).toMatchObject({ user: { id } })
    }
  })
})

import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { recordedLog } from '../../../testing/recorded-log.ts'
import {
  aPerson,
  EXTENSION,
  expectConflict,
  scimClient,
  type ScimClient,
} from '../../../testing/user/scim.ts'
import { expectBody, NORTH, ROOT, SOUTH, userPortal } from '../../../testing/user/start-user.ts'

let hours = 0
const clock = { now: () => new Date(Date.now() + hours * 3_600_000) }
const { logger, lines } = recordedLog('user')
const portal = userPortal({ overrides: { clock }, logger })
let scim: ScimClient
let north: ScimClient
beforeAll(async () => {
  scim = scimClient((await portal.anAccount([ROOT])).api)
  north = scimClient((await portal.anAccount([NORTH])).api)
})

const deactivate = [{ op: 'Replace', path: 'active', value: 'False' }]

describe('the end of a person (B9)', () => {
  const fields = async (id: string) => expectBody(await portal.operator.get(`/admin/users/${id}/`), 200)
  const put = async (user: { id: string }, active: boolean) =>
    expectBody(await scim.replace(user.id, { ...user, active }), 200)

  it('keeps a planned end while the person is active, and one that has passed', async () => {
    const user = await scim.created()
    const { api } = await portal.anAccount([ROOT])
    expectBody(await api.post(`/users/${user.id}/`, { expirationDate: '2099-01-01T00:00:00Z' }), 200)
    expect((await put(user, true)).active).toBe(true)
    expect((await fields(user.id)).expirationDate).toBe('2099-01-01T00:00:00Z')
    expectBody(await api.post(`/users/${user.id}/`, { expirationDate: '2001-01-01T00:00:00Z' }), 200)
    expect((await put(user, false)).active).toBe(false)
    expect((await fields(user.id)).expirationDate).toBe('2001-01-01T00:00:00Z')
    expect((await put(user, true)).active).toBe(true)
    expect((await fields(user.id)).expirationDate).toBe('')
  })

  it('replaces a planned end when the person leaves earlier, and is repeated without effect', async () => {
    const user = await scim.created()
    const { api } = await portal.anAccount([ROOT])
    expectBody(await api.post(`/users/${user.id}/`, { expirationDate: '2099-01-01T00:00:00Z' }), 200)
    const ended = expectBody(await scim.patch(user.id, deactivate), 200)
    expect(ended.active).toBe(false)
    hours += 1
    expect(expectBody(await scim.patch(user.id, deactivate), 200)).toEqual(ended)
    expect((await portal.identified(Number(user.id))).expirationDate).not.toBe('2099-01-01T00:00:00Z')
  })

  it('shows with another version that a planned end has passed', async () => {
    const user = await scim.created()
    const { api } = await portal.anAccount([ROOT])
    const end = new Date(clock.now().getTime() + 1_800_000).toISOString()
    expectBody(await api.post(`/users/${user.id}/`, { expirationDate: end }), 200)
    const tag = (await scim.get(`/Users/${user.id}`)).headers.get('etag') ?? ''
    expect((await scim.get(`/Users/${user.id}`, { 'if-none-match': tag })).status).toBe(304)
    hours += 1
    const after = await scim.get(`/Users/${user.id}`, { 'if-none-match': tag })
    expect(after).toMatchObject({ status: 200, body: { active: false } })
  })
})

describe('PATCH (B9)', () => {
  it('that changes nothing is 200 and publishes nothing', async () => {
    const user = await scim.created()
    const published = () => portal.events.of(Number(user.id)).map(({ payload }) => payload.version)
    for (const value of [
      { userName: user.userName, active: true },
      { nickName: 'A' },
      { externalId: user.externalId },
    ])
      expect(expectBody(await scim.patch(user.id, [{ op: 'replace', value }]), 200)).toEqual(user)
    const other = expectBody(
      await scim.patch(user.id, [{ op: 'replace', path: 'userName', value: `${user.id}x` }]),
      200,
    )
    expect(other.meta.version).toBe('"2"')
    expect(published()).not.toContain(3)
  })

  it('does all of its operations or none', async () => {
    const user = await scim.created()
    const rejected = await scim.patch(user.id, [
      { op: 'replace', path: 'name.familyName', value: 'King' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'no address' },
    ])
    expect(rejected).toBeError('invalid-request', 'emails.value must be an e-mail address.')
    expect(rejected.body.scimType).toBe('invalidValue')
    await scim.expectUnchanged(user)
  })

  it('rejects what it can not understand, in the words of SCIM', async () => {
    const { id } = await scim.created()
    expect(await scim.patch(id, [{ op: 'replace', path: 'name..x', value: 'y' }])).toBeError(
      'scim-path-invalid',
    )
    expect(await scim.patch(id, [{ op: 'remove' }])).toBeError('scim-target-missing')
    for (const operation of [
      { op: 'move', path: 'userName' },
      { op: 'replace', value: 'x' },
      { op: 'remove', path: 'active' },
    ])
      expect(await scim.patch(id, [operation])).toBeError('invalid-request')
    expect(await scim.patch(id, [])).toBeError('invalid-request')
    expect(await scim.patch(id, [{ op: 'remove', path: 'userName' }])).toBeError('invalid-request')
    expect(await scim.patch(id, [{ op: 'replace', path: 'userName', value: { a: 1 } }])).toBeError(
      'invalid-request',
    )
  })

  it('writes and shows a domain in the script in which it came', async () => {
    const user = await scim.created({ emails: [{ value: 'ada@bücher.example', type: 'work' }] })
    expect(user.emails[0].value).toBe('ada@bücher.example')
    expect(await scim.found('emails eq "ADA@BÜCHER.example"')).toEqual([user.id])
    expect(await scim.found('emails[type eq "work"].value eq "ada@xn--bcher-kva.example"')).toEqual([user.id])
    expectBody(await scim.patch(user.id, [{ op: 'replace', path: 'emails', value: user.emails }]), 200)
    await scim.expectUnchanged(user)
    const ascii = [{ op: 'replace', path: 'emails', value: [{ value: 'ada@xn--bcher-kva.example' }] }]
    expect(expectBody(await scim.patch(user.id, ascii), 200).emails[0].value).toBe(
      'ada@xn--bcher-kva.example',
    )
  })
})

describe('PUT (B9)', () => {
  it('removes what it leaves out of address and custom fields, and keeps the identity', async () => {
    const address = {
      type: 'work',
      streetAddress: '1 Way\r\nFloor 2',
      locality: 'Seattle',
      region: 'WA',
      country: 'US',
    }
    const fields = { ovFormWithInput12: 'text', workSettingsOtherSpecify: 'other' }
    const user = await scim.created({ addresses: [address], [EXTENSION]: fields })
    expect(user.addresses).toEqual([{ ...address, streetAddress: '1 Way\nFloor 2' }])
    const { userName, name, emails, externalId } = user
    const less = expectBody(
      await scim.replace(user.id, { userName, name, emails, [EXTENSION]: { ovFormWithInput12: 'text' } }),
      200,
    )
    expect(less).toMatchObject({ externalId, active: true, [EXTENSION]: { ovFormWithInput12: 'text' } })
    expect(less).not.toHaveProperty('addresses')
    expect(less[EXTENSION]).not.toHaveProperty('workSettingsOtherSpecify')
    const without = expectBody(await scim.replace(user.id, { userName, name, emails }), 200)
    expect(without[EXTENSION]).toEqual({ ovFormWithInput12: 'text' })
  })

  it('rejects a name that somebody else has, and a change of what was changed meanwhile', async () => {
    const [user, other] = [await scim.created(), await scim.created()]
    const { externalId, userName } = other
    expectConflict(await scim.replace(user.id, { ...user, userName }))
    expectConflict(await scim.replace(user.id, { ...user, externalId }))
    expectConflict(await scim.patch(user.id, [{ op: 'replace', path: 'userName', value: userName }]))
    expectConflict(await scim.patch(user.id, [{ op: 'replace', path: 'externalId', value: externalId }]))
    const old = { 'if-match': '"0"' }
    expect(await scim.replace(user.id, user, old)).toBeError('precondition-failed')
    expect(await scim.patch(user.id, deactivate, old)).toBeError('precondition-failed')
    expect(await scim.delete(user.id, old)).toBeError('precondition-failed')
    await scim.expectUnchanged(user)
    expectBody(await scim.replace(user.id, user, { 'if-match': `W/${user.meta.version}` }), 200)
    expect(await scim.replace('no-number', user)).toBeError('not-found')
    expect(await scim.patch('999999', deactivate)).toBeError('not-found')
  })
})

describe('a new person (B9)', () => {
  it.each([
    ['userName', { userName: undefined }],
    ['name.givenName', { name: { formatted: 'Ada Byron' } }],
    ['emails.value', { emails: undefined }],
  ])('needs %s', async (attribute, fields) => {
    expect(await scim.create(aPerson(fields))).toBeError('invalid-request', `${attribute} is required.`)
  })

  it.each([{ familyName: '' }, { familyName: null }, {}])(
    'may have one name: %j (B9, R17b)',
    async (rest) => {
      const name = { givenName: 'Madonna' }
      const user = expectBody(await scim.create(aPerson({ name: { ...name, ...rest } })), 201)
      expect(user.name).toEqual(name)
      const detail: string = expect.stringMatching(/^name\.givenName and name\.familyName must not both/)
      const remove = [{ op: 'remove', path: 'name.givenName' }]
      expect(await scim.patch(user.id, remove)).toBeError('invalid-request', detail)
      const blank = { givenName: '', familyName: '' }
      expect(await scim.create(aPerson({ name: blank }))).toBeError('invalid-request', detail)
      const twoNames = expectBody(
        await scim.patch(user.id, [{ op: 'replace', path: 'name.familyName', value: 'Ciccone' }]),
        200,
      )
      expect(twoNames.name).toEqual({ ...name, familyName: 'Ciccone' })
      const replaced = expectBody(await scim.replace(user.id, { ...user, name: { ...name, ...rest } }), 200)
      expect(replaced.name).toEqual(name)
    },
  )

  it('joins the home group of the account, which has to be in its scope (A6)', async () => {
    const user = await north.created()
    expect((await portal.identified(Number(user.id))).groupIds).toEqual([NORTH])
    const { api } = await portal.anAccount([NORTH], { homeGroupId: SOUTH })
    expect(await scimClient(api).create(aPerson())).toBeError('group-out-of-reach')
  })

  it('is only brought back while inactive, in scope and not deleted', async () => {
    const user = await scim.created({ active: false })
    expect(user).toMatchObject({ active: false, meta: { version: '"1-ended"' } })
    expectConflict(await scim.create(aPerson({ externalId: user.externalId, active: false })))
    await scim.expectUnchanged(user)
    expectBody(await scim.delete(user.id), 204)
    const again = await scim.created({ externalId: user.externalId })
    expect(again.id).not.toBe(user.id)
    expectConflict(await scim.create(aPerson({ externalId: again.externalId })))
    expectBody(await scim.patch(again.id, deactivate), 200)
    const { userName } = await scim.created()
    expectConflict(await scim.create(aPerson({ externalId: again.externalId, userName })))
    expect((await scim.read(again.id)).active).toBe(false)
  })

  it('has a relative address, whatever host a caller names', async () => {
    const { credential } = await portal.anAccount([ROOT])
    const create = (path: string) =>
      requestWithHost(`${portal.url}${path}`, 'evil.example', credential, aPerson())
    for (const path of ['/scim/v2/Users', '/api/v2/scim/v2/Users/']) {
      const { headers, body } = await create(path)
      expect(body.meta.location).toBe(`Users/${body.id}`)
      expect(new URL(String(headers.location), `http://x${path}`).pathname).toBe(
        `${path.replace(/\/$/, '')}/${body.id}`,
      )
    }
  })
})

it('what is not stored is ignored, and the log has its name and not its value (B9)', async () => {
  const phone = 'phoneNumbers[type eq "work"].value'
  const user = await scim.created({ nickName: 'Countess', phoneNumbers: [{ value: '555-0100' }] })
  expectBody(await scim.patch(user.id, [{ op: 'Add', path: phone, value: '555-0100' }]), 200)
  await scim.expectUnchanged(user)
  const ignored = lines.filter(({ msg }) => msg === 'attributes that are not stored were ignored')
  expect(ignored.slice(-2)).toMatchObject([
    { attributes: ['nickName', 'phoneNumbers'] },
    { attributes: ['phoneNumbers'] },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/Countess|555-0100/)
})

it('an address that a caller sets replaces the form that a directory gave (B9, B5)', async () => {
  const user = await scim.created({ emails: [{ value: 'ada@bücher.example' }] })
  const { api } = await portal.anAccount([ROOT])
  const shown = async () => (await scim.get(`/Users/${user.id}`)).body.emails[0].value
  expectBody(await api.post(`/users/${user.id}/`, { city: 'Goole' }), 200)
  expect(await shown()).toBe('ada@bücher.example')
  expectBody(await api.post(`/users/${user.id}/`, { email: 'ada@xn--mller-kva.example' }), 200)
  expect(await shown()).toBe('ada@xn--mller-kva.example')
})

it('a person who was erased is found by nothing (B9, O18)', async () => {
  const user = await scim.created({ emails: [{ value: 'ada@bücher.example' }] })
  const erased = await portal.operator.post(`/admin/users/${user.id}/erase/`, { reason: 'request 17' })
  expectBody(erased, 202)
  expect(await scim.get(`/Users/${user.id}`)).toBeError('not-found')
  for (const filter of [
    `id eq "${user.id}"`,
    `userName eq "${user.userName}"`,
    `userName eq "erased-${user.id}"`,
  ])
    expect(await scim.found(filter)).toEqual([])
})

describe('a strict account (B9)', () => {
  it('has to name what it changes, and to leave out what is not stored', async () => {
    const { api } = await portal.anAccount([ROOT], { scimStrict: true })
    const strict = scimClient(api)
    expect(await strict.create(aPerson({ nickName: 'A' }))).toBeError('scim-attribute-unknown')
    const user = expectBody(await strict.create(aPerson()), 201)
    expect(await strict.patch(user.id, [{ op: 'replace', value: { active: false } }])).toBeError(
      'scim-target-missing',
    )
    expect(await strict.patch(user.id, [{ op: 'add', path: 'nickName', value: 'A' }])).toBeError(
      'scim-attribute-unknown',
    )
    expect(await strict.replace(user.id, { ...user, nickName: 'A' })).toBeError('scim-attribute-unknown')
    await scim.expectUnchanged(user)
    expectBody(await strict.replace(user.id, user), 200)
    expectBody(await strict.patch(user.id, [{ op: 'replace', path: 'active', value: false }]), 200)
  })
})

/** `fetch` sends no other Host than that of the address. */
async function requestWithHost(url: string, host: string, credential: object, body: object) {
  const headers = { ...credential, host, 'x-forwarded-proto': 'https', 'x-forwarded-host': host }
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/scim+json' },
  })
  sent.end(JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { headers: response.headers, body: (await json(response)) as any }
}

describe('the source of a directory (R24)', () => {
  const admin = async (id: string) => (await portal.operator.get(`/admin/users/${id}/`)).body
  const directory = async (fields: object = {}) => {
    const account = await portal.anAccount([ROOT], { ...fields })
    return { ...account, scim: scimClient(account.api), source: `scim-${account.id}` }
  }

  it('is the account, adopts people without one, and changes nobody of another one', async () => {
    const [entra, okta] = [await directory(), await directory({ scimSource: 'okta' })]
    const created = await entra.scim.created()
    expect((await admin(created.id)).managedBy).toBe(entra.source)
    const changes = {
      patch: () => okta.scim.patch(created.id, deactivate),
      replace: () => okta.scim.replace(created.id, { ...created, userName: 'somebody.else' }),
      delete: () => okta.scim.delete(created.id),
    }
    for (const change of Object.values(changes)) {
      const response = await change()
      expect(response).toBeError('managed-elsewhere')
      expect(response.body).not.toHaveProperty('scimType')
      expect(response.body.detail).toContain(`"${entra.source}"`)
    }
    // What changes nothing is no error.
    expect((await okta.scim.replace(created.id, created)).body).toEqual(created)
    expectBody(await entra.scim.patch(created.id, deactivate), 200)
    expectBody(await okta.scim.patch(created.id, deactivate), 200)
    const { userName, externalId, name, emails } = created
    expect(await okta.scim.create({ userName, externalId, name, emails })).toBeError('managed-elsewhere')
    expect(await admin(created.id)).toMatchObject({ managedBy: entra.source, deleted: false })

    const old = expectBody(await okta.api.post('/users/', portal.someone()), 201)
    expect((await admin(old.id)).managedBy).toBe('')
    expectBody(await okta.scim.patch(String(old.id), [{ op: 'replace', path: 'active', value: true }]), 200)
    expect(await admin(old.id)).toMatchObject({ managedBy: 'okta', updatedDate: expect.any(String) })
  })

  it('takes over people of other sources if its account says so', async () => {
    const hr = await directory()
    const taking = await directory({ scimTakeOver: true })
    const created = await hr.scim.created()
    expectBody(await taking.scim.patch(created.id, deactivate), 200)
    expect((await admin(created.id)).managedBy).toBe(taking.source)
    expect(await hr.scim.delete(created.id)).toBeError('managed-elsewhere')
    expect((await taking.scim.delete(created.id)).status).toBe(204)
  })

  it('is kept by PUT of the account, and is named by the id without one', async () => {
    const { id, source } = await directory()
    const path = `/admin/service-accounts/${id}/`
    const account = expectBody(await portal.operator.get(path), 200)
    expect(account).toMatchObject({ scimSource: source, scimTakeOver: false })
    const put = async (fields: object) => expectBody(await portal.operator.put(path, fields), 200)
    const own = { ...account, scimSource: 'entra', scimTakeOver: true }
    expect(await put(own)).toEqual(own)
    expect(await put({ name: 'directory' })).toMatchObject({ scimSource: source, scimTakeOver: false })
    expect(await portal.operator.put(path, { ...own, scimSource: ' ' })).toBeError('invalid-request')
  })
})

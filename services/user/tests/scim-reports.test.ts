import type { TestResponse } from '../../../testing/client.ts'
import { Unavailable } from '../../platform/errors.ts'
import {
  aPerson,
  EXTENSION,
  expectConflict,
  scimClient,
  type ScimClient,
} from '../../../testing/user/scim.ts'
import { expectBody, NORTH, ROOT, SOUTH, userPortal } from '../../../testing/user/start-user.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Users } from '../src/users/repository.ts'

/** The next write is done, and its response is lost. */
let losesResponse = false
const losing = (real: Users): Users =>
  withOverrides(real, {
    add: async (...given) => {
      const written = await real.add(...given)
      if (!losesResponse) return written
      losesResponse = false
      throw new Unavailable('mongodb', 'a test')
    },
  })
const portal = userPortal({ overrides: { users: losing } })
let scim: ScimClient
let north: ScimClient
let south: ScimClient
beforeAll(async () => {
  scim = scimClient((await portal.anAccount([ROOT])).api)
  north = scimClient((await portal.anAccount([NORTH])).api)
  south = scimClient((await portal.anAccount([SOUTH])).api)
})

const deactivate = [{ op: 'Replace', path: 'active', value: 'False' }]

describe('what other servers got wrong (B9):', () => {
  const reports: Record<string, () => Promise<void>> = {
    'the text "False" for a boolean is taken': async () => {
      const { id } = await scim.created()
      expect(expectBody(await scim.patch(id, deactivate), 200).active).toBe(false)
    },
    'POST of an inactive person with its externalId reactivates it': async () => {
      const person = aPerson()
      const { id } = expectBody(await scim.create(person), 201)
      expectBody(await scim.patch(id, deactivate), 200)
      const name = { givenName: 'Ada', familyName: 'King' }
      const back = expectBody(await scim.create({ ...person, name }), 201)
      expect(back).toMatchObject({ id, active: true, name })
      expect(await scim.read(id)).toEqual(back)
    },
    'a 409 on create changes nothing': async () => {
      const user = await scim.created()
      const sameName = await scim.create(aPerson({ userName: user.userName }))
      expectConflict(sameName)
      expect(sameName.body.detail).toContain('Another user has this userName.')
      expectConflict(await scim.create(aPerson({ externalId: user.externalId })))
      await scim.expectUnchanged(user)
    },
    'a repeated POST is 409 and clears nothing': async () => {
      const person = aPerson({ [EXTENSION]: { ovFormWithInput12: 'text' } })
      const user = expectBody(await scim.create(person), 201)
      expectConflict(await scim.create(person))
      const less = { ...person, [EXTENSION]: {} }
      expectConflict(await scim.create(less))
      await scim.expectUnchanged(user)
    },
    'duplicates are compared as look-ups are, whatever the letter case': async () => {
      const user = await scim.created({ userName: 'Straße@Example.org' })
      expectConflict(await scim.create(aPerson({ userName: 'STRASSE@example.ORG' })))
      expect(await scim.found('userName eq "strasse@EXAMPLE.org"')).toEqual([user.id])
    },
    'people are unique by userName, not by e-mail': async () => {
      const user = await scim.created()
      const other = await scim.created({ emails: user.emails })
      expect(await scim.found(`emails eq "${user.emails[0].value}"`)).toEqual([user.id, other.id])
    },
    'a filter on userName is not case-sensitive': async () => {
      const user = await scim.created()
      expect(await scim.found(`USERNAME Eq "${user.userName.toUpperCase()}"`)).toEqual([user.id])
    },
    'an unsupported filter is 400, and a value may lack its quotes': async () => {
      const user = await scim.created()
      const rejected = await scim.find(`userName sw "${user.userName}"`)
      expect(rejected).toBeError('scim-filter-unsupported')
      expect(rejected.body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
      expect(await scim.found(`userName eq ${user.userName}`)).toEqual([user.id])
    },
    'externalId is found, exactly': async () => {
      const user = await scim.created({ externalId: 'aBc-1' })
      expect(await scim.found('externalId eq "aBc-1"')).toEqual([user.id])
      expect(await scim.found('externalId eq "ABC-1"')).toEqual([])
    },
    'emails[type eq "work"].value is changed where no e-mail has that type': async () => {
      const { id } = await scim.created({ emails: [{ value: 'old@example.org' }] })
      const path = 'emails[type eq "work"].value'
      expectBody(await scim.patch(id, [{ op: 'Replace', path, value: 'new@example.org' }]), 200)
      expect((await scim.read(id)).emails).toEqual([
        { value: 'new@example.org', type: 'work', primary: true },
      ])
    },
    'DELETE of somebody with groups is 204, and the names are free': async () => {
      const user = await scim.created()
      expectBody(await portal.operator.put(`/admin/groups/${SOUTH}/members/${user.id}/`), 204)
      expectBody(await scim.delete(user.id), 204)
      expect(await scim.get(`/Users/${user.id}`)).toBeError('not-found')
      expect(await scim.delete(user.id)).toBeError('not-found')
      expect(await scim.found(`userName eq "${user.userName}"`)).toEqual([])
      await scim.created({ userName: user.userName, externalId: user.externalId })
    },
    'a person who is visible elsewhere is not taken over': async () => {
      const user = await south.created({ active: false })
      for (const key of [{ userName: user.userName }, { externalId: user.externalId }]) {
        const { body } = expectConflict(await north.create(aPerson(key)))
        expect(JSON.stringify(body)).not.toContain(user.name.familyName)
        expect(JSON.stringify(body)).not.toContain(user.id)
      }
      expect(await north.found(`userName eq "${user.userName}"`)).toEqual([])
      expect(await north.get(`/Users/${user.id}`)).toBeError('user-out-of-reach')
      for (const change of [
        north.patch(user.id, deactivate),
        north.replace(user.id, user),
        north.delete(user.id),
      ])
        expect(await change).toBeError('user-out-of-reach')
      await scim.expectUnchanged(user)
    },
    'create shows what read shows': async () => {
      const user = await scim.created({
        userName: ' Ada.Byron@Example.ORG ',
        name: { givenName: 'Ada', familyName: ' B ' },
      })
      expect(user).toMatchObject({ userName: 'Ada.Byron@Example.ORG', name: { familyName: 'B' } })
      await scim.expectUnchanged(user)
    },
    'a 503 with Retry-After loses nothing': async () => {
      const person = aPerson()
      losesResponse = true
      const lost = await scim.create(person)
      expect(lost).toBeError('dependency-unavailable')
      expect(lost.headers.get('retry-after')).toMatch(/^\d+$/)
      expectConflict(await scim.create(person))
      const [id = ''] = await scim.found(`externalId eq "${person.externalId}"`)
      expect(await scim.read(id)).toMatchObject(person)
    },
  }
  it.each(Object.entries(reports))('%s', (_, report) => report())
})

describe('the specification of a client by Okta (B9)', () => {
  it('reads a list, what is unknown, and finds in any letter case', async () => {
    const user = await scim.created()
    const list = expectBody(await scim.get('/Users?count=2&startIndex=1'), 200)
    expect(list).toMatchObject({ startIndex: 1, itemsPerPage: list.Resources.length })
    expect(list.totalResults).toBeGreaterThanOrEqual(list.Resources.length)
    expect(list.Resources[0]).toMatchObject({ id: expect.any(String), active: expect.any(Boolean) })
    const unknown = await scim.get('/Users/010101001010101011001010101011')
    expect(unknown).toBeError('not-found')
    expect(unknown.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
    })
    const none = expectBody(await scim.find('userName eq "nobody@example.org"'), 200)
    expect(none).toMatchObject({ totalResults: 0, Resources: [] })
    expectConflict(await scim.create(aPerson({ userName: user.userName })))
    expect(await scim.found(`userName eq "${user.userName.toUpperCase()}"`)).toEqual([user.id])
  })
})

describe('the language of a person (B9, B10)', () => {
  it.each([
    ['de-ch', 'de-CH'],
    ['en_US', 'en-US'],
    ['fr;q=0.5, de-CH, *;q=0.1', 'de-CH'],
    ['en;q=0, *', undefined],
    [null, undefined],
    [[{ value: 'fr' }], 'fr'],
  ])('%j is %j', async (preferredLanguage, shown) => {
    expect((await scim.created({ preferredLanguage })).preferredLanguage).toBe(shown)
  })

  it('is changed by PATCH, removed by a PUT that leaves it out, and rejected if it is none', async () => {
    const user = await scim.created({ preferredLanguage: 'de' })
    const patched = async (...operations: object[]) => expectBody(await scim.patch(user.id, operations), 200)
    const path = 'urn:ietf:params:scim:schemas:core:2.0:User:preferredLanguage'
    expect(await patched({ op: 'Replace', path, value: 'fr-CA' })).toMatchObject({
      preferredLanguage: 'fr-CA',
    })
    expect(await patched({ op: 'replace', value: { PreferredLanguage: 'it' } })).toMatchObject({
      preferredLanguage: 'it',
    })
    for (const value of ['English!', 'de-DE-de-DE'])
      expect(
        (await scim.patch(user.id, [{ op: 'add', path: 'preferredLanguage', value }])).body,
      ).toMatchObject({
        status: '400',
        scimType: 'invalidValue',
        detail: expect.stringContaining('preferredLanguage must be a language as a BCP 47 tag'),
      })
    const { userName, name, emails, externalId } = user
    const left = expectBody(await scim.replace(user.id, { userName, name, emails, externalId }), 200)
    expect(left).not.toHaveProperty('preferredLanguage')
    await patched({ op: 'add', path: 'preferredLanguage', value: 'de' })
    expect(await patched({ op: 'remove', path: 'preferredLanguage' })).not.toHaveProperty('preferredLanguage')
  })
})

describe('an account stays with its person (B9):', () => {
  type Send = (user: { id: string }, changes: object) => Promise<TestResponse>
  const requests: Record<string, Send> = {
    PATCH: (user, value) => scim.patch(user.id, [{ op: 'replace', value }]),
    PUT: (user, changes) => scim.replace(user.id, { ...user, ...changes }),
    POST: (user, changes) => scim.create({ ...user, ...changes }),
  }
  const NAME = { givenName: 'Ada', familyName: 'Byron' }
  const names: Record<string, object> = {
    'both names': { givenName: 'Bodo', familyName: 'Neu' },
    'last name': { givenName: 'Ada', familyName: 'King' },
    'first name': { givenName: 'Annabella', familyName: 'Byron' },
    'order of names': { givenName: 'BYRON', familyName: 'Ada' },
  }
  /** New values of the attributes, of which the last one is the name. */
  const changesOf = (list: string) => {
    const changed = list.split(', ')
    const others = Object.entries(aPerson()).filter(([key]) => changed.includes(key))
    return { ...Object.fromEntries(others), name: names[changed.at(-1)!], active: true }
  }
  /** Somebody who has left. */
  const former = async (fields: object = { name: NAME }) =>
    expectBody(await scim.patch((await scim.created({ ...fields })).id, deactivate), 200)
  const expectOther = async (response: TestResponse, user: { id: string }) => {
    expect(response).toBeError('other-person', expect.stringContaining(`User ${user.id} would`))
    expect(response.body).not.toHaveProperty('scimType')
    await scim.expectUnchanged(user)
  }

  it.each([
    [409, 'PATCH', 'externalId, both names'],
    [409, 'PUT', 'externalId, both names'],
    [409, 'PATCH', 'userName, emails, both names'],
    [409, 'PUT', 'userName, emails, both names'],
    [409, 'PUT', 'externalId, userName, emails, both names'],
    [200, 'PATCH', 'both names'],
    [200, 'PATCH', 'userName, both names'],
    [200, 'PUT', 'emails, both names'],
    [200, 'PATCH', 'externalId, userName, emails, last name'],
    [200, 'PATCH', 'externalId, first name'],
    [200, 'PUT', 'externalId, first name'],
    [200, 'PATCH', 'externalId, order of names'],
  ])('%i for %s of another %s of somebody active', async (status, method, list) => {
    const user = await scim.created({ name: NAME })
    const changes = changesOf(list)
    const response = await requests[method]!(user, changes)
    if (status === 409) await expectOther(response, user)
    else expectBody(response, status)
  })

  it.each([
    ['PATCH', 200],
    ['PUT', 200],
    ['POST', 201],
  ])('%s does not give who has left another first name, whatever else stays', async (method, done) => {
    const send = requests[method]!
    // POST finds people by the externalId.
    const others = ['', 'userName, ', 'emails, ', 'userName, emails, ']
    const lists = method === 'POST' ? others : [...others, ...others.map((list) => `externalId, ${list}`)]
    for (const list of lists) {
      const user = await former()
      for (const name of ['first name', 'both names'])
        await expectOther(await send(user, changesOf(`${list}${name}`)), user)
      for (const name of ['last name', 'order of names']) {
        const same = await former()
        const changes = changesOf(`${list}${name}`)
        expect(expectBody(await send(same, changes), done)).toMatchObject({ id: same.id, ...changes })
      }
    }
  })

  it.each([
    ['the last name as the first one', NAME, { givenName: 'Byron', familyName: 'Quist' }, 409],
    ['another spelling', NAME, { givenName: 'ADA', familyName: 'King' }, 200],
    ['no first name', NAME, { givenName: '', familyName: 'Byron' }, 409],
    ['another only name', { familyName: 'Madonna' }, { givenName: '', familyName: 'Bodo' }, 409],
    ['a last name', { givenName: 'Madonna' }, { givenName: 'Madonna', familyName: 'Ciccone' }, 200],
    ['a first name', { familyName: 'Madonna' }, { givenName: 'Bodo', familyName: 'Madonna' }, 409],
  ])('who has left and gets %s', async (_, before, after, status) => {
    for (const method of ['PATCH', 'PUT']) {
      const user = await former({ name: before })
      const response = await requests[method]!(user, { name: after, active: true })
      if (status === 409) await expectOther(response, user)
      else expectBody(response, status)
    }
  })

  it('does not give the account in steps to a stranger who has the userName', async () => {
    const { externalId: _, ...person } = aPerson({ name: NAME })
    const { id } = expectBody(await scim.create(person), 201)
    expectBody(await scim.patch(id, deactivate), 200)
    expect(await scim.found(`userName eq "${person.userName}"`)).toEqual([id])
    const user = expectBody(await requests['PATCH']!({ id }, { externalId: `${id}-new` }), 200)
    await expectOther(await requests['PATCH']!(user, { name: names['both names'] }), user)
    const operator = await portal.operator.post('/admin/users/batch/', [
      { externalId: `${id}-new`, firstName: 'Bodo', lastName: 'Neu' },
    ])
    expectBody(operator, 200)
    const changes = { name: names['both names'], active: true }
    expect(expectBody(await requests['PATCH']!(user, changes), 200)).toMatchObject({ id, ...changes })
  })

  it('does not take over for a stranger who has left the HR system', async () => {
    const taking = scimClient((await portal.anAccount([ROOT], { scimTakeOver: true })).api)
    const user = await former()
    const value = { name: names['first name'], active: true }
    await expectOther(await taking.patch(user.id, [{ op: 'replace', value }]), user)
    await expectOther(await taking.replace(user.id, { ...user, ...value }), user)
    await expectOther(await taking.create({ ...user, ...value }), user)
  })

  it('409 for PATCH of another externalId and the only name', async () => {
    const user = await scim.created({ name: { givenName: 'Madonna' } })
    const patch = (name: object) => requests['PATCH']!(user, { externalId: `${user.id}-other`, name })
    expect(await patch({ givenName: 'Bodo' })).toBeError('other-person')
    expectBody(await patch({ givenName: 'Madonna', familyName: 'Ciccone' }), 200)
  })
})

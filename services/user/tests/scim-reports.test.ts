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
    return { ...Object.fromEntries(others), name: names[changed.at(-1)!] }
  }

  it.each([
    [409, 'PATCH', 'externalId, both names'],
    [409, 'PUT', 'externalId, both names'],
    [409, 'PATCH', 'userName, emails, both names'],
    [409, 'PUT', 'userName, emails, both names'],
    [409, 'POST', 'userName, emails, both names'],
    [409, 'PUT', 'externalId, userName, emails, both names'],
    [200, 'PATCH', 'both names'],
    [200, 'PATCH', 'userName, both names'],
    [200, 'PUT', 'emails, both names'],
    [201, 'POST', 'emails, both names'],
    [200, 'PATCH', 'externalId, userName, emails, last name'],
    [201, 'POST', 'userName, emails, last name'],
    [200, 'PATCH', 'externalId, order of names'],
  ])('%i for %s of another %s', async (status, method, list) => {
    // A POST is about people who have left.
    for (const isActive of method === 'POST' ? [false] : [false, true]) {
      const created = await scim.created({ name: { givenName: 'Ada', familyName: 'Byron' } })
      const user = isActive ? created : expectBody(await scim.patch(created.id, deactivate), 200)
      const changes = { ...changesOf(list), active: true }
      const response = await requests[method]!(user, changes)
      if (status !== 409) {
        expectBody(response, status)
        continue
      }
      expect(response).toBeError('other-person', expect.stringContaining(`User ${user.id} would`))
      expect(response.body).not.toHaveProperty('scimType')
      await scim.expectUnchanged(user)
      // If it is the same person, somebody else changes the names first.
      const { api } = await portal.anAccount([ROOT])
      expectBody(await api.post(`/users/${user.id}/`, { firstName: 'Bodo', lastName: 'Neu' }), 200)
      expect((await requests[method]!(user, changes)).body).toMatchObject({ id: user.id, ...changes })
    }
  })

  it.each(['PATCH', 'PUT'])(
    '409 for %s of another externalId and first name of who has left',
    async (method) => {
      const created = await scim.created({ name: { givenName: 'Ada', familyName: 'Byron' } })
      const changes = { ...changesOf('externalId, first name'), active: true }
      const user = expectBody(await scim.patch(created.id, deactivate), 200)
      expect(await requests[method]!(user, changes)).toBeError('other-person')
      await scim.expectUnchanged(user)
      const active = await scim.created({ name: { givenName: 'Ada', familyName: 'Byron' } })
      const others = { ...changesOf('externalId, first name'), active: true }
      expectBody(await requests[method]!(active, others), 200)
    },
  )

  it('409 for PATCH of another externalId and the only name', async () => {
    const user = await scim.created({ name: { givenName: 'Madonna' } })
    const patch = (name: object) => requests['PATCH']!(user, { externalId: `${user.id}-other`, name })
    expect(await patch({ givenName: 'Bodo' })).toBeError('other-person')
    expectBody(await patch({ givenName: 'Madonna', familyName: 'Ciccone' }), 200)
  })
})

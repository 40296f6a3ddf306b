import { addGroups } from '../../../testing/user/add-groups.ts'
import { aPerson, scimClient, type ScimClient } from '../../../testing/user/scim.ts'
import { expectBody, NORTH, ROOT, SOUTH, userPortal } from '../../../testing/user/start-user.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import { NO_MEMBER } from '../src/scim/group-patch.ts'

/** As many as a group has, besides the users of these tests. */
let crowd: readonly number[] = []
const portal = userPortal({
  overrides: {
    users: (real) =>
      withOverrides(real, {
        members: async (groupId, page) => {
          const { keys, ...found } = await real.members(groupId, page)
          return { keys: [...keys, ...crowd].slice(0, page.limit + 1), ...found }
        },
      }),
  },
})
let scim: ScimClient
let north: ScimClient
/** Groups without members. An account sees groups that existed when its credential was verified. */
const groups: number[] = []
let school = 0
beforeAll(async () => {
  school = await portal.aGroup(NORTH)
  for (let i = 0; i < 5; i++) groups.push(await portal.aGroup())
  scim = scimClient((await portal.anAccount([ROOT])).api)
  north = scimClient((await portal.anAccount([NORTH])).api)
})

const aUser = async (by = scim): Promise<number> => Number(expectBody(await by.create(aPerson()), 201).id)
const groupsOf = async (userId: number): Promise<number[]> => (await portal.identified(userId)).groupIds
const members = (...ids: readonly number[]) => ids.map((id) => ({ value: String(id) }))
const add = (...ids: readonly number[]) => ({ op: 'Add', path: 'members', value: members(...ids) })

describe('groups (B9)', () => {
  it('are those in scope, found by their name in any letter case', async () => {
    const { Resources, totalResults } = expectBody(await north.get('/Groups'), 200)
    expect(totalResults).toBe(Resources.length)
    const ids = Resources.map(({ id }: { id: string }) => id)
    expect(ids).toContain(String(NORTH))
    expect(ids).not.toContain(String(SOUTH))
    const id = school
    const found = async (filter: string) =>
      expectBody(await north.get(`/Groups?filter=${encodeURIComponent(filter)}`), 200).Resources
    const group = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id: String(id),
      displayName: `group ${id}`,
      meta: { resourceType: 'Group', location: `Groups/${id}` },
    }
    expect(await found(`displayName eq "GROUP ${id}"`)).toEqual([group])
    expect(await found(`id eq "${id}" and displayName eq "group ${id}"`)).toEqual([group])
    expect(await found('displayName eq "nothing"')).toEqual([])
    expect(await north.get('/Groups?filter=members%20eq%20%221%22')).toBeError('scim-filter-unsupported')
    expect(expectBody(await north.get(`/Groups/${id}`), 200)).toEqual(group)
    expect(expectBody(await north.get('/Groups?startIndex=2&count=1&attributes=id'), 200).Resources).toEqual([
      { id: ids[1], schemas: group.schemas },
    ])
    expect(await north.get(`/Groups/${SOUTH}`)).toBeError('group-out-of-reach')
    expect(await north.get('/Groups/999999')).toBeError('not-found')
    expect(await north.get('/Groups/x')).toBeError('not-found')
  })

  it('are created and deleted by operators only', async () => {
    const { body } = await scim.send('POST', '/Groups', { displayName: 'New' })
    expect(body).toMatchObject({ status: '403', detail: expect.stringContaining('operators') })
    expect(await scim.send('DELETE', `/Groups/${NORTH}`)).toBeError('scim-group-fixed')
  })

  it('show their members only when asked', async () => {
    const id = groups.pop() as number
    const user = await aUser()
    expectBody(await scim.patchGroup(id, [add(user)]), 204)
    expect(expectBody(await scim.get(`/Groups/${id}`), 200)).not.toHaveProperty('members')
    const shown = expectBody(await scim.get(`/Groups/${id}?attributes=members`), 200)
    expect(shown.members).toEqual([{ value: String(user), type: 'User' }])
  })
})

describe('members of a group (B9)', () => {
  it('join, leave and are replaced, and repeating it changes nothing', async () => {
    const id = groups.pop() as number
    const [one, two, three] = [await aUser(), await aUser(), await aUser()]
    const change = async (...operations: readonly object[]) => {
      for (let times = 0; times < 2; times++) expectBody(await scim.patchGroup(id, operations), 204)
      const shown = expectBody(await scim.get(`/Groups/${id}?attributes=members`), 200).members
      return shown.map(({ value }: { value: string }) => Number(value))
    }
    const versionOf = async (user: number) => (await scim.get(`/Users/${user}`)).headers.get('etag')
    expect(await change(add(one, two))).toEqual([one, two])
    expect(await versionOf(one)).toBe('"2"')
    expect(await change({ op: 'remove', path: `members[value eq "${one}"]` })).toEqual([two])
    expect(await change({ op: 'replace', path: 'members', value: members(one, three) })).toEqual([one, three])
    expect(await change({ op: 'Remove', path: 'members', value: members(three) })).toEqual([one])
    expectBody(await scim.patchGroup(id, [add(three)]), 204)
    const replaceOne = { op: 'replace', path: `members[value eq "${one}"]`, value: members(two) }
    expectBody(await scim.patchGroup(id, [replaceOne]), 204)
    expect(await scim.patchGroup(id, [replaceOne])).toBeError('scim-target-missing', NO_MEMBER)
    expect(await change(add())).toEqual([two, three])
    expect(await change({ op: 'remove', path: 'members' })).toEqual([])
  })

  it('stay visible: who would lose the last visible group joins the home group', async () => {
    const user = await aUser(north)
    expectBody(await portal.operator.put(`/admin/groups/${SOUTH}/members/${user}/`), 204)
    expectBody(await north.patchGroup(school, [add(user)]), 204)
    const leave = (group: number) =>
      north.patchGroup(group, [{ op: 'remove', path: `members[value eq "${user}"]` }])
    expectBody(await leave(NORTH), 204)
    expect(await groupsOf(user)).toEqual([SOUTH, school].sort((a, b) => a - b))
    expectBody(await leave(school), 204)
    expect(await groupsOf(user)).toEqual([NORTH, SOUTH])
    expectBody(await leave(NORTH), 204)
    expect(await groupsOf(user)).toEqual([NORTH, SOUTH])
    const { api } = await portal.anAccount([NORTH], { homeGroupId: SOUTH })
    expect(
      await scimClient(api).patchGroup(NORTH, [{ op: 'remove', path: `members[value eq "${user}"]` }]),
    ).toBeError('group-out-of-reach')
  })

  it('are users who exist and are visible', async () => {
    const user = await aUser(scimClient((await portal.anAccount([SOUTH])).api))
    expect(await north.patchGroup(NORTH, [add(user)])).toBeError('user-out-of-reach')
    expect(await north.patchGroup(NORTH, [add(999_999)])).toBeError('invalid-request')
    expect(await north.patchGroup(NORTH, [{ op: 'add', path: 'members', value: ['x'] }])).toBeError(
      'invalid-request',
    )
    expect(await north.patchGroup(SOUTH, [add(user)])).toBeError('group-out-of-reach')
    expect(await north.patchGroup('999999', [add(user)])).toBeError('not-found')
    expect(await groupsOf(user)).toEqual([SOUTH])
  })

  it('can be in 1,000 groups that the account can see, whatever others they are in (A4)', async () => {
    const inGroups = async (parentId: number, firstId: number) => {
      await addGroups({ databaseUrl: portal.config.mongodbUrl, parentId, count: 1_000, firstId })
      const groupIds = [NORTH, ...Array.from({ length: 999 }, (_, i) => firstId + i)]
      const [made] = expectBody(
        await portal.operator.post('/admin/users/batch/', [portal.someone({ groupIds })]),
        200,
      )
      return made.user.id as number
    }
    const user = await inGroups(SOUTH, 20_000)
    expectBody(await north.patchGroup(school, [add(user)]), 204)
    const join = `/admin/groups/${groups[0]}/members/${user}/`
    expect(await portal.operator.put(join)).toBeError('invalid-request')
    const inNorth = await inGroups(NORTH, 30_000)
    const { api } = await portal.anAccount([NORTH])
    const full = await scimClient(api).patchGroup(school, [add(inNorth)])
    expect(full).toBeError('invalid-request')
  })

  it('are all that a directory changes', async () => {
    const id = groups.pop() as number
    const rename = [{ op: 'replace', value: { displayName: 'Renamed' } }]
    expect(await scim.patchGroup(id, rename)).toBeError('scim-attribute-read-only')
    expectBody(await scim.patchGroup(id, [{ op: 'replace', path: 'displayName', value: `group ${id}` }]), 204)
    expect(await scim.patchGroup(id, [{ op: 'remove' }])).toBeError('scim-target-missing')
    expect(await scim.patchGroup(id, [{ op: 'add', path: 'members[', value: [] }])).toBeError(
      'scim-path-invalid',
    )
    const tooMany = Array.from({ length: 1_001 }, (_, i) => i + 1)
    expect(await scim.patchGroup(id, [add(...tooMany)])).toBeError('scim-too-many-members')
  })

  it('are not shown and not replaced if there are more than 1,000 (B9)', async () => {
    const id = groups.pop() as number
    crowd = Array.from({ length: 1_001 }, (_, i) => i + 1)
    expect(await scim.get(`/Groups/${id}?attributes=members`)).toBeError('scim-too-many-members')
    const replace = [{ op: 'replace', path: 'members', value: [] }]
    expect(await scim.patchGroup(id, replace)).toBeError('scim-too-many-members')
    crowd = crowd.slice(1)
    expect(expectBody(await scim.get(`/Groups/${id}?attributes=members`), 200).members).toHaveLength(1_000)
    crowd = []
  })

  it('cost as many requests as a request changes (R20)', async () => {
    const group = groups.pop() as number
    const users = [await aUser(), await aUser(), await aUser()]
    const { api } = await portal.anAccount([ROOT], { requestsPerMinute: 3 })
    const limited = scimClient(api)
    expectBody(await limited.patchGroup(group, [add(...users)]), 204)
    expect(await limited.get('/Users')).toBeError('too-many-requests')
  })
})

describe('what SCIM announces (B9)', () => {
  const get = async (path: string) => expectBody(await scim.get(path), 200)

  it('is what is implemented', async () => {
    const config = await get('/ServiceProviderConfig')
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      sort: { supported: false },
      filter: { supported: true, maxResults: 100 },
      etag: { supported: true },
      meta: { location: 'ServiceProviderConfig' },
      documentationUri: '../../docs/guide/scim',
    })
    const { Resources: types } = await get('/ResourceTypes')
    for (const type of types) expect(await get(`/ResourceTypes/${type.id}`)).toEqual(type)
    const { Resources: schemas } = await get('/Schemas')
    for (const schema of schemas) expect(await get(`/Schemas/${schema.id}`)).toEqual(schema)
    const ids = schemas.map(({ id }: { id: string }) => id)
    for (const { schema, schemaExtensions } of types)
      for (const id of [schema, ...schemaExtensions.map((each: { schema: string }) => each.schema)])
        expect(ids).toContain(id)
    expect(await scim.get('/ResourceTypes/Device')).toBeError('not-found')
    expect(await scim.get('/Schemas/urn:x')).toBeError('not-found')
  })

  it('lists every attribute that a user shows', async () => {
    const [core, extension] = (await get('/Schemas')).Resources
    const address = { streetAddress: 'x', locality: 'x', region: 'WA', postalCode: 'x', country: 'US' }
    const custom = Object.fromEntries(extension.attributes.map(({ name }: { name: string }) => [name, 'x']))
    const person = aPerson({ addresses: [address], preferredLanguage: 'de', [extension.id]: custom })
    const user = expectBody(await scim.create(person), 201)
    const addresses = core.attributes.find(({ name }: { name: string }) => name === 'addresses').subAttributes
    for (const { name, canonicalValues } of addresses)
      if (canonicalValues) expect(canonicalValues).toContain(user.addresses[0][name])
    const {
      schemas: _,
      id: _id,
      externalId: _externalId,
      meta: _meta,
      [extension.id]: shown,
      ...attributes
    } = user
    expect(Object.keys(attributes).sort()).toEqual(
      core.attributes.map(({ name }: { name: string }) => name).sort(),
    )
    expect(shown).toEqual(custom)
    for (const { name, subAttributes = [] } of core.attributes) {
      const value = Array.isArray(user[name]) ? user[name][0] : user[name]
      if (subAttributes.length > 0)
        expect(Object.keys(value).sort()).toEqual(
          subAttributes.map((each: { name: string }) => each.name).sort(),
        )
    }
  })
})

it('errors below /scim/v2/ have the form of SCIM, also where there is no operation (S4)', async () => {
  expect(await scim.get('/Devices')).toBeError('path-not-found')
  const { headers, body } = await scim.send('PUT', '/Groups', {})
  expect(headers.get('allow')).toBe('GET, HEAD, POST')
  expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '405' })
})

import { scimClient, type ScimClient } from '../../../testing/user/scim.ts'
import { expectBody, userPortal } from '../../../testing/user/start-user.ts'

const portal = userPortal()

describe('a list (B9)', () => {
  let group: ScimClient
  const people: any[] = []
  beforeAll(async () => {
    const id = await portal.aGroup()
    group = scimClient((await portal.anAccount([id])).api)
    for (let i = 0; i < 5; i++) people.push(await group.created({ active: i !== 3 }))
  })
  const ids = async (query: string) => {
    const { Resources, ...page } = expectBody(await group.get(`/Users${query}`), 200)
    return { ...page, ids: Resources.map(({ id }: { id: string }) => id) }
  }
  const idsFrom = (from: number, to?: number) => people.slice(from, to).map(({ id }) => id)

  it('has pages that begin with 1, inactive people included', async () => {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:ListResponse']
    expect(await ids('')).toEqual({
      schemas,
      totalResults: 5,
      startIndex: 1,
      itemsPerPage: 5,
      ids: idsFrom(0),
    })
    expect(await ids('?startIndex=4&count=10')).toMatchObject({
      totalResults: 5,
      startIndex: 4,
      ids: idsFrom(3),
    })
    expect(await ids('?startIndex=-3&count=2')).toMatchObject({ startIndex: 1, ids: idsFrom(0, 2) })
    expect(await ids('?count=0')).toMatchObject({ totalResults: 5, itemsPerPage: 0, ids: [] })
    expect(await ids('?count=-1')).toMatchObject({ totalResults: 5, ids: [] })
    expect(await ids('?startIndex=9')).toMatchObject({ totalResults: 5, ids: [] })
    expect(await ids('?sortBy=userName&aadOptscim062020')).toMatchObject({ totalResults: 5 })
    expect(await group.get('/Users?colour=red')).toBeError('invalid-request')
  })

  it('has the attributes that are asked for', async () => {
    const [first] = people
    const only = async (query: string) => expectBody(await group.get(`/Users/${first.id}${query}`), 200)
    const { id, schemas, userName, emails } = first
    expect(await only('?attributes=userName')).toEqual({ id, schemas, userName })
    expect(await only('?attributes=name.familyName,emails')).toEqual({
      id,
      schemas,
      emails,
      name: { familyName: first.name.familyName },
    })
    const { name: _, ...others } = first
    expect(await only('?excludedAttributes=name,id')).toEqual(others)
    expect(await only('?excludedAttributes=emails.type')).toEqual({
      ...first,
      emails: [{ value: emails[0].value, primary: true }],
    })
    const urn = 'urn:ietf:params:scim:schemas:core:2.0:User:userName'
    expect(expectBody(await group.get(`/Users?count=1&attributes=${urn}`), 200).Resources).toEqual([
      { id, schemas, userName },
    ])
  })

  it('finds by every combination of what identifies a person', async () => {
    const [first, second] = people
    const filters = (user: any) => [
      `id eq "${user.id}"`,
      `userName eq "${user.userName}"`,
      `externalId eq "${user.externalId}"`,
      `emails[type eq "work"].value eq "${user.emails[0].value}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${user.userName}"`,
    ]
    for (const filter of filters(first)) {
      expect(await group.found(filter)).toEqual([first.id])
      for (const also of filters(first))
        expect(await group.found(`${filter} and ${also}`)).toEqual([first.id])
      for (const other of filters(second)) expect(await group.found(`${filter} and ${other}`)).toEqual([])
    }
    const { Resources, totalResults } = expectBody(
      await group.get(`/Users?startIndex=2&filter=${encodeURIComponent(`id eq "${first.id}"`)}`),
      200,
    )
    expect({ Resources, totalResults }).toEqual({ Resources: [], totalResults: 1 })
  })

  it.each([
    '',
    'userName',
    'userName eq',
    'userName ne "x"',
    'active eq true',
    'userName eq "x" or id eq "1"',
    'not (id eq "1")',
    '(userName eq "x")',
    'emails[type eq "home"].value eq "x"',
    'emails[primary eq true]',
    'userName eq "x" and',
    'constructor eq "x"',
    'userName eq "x" id eq "1"',
    String.raw`userName eq "\q"`,
    'meta.lastModified gt "2011-05-13"',
  ])('is never empty because a filter is not supported: %s', async (filter) => {
    expect(await group.find(filter)).toBeError('scim-filter-unsupported')
  })

  it.each(['/Schemas?startIndex=1&count=100', '/ResourceTypes?count=50&sortBy=name'])(
    'of one page accepts what selects a page: %s',
    async (path) => expect((await group.get(path)).status).toBe(200),
  )

  it('is empty for a text that no user can have', async () => {
    expect(await group.found('userName eq "a\\u202Eb"')).toEqual([])
    expect(await group.found('id eq "0x1"')).toEqual([])
  })
})

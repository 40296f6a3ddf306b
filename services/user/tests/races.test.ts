import type { Client, TestResponse } from '../../../testing/client.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { eventually } from '../../../testing/eventually.ts'
import type { Groups } from '../src/groups/repository.ts'
import type { Users } from '../src/users/repository.ts'
import {
  expectBody,
  NORTH,
  expectOneSuccess,
  ROOT,
  SOUTH,
  userPortal,
} from '../../../testing/user/start-user.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'

type Moment =
  | 'after tree'
  | 'after the search for members'
  | 'before protectFromDeletion'
  | 'before changeAll'
/** Called once, in a moment between the look at a group and the end of what refers to it. */
let meanwhile: { when: Moment; act: () => Promise<unknown> } | undefined
const inMeantime = (act: () => Promise<unknown>, when: Moment = 'after tree') => (meanwhile = { when, act })
const pass = async (moment: Moment) => {
  if (meanwhile?.when !== moment) return
  const { act } = meanwhile
  meanwhile = undefined
  await act()
}
const interrupted = (real: Groups): Groups =>
  withOverrides(real, {
    async tree() {
      const tree = await real.tree()
      await pass('after tree')
      return tree
    },
    remove(id, isReferredTo, lease) {
      const search = async () => {
        const isFound = await isReferredTo()
        await pass('after the search for members')
        return isFound
      }
      return real.remove(id, search, lease)
    },
    async protectFromDeletion(ids) {
      await pass('before protectFromDeletion')
      return real.protectFromDeletion(ids)
    },
  })

const interruptedUsers = (real: Users): Users =>
  withOverrides(real, {
    async changeAll(changes, trace) {
      await pass('before changeAll')
      return real.changeAll(changes, trace)
    },
  })

const log = recordedLog('user')
const portal = userPortal({
  logger: log.logger,
  processes: 2,
  overrides: { groups: interrupted, users: interruptedUsers },
})
/** The same account at two processes of the service. */
let apis: readonly Client[]
beforeAll(async () => void (apis = (await portal.anAccount()).everywhere))

const any = (i: number): Client => apis[i % 2] as Client
const together = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))
const operator = (i: number): Client => portal.operators[i % 2] as Client
const aUser = async (fields: Record<string, unknown> = {}): Promise<number> =>
  expectBody(await any(0).post('/users/', portal.someone(fields)), 201).id

it('gives an external id to one of twenty users that are changed concurrently (R15)', async () => {
  const ids = await together(20, () => aUser())
  const responses = await together(20, (i) => any(i).post(`/users/${ids[i]}/`, { externalId: 'one-of-20' }))
  expectOneSuccess(responses, 200, 'user-external-id-taken')
})

it('keeps all concurrent changes of one user in two processes: fields and memberships', async () => {
  const id = await aUser()
  const groups = await together(6, () => portal.aGroup())
  const fields = ['city', 'zip', 'address', 'address2', 'ovFormWithInput12', 'firstName']
  const responses = await Promise.all([
    ...fields.map((field, i) => any(i).post(`/users/${id}/`, { [field]: 'changed' })),
    ...groups.map((group, i) => operator(i).put(`/admin/groups/${group}/members/${id}/`)),
  ])
  expect(responses.map(({ status }) => status)).toEqual([...fields.map(() => 200), ...groups.map(() => 204)])
  const user = (await any(1).get(`/users/${id}/`)).body
  for (const field of fields) expect(user[field]).toBe('changed')
  expect(await portal.identified(id)).toMatchObject({ version: 13, groupIds: [ROOT, ...groups] })
  await eventually(() =>
    expect(portal.events.of(id).map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ version: 13, groupIds: [ROOT, ...groups] }),
    ),
  )
})

it('accepts one of many concurrent changes with the same ETag (If-Match)', async () => {
  const id = await aUser()
  const tag = (await any(0).get(`/users/${id}/`)).headers.get('etag') as string
  const change = (i: number) => any(i).post(`/users/${id}/`, { city: `city ${i}` }, { 'if-match': tag })
  const responses = await together(10, change)
  expectOneSuccess(responses, 200, 'precondition-failed')
})

it('deletes a user once for concurrent requests', async () => {
  const id = await aUser()
  const responses = await together(6, (i) => any(i).delete(`/users/${id}/`))
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404])
})

describe('a group that is deleted while another record gets a reference to it', () => {
  it.each([
    ['is kept, if the member comes in after the search for members', 'after the search for members'],
    ['is kept, if it finds the member', 'before protectFromDeletion'],
    ['loses the member, if it is deleted first', 'after tree'],
  ] as const)('%s', async (_, when) => {
    const [group, id] = [await portal.aGroup(), await aUser()]
    const remove = () => operator(1).delete(`/admin/groups/${group}/`)
    const add = () => operator(0).put(`/admin/groups/${group}/members/${id}/`)
    const [first, second] = when === 'after the search for members' ? [remove, add] : [add, remove]
    let interrupting: TestResponse | undefined
    inMeantime(async () => (interrupting = await second()), when)
    const statuses = [(await first()).status, interrupting?.status]
    const isKept = when !== 'after tree'
    expect(statuses.toSorted()).toEqual(isKept ? [204, 409] : [204, 404])
    expect((await portal.identified(id)).groupIds).toEqual(isKept ? [ROOT, group] : [ROOT])
  })

  it('is not the group of a user who is being created (A6)', async () => {
    const group = await portal.aGroup()
    const { api } = await portal.anAccount([ROOT])
    expectBody(await api.get('/users/'), 200) // its scope is known from now on, with this group
    expectBody(await operator(1).delete(`/admin/groups/${group}/`), 204)
    const someone = portal.someone()
    expect(await api.post(`/users/?groupId=${group}`, someone)).toBeError('group-out-of-reach')
    expectBody(await api.post('/users/', someone), 201) // the login name is free
  })

  it('is not the group of users in a batch', async () => {
    const [group, id] = [await portal.aGroup(), await aUser({ externalId: 'batch-race' })]
    inMeantime(() => operator(1).delete(`/admin/groups/${group}/`))
    const newcomer = portal.someone({ groupIds: [group] })
    const response = await operator(0).post('/admin/users/batch/', [
      newcomer,
      { externalId: 'batch-race', groupIds: [SOUTH, group] },
      portal.someone({ groupIds: [SOUTH] }),
    ])
    expect(response.body).toMatchObject([
      { status: 422, code: 'group-not-found' },
      { status: 422, code: 'group-not-found' },
      { status: 201 },
    ])
    expect((await portal.identified(id)).groupIds).toEqual([ROOT])
    expectBody(await any(0).post('/users/', { ...newcomer, groupIds: undefined }), 201)
  })

  it('leaves nobody whom no account sees, although another change comes before that is undone', async () => {
    const [group, id] = [await portal.aGroup(), await aUser({ externalId: 'changed-race' })]
    const newcomer = portal.someone({ groupIds: [group] })
    const names = [{ externalId: 'changed-race' }, { loginName: newcomer['loginName'] }]
    const batch = (process: number, items: readonly object[]) =>
      operator(process).post('/admin/users/batch/', items)
    inMeantime(async () => {
      expectBody(await operator(1).delete(`/admin/groups/${group}/`), 204)
      const change = () =>
        batch(
          1,
          names.map((name) => ({ ...name, city: 'Bergen' })),
        )
      inMeantime(change, 'before protectFromDeletion')
    })
    const { body } = await batch(0, [{ externalId: 'changed-race', groupIds: [group] }, newcomer])
    expect(body).toMatchObject([{ code: 'group-not-found' }, { code: 'group-not-found' }])
    expect((await portal.identified(id)).groupIds).toEqual([ROOT])
    expectBody(await any(0).post('/users/', { ...newcomer, groupIds: undefined }), 201)
  })

  it('is not in the grant of an account, which was changed for a moment (O10)', async () => {
    const group = await portal.aGroup()
    const account = expectBody(await operator(0).post('/admin/service-accounts/', { name: 'before' }), 201)
    const path = `/admin/service-accounts/${account.id}/`
    inMeantime(() => operator(1).delete(`/admin/groups/${group}/`))
    const grants = [{ role: 'User administrator', groupId: group }]
    expect(await operator(0).put(path, { name: 'after', grants })).toBeError('group-not-found')
    expect((await operator(0).get(path)).body).toEqual(account)
    const { operation, target } = log.lines.findLast(({ event }) => event === 'audit') ?? {}
    expect([operation, target]).toEqual(['putServiceAccount', { account: account.id }])
    expect((await operator(1).get(`/admin/groups/${group}/`)).status).toBe(404)
  })
})

it('finds a group of SCIM, one of whose members is deleted while others change (B9)', async () => {
  const ids = await together(2, () => aUser())
  inMeantime(() => any(1).delete(`/users/${ids[0]}/`), 'before changeAll')
  const patch = { op: 'add', path: 'members', value: ids.map((id) => ({ value: String(id) })) }
  const path = `/scim/v2/Groups/${NORTH}`
  expect((await any(0).patch(path, { Operations: [patch] })).status).toBe(204)
  const { members } = (await any(0).get(`${path}?attributes=members`)).body
  expect(members).toContainEqual({ value: String(ids[1]), type: 'User' })
})

it('two concurrent batches create the same user once', async () => {
  const aRow = (_: unknown, i: number) => portal.someone({ externalId: `same-${i}`, groupIds: [NORTH] })
  const rows = Array.from({ length: 20 }, aRow)
  const merge = async (i: number) => expectBody(await operator(i).post('/admin/users/batch/', rows), 200)
  const [one, other] = await together(2, merge)
  for (let i = 0; i < rows.length; i++) {
    expect(one[i].user?.id ?? one[i]).toBe(other[i].user?.id)
    expect([one[i].status, other[i].status].sort()).toEqual([200, 201])
  }
})

// The last one: the announcement of a moved group looks at the tree too, which would be taken for the moment.
it('rejects one of two concurrent moves that would make a cycle', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = [await portal.aGroup(), await portal.aGroup()]
    const responses = await Promise.all([
      operator(0).put(`/admin/groups/${a}/`, { name: 'a', parentId: b }),
      operator(1).put(`/admin/groups/${b}/`, { name: 'b', parentId: a }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)).toBeError('group-cycle')
  }
})

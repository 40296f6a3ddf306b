import { command, settings } from '../../../testing/clients/command.ts'
import { eventually } from '../../../testing/eventually.ts'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { expectBody } from '../../../testing/portal.ts'

const system = wholeSystem()
const CRANES = 4
const NORTH = 2
beforeAll(async () => {
  const { operator } = system
  const north = { name: 'North', parentId: 1 }
  expectBody(await operator.put(`/admin/groups/${NORTH}/`, north), 201)
  expectBody(await operator.put(`/admin/courses/${CRANES}/`, { name: 'Cranes', groupIds: [1] }), 201)
})

let last = 0
async function anAccount(groupIds: readonly number[]): Promise<number> {
  const loginName = `ada-${++last}`
  const person = { loginName, externalId: loginName, email: `${loginName}@example.org` }
  const names = { firstName: 'Ada', lastName: 'Byron' }
  const [{ user }] = expectBody(
    await system.operator.post('/admin/users/batch/', [{ ...person, ...names, groupIds }]),
    200,
  )
  return user.id
}

it('after a merge an import remembers an open item for the account that is left (R22)', async () => {
  const { operator } = system
  const [from, into] = [await anAccount([1]), await anAccount([1])]
  const item = { courseId: CRANES, statusName: 'Not Started', createdDate: '2020-01-01T08:00:00Z' }
  const importFor = (userId: number) => operator.post('/admin/registrations/import/', [{ ...item, userId }])
  expect((await importFor(from)).body).toMatchObject([{ outcome: 'created' }])
  expect([200, 202]).toContain((await operator.post(`/admin/users/${from}/merge/`, { into })).status)
  await eventually(async () =>
    expect((await operator.get(`/admin/merges/${from}/`)).body).toMatchObject({ status: 'finished' }),
  )
  expect((await importFor(into)).body).toMatchObject([{ outcome: 'unchanged' }])
})

it('the plan of a merge warns of the next sync of a group that the account joins', async () => {
  const [from, into, other] = [await anAccount([1, NORTH]), await anAccount([1]), await anAccount([1])]
  const planOf = async (...ids: readonly number[]) =>
    (await command(['users', 'merge-accounts', ...ids.map(String), '--dry-run'], { env: settings(system) }))
      .stderr
  const plan = await planOf(from, into)
  expect(plan).toContain(
    `User ${into} joins 1 group: ${NORTH}.\nWarning: the next sync of such a group remov`,
  )
  expect(plan).toContain(`does not have the external id of user ${into}.`)
  expect(plan).toContain(`run this after the merge: rollcall members remove ${NORTH} ${into}.`)
  expect(await planOf(other, into)).not.toMatch(/joins|next sync/)
})

it('the plan of a merge says of how many open registrations it does not know the other account', async () => {
  const plan = { registrations: 101, deliveries: 0, withdrawn: [], withdrawnCount: 0, groupIds: [] }
  const planned = {
    fromId: 7,
    intoId: 8,
    status: 'planned',
    requestedAt: '2020-01-01T00:00:00Z',
    services: [],
    plan,
  }
  const user = { id: 8, firstName: 'Ada', lastName: 'Byron', expirationDate: '', groupIds: [1] }
  const open = Array.from({ length: 101 }, (_, i) => ({ id: i + 1, userId: 8, courseId: i + 1 }))
  const bodies = [planned, user, user, [], open, [], []]
  const { url } = await scriptedServer(...bodies.map((body) => ({ status: 200, body })))
  const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
  const { stderr } = await command(['users', 'merge-accounts', '7', '8', '--dry-run'], { env })
  expect(stderr).toMatch(/^Of 1 more left open, it is not known whether user 8 has completed the course\.$/m)
})

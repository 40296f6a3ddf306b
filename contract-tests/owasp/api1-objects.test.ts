import { wholeSystem } from '../../testing/clients/system.ts'
import { client, type Client } from '../../testing/client.ts'
import { eventually } from '../../testing/eventually.ts'
import { expectBody, NORTH, ROOT, SOUTH } from '../../testing/portal.ts'
import { accountOperations, named, type Operation } from './operations.ts'

/** Broken object level authorization: every operation × an account with every role in another group. */
const ROLES = ['Course attendance manager', 'Batch registration manager', 'User administrator']
/** Operations that show another account something of the record. Do not add any. */
const EXCEPTIONS: readonly string[] = []
/** Creates something that belongs to the account itself, and not to a group. */
const OF_ITS_OWN: readonly string[] = ['createWebhookEndpoint']

const system = wholeSystem()
let owner: Client
let stranger: Client
let request: (operation: Operation) => { path: string; body: unknown }

beforeAll(async () => {
  const { operator, url } = system
  for (const id of [NORTH, SOUTH])
    expectBody(await operator.put(`/admin/groups/${id}/`, { name: `group ${id}`, parentId: ROOT }), 201)
  expectBody(
    await operator.put('/admin/courses/9/', { name: 'Nine', externalId: 'C-9', groupIds: [NORTH] }),
    201,
  )
  const holderIn = async (groupId: number) =>
    client(url, (await system.aKey({ grants: ROLES.map((role) => ({ role, groupId })) })).credential)
  owner = await holderIn(NORTH)
  stranger = await holderIn(SOUTH)
  const names = { firstName: 'Ada', lastName: 'Byron', loginName: 'ada', email: 'ada@example.org' }
  const user = expectBody(await owner.post('/users/', { ...names, externalId: 'U-1' }), 201)
  const endpoint = expectBody(
    await owner.post('/webhook-endpoints/', {
      url: 'http://127.0.0.1:65535/',
      events: ['registration.created'],
    }),
    201,
  )
  const registration = expectBody(
    await owner.post('/registrations/', { courseId: 9, userId: user.id, externalId: 'R-1' }),
    201,
  )
  const deliveryId = await eventually(async () => {
    const { body } = await owner.get(`/webhook-endpoints/${endpoint.id}/deliveries/`)
    expect(body).toHaveLength(1)
    return String(body[0].id)
  }, 20_000)
  const ids: Record<string, string> = { externalId: 'U-1', registrationExternalId: 'R-1', deliveryId }
  const creation = { courseId: 9, userId: user.id }
  const bodies: Record<string, unknown> = {
    createRegistration: creation,
    createRegistrationBatch: [creation],
    createUser: { ...names, loginName: 'another' },
    mergeVisibleUserBatch: [names],
  }
  request = ({ operationId, path, example }) => {
    const id =
      { users: user.id, courses: 9, 'webhook-endpoints': endpoint.id }[path.split('/')[1] ?? ''] ??
      registration.id
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? String(id))
    const group = operationId === 'createUser' ? `?groupId=${NORTH}` : ''
    const update = path.includes('/users/') && example !== undefined ? names : example
    return { path: target + group, body: bodies[operationId] ?? update }
  }
})

/** What an account is shown or has done: nothing when all of it is refused or empty, or the group beside itself. */
const isNothing = (
  { status, body }: Awaited<ReturnType<Client['get']>>,
  { path }: Pick<Operation, 'path'>,
): boolean =>
  status === 403 ||
  // What belongs to another account does not exist for this one.
  (status === 404 && path.startsWith('/webhook-endpoints/{id}/')) ||
  (status === 200 &&
    Array.isArray(body) &&
    body.every((item: { status?: number; id?: number }) => item.status === 403 || item.id === SOUTH))

/** Operations that remove the record come last. */
const inOrder = [...accountOperations].sort((a, b) => +(a.method === 'DELETE') - +(b.method === 'DELETE'))

it.each(named(inOrder))('%s does nothing for an account without reach (A3, A4)', async (id, operation) => {
  const { path, body } = request(operation)
  if (!OF_ITS_OWN.includes(id)) {
    const answer = await stranger.send(operation.method, path, body)
    expect(isNothing(answer, operation)).toBe(!EXCEPTIONS.includes(id))
  }
  if (operation.method === 'DELETE') return
  // The same request is not in vain: it shows or does something for the account that reaches the record.
  const answer = await owner.send(operation.method, path, body)
  expect([id, isNothing(answer, operation) || answer.status === 400 || answer.status === 404]).toEqual([
    id,
    false,
  ])
})

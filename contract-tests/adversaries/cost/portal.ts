import type { System } from '../../../testing/clients/system.ts'
import { client } from '../../../testing/client.ts'
import { ADMINISTRATOR, ATTENDANCE, BATCH, expectBody, NORTH, ROOT } from '../../../testing/portal.ts'
import { pathOf, type Operation } from '../../operations.ts'
import { FIRST_USER } from './many.ts'
import { exampleOf } from './places.ts'

/** A system with a record of each kind, and the example request of each operation that leads to it. */
export type Portal = Awaited<ReturnType<typeof openPortal>>

const NO_ID = '999999'
/** What takes the record away that other requests need. Its request names none. */
const TAKES_AWAY = /^(delete|revoke|rotate|erase|merge\w*User$|disable|dismiss|withdraw|raise)/

export async function openPortal(system: System) {
  const { operator, url } = system
  expectBody(await operator.put(`/admin/groups/${NORTH}/`, { name: 'North', parentId: ROOT }), 201)
  const grants = [ATTENDANCE, BATCH, ADMINISTRATOR].map((role) => ({ role, groupId: ROOT }))
  const { credential, ...key } = await system.issueKey({ grants, homeGroupId: NORTH })
  const spare = await system.issueKey({ grants })
  const caller = client(url, credential)
  const names = { firstName: 'Ada', lastName: 'Byron', loginName: 'ada', email: 'ada@example.org' }
  const course = { name: 'Nine', externalId: 'C-9', groupIds: [NORTH] }
  expectBody(await operator.put('/admin/courses/9/', course), 201)
  // It has no registrations: a change of its groups would go on behind the requests that follow.
  const another = { name: 'Eight', externalId: 'C-8', groupIds: [NORTH] }
  expectBody(await operator.put('/admin/courses/8/', another), 201)
  const receiver = {
    url: 'http://127.0.0.1:65535/',
    events: ['registration.created', 'user.created', 'user.updated'],
  }
  const endpoint = expectBody(await caller.post('/webhook-endpoints/', receiver), 201)
  const user = expectBody(await caller.post(`/users/?groupId=${NORTH}`, { ...names, externalId: 'U-1' }), 201)
  const registration = expectBody(
    await caller.post('/registrations/', { courseId: 9, userId: user.id, externalId: 'R-1' }),
    201,
  )

  const ids: Readonly<Record<string, string>> = {
    registrations: registration.id,
    users: user.id,
    Users: user.id,
    groups: String(NORTH),
    Groups: String(NORTH),
    courses: '8',
    'webhook-endpoints': endpoint.id,
    'service-accounts': String(spare.accountId),
  }
  const parameters: Readonly<Record<string, string>> = {
    externalId: 'U-1',
    registrationExternalId: 'R-1',
    registrationId: registration.id,
    userId: user.id,
    name: 'User',
    urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
  }
  const bodies: Readonly<Record<string, unknown>> = {
    createRegistration: { courseId: 9, userId: user.id },
    createRegistrationBatch: [{ courseId: 9, userId: user.id }],
    createWebhookEndpoint: receiver,
    updateWebhookEndpoint: receiver,
    patchScimGroup: { Operations: [{ op: 'add', path: 'members', value: [{ value: String(FIRST_USER) }] }] },
    putGroup: { name: 'North', parentId: ROOT },
    putCourse: another,
    previewTemplate: { template: { subject: 'You are registered', text: 'Hello', html: '<p>Hello</p>' } },
    verifyCredential: { keyId: spare.apiKey, secret: spare.apiSecret },
  }
  return {
    system,
    credential,
    key,
    exampleOf: (operation: Operation): unknown => bodies[operation.operationId] ?? exampleOf(operation),
    pathOf(operation: Operation): string {
      if (TAKES_AWAY.test(operation.operationId) || operation.method === 'DELETE')
        return pathOf(operation, NO_ID)
      const kind = operation.path.split('/').find((part) => ids[part] !== undefined) ?? ''
      const path = operation.path.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => parameters[name] ?? String(ids[kind] ?? NO_ID),
      )
      return operation.operationId === 'createUser' ? `${path}?groupId=${NORTH}` : path
    },
  }
}

import { anEvent } from '../../../testing/notification/messages.ts'
import { REGISTRATION_EVENTS, USER_EVENTS } from '../../../testing/notification/webhooks.ts'
import { ADMINISTRATOR, ATTENDANCE, BATCH, expectBody, ROOT } from '../../../testing/portal.ts'
import { respondWith } from '../../../testing/receiver.ts'
import type { TestResponse } from '../../../testing/client.ts'
import type { Portal } from './portal.ts'

/** What a case acts on: nothing of it is used by another one. */
export type Scene = Awaited<ReturnType<typeof arrange>>

/** Makes the records that the operations name. */
export async function arrange({ operator, account, receiver }: Portal, number: number) {
  const tag = `case${number}x`
  const [area, group, otherGroup] = [1_000 + 10 * number, 1_001 + 10 * number, 1_002 + 10 * number]
  const course = number
  const user = operator.other()
  for (const id of [area, group, otherGroup]) {
    const parentId = id === area ? ROOT : area
    expectBody(await user.put(`/admin/groups/${id}/`, { name: `${tag} group`, parentId }), 201)
  }
  const grants = [ADMINISTRATOR, ATTENDANCE, BATCH].map((role) => ({ role, groupId: area }))
  const caller = expectBody(
    await user.post('/admin/service-accounts/', { name: `${tag} caller`, grants, homeGroupId: otherGroup }),
    201,
  )
  const key = expectBody(await user.post(`/admin/service-accounts/${caller.id}/keys/`, {}), 201)
  const target = expectBody(
    await user.post('/admin/service-accounts/', { name: `${tag} target`, grants: [] }),
    201,
  )
  const targetKey = expectBody(await user.post(`/admin/service-accounts/${target.id}/keys/`, {}), 201)
  const person = {
    firstName: 'Ada',
    lastName: 'Byron',
    loginName: `${tag}.known`,
    email: `${tag}.known@mail.test`,
    externalId: `${tag}-known`,
  }
  const [{ user: known }] = expectBody(
    await user.post('/admin/users/batch/', [{ ...person, groupIds: [otherGroup] }]),
    200,
  )
  const courseFields = { name: `${tag} course`, externalId: `${tag}-c`, groupIds: [otherGroup] }
  expectBody(await operator.registration().put(`/admin/courses/${course}/`, courseFields), 201)
  const api = account({ 'x-api-key': key.keyId, 'x-api-secret': key.secret })
  return {
    tag,
    caller: { id: caller.id as number, name: `${tag} caller`, grants },
    group,
    otherGroup,
    course,
    courseFields,
    api,
    target: target.id as number,
    targetKey: targetKey.keyId as string,
    person: known.id as number,
    personFields: person,
    receiver: `${receiver.url}/${tag}`,
    /** Another person, who does not exist yet. */
    newcomer: { ...person, loginName: `${tag}.new`, email: `${tag}.new@mail.test`, externalId: `${tag}-new` },
    registration: 0,
    other: 0,
    delivery: '',
    deadLetter: '',
    endpoint: '',
  }
}

/** The person is registered for the course. */
export async function register(scene: Scene): Promise<void> {
  const registered = await scene.api
    .registration()
    .post('/registrations/', { courseId: scene.course, userId: scene.person, externalId: `${scene.tag}-r` })
  scene.registration = expectBody(registered, 201).id
}

/** Another account of the person, with a registration for the same course. */
export async function addOther(scene: Scene, { operator }: Portal): Promise<void> {
  const { newcomer, group, course } = scene
  const [{ user }] = expectBody(
    await operator.other().post('/admin/users/batch/', [{ ...newcomer, groupIds: [group] }]),
    200,
  )
  scene.other = user.id
  const body = { courseId: course, userId: scene.other }
  expectBody(await scene.api.registration().post('/registrations/', body), 201)
}

/** The other account is the one that is left. */
export async function mergeIntoOther({ person, other }: Scene, { operator }: Portal): Promise<void> {
  const merged = await operator.other().post(`/admin/users/${person}/merge/`, { into: other })
  expect([200, 202]).toContain(merged.status)
}

/** A deleted user keeps its groups: one that is deleted later has to be taken out of this user, too. */
export async function deleteOther({ other, api }: Scene): Promise<void> {
  expectBody(await api.user().delete(`/users/${other}/`), 204)
}

/** Registrations for it release their external ids. */
export async function deleteCourse({ course }: Scene, { operator }: Portal): Promise<void> {
  expectBody(await operator.registration().delete(`/admin/courses/${course}/`), 204)
}

/** The message about the registration waits for an operator. */
export async function setAside(scene: Scene, portal: Portal): Promise<void> {
  const { registration: registrationId, person: userId, courseFields, personFields } = scene
  const names = { courseName: courseFields.name, userEmail: personFields.email }
  await portal.setAside(anEvent({ registrationId, userId, ...names }))
}

export async function deadLettered(scene: Scene, { operator }: Portal): Promise<void> {
  const letters = await operator.notification().get('/admin/dead-letters/?waiting=true&limit=1000')
  scene.deadLetter = letters.body.find(({ payload }: any) => payload.userId === scene.person).id
}

export async function addEndpoint(scene: Scene): Promise<void> {
  const added = await scene.api
    .notification()
    .post('/webhook-endpoints/', { url: scene.receiver, events: [...REGISTRATION_EVENTS, ...USER_EVENTS] })
  scene.endpoint = expectBody(added, 201).id
}

/** Its events wait for their next attempts. */
export function refuseEvents({ tag }: Scene, { receiver }: Portal): Promise<void> {
  receiver.onRequest((response, received) =>
    respondWith(received.path.endsWith(`/${tag}`) ? 500 : 204)(response, received),
  )
  return Promise.resolve()
}

export type Sent = Promise<TestResponse>

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
  const made = async (sent: Promise<TestResponse>, status = 201) => expectBody(await sent, status)
  const putGroup = (id: number, parentId: number) =>
    made(user.put(`/admin/groups/${id}/`, { name: `${tag} group`, parentId }))
  const addAccount = async (name: string, fields: object) => {
    const { id } = await made(user.post('/admin/service-accounts/', { name: `${tag} ${name}`, ...fields }))
    return { id: id as number, key: await made(user.post(`/admin/service-accounts/${id}/keys/`, {})) }
  }
  await putGroup(area, ROOT)
  await Promise.all([putGroup(group, area), putGroup(otherGroup, area)])
  const grants = [ADMINISTRATOR, ATTENDANCE, BATCH].map((role) => ({ role, groupId: area }))
  const person = {
    firstName: 'Ada',
    lastName: 'Byron',
    loginName: `${tag}.known`,
    email: `${tag}.known@mail.test`,
    externalId: `${tag}-known`,
  }
  const courseFields = { name: `${tag} course`, externalId: `${tag}-c`, groupIds: [otherGroup] }
  const [caller, target, [{ user: known }]] = await Promise.all([
    addAccount('caller', { grants, homeGroupId: otherGroup }),
    addAccount('target', { grants: [] }),
    made(user.post('/admin/users/batch/', [{ ...person, groupIds: [otherGroup] }]), 200),
    made(operator.registration().put(`/admin/courses/${course}/`, courseFields)),
  ])
  const api = account({ 'x-api-key': caller.key.keyId, 'x-api-secret': caller.key.secret })
  return {
    tag,
    caller: { id: caller.id, name: `${tag} caller`, grants },
    group,
    otherGroup,
    course,
    courseFields,
    api,
    target: target.id,
    targetKey: target.key.keyId as string,
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

/** What a request needs besides: makes it, and says in the scene what it is. */
export type Need = (scene: Scene, portal: Portal) => Promise<unknown>

/** New people of the caller join the group. */
export const homeInGroup: Need = ({ caller, group }, portal) => home(portal, caller, group)
export const leaveHome: Need = ({ caller, otherGroup }, portal) => home(portal, caller, otherGroup)
const home = async ({ operator }: Portal, { id, ...fields }: Scene['caller'], homeGroupId: number) =>
  expectBody(await operator.other().put(`/admin/service-accounts/${id}/`, { ...fields, homeGroupId }), 200)

export const joinGroup: Need = async ({ person, group }, { operator }) =>
  expectBody(await operator.other().put(`/admin/groups/${group}/members/${person}/`), 204)

/** The person is registered for the course. */
export async function register(scene: Scene): Promise<void> {
  const registered = await scene.api
    .registration()
    .post('/registrations/', { courseId: scene.course, userId: scene.person, externalId: `${scene.tag}-r` })
  scene.registration = expectBody(registered, 201).id
}

/** The mail server rejects the e-mail about it. */
export const registerInVain: Need = async (scene, { mails }) => {
  mails.behave(550, scene.personFields.email)
  await register(scene)
}

/** The e-mail has failed, and would be accepted now. */
export const findFailed: Need = async (scene, { operator, mails }) => {
  mails.behave('accept', scene.personFields.email)
  const { body } = await operator
    .notification()
    .get(`/admin/deliveries/?registrationId=${scene.registration}`)
  scene.delivery = body[0].id
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
export const addDeleted: Need = async (scene, portal) => {
  await addOther(scene, portal)
  expectBody(await scene.api.user().delete(`/users/${scene.other}/`), 204)
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

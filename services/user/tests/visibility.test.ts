import { eventually } from '../../../testing/eventually.ts'
import { MOMENT } from '../../../testing/pact/shapes.ts'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  expectBody,
  NORTH,
  NORTH_SCHOOL,
  SOUTH,
  userPortal,
} from '../../../testing/user/start-user.ts'

const portal = userPortal()

describe('the data that decides which events an account gets (A3, A7, W4)', () => {
  const ASKED = [NORTH, NORTH_SCHOOL, SOUTH, 999_999]
  const visibilityOf = async (...accountIds: number[]) =>
    expectBody(
      await portal.internal.post('/internal/service-accounts/visibility/', { accountIds, groupIds: ASKED }),
      200,
    )

  it('has the groups in which the account holds a role, subgroups included, at present', async () => {
    const { id } = await portal.anAccount([NORTH, NORTH_SCHOOL])
    expect(await visibilityOf(id, 999_999)).toEqual([
      {
        accountId: id,
        createdAt: expect.stringMatching(MOMENT),
        hasValidKey: true,
        reach: {
          courseAttendanceManager: [],
          batchRegistrationManager: [],
          userAdministrator: [NORTH, NORTH_SCHOOL],
        },
      },
    ])
    await portal.operator.put(`/admin/service-accounts/${id}/`, {
      name: 'changed',
      grants: [{ role: ATTENDANCE, groupId: SOUTH }],
    })
    expect(await visibilityOf(id)).toMatchObject([
      { reach: { courseAttendanceManager: [SOUTH], userAdministrator: [] } },
    ])
  })

  it('leaves out accounts without a valid key', async () => {
    const { id } = await portal.anAccount([NORTH])
    const { keyId } = (await portal.operator.get(`/admin/service-accounts/${id}/keys/`)).body[0]
    await portal.operator.delete(`/admin/service-accounts/${id}/keys/${keyId}/`)
    expect(await visibilityOf(id)).toMatchObject([{ accountId: id, hasValidKey: false }])
    await portal.operator.post(`/admin/service-accounts/${id}/keys/`)
    expect(await visibilityOf(id)).toMatchObject([{ accountId: id, hasValidKey: true }])
    const { body } = await portal.operator.post('/admin/service-accounts/', {
      name: 'without a key',
      grants: [{ role: ADMINISTRATOR, groupId: NORTH }],
    })
    expect(await visibilityOf(body.id)).toMatchObject([{ hasValidKey: false }])
  })

  it('has the groups of users, deleted or not', async () => {
    const { api } = await portal.anAccount([NORTH], { homeGroupId: NORTH })
    const { body: user } = await api.post('/users/', portal.someone())
    const groups = async () =>
      (await portal.internal.post('/internal/users/groups/', { userIds: [user.id, 999_999] })).body
    expect(await groups()).toEqual([{ userId: user.id, groupIds: [NORTH] }])
    await api.delete(`/users/${user.id}/`)
    expect(await groups()).toEqual([{ userId: user.id, groupIds: [NORTH] }])
  })
})

describe('an event about a user (W2)', () => {
  const stateOf = async (userId: number) =>
    (await portal.internal.post('/internal/users/states/', { userIds: [userId, 999_999] })).body

  it('comes from user.changed.v1, which says if the user is new, without personal data', async () => {
    const { api } = await portal.anAccount([NORTH], { homeGroupId: NORTH })
    const { body: user } = await api.post('/users/', portal.someone())
    const told = () => portal.events.of(user.id).map(({ payload }) => payload)
    await eventually(() => expect(told()).toMatchObject([{ version: 1, isNew: true }]))
    // The broker has confirmed the first state when a change is no longer announced as new.
    await api.post(`/users/${user.id}/`, { city: 'Oslo' })
    await eventually(() => expect(told()).toMatchObject([{}, { version: 2 }]))
    expect(JSON.stringify(told())).not.toContain(user.email)
  })

  it('shows the user as the API does, deleted or not', async () => {
    const { api } = await portal.anAccount([NORTH], { homeGroupId: NORTH })
    const { body: user } = await api.post('/users/', portal.someone())
    expect(await stateOf(user.id)).toEqual([{ version: 1, groupIds: [NORTH], erased: false, user }])
    await api.delete(`/users/${user.id}/`)
    expect(await stateOf(user.id)).toMatchObject([{ version: 2, user: { id: user.id, email: user.email } }])
  })
})

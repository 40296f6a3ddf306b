import type { Client } from '../../../testing/client.ts'
import { expectBody, registrationPortal } from '../../../testing/registration/portal.ts'

const portal = registrationPortal()
let api: Client
beforeAll(async () => void ({ api } = await portal.anAccount()))

const COMPOSED = 'é'
const DECOMPOSED = 'e\u0301'

describe('identifiers of registrations and courses (S11)', () => {
  it('are equal in all encodings', async () => {
    const { courseId, userId } = await portal.aCourseAndUser()
    const externalId = ` enrol-${DECOMPOSED}\u00A0`
    const created = expectBody(await api.post('/registrations/', { courseId, userId, externalId }), 201)
    expect(created.externalId).toBe(`enrol-${COMPOSED}`)
    for (const form of [externalId, `enrol-${COMPOSED}`])
      expect((await api.get(`/registrations/external/${encodeURIComponent(form)}/`)).body).toEqual(created)
    const again = { ...(await portal.aCourseAndUser()), externalId: `enrol-${DECOMPOSED}` }
    const detail = `Registration ${created.id} has this externalId. Choose another one.`
    expect(await api.post('/registrations/', again)).toBeError('registration-external-id-taken', detail)
  })

  it('find a course by its name and its external id, and a user by the external id', async () => {
    const { id } = await portal.aCourse({ name: `Caf${DECOMPOSED} `, externalId: `c-${DECOMPOSED}` })
    const user = await portal.aUser({ externalId: `u-${DECOMPOSED}` })
    const found = async (body: object) =>
      (await api.post('/registrations/', body, { prefer: 'validate-only' })).body
    const expected = { courseId: id, courseName: `Caf${COMPOSED}`, userId: user.id }
    const byNames = { courseName: ` Caf${DECOMPOSED}`, userExternalId: `u-${DECOMPOSED}` }
    expect(await found(byNames)).toMatchObject(expected)
    const byIds = { courseExternalId: `c-${COMPOSED}\u00A0`, userExternalId: `u-${COMPOSED}` }
    expect(await found(byIds)).toMatchObject(expected)
    for (const form of [`c-${DECOMPOSED}`, `c-${COMPOSED}`]) {
      const listed = await api.get(`/courses/?externalId=${encodeURIComponent(form)}`)
      expect(listed.body.map((course: any) => course.id)).toEqual([id])
    }
  })

  it('find a course by its name without regard to the joiners that letters and emoji need', async () => {
    const name = 'Team 👩\u200D💻'
    const { id } = await portal.aCourse({ name })
    const { id: userId } = await portal.aUser()
    for (const courseName of [name, 'Team 👩💻']) {
      const found = await api.post('/registrations/', { courseName, userId }, { prefer: 'validate-only' })
      expect(expectBody(found, 200)).toMatchObject({ courseId: id, courseName: name })
      const listed = await api.get(`/courses/?name=${encodeURIComponent(courseName)}`)
      expect(listed.body.map((course: any) => course.id)).toEqual([id])
    }
  })

  it.each(['.', '..', ' .. ', 'a\u200Bb'])('are rejected as external ids: %j', async (externalId) => {
    const body = { ...(await portal.aCourseAndUser()), externalId }
    expect(await api.post('/registrations/', body)).toBeError('invalid-request')
  })
})

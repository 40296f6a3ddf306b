import type { Client } from '../../../testing/client.ts'
import { aDatabase } from '../../../testing/database.ts'
import { NO_RELAY } from '../../../testing/no-relay.ts'
import { expectBody, registrationPortal } from '../../../testing/registration/portal.ts'
import { aResolvedUser, aStoredCourse, begun } from '../../../testing/registration/begun.ts'
import { courseModel } from '../src/courses/record.ts'
import { MongoCourses } from '../src/courses/repository.ts'
import type { CourseMatches } from '../src/courses/rules.ts'
import { MongoRegistrations } from '../src/registrations/repository.ts'
import { registrationModel } from '../src/registrations/record.ts'

const portal = registrationPortal()
let api: Client
beforeAll(async () => void ({ api } = await portal.anAccount()))

const COMPOSED = 'é'
const DECOMPOSED = 'e\u0301'

describe('identifiers of registrations and courses (S11)', () => {
  it('are one in whatever encoding they are sent', async () => {
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

  it.each(['.', '..', ' .. ', 'a\u200Bb'])('are rejected as external ids: %j', async (externalId) => {
    const body = { ...(await portal.aCourseAndUser()), externalId }
    expect(await api.post('/registrations/', body)).toBeError('invalid-request')
  })
})

describe('records of an earlier release (S11)', () => {
  const database = aDatabase()
  const clock = { now: () => new Date('2026-03-01T08:00:00Z') }
  const registrations = new MongoRegistrations({ model: registrationModel(database), clock, moves: NO_RELAY })
  const courses = new MongoCourses(courseModel(database))
  const lease = { claim: '', until: new Date(0) }
  beforeAll(async () => {
    await registrations.prepare()
    await courses.prepare()
  })

  it('are found in both encodings, and converted', async () => {
    const stored = [`old-${DECOMPOSED}`, ' spaced\u00A0', 'plain', `old-${COMPOSED}`]
    for (const [i, externalId] of stored.entries()) {
      const user = aResolvedUser({ id: i + 1 })
      await registrations.insert([begun(i + 1, { user, externalId })], false)
    }
    const idOf = async (externalId: string) => (await registrations.findByExternalId(externalId))?.id
    expect(await idOf(`old-${COMPOSED}`)).toBe(4)
    expect(await registrations.convertExternalIds()).toEqual([1])
    expect(await idOf('spaced')).toBe(2)
    expect(await idOf('plain')).toBe(3)
    expect(await registrations.convertExternalIds()).toEqual([1])
  })

  it('of courses are found in both encodings, and converted with a new version', async () => {
    const { version: _version, deleted: _deleted, ...fields } = aStoredCourse()
    const old = { ...fields, id: 1, name: `Caf${DECOMPOSED}`, externalId: ' p-1 ' }
    const { course } = await courses.put(old, lease)
    const idsIn = (matches: CourseMatches) =>
      Object.values(matches).flatMap((found) => found?.map(({ id }) => id) ?? [])
    const find = async (query: object) => (await courses.findMatches([query])).flatMap(idsIn)
    expect(await find({ courseName: `Caf${COMPOSED}` })).toEqual([1])
    await courses.convertIdentifiers()
    expect(await find({ courseExternalId: 'p-1' })).toEqual([1])
    const [converted] = await courses.findMany([1])
    expect(converted).toMatchObject({ name: `Caf${COMPOSED}`, version: course.version + 1 })
    await courses.convertIdentifiers()
    expect((await courses.findMany([1]))[0]).toEqual(converted)
  })
})

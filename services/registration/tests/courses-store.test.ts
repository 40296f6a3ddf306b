import { aDatabase } from '../../shared/tests/kit/database.ts'
import { MongoCourses } from '../src/store/mongo-courses.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let courses: MongoCourses

beforeAll(async () => {
  database = await aDatabase()
  courses = new MongoCourses(database.connection)
  await courses.prepare()
  const flags = { active: true, published: true, requiresRegistration: true, eventBased: false, groupIds: [] }
  for (const id of [1, 2, 3, 4, 5, 6])
    await courses.put({ id, name: id < 6 ? 'Fire safety' : 'First aid', externalId: `c-${id}`, ...flags })
})
afterAll(() => database.remove())

const idsOf = async (queries: Parameters<MongoCourses['matching']>[0]) =>
  (await courses.matching(queries)).map(({ id }) => id)

it('reads two courses of a name that many share, which is enough to see that it is ambiguous (R3)', async () => {
  expect(await idsOf([{ courseName: 'Fire safety' }])).toHaveLength(2)
})

it('reads every course that a call names by another parameter or under a name of its own', async () => {
  const found = await idsOf([{ courseId: 5, courseName: 'Fire safety' }, { courseName: 'First aid' }])
  expect(found).toEqual(expect.arrayContaining([5, 6]))
})

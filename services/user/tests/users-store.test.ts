import { aDatabase } from '../../shared/tests/kit/database.ts'
import { resolve, type UserQuery } from '../src/domain/resolution.ts'
import { newUser } from '../src/domain/user.ts'
import { MongoUsers } from '../src/store/mongo-users.ts'
import { UserOutbox } from '../src/store/user-outbox.ts'
import { userModel } from '../src/store/user-record.ts'

const SHARED = 'reception@example.org'
const MANY = 300
const TRACE = { requestId: '', traceparent: '' }
const clock = { now: () => new Date('2026-03-01T08:00:00Z') }

let database: Awaited<ReturnType<typeof aDatabase>>
let users: MongoUsers

beforeAll(async () => {
  database = await aDatabase()
  const model = userModel(database.connection)
  const relay = { ready: () => false, offer: () => undefined }
  users = new MongoUsers({ model, outbox: new UserOutbox(model, clock), relay, clock })
  await users.prepare()
  const sharing = Array.from({ length: MANY }, (_, i) => {
    const names = { firstName: 'A', lastName: 'B', loginName: `login-${i}`, externalId: `external-${i}` }
    return newUser(i + 1, { ...names, email: i === 0 ? 'ada@example.org' : SHARED }, clock.now())
  })
  await users.addAll(sharing, TRACE)
})
afterAll(() => database.remove())

describe('an e-mail address that many users share (R3)', () => {
  it('is read as two users, which is enough to see that it is ambiguous', async () => {
    const candidates = await users.candidates([{ userEmail: SHARED }])
    expect(candidates.matching({ userEmail: SHARED }, 'userEmail')).toHaveLength(2)
    expect(resolve({ userEmail: SHARED }, candidates)).toEqual({ code: 'user-ambiguous' })
  })

  it('keeps no other address of the same call from being found', async () => {
    const queries: UserQuery[] = [{ userEmail: SHARED }, { userEmail: 'ADA@example.org' }]
    const candidates = await users.candidates(queries)
    expect(queries.map((query) => resolve(query, candidates).code)).toEqual(['user-ambiguous', 'resolved'])
  })

  it('agrees with each of them who is named by another parameter, however many share it', async () => {
    for (const userId of [2, MANY]) {
      const query = { userId, userExternalId: `external-${userId - 1}`, userEmail: SHARED, strict: true }
      expect(resolve(query, await users.candidates([query]))).toMatchObject({
        code: 'resolved',
        user: { id: userId },
      })
    }
    const other = { userId: 1, userEmail: SHARED, strict: true }
    expect(resolve(other, await users.candidates([other])).code).toBe('identifiers-disagree')
  })
})

import { MatchersV3 } from '@pact-foundation/pact'
import { userService } from '../../services/registration/src/clients/user-service.ts'
import { DependencyUnavailable } from '../../services/shared/errors.ts'
import { SERVICE_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { pactBetween } from './kit/pact-file.ts'

const { eachLike, integer, regex, string, fromProviderState, nullValue } = MatchersV3

const pact = pactBetween('registration', 'user')
const trace = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }

const resolvedUser = {
  id: integer(1007),
  version: integer(4),
  externalId: string('hr-20931'),
  email: string('ada@example.org'),
  firstName: string('Ada'),
  lastName: string('Byron'),
  loginName: string('ada'),
  groupIds: eachLike(integer(12)),
  expirationDate: regex('^$|^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$', '2027-01-01T00:00:00Z'),
}

describe('registration asks user', () => {
  const resolving = (description: string, state: string, parameters: Record<string, any> = {}) =>
    pact.addInteraction().given(state, parameters).uponReceiving(description)

  it('who has an id, in strict handling (R2, R3)', async () => {
    await resolving('resolveUsers by id', 'a user', { expirationDate: '2030-01-01T00:00:00Z' })
      .withRequest('POST', '/internal/users/resolve/', (request) =>
        request
          .headers({ authorization: `Bearer ${SERVICE_TOKEN}`, 'x-request-id': 'request-1' })
          .jsonBody([{ userId: fromProviderState('${userId}', 1007), strict: true }]),
      )
      .willRespondWith(200, (response) =>
        response.jsonBody([{ code: 'resolved', resolvedBy: 'userId', user: resolvedUser }]),
      )
      .executeTest(async ({ url }) => {
        const { users } = userService({ url, token: SERVICE_TOKEN })
        expect(await users.resolve([{ userId: 1007 }], true, trace)).toEqual([
          {
            code: 'resolved',
            by: 'userId',
            user: expect.objectContaining({ id: 1007, groupIds: [12], expiresAt: new Date('2027-01-01') }),
          },
        ])
      })
  })

  it('whether a credential is valid, and what it reaches (A2b)', async () => {
    await resolving('verifyCredential of a key that works', 'an account')
      .withRequest('POST', '/internal/credentials/verify/', (request) =>
        request.headers({ authorization: `Bearer ${SERVICE_TOKEN}` }).jsonBody({
          keyId: fromProviderState('${keyId}', 'rck_a1B2c3D4e5F6g7H8'),
          secret: fromProviderState('${secret}', 'rcs_secret'),
        }),
      )
      .willRespondWith(200, (response) =>
        response.jsonBody({
          valid: true,
          account: {
            accountId: integer(3),
            name: string('HR sync'),
            homeGroupId: integer(1),
            requestsPerMinute: nullValue(),
            reach: {
              courseAttendanceManager: eachLike(integer(1)),
              batchRegistrationManager: eachLike(integer(1)),
              userAdministrator: eachLike(integer(1)),
            },
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const { verify } = userService({ url, token: SERVICE_TOKEN })
        const account = await verify({ keyId: 'rck_a1B2c3D4e5F6g7H8', secret: 'rcs_secret' })
        expect(account).toMatchObject({ id: 3, name: 'HR sync', homeGroupId: 1, requestsPerMinute: null })
        expect([...(account?.reach.userAdministrator.groupIds ?? [])]).toEqual([1])
      })
  })

  it('and hears that it can not tell now', async () => {
    await resolving('resolveUsers while its database is away', 'the database is away')
      .withRequest('POST', '/internal/users/resolve/', (request) =>
        request
          .headers({ authorization: `Bearer ${SERVICE_TOKEN}` })
          .jsonBody([{ userId: 1007, strict: false }]),
      )
      .willRespondWith(503)
      .executeTest(async ({ url }) => {
        const { users } = userService({ url, token: SERVICE_TOKEN })
        await expect(users.resolve([{ userId: 1007 }], false, trace)).rejects.toBeInstanceOf(
          DependencyUnavailable,
        )
      })
  })
})
